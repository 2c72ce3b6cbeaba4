import { jsonItems } from '../../integration/support/harness.cjs';
import { segment } from '../../service/client.cjs';
import { differs, errorOf, join } from '../compare.cjs';
import type { Channel, Instance } from '../instance.cjs';
import { itemFor, marked, onFirst, PLAIN_NETWORKS } from '../items.cjs';
import { NO_SUCH_ID } from '../ledger.cjs';
import { byPostId, createOne } from '../sending.cjs';
import { single, type AreaPlan, type Problem, type Step } from '../types.cjs';

const unknownPost = (instance: Instance): Step =>
	single('an unknown post is answered with 500 or 404', async () => {
		const { status } = await instance.call('DELETE', `/public/v1/posts/${NO_SUCH_ID}`);
		return [500, 404].includes(status) ? undefined : `the status is ${status}`;
	});

const unknownGroup = (instance: Instance): Step =>
	single('an unknown group looks like a success', async () => {
		const path = `/public/v1/posts/group/${NO_SUCH_ID}`;
		return differs('the status', (await instance.call('DELETE', path)).status, 200);
	});

async function tryDelete(instance: Instance, channel: Channel): Promise<Problem> {
	const id = await createOne(instance, itemFor(channel, {}, [marked(), segment('second')]));
	const partIds = (await instance.read([id])).get(id)?.parts.map((part) => part.id) ?? [];
	const run = await instance.node(
		{ resource: 'post', operation: 'delete', ...byPostId('={{ $json.id }}') },
		{ items: jsonItems([{ id }, { id }]) },
	);
	const ids = run.output[0]?.map(({ json }) => json.postId);
	const found = [...(await instance.read(partIds)).keys()];
	const listed = (await instance.list()).filter((post) => partIds.includes(String(post.id)));
	return join([
		errorOf(run),
		differs('the posts of the output', ids, [id, id]),
		partIds.length > 0 ? undefined : 'the post was never there',
		found.length + listed.length > 0 ? 'the post is still there' : undefined,
	]);
}

/** Deleting posts, once and twice, and what does not exist. */
export const planDeletes = (instance: Instance): AreaPlan => [
	...onFirst(instance, PLAIN_NETWORKS, 'posts', (channel) => [
		single(
			'a post is gone with its later parts, also if two items name it',
			async () => await tryDelete(instance, channel),
			{ requests: 1 },
		),
	]),
	unknownPost(instance),
	unknownGroup(instance),
];
