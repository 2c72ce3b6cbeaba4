import { Problem } from '../../../../../nodes/Postiz/common/problem';
import type { OutgoingPost } from '../../../../../nodes/Postiz/publishing/send/outgoingPost';
import { HOUR } from '../../../../shared/time.cjs';
import { createTarget } from '../../createItem.cjs';
import { createOutgoingPost, createOutgoingRow } from '../createOutgoingPost.cjs';
import { createTextRow, sendRows, SKY, useClock } from './sendRows.cjs';

useClock();

describe('at free slots', () => {
	const GRAM = createTarget('telegram', 'gram-1');
	const createSlotRow = (index: number, posts: OutgoingPost[]) =>
		createOutgoingRow(index, posts).map((outgoing) => ({ ...outgoing, isForSlot: true }));
	const createRows = () => [
		createSlotRow(0, [
			createOutgoingPost(SKY, 'one'),
			createOutgoingPost(GRAM, 'two'),
			createOutgoingPost(SKY, 'three'),
		]),
		createTextRow(1, 'dated'),
		createSlotRow(2, [createOutgoingPost(GRAM, 'four')]),
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
				createSlotRow(0, [createOutgoingPost(SKY, 'one')]),
				createSlotRow(1, [createOutgoingPost(GRAM, 'two')]),
			];
			const all = [
				...posts,
				createTextRow(2, 'dated'),
				createSlotRow(3, [createOutgoingPost(SKY, 'three')]),
				createSlotRow(4, [createOutgoingPost(GRAM, 'four')]),
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
			const posts = [1, 2].map((index) => createSlotRow(index, [createOutgoingPost(SKY, 'tea')]));
			const { problems } = await sendRows(posts, { findSlot }, { continuesOnError });
			expect([lookups, problems.map((problem) => problem?.message)]).toEqual([
				1,
				['wrong key', 'wrong key'],
			]);
		},
	);
});
