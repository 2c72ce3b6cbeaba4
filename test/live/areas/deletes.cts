import { jsonItems } from '../../integration/support/harness.cjs';
import { segment } from '../../service/client.cjs';
import { differs, errorOf, join } from '../compare.cjs';
import type { Instance } from '../instance.cjs';
import { itemFor, marked, PLAIN_NETWORKS } from '../items.cjs';
import { NO_SUCH_ID } from '../ledger.cjs';
import { byPostId, sendUnchecked } from '../nodePosts.cjs';
import { noChannel, single, type AreaPlan, type Problem, type Step } from '../types.cjs';

/** Deleting posts and groups, once and twice, and what does not exist. */
export function planDeletes(instance: Instance): AreaPlan {
	const channel = instance.firstOf(PLAIN_NETWORKS);
	const unknown: Step[] = [
		single('an unknown post is answered with 500 or 404', async () => {
			const { status } = await instance.call('DELETE', `/public/v1/posts/${NO_SUCH_ID}`);
			return [500, 404].includes(status) ? undefined : `the status is ${status}`;
		}),
		single('an unknown post is an error of the node', async () => {
			const { error } = await instance.node({
				resource: 'post',
				operation: 'delete',
				...byPostId(NO_SUCH_ID),
			});
			return error ? undefined : 'the node says that it was deleted';
		}),
		single('an unknown group looks like a success', async () => {
			const path = `/public/v1/posts/group/${NO_SUCH_ID}`;
			return differs('the status', (await instance.call('DELETE', path)).status, 200);
		}),
	];
	if (!channel)
		return {
			steps: unknown,
			skipped: [noChannel('posts and groups', ...PLAIN_NETWORKS)],
		};

	const create = async () => {
		const item = itemFor(channel, {}, [marked(), segment('second')]);
		const { sent, run } = await sendUnchecked(instance, [item]);
		const { postId, problem } = sent[0];
		const post = postId && (await instance.read([postId])).get(postId);
		if (!post) throw new Error(problem ?? errorOf(run) ?? 'the post is not there');
		return { postId, group: post.group, partIds: post.parts.map(({ id }) => id) };
	};
	const stillThere = async (ids: string[]): Promise<Problem> => {
		const found = [...(await instance.read(ids)).keys()];
		const listed = (await instance.list()).filter(({ id }) => ids.includes(String(id)));
		return found.length + listed.length > 0 ? 'the post is still there' : undefined;
	};
	const steps: Step[] = [
		single(
			'a post is gone with its later parts, also if two items name it',
			async () => {
				const { postId, partIds } = await create();
				const run = await instance.node(
					{ resource: 'post', operation: 'delete', ...byPostId('={{ $json.id }}') },
					{ items: jsonItems([{ id: postId }, { id: postId }]) },
				);
				const ids = run.output[0]?.map(({ json }) => json.postId);
				return join([
					errorOf(run),
					differs('the posts of the output', ids, [postId, postId]),
					await stillThere(partIds),
				]);
			},
			{ requests: 1 },
		),
	];
	return { steps: [...steps, ...unknown], skipped: [] };
}
