import type {
	FailureReason,
	Outcome,
	SendFailure,
} from '../../../../../nodes/Postiz/publishing/deliver/requests';
import { itemOutcome } from '../../../../../nodes/Postiz/resources/post/create/outcome';
import { channel, post } from '../../../publishing/deliver/rows.cjs';

const POST = post(channel('bluesky'), 'Tea');

const created = (postId: string): Outcome => ({ post: POST, kind: 'created', postId });
const failed = (reason: FailureReason, more: Partial<SendFailure> = {}): Outcome => {
	const failure = { reason, message: 'It failed', description: '', ...more };
	return { post: POST, kind: 'failed', ...failure };
};

const judge = (
	outcomes: Outcome[],
	{ skipped = [], hasRemaining = false }: { skipped?: string[]; hasRemaining?: boolean } = {},
) =>
	itemOutcome({
		rows: skipped.map((postId) => ({ postId })),
		outcomes,
		existing: [],
		isUnclear: false,
		isKeptBack: false,
		hasRemaining,
	});

test.each<[string, ReturnType<typeof judge>, string, string[]]>([
	['nothing of it', judge([], { hasRemaining: true }), 'notCreated', []],
	['a refusal', judge([failed('refused')]), 'notCreated', []],
	['what the limit kept', judge([failed('limited'), failed('unsent')]), 'notSent', []],
	['a refusal beside it', judge([failed('limited'), failed('refused')]), 'notCreated', []],
	['all of it', judge([created('a'), created('b')]), 'created', ['a', 'b']],
	['all of it from before', judge([], { skipped: ['a'] }), 'created', ['a']],
	['some of it', judge([created('a'), failed('limited')]), 'createdInPart', ['a']],
	[
		'some of it, and more to send',
		judge([created('a')], { hasRemaining: true }),
		'createdInPart',
		['a'],
	],
	[
		'some of it from before',
		judge([failed('refused')], { skipped: ['a'] }),
		'createdInPart',
		['a'],
	],
	['the start of a thread', judge([failed('unknown', { start: 'a' })]), 'createdInPart', ['a']],
	['nobody knows what', judge([created('a'), failed('unknown')]), 'unclear', ['a']],
])('Postiz has %s', (_what, outcome, state, postIds) => {
	expect(outcome).toEqual({ state, postIds });
});
