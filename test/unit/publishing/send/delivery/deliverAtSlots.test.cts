import { Problem } from '../../../../../nodes/Postiz/common/problem';
import type { OutgoingPost } from '../../../../../nodes/Postiz/publishing/send/outgoingPost';
import { HOUR } from '../../../../shared/time.cjs';
import { createTarget } from '../../createItem.cjs';
import { formatTime } from '../../createListClient.cjs';
import { createOutgoingPost, createOutgoingPosts } from '../createOutgoingPost.cjs';
import {
	createTextPosts,
	createUpdate,
	limitRequests,
	sendRows,
	SKY,
	useClock,
} from './sendRows.cjs';

const clock = useClock();

describe('at free slots', () => {
	const GRAM = createTarget('telegram', 'gram-1');
	const createSlotPosts = (index: number, posts: OutgoingPost[]) =>
		createOutgoingPosts(index, posts).map((outgoing) => ({ ...outgoing, isForSlot: true }));
	const createRows = () => [
		createSlotPosts(0, [
			createOutgoingPost(SKY, 'one'),
			createOutgoingPost(GRAM, 'two'),
			createOutgoingPost(SKY, 'three'),
		]),
		createTextPosts(1, 'dated'),
		createSlotPosts(2, [createOutgoingPost(GRAM, 'four')]),
	];

	test('sends posts last, each item and each post of a channel at its own slot', async () => {
		let slot = 0;
		const { texts, bodies, outcomes } = await sendRows(createRows(), {
			findSlot: (id) => (slot += id === SKY.id ? HOUR : 0),
		});
		expect(texts).toEqual([['dated'], ['one', 'two'], ['three'], ['four']]);
		const hours = bodies.slice(1).map(({ date }) => Date.parse(date) / HOUR);
		expect([hours, new Set(outcomes)]).toEqual([[1, 2, 2], new Set(['created'])]);
	});

	test.each([
		[true, 'created notSent created created notSent'],
		[false, 'created notSent created notSent notSent'],
	])(
		'without a free slot, sends the other items if it continues on errors: %j',
		async (continuesOnError, expected) => {
			const findSlot = (id: string) => {
				if (id === GRAM.id) throw new Problem('no slot', '');
				return HOUR;
			};
			const posts = [
				createSlotPosts(0, [createOutgoingPost(SKY, 'one')]),
				createSlotPosts(1, [createOutgoingPost(GRAM, 'two')]),
			];
			const all = [
				...posts,
				createTextPosts(2, 'dated'),
				createSlotPosts(3, [createOutgoingPost(SKY, 'three')]),
				createSlotPosts(4, [createOutgoingPost(GRAM, 'four')]),
			];
			const { outcomes, problems } = await sendRows(all, { findSlot }, { continuesOnError });
			expect(outcomes.join(' ')).toBe(expected);
			expect(problems.map((problem) => problem?.message)).toContain('no slot');
		},
	);

	test.each([true, false])(
		'looks for no further slot after an error that affects all items, continuing on errors: %j',
		async (continuesOnError) => {
			let lookups = 0;
			const findSlot = () => {
				lookups += 1;
				throw new Problem('wrong key', '', { affectsAllItems: true });
			};
			const posts = [1, 2].map((index) => createSlotPosts(index, [createOutgoingPost(SKY, 'tea')]));
			const { problems } = await sendRows(posts, { findSlot }, { continuesOnError });
			expect([lookups, problems.map((problem) => problem?.message)]).toEqual([
				1,
				['wrong key', 'wrong key'],
			]);
		},
	);

	/** The slots are half an hour ahead. */
	const findSlot = () => clock.now + HOUR / 2;
	const waitForLimit = limitRequests({ 'retry-after': '3600' }, 1);

	test.each([false, true])(
		'looks a slot up again if it passes during a wait, goes out if past: %j',
		async (goesOutIfPast) => {
			const row = createSlotPosts(0, [
				createOutgoingPost(SKY, 'one'),
				createOutgoingPost(GRAM, 'two'),
			]);
			const { bodies, outcomes } = await sendRows(
				[row.map((post) => ({ ...post, goesOutIfPast }))],
				{ findSlot, intervene: waitForLimit },
				{ maxWaitMs: HOUR },
			);
			expect(outcomes).toEqual(['created', 'created']);
			expect(bodies.map(({ type, date }) => [type, date])).toEqual([
				['schedule', formatTime(HOUR / 2)],
				['schedule', formatTime(HOUR * 1.5)],
			]);
		},
	);

	test('looks a slot up again if it passes while the slot of another channel is looked up', async () => {
		const row = createSlotPosts(0, [
			createOutgoingPost(SKY, 'one'),
			createOutgoingPost(GRAM, 'two'),
		]);
		let lookups = 0;
		const { bodies } = await sendRows([row], {
			findSlot: () => {
				lookups += 1;
				if (lookups === 2) clock.now = HOUR;
				return findSlot();
			},
		});
		expect(bodies.map(({ date }) => date)).toEqual(Array(2).fill(formatTime(HOUR * 1.5)));
	});

	test('keeps the new slot for an update that is prepared again', async () => {
		const [post] = createUpdate('one');
		const refresh = async () =>
			await Promise.resolve({
				...outgoing,
				pendingUpdate: { ...outgoing.pendingUpdate!, preparedAt: Date.now() },
			});
		const outgoing: OutgoingPost = {
			...post,
			isForSlot: true,
			pendingUpdate: { ...post.pendingUpdate!, refresh },
		};
		const { bodies } = await sendRows(
			[[outgoing]],
			{ findSlot, intervene: limitRequests({ 'retry-after': '3600' }, 1, 2) },
			{ maxWaitMs: 2 * HOUR },
		);
		expect(bodies.map(({ date }) => date)).toEqual(
			[0.5, 1.5, 2.5].map((hours) => formatTime(hours * HOUR)),
		);
	});

	test.each([
		{
			affected: 'all items',
			problem: new Problem('limit', '', { httpCode: '429' }),
			expected: 'notSent notSent',
		},
		{ affected: 'one item', problem: new Problem('no slot', ''), expected: 'notSent created' },
	])(
		'after a wait, a failed lookup that affects $affected ends with $expected',
		async ({ problem, expected }) => {
			const rows = [0, 1].map((index) =>
				createSlotPosts(index, [createOutgoingPost(SKY, `post ${index}`)]),
			);
			let lookups = 0;
			const failSecondLookup = () => {
				lookups += 1;
				if (lookups === 2) throw problem;
				return findSlot();
			};
			const { outcomes, problems } = await sendRows(
				rows,
				{ findSlot: failSecondLookup, intervene: waitForLimit },
				{ maxWaitMs: HOUR },
			);
			expect(outcomes.join(' ')).toBe(expected);
			expect(problems[0]?.message).toBe(problem.message);
		},
	);

	test('publishes a post immediately that was due before the wait', async () => {
		const row = createSlotPosts(0, [createOutgoingPost(SKY, 'one')]);
		const { bodies } = await sendRows(
			[row],
			{ findSlot: () => clock.now, intervene: waitForLimit },
			{ maxWaitMs: HOUR },
		);
		expect(bodies.map(({ type, date }) => [type, date])).toEqual(
			Array(2).fill(['now', formatTime(0)]),
		);
	});
});
