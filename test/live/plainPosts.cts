import { request } from '../service/client.cjs';
import type { Values } from '../service/schema.cjs';
import { show } from './compare.cjs';
import type { Answer, Instance } from './instance.cjs';
import { idsIn, type Sent } from './nodePosts.cjs';

/** Sends posts in one plain request; `more` replaces fields of the body. */
export const sendPosts = async (
	instance: Instance,
	posts: unknown[],
	more: Values = {},
): Promise<Answer> =>
	await instance.call('POST', '/public/v1/posts', request(posts, { date: instance.date, ...more }));

/**
 * Creates posts in one plain request, or in halves if it is refused, so that each shows what it is
 * worth.
 */
export async function createApart(instance: Instance, posts: Values[]): Promise<Sent[]> {
	const { status, body } = await sendPosts(instance, posts);
	if (status === 201 || status === 200)
		return posts.map((_post, index) => ({ postId: idsIn(body)[index] }));
	if (posts.length === 1) return [{ problem: `it was answered with ${status} ${show(body)}` }];
	const middle = Math.ceil(posts.length / 2);
	return [
		...(await createApart(instance, posts.slice(0, middle))),
		...(await createApart(instance, posts.slice(middle))),
	];
}
