import { fetchResults } from '../../../../nodes/Postiz/publishing/send/fetchResults';
import type { PlannedPost } from '../../../../nodes/Postiz/posts/plannedPost';
import type { RunContext } from '../../../../nodes/Postiz/posts/run/run';
import type { PostizClient } from '../../../../nodes/Postiz/transport/client';
import { createFake } from '../../../shared/fakes.cjs';
import { createDesiredPost, createItem } from '../createItem.cjs';

test('returns what was sent if a file of another item could not be read', async () => {
	const [sent, failed] = [0, 1].map((index): PlannedPost => ({
		desired: createDesiredPost({ item: createItem({ index }) }),
		action: 'create',
		issues: [],
	}));
	const results = await fetchResults(
		[sent, failed],
		[{ desired: sent.desired, outcome: 'created', postId: 'p1' }],
		createFake<RunContext>({ client: createFake<PostizClient>({}) }),
		new Map([[1, new Error('The storage of binary data failed')]]),
	);
	expect(results).toMatchObject([{ outcome: 'created', postId: 'p1' }, { outcome: 'rejected' }]);
});
