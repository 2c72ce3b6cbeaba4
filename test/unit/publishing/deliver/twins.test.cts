import {
	failed,
	type FailureReason,
	type Outcome,
	type ReadyPost,
	type Row,
} from '../../../../nodes/Postiz/publishing/deliver/requests';
import { Twins, type TwinItem } from '../../../../nodes/Postiz/publishing/deliver/twins';
import type { SameAction } from '../../../../nodes/Postiz/publishing/types';
import { channel, post, row } from './rows.cjs';

const SKY = channel('bluesky');
const X = channel('x');
const NOON = Date.parse('2099-03-04T12:00:00.000Z');
const DAY_MS = 86_400_000;

type Item = TwinItem<ReadyPost>;

interface More {
	action?: SameAction;
	days?: number;
	/** Days after the run; without it, the item has no date. */
	at?: number;
}

const itemOf = (
	itemIndex: number,
	posts: ReadyPost[],
	{ action = 'skip', days = 30, at }: More = {},
): Item => {
	const date = new Date(NOON + (at ?? 999) * DAY_MS).toISOString();
	return {
		itemIndex,
		value: {
			posts,
			fields: { type: 'schedule', date, shortLink: false, tags: [] },
			ifSame: { action, days },
			namesDate: at !== undefined,
		},
	};
};

const tea = (target = SKY, text = 'Tea') => post(target, text);
const create = () => new Twins<ReadyPost>(({ item }) => item.value[0].content, NOON);

/** What happens to each post, by item and channel. */
function divide(twins: Twins<ReadyPost>, items: Item[]) {
	const division = twins.divide(items);
	const names = (parts: Item[]) =>
		parts.flatMap(({ itemIndex, value }) =>
			value.posts.map(({ target }) => `${itemIndex} ${target.identifier}`),
		);
	return {
		go: names(division.go),
		wait: names(division.wait),
		twins: division.twins.map(
			({ itemIndex, action, of }) => `${itemIndex} ${action} as ${of.itemIndex}`,
		),
	};
}

const outcomesOf = ({ itemIndex, value }: Item, reason?: FailureReason): Outcome[] => {
	const own: Row = { ...row(itemIndex, []), posts: value.posts };
	return reason
		? failed([own], { reason, message: '', description: '' })
		: own.posts.map((each) => ({ row: own, post: each, kind: 'created', postId: 'p1' }));
};

test.each<[string, Item, Item, boolean]>([
	['the same text', itemOf(0, [tea()]), itemOf(1, [tea()]), true],
	['the same as people see it', itemOf(0, [tea()]), itemOf(1, [tea(SKY, '<p>Tea</p>')]), true],
	['another text', itemOf(0, [tea()]), itemOf(1, [tea(SKY, 'Coffee')]), false],
	['another channel', itemOf(0, [tea()]), itemOf(1, [tea(X)]), false],
	['no text', itemOf(0, [tea(SKY, '')]), itemOf(1, [tea(SKY, '<p></p>')]), false],
	['Fail', itemOf(0, [tea()], { action: 'fail' }), itemOf(1, [tea()], { action: 'fail' }), true],
	['Post Again', itemOf(0, [tea()]), itemOf(1, [tea()], { action: 'post' }), false],
	['an earlier run', itemOf(0, [tea()]), itemOf(1, [tea()], { action: 'finish' }), false],
	['some days later', itemOf(0, [tea()], { at: 1 }), itemOf(1, [tea()], { at: 3, days: 2 }), true],
	['some days before', itemOf(0, [tea()], { at: 3 }), itemOf(1, [tea()], { at: 1, days: 2 }), true],
	['too far', itemOf(0, [tea()], { at: 0 }), itemOf(1, [tea()], { at: 2.1, days: 2 }), false],
	['now', itemOf(0, [tea()]), itemOf(1, [tea()], { at: 2, days: 2 }), true],
	['long after now', itemOf(0, [tea()]), itemOf(1, [tea()], { at: 2.1, days: 2 }), false],
])('a second post waits for the first: %s', (_what, first, second, waits) => {
	const name = `1 ${second.value.posts[0].target.identifier}`;
	expect(divide(create(), [first, second])).toEqual({
		go: waits ? ['0 bluesky'] : ['0 bluesky', name],
		wait: waits ? [name] : [],
		twins: [],
	});
});

describe('once it is known what became of the first', () => {
	test.each<[string, FailureReason | undefined, boolean]>([
		['is there', undefined, true],
		['may be there', 'unknown', true],
		['was refused', 'refused', false],
		['was not sent', 'unsent', false],
	])('a post that %s', (_what, reason, stands) => {
		const twins = create();
		const [first, second, third] = [0, 1, 2].map((index) => itemOf(index, [tea()]));
		divide(twins, [first, second, third]);
		twins.note(outcomesOf(first, reason));
		// Later outcomes don't change it.
		twins.note(outcomesOf(third));
		expect(divide(twins, [second, third])).toEqual(
			stands
				? { go: [], wait: [], twins: ['1 skip as 0', '2 skip as 0'] }
				: { go: ['1 bluesky'], wait: ['2 bluesky'], twins: [] },
		);
	});

	test('what is still on its way is waited for', () => {
		const twins = create();
		const [first, second] = [itemOf(0, [tea()]), itemOf(1, [tea()])];
		divide(twins, [first, second]);
		twins.note(outcomesOf(itemOf(2, [tea()])));
		expect(divide(twins, [second])).toEqual({ go: [], wait: ['1 bluesky'], twins: [] });
	});
});

describe('of an item of which some posts are the same', () => {
	test.each<[SameAction, string[], string[]]>([
		['skip', ['0 bluesky', '1 x'], ['1 bluesky']],
		['fail', ['0 bluesky'], ['1 bluesky', '1 x']],
	])('%s holds for these, or for all', (action, go, wait) => {
		const twins = create();
		const items = [itemOf(0, [tea()]), itemOf(1, [tea(), tea(X)], { action })];
		expect(divide(twins, items)).toEqual({ go, wait, twins: [] });
		twins.note(outcomesOf(items[0]));
		const left = action === 'skip' ? itemOf(1, [items[1].value.posts[0]]) : items[1];
		expect(divide(twins, [left])).toEqual({ go: [], wait: [], twins: [`1 ${action} as 0`] });
	});
});

test('an item keeps what it has beside its posts', () => {
	const twins = create();
	const items = [itemOf(0, [tea()], { at: 3 }), { ...itemOf(1, [tea(), tea(X)]), extra: 'kept' }];
	expect(twins.divide(items)).toMatchObject({
		go: [items[0], { ...items[1], value: { ...items[1].value, posts: [{ target: X }] } }],
		wait: [{ ...items[1], value: { ...items[1].value, posts: [{ target: SKY }] } }],
	});
});
