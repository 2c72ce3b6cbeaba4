import { setImmediate } from 'node:timers/promises';

import { fetchPostResults } from '../../../../nodes/Postiz/publishing/send/fetchPostResults';
import type { DeliveryResult } from '../../../../nodes/Postiz/posts/postResult';
import type { ExistingPost } from '../../../../nodes/Postiz/posts/existingPost';
import type { PreparedUpdate } from '../../../../nodes/Postiz/posts/postUpdate';
import type { PlannedPost } from '../../../../nodes/Postiz/posts/plannedPost';
import type { Run } from '../../../../nodes/Postiz/posts/run/run';
import type { PostizClient } from '../../../../nodes/Postiz/transport/client';
import { createFake } from '../../../shared/fakes.cjs';
import { createDesiredPost, createItem } from '../createItem.cjs';

test('returns what was sent if a file of another item could not be read', async () => {
	const [sent, failed] = [0, 1].map((index): PlannedPost => ({
		desired: createDesiredPost({ item: createItem({ index }) }),
		action: 'create',
		issues: [],
	}));
	const results = await fetchPostResults(
		createFake<Run>({ client: createFake<PostizClient>({}) }),
		{
			plannedPosts: [sent, failed],
			deliveryResults: [{ desired: sent.desired, outcome: 'created', postId: 'p1' }],
			failures: new Map([[1, new Error('The storage of binary data failed')]]),
		},
	);
	expect(results).toMatchObject([{ outcome: 'created', postId: 'p1' }, { outcome: 'rejected' }]);
});

test('reads updated posts again in parallel, and returns them in their order', async () => {
	const ids = ['a', 'b', 'c'];
	const plannedPosts = ids.map((id): PlannedPost => ({
		desired: createDesiredPost(),
		action: 'update',
		existing: createFake<ExistingPost>({ id }),
		changedFields: ['text'],
		issues: [],
	}));
	const deliveryResults = ids.map((id, index): DeliveryResult => ({
		desired: plannedPosts[index]!.desired,
		outcome: 'updated',
		postId: id,
		sentUpdate: createFake<PreparedUpdate>({ changed: ['text'], before: { id } }),
	}));
	let running = 0;
	let maxRunning = 0;
	const request = async () => {
		maxRunning = Math.max(maxRunning, ++running);
		await setImmediate();
		running--;
		return [];
	};
	const run = createFake<Run>({ client: createFake<PostizClient>({ request }) });
	const results = await fetchPostResults(run, {
		plannedPosts,
		deliveryResults,
		failures: new Map(),
	});
	expect(results.map(({ postId }) => postId)).toEqual(ids);
	expect(maxRunning).toBe(3);
});

test('looks for no tags of a created post without a date', async () => {
	const requestFields = { ...createItem().requestFields, tags: [{ value: 'News', label: 'News' }] };
	const desired = createDesiredPost({ item: createItem({ requestFields }) });
	const results = await fetchPostResults(
		createFake<Run>({ client: createFake<PostizClient>({}) }),
		{
			plannedPosts: [{ desired, action: 'create', issues: [] }],
			deliveryResults: [{ desired, outcome: 'created', postId: 'p1' }],
			failures: new Map(),
		},
	);
	expect(results).toMatchObject([{ outcome: 'created', postId: 'p1' }]);
});
