import type { OutgoingPost } from '../../../../../nodes/Postiz/publishing/send/outgoingPost';
import { toPostRequest } from '../../../../../nodes/Postiz/publishing/send/delivery/batches';
import {
	createDelivery,
	createResult,
	createSeparateRows,
	createTextPosts,
	createTextRows,
	createUpdate,
	limitRequests,
	LOST,
	rejectTexts,
	sendRows,
	type ServiceBehavior,
	useClock,
} from './sendRows.cjs';

const clock = useClock();

test('records the date that a request was sent with for all of its posts', async () => {
	const date = new Date(0).toISOString();
	const rows = [0, 1].map((index) =>
		createTextPosts(index, `post ${index}`, { type: 'schedule', date }),
	);
	const delivery = createDelivery();
	// Time passes whenever the clock is read.
	jest.spyOn(Date, 'now').mockImplementation(() => (clock.now += 1));
	const results = await delivery.send(rows);
	expect(delivery.bodies).toHaveLength(1);
	expect(results.map((result) => result.date)).toEqual([
		delivery.bodies[0].date,
		delivery.bodies[0].date,
	]);
});

test.each<{ title: string; behavior: ServiceBehavior; expected: object | undefined }>([
	{ title: 'created', behavior: {}, expected: { postId: 'post 0', isUpdate: false } },
	{ title: 'rejected', behavior: { intervene: () => createResult(401) }, expected: undefined },
	{ title: 'not sent', behavior: { intervene: limitRequests({}, 1) }, expected: undefined },
	{
		title: 'unclear',
		behavior: { intervene: () => LOST },
		expected: { sendIds: [expect.stringMatching(/./)] },
	},
])(
	'records what later attempts must know of a post that was $title',
	async ({ behavior, expected }) => {
		const { journal, results } = await sendRows(createTextRows(1), behavior);
		const sent = journal.getRecord(results[0].desired);
		if (expected) expect(sent).toMatchObject(expected);
		else expect(sent).toBeUndefined();
	},
);

test.each<{ title: string; posts: OutgoingPost[]; behavior: ServiceBehavior; kept?: object }>([
	{
		title: 'an update',
		posts: createUpdate('p1'),
		behavior: {},
		kept: { postId: 'p1', isUpdate: true },
	},
	{
		title: 'a new post',
		posts: createTextPosts(0, 'p1'),
		behavior: {},
		kept: { postId: 'p1', isUpdate: false },
	},
	{
		title: 'a post created by an update because its post was deleted',
		posts: createUpdate('p2'),
		behavior: {},
		kept: { postId: 'p2', isUpdate: false },
	},
	{
		title: 'nothing for a rejected post',
		posts: createTextPosts(0, 'p1'),
		behavior: { intervene: () => createResult(404) },
	},
	{
		title: 'only the attempt for the start of a thread',
		posts: createTextPosts(0, 'p1'),
		behavior: {
			breaksAt: new Set(['p1']),
			lookUp: async () => await Promise.resolve([{ kind: 'incompleteThread', postId: 'p1' }]),
		},
		kept: { postId: undefined, isUpdate: false },
	},
])('the journal records $title', async ({ posts, behavior, kept }) => {
	const { journal, results } = await sendRows([posts], behavior);
	const sent = journal.getRecord(results[0].desired);
	expect(sent && { postId: sent.postId, isUpdate: sent.isUpdate }).toEqual(kept);
});

test('the journal records that an unclear request was an update', async () => {
	const { journal, results } = await sendRows([createUpdate('post 0')], { intervene: () => LOST });
	expect(journal.getRecord(results[0].desired)).toMatchObject({ isUpdate: true });
});

test('the journal forgets an update that somebody else made while it waited for the limit', async () => {
	const [post] = createUpdate('post 0');
	const refresh = async () => await Promise.resolve(undefined);
	const { journal, outcomes, results } = await sendRows(
		[[{ ...post, pendingUpdate: { ...post.pendingUpdate!, refresh } }]],
		{ intervene: limitRequests({ 'retry-after': '3600' }, 1) },
		{ maxWaitMs: 3_600_000 },
	);
	expect(outcomes).toEqual(['unchanged']);
	expect(journal.getRecord(results[0].desired)).toBeUndefined();
});

test('marks posts that were not sent because of a failed one', async () => {
	const behavior = { intervene: rejectTexts(new Set(['post 0']), 'place') };
	const { problems } = await sendRows(createSeparateRows(2), behavior, { continuesOnError: false });
	expect(problems.map((problem) => problem?.isConsequence)).toEqual([undefined, true]);
	expect(problems[1]?.message).toBe('This item was not sent because another item failed');
});

test.each<{ title: string; rows: OutgoingPost[][]; effect: string }>([
	{ title: 'new posts', rows: [createTextPosts(0, 'post 0')], effect: 'created' },
	{ title: 'updates', rows: [createUpdate('post 0')], effect: 'changed' },
	{
		title: 'both',
		rows: [createTextPosts(0, 'post 0'), createUpdate('post 1')],
		effect: 'created or changed',
	},
])('explains a rejected request with $title', ({ rows, effect }) => {
	expect(toPostRequest(rows.flat()).effect).toBe(effect);
});
