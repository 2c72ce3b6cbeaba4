import type { PostRow } from '../Postiz/transport/types';
import { isObject } from '../Postiz/values/read';

/** Far more than the longest post of any network needs. */
export const MOST_BYTES = 1_000_000;
/** The service sends one post per call. */
const MOST_POSTS = 10;
const LONGEST_ID = 200;

/**
 * The posts in the body of a webhook call, or undefined where it is no call of the service
 * (docs/api.md, Webhooks). Nothing but the documented fields is taken over: anyone may call.
 */
export function readDelivery(body: unknown, bytes: number): PostRow[] | undefined {
	if (!Array.isArray(body) || bytes > MOST_BYTES) return undefined;
	if (body.length === 0 || body.length > MOST_POSTS) return undefined;
	const posts = body.map(readPost);
	return posts.every((post) => post !== undefined) ? posts : undefined;
}

function readPost(element: unknown): PostRow | undefined {
	if (!isObject(element) || !isId(element.id)) return undefined;
	const { id, content, publishDate, releaseURL, state, integration } = element;
	const channel = isObject(integration) && isId(integration.id) ? integration : undefined;
	return {
		id,
		content: text(content),
		publishDate: text(publishDate),
		releaseURL: text(releaseURL) || null,
		state: text(state),
		...(channel && {
			integration: {
				id: channel.id as string,
				name: text(channel.name),
				providerIdentifier: text(channel.providerIdentifier),
			},
		}),
	};
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

const isId = (value: unknown): value is string =>
	typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_ID;
