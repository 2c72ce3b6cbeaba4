import { CONFLICTS } from '../../../../../nodes/Postiz/posts/existing/conflictProblems';
import type { LookupResult } from '../../../../../nodes/Postiz/posts/existing/findSentPost';
import type { ExistingPost } from '../../../../../nodes/Postiz/posts/existingPost';
import {
	getPostsAfterFailedOne,
	toLookedUpResult,
	hasArrived,
} from '../../../../../nodes/Postiz/publishing/send/delivery/lookupResults';
import { createTarget } from '../../createItem.cjs';
import { createOutgoingPost, toUpdate } from '../createOutgoingPost.cjs';

const existing = { id: 'p1' } as ExistingPost;
const STORED: LookupResult = { kind: 'stored', postId: 'p1' };
const PARTIAL: LookupResult = { kind: 'partial', postId: 'p1', post: existing };
const ABSENT: LookupResult = { kind: 'absent' };
const UNKNOWN: LookupResult = { kind: 'unknown' };
const UNREADABLE: LookupResult = { kind: 'unknown', postId: 'p1' };

test('counts a post as arrived if it is stored, even in part', () => {
	const arrivals = [STORED, PARTIAL, UNREADABLE, ABSENT, UNKNOWN];
	expect(arrivals.map(hasArrived)).toEqual([true, true, true, false, false]);
});

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

const change = toUpdate(posts[0], 'p1');

test.each<{
	title: string;
	sending: object;
	found: LookupResult;
	isFinished: boolean;
	expected: object;
}>([
	{
		title: 'was created',
		sending: posts[0],
		found: STORED,
		isFinished: true,
		expected: { outcome: 'created', postId: 'p1', date: posts[0].requestFields.date },
	},
	{
		title: 'was updated',
		sending: change,
		found: STORED,
		isFinished: true,
		expected: { outcome: 'updated', postId: 'p1' },
	},
	{
		title: 'was created in part',
		sending: posts[0],
		found: PARTIAL,
		isFinished: true,
		expected: { outcome: 'unknown', postId: 'p1' },
	},
	{
		title: 'was not created',
		sending: posts[0],
		found: ABSENT,
		isFinished: true,
		expected: { outcome: 'rejected' },
	},
	{
		title: 'is not created yet',
		sending: posts[0],
		found: ABSENT,
		isFinished: false,
		expected: { outcome: 'unknown' },
	},
	{
		title: 'was created, with unreadable parts',
		sending: posts[0],
		found: UNREADABLE,
		isFinished: true,
		expected: { outcome: 'unknown', postId: 'p1' },
	},
	{
		title: 'could not be looked up',
		sending: posts[0],
		found: UNKNOWN,
		isFinished: true,
		expected: { outcome: 'unknown' },
	},
])('returns the result of a post that $title', ({ sending, found, isFinished, expected }) => {
	const cause = { message: 'cut', httpCode: '500' };
	const result = toLookedUpResult(sending as (typeof posts)[number], found, {
		isFinished,
		cause,
	});
	expect(result).toMatchObject(expected);
	expect(result.problem?.message ?? 'cut').toMatch(/cut$/);
});

test.each<{ lookup: LookupResult; message: string; remedy: string }>([
	{
		lookup: UNKNOWN,
		message: `${CONFLICTS.mayBeStored.message}: cut`,
		remedy: CONFLICTS.mayBeStored.remedy,
	},
	{
		lookup: PARTIAL,
		message: `${CONFLICTS.incompleteThread.message}, “p1”: cut`,
		remedy: CONFLICTS.incompleteThread.remedy,
	},
	{
		lookup: ABSENT,
		message: 'Postiz did not change this post: cut',
		remedy: 'Run this again. If it fails again, Postiz cannot store part of it.',
	},
])('explains $message, with its cause and status', ({ lookup, message, remedy }) => {
	const cause = { message: 'cut', httpCode: '502' };
	const { problem } = toLookedUpResult(change, lookup, { isFinished: true, cause });
	expect(problem).toMatchObject({
		message: expect.stringMatching(/^X.* – /),
		description: remedy,
		httpCode: '502',
	});
	expect(problem!.message.endsWith(` – ${message}`)).toBe(true);
});
