import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../common/problem';
import { parseServiceTime } from '../common/serviceTime';
import { isObject, toObject } from '../common/value';
import type { ListedPost, PostState } from './apiTypes';
import type { PostizClient } from './client';
import { endpoints } from './endpoints';

/** The posts to list: between two times and, with `group`, only on its channels. */
export interface PostWindow {
	start: number;
	end: number;
	group?: string;
	timeout?: number;
}

/**
 * Fetches the posts in a window. A repeating post is listed once per occurrence, also outside the window (docs/api.md,
 * Listing posts).
 */
export async function fetchPosts(
	client: PostizClient,
	{ start, end, group, timeout }: PostWindow,
): Promise<ListedPost[]> {
	const entries = await client.requestList(
		{
			...endpoints.listPosts(),
			timeout,
			query: {
				startDate: new Date(start).toISOString(),
				endDate: new Date(end).toISOString(),
				...(group && { customer: group }),
			},
		},
		'posts',
	);
	return entries.map((entry) => {
		const post = parseListedPost(entry);
		if (!isComplete(post)) throw UNREADABLE_LIST;
		return { ...post, previewUrl: client.getPublicPageUrl(post.id) };
	});
}

/** An unrecognized post would count as missing, and be sent again. */
const isComplete = ({ id, publishDate, integration }: ListedPost) =>
	id !== '' && !Number.isNaN(parseServiceTime(publishDate)) && integration.id !== '';

const UNREADABLE_LIST = new Problem(
	'Postiz returned a post without ID, date or channel',
	'Update Postiz, or look for a newer version of this node.',
);

function parseListedPost(entry: IDataObject): ListedPost {
	const { publishDate, releaseId, tags } = entry;
	const channel = toObject(entry.integration);
	return {
		...entry,
		id: toTextOrEmpty(entry.id),
		content: toTextOrEmpty(entry.content),
		publishDate: typeof publishDate === 'string' ? publishDate : '',
		releaseId: toTextOrEmpty(releaseId) || null,
		state: toTextOrEmpty(entry.state) as PostState,
		tags: Array.isArray(tags) ? tags.filter(isNamedTag) : [],
		integration: {
			...channel,
			id: toTextOrEmpty(channel.id),
			name: toTextOrEmpty(channel.name) || undefined,
			providerIdentifier: toTextOrEmpty(channel.providerIdentifier),
		},
	};
}

const toTextOrEmpty = (value: unknown) =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const isNamedTag = (element: unknown): element is { tag: { name: string } } =>
	isObject(element) && isObject(element.tag) && typeof element.tag.name === 'string';

/** Keeps only the last listed occurrence of each repeating post. */
export const dropRepetitions = (posts: ListedPost[]): ListedPost[] => [
	...new Map(posts.map((post) => [post.id, post])).values(),
];
