import {
	getPostsAfterFailedOne,
	toClarifiedResult,
	hasArrived,
	parseCreated,
	isProcessingOver,
	isServiceError,
	classifyExchange,
} from '../../../../nodes/Postiz/publishing/send/answers';
import type { LookupResult } from '../../../../nodes/Postiz/posts/existing/lookUpSentPost';
import type { ExistingPost } from '../../../../nodes/Postiz/publishing/model';
import type { OutgoingPost } from '../../../../nodes/Postiz/publishing/send/requests';
import type { Exchange } from '../../../../nodes/Postiz/transport/answer';
import { Problem } from '../../../../nodes/Postiz/common/problem';
import { createTarget, createOutgoingPost, createOutgoingRow } from '../rows.cjs';

const answer = (status: number, body: unknown = {}): Exchange => ({
	kind: 'answer',
	answer: { status, body, headers: {} },
});
const page = (status: number) => answer(status, '<html>');
const problem = new Problem('cut', '');

test.each<[string, Exchange, ReturnType<typeof classifyExchange>, ended: boolean, failed: boolean]>(
	[
		[
			'a request that was not sent',
			{ kind: 'notSent', problem, isTemporary: false },
			'notSent',
			false,
			false,
		],
		['a request that was cut off', { kind: 'unknown', problem }, 'unclear', false, false],
		['status 199', answer(199), 'failsForAll', true, false],
		['status 200', answer(200), 'received', true, false],
		['status 299', answer(299), 'received', true, false],
		['an HTML page with status 200', page(200), 'notSent', false, false],
		['status 300', answer(300), 'failsForAll', true, false],
		['status 400', answer(400), 'invalid', true, false],
		['status 401', answer(401), 'failsForAll', true, false],
		['status 408', answer(408), 'unclear', false, false],
		['status 413', answer(413), 'tooLarge', true, false],
		['status 422', answer(422), 'invalid', true, false],
		['status 429', answer(429), 'atLimit', true, false],
		['status 499', answer(499), 'failsForAll', true, false],
		['status 500', answer(500), 'unclear', true, true],
		['an HTML page with status 500', page(500), 'unclear', false, false],
		['status 501', answer(501), 'unclear', false, false],
	],
)('%s is %#', (_name, exchange, meaning, ended, failed) => {
	expect([
		classifyExchange(exchange),
		isProcessingOver(exchange),
		isServiceError(exchange),
	]).toEqual([meaning, ended, failed]);
});

const there = { id: 'p1' } as ExistingPost;
const STORED: LookupResult = { kind: 'stored', postId: 'p1' };
const PARTIAL: LookupResult = { kind: 'partial', postId: 'p1', post: there };
const ABSENT: LookupResult = { kind: 'absent' };
const UNKNOWN: LookupResult = { kind: 'unknown' };
const UNREADABLE: LookupResult = { kind: 'unknown', postId: 'p1' };

test('counts a post as arrived if it is stored, even in part', () => {
	const arrivals = [STORED, PARTIAL, UNREADABLE, ABSENT, UNKNOWN];
	expect(arrivals.map(hasArrived)).toEqual([true, true, true, false, false]);
});

const X = createTarget('x');
const posts = ['a', 'b', 'c', 'd'].map((text) => createOutgoingPost(X, text));

test.each<[string, LookupResult[], number]>([
	['no post has arrived', [ABSENT, ABSENT, ABSENT, ABSENT], 1],
	['one post has arrived', [STORED, ABSENT, ABSENT, ABSENT], 2],
	['all posts have arrived', [STORED, STORED, STORED, STORED], 4],
	['the last post has arrived in part', [STORED, PARTIAL, ABSENT, ABSENT], 2],
	['the parts of the last post are unreadable', [STORED, UNREADABLE, ABSENT, ABSENT], 2],
	['the posts have not arrived in order', [STORED, ABSENT, STORED, ABSENT], 4],
])('sends the posts after the failed one again if %s', (_name, found, first) => {
	expect(getPostsAfterFailedOne(posts, found)).toEqual(posts.slice(first));
});

const change = {
	...posts[0],
	planned: { ...posts[0].planned, action: 'update', post: there, changedFields: [] },
};

test.each<[string, object, LookupResult, boolean, object]>([
	[
		'made',
		posts[0],
		STORED,
		true,
		{ outcome: 'created', postId: 'p1', date: posts[0].requestFields.date },
	],
	['changed', change, STORED, true, { outcome: 'updated', postId: 'p1' }],
	['made in part', posts[0], PARTIAL, true, { outcome: 'unknown', postId: 'p1' }],
	['not made', posts[0], ABSENT, true, { outcome: 'rejected' }],
	['not made yet', posts[0], ABSENT, false, { outcome: 'unknown' }],
	[
		'there, with unreadable parts',
		posts[0],
		UNREADABLE,
		true,
		{ outcome: 'unknown', postId: 'p1' },
	],
	['out of sight', posts[0], UNKNOWN, true, { outcome: 'unknown' }],
])('the result of a post that is %s', (_name, sending, found, hasEnded, expected) => {
	const cause = { message: 'cut', httpCode: '500' };
	const told = toClarifiedResult(sending as (typeof posts)[number], found, {
		isOver: hasEnded,
		cause,
	});
	expect(told).toMatchObject(expected);
	expect(told.problem?.message ?? 'cut').toMatch(/cut$/);
});

test('creates a new post for a change of a deleted one', () => {
	const [{ planned, ...sending }] = createOutgoingRow(0, [
		createOutgoingPost(createTarget('bluesky', 'sky-1'), 'a'),
	]);
	const { desired, issues } = planned;
	const there = { id: 'old' } as ExistingPost;
	const change: OutgoingPost = {
		...sending,
		planned: { desired, issues, action: 'update', post: there, changedKeyFields: ['text'] },
	};
	const outcomes = ['old', 'new'].map((postId) => parseCreated([{ postId }], [change])![0].outcome);
	expect(outcomes).toEqual(['updated', 'created']);
});
