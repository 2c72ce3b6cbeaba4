import type { LookupResult } from '../../../../../../nodes/Postiz/posts/existing/findSentPost';
import { getPostsAfterFailedOne } from '../../../../../../nodes/Postiz/publishing/send/delivery/lookup/getPostsAfterFailedOne';
import { createTarget } from '../../../createItem.cjs';
import { createOutgoingPost } from '../../createOutgoingPost.cjs';
import { ABSENT, PARTIAL, STORED, UNREADABLE } from './lookupResults.cjs';

const X = createTarget('x');
const posts = ['a', 'b', 'c', 'd'].map((text) => createOutgoingPost(X, text));

test.each<{ title: string; found: LookupResult[]; first: number }>([
	{ title: 'no post has arrived', found: [ABSENT, ABSENT, ABSENT, ABSENT], first: 1 },
	{ title: 'one post has arrived', found: [STORED, ABSENT, ABSENT, ABSENT], first: 2 },
	{ title: 'all posts have arrived', found: [STORED, STORED, STORED, STORED], first: 4 },
	{
		title: 'the last post has arrived in part',
		found: [STORED, PARTIAL, ABSENT, ABSENT],
		first: 2,
	},
	{
		title: 'the parts of the last post are unreadable',
		found: [STORED, UNREADABLE, ABSENT, ABSENT],
		first: 2,
	},
	{
		title: 'the posts have not arrived in order',
		found: [STORED, ABSENT, STORED, ABSENT],
		first: 4,
	},
])('sends the posts after the failed one again if $title', ({ found, first }) => {
	expect(getPostsAfterFailedOne(posts, found)).toEqual(posts.slice(first));
});
