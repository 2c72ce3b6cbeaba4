import type { PostItem, PostRequest, SharedFields } from './types';

/** Tags as the service wants them, from a comma-separated text or a list (API: POST /posts). */
export function toTags(value: unknown): SharedFields['tags'] {
	const labels = (Array.isArray(value) ? value : String(value ?? '').split(','))
		.map((tag: unknown) => String(tagLabel(tag) ?? '').trim())
		.filter((label) => label !== '');
	return [...new Set(labels)].map((label) => ({ value: label, label }));
}

// Also as `GET /posts` and n8n's own lists give them.
function tagLabel(tag: unknown): unknown {
	if (typeof tag !== 'object' || tag === null) return tag;
	const { label, name } = tag as { label?: unknown; name?: unknown };
	return label ?? name;
}

/** Puts the posts of one request together with what they share. */
export function buildRequest(shared: SharedFields, posts: PostItem[]): PostRequest {
	const { type, date, shortLink, tags, inter, ...rest } = shared;
	return {
		type,
		date,
		shortLink,
		tags,
		...(inter === undefined ? {} : { inter }),
		...rest,
		posts,
	};
}
