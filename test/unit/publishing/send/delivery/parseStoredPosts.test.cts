import { parseStoredPosts } from '../../../../../nodes/Postiz/publishing/send/delivery/parseStoredPosts';
import { createTarget } from '../../createItem.cjs';
import { createOutgoingPost, toUpdate } from '../createOutgoingPost.cjs';

test('creates a new post for a change of a deleted one', () => {
	const change = toUpdate(createOutgoingPost(createTarget('x'), 'Tea'), 'old');
	const outcomes = ['old', 'new'].map(
		(postId) => parseStoredPosts([{ postId }], [change])![0].outcome,
	);
	expect(outcomes).toEqual(['updated', 'created']);
});
