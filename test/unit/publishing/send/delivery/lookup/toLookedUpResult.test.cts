import { CONFLICTS } from '../../../../../../nodes/Postiz/posts/existing/conflictProblems';
import type { LookupResult } from '../../../../../../nodes/Postiz/posts/existing/findSentPost';
import { toLookedUpResult } from '../../../../../../nodes/Postiz/publishing/send/delivery/lookup/toLookedUpResult';
import { createTarget } from '../../../createItem.cjs';
import { createOutgoingPost, toUpdate } from '../../createOutgoingPost.cjs';
import { ABSENT, PARTIAL, STORED, UNREADABLE } from './lookupResults.cjs';

const UNCLEAR: LookupResult = { kind: 'unclear' };

const X = createTarget('x');
const post = createOutgoingPost(X, 'a');

const change = toUpdate(post, 'p1');

test.each<{
	title: string;
	sending: object;
	found: LookupResult;
	isFinished: boolean;
	expected: object;
}>([
	{
		title: 'was created',
		sending: post,
		found: STORED,
		isFinished: true,
		expected: { outcome: 'created', postId: 'p1', date: post.requestFields.date },
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
		sending: post,
		found: PARTIAL,
		isFinished: true,
		expected: { outcome: 'unknown', postId: 'p1' },
	},
	{
		title: 'was not created',
		sending: post,
		found: ABSENT,
		isFinished: true,
		expected: { outcome: 'rejected' },
	},
	{
		title: 'is not created yet',
		sending: post,
		found: ABSENT,
		isFinished: false,
		expected: { outcome: 'unknown' },
	},
	{
		title: 'was created, with unreadable parts',
		sending: post,
		found: UNREADABLE,
		isFinished: true,
		expected: { outcome: 'unknown', postId: 'p1' },
	},
	{
		title: 'could not be looked up',
		sending: post,
		found: UNCLEAR,
		isFinished: true,
		expected: { outcome: 'unknown' },
	},
])('returns the result of a post that $title', ({ sending, found, isFinished, expected }) => {
	const cause = { message: 'cut', httpCode: '500' };
	const result = toLookedUpResult(sending as typeof post, found, {
		isFinished,
		cause,
	});
	expect(result).toMatchObject(expected);
	expect(result.problem?.message ?? 'cut').toMatch(/cut$/);
});

test.each<{ lookup: LookupResult; message: string; remedy: string }>([
	{
		lookup: UNCLEAR,
		message: 'It is unclear whether Postiz changed this post: cut',
		remedy: 'Run this again in a few minutes. It is safe to change a post twice.',
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
