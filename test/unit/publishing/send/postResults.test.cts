import { collectResults } from '../../../../nodes/Postiz/publishing/send/postResults';
import type { Run } from '../../../../nodes/Postiz/posts/run/run';
import type { PostizClient } from '../../../../nodes/Postiz/transport/client';
import { createFake } from '../../../shared/fakes.cjs';
import { createTarget } from '../createItem.cjs';
import { createOutgoingPost } from './createOutgoingPost.cjs';

test('returns what was sent if a file of another item could not be read', async () => {
	const [sent, failed] = ['sent', 'failed'].map((text) =>
		createOutgoingPost(createTarget('x'), text),
	);
	failed!.planned.desired.item = { ...failed!.planned.desired.item, index: 1 };
	const results = await collectResults(
		[sent!.planned, failed!.planned],
		[{ planned: sent!.planned, outcome: 'created', postId: 'p1' }],
		createFake<Run>({ client: createFake<PostizClient>({}) }),
		new Map([[1, new Error('The storage of binary data failed')]]),
	);
	expect(results).toMatchObject([{ outcome: 'created', postId: 'p1' }, { outcome: 'rejected' }]);
});
