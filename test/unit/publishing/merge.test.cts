/** What a row changes of its post: a merge of what it said, what the calendar has, and what it says now. */
import type { CalendarPost } from '../../../nodes/Postiz/calendar/post';
import { plannedReference } from '../../../nodes/Postiz/media/mediaFile';
import { contentOfPost } from '../../../nodes/Postiz/publishing/change';
import { mergeRow } from '../../../nodes/Postiz/publishing/merge';
import type { Item, Part, Wanted } from '../../../nodes/Postiz/publishing/shapes';
import type { KeyPart } from '../../../nodes/Postiz/values/postKey';
import { Problem } from '../../../nodes/Postiz/values/problem';
import { CUP, postWith, shown, tags, TITLE, uploadedFile } from './plans.cjs';
import { itemWith, wantedWith } from './rows.cjs';

const LATER = '2099-05-06T08:30:00.000Z';
const { key: KEY } = wantedWith();
const WRITTEN = { texts: ['**Tea**'], format: 'plain' as const };
const ALT = { ...uploadedFile('a.png'), alt: 'A cup' };
/** The row now: another text and file, and neither comment nor title. */
const ROW: Partial<Wanted> = {
	target: contentOfPost(postWith()).target,
	parts: [{ content: 'Milk', files: [ALT], delay: 1 }],
	settings: { own: 1 },
};
const item = (more: Partial<Item['shared']> = {}, others: Partial<Item> = {}) =>
	itemWith({ shared: { ...itemWith().shared, date: LATER, tags: tags('c'), ...more }, ...others });

const merge = async (
	changed: KeyPart[],
	{ one = {}, before = {} }: { one?: Partial<Wanted>; before?: Partial<CalendarPost> },
) => {
	const wanted = wantedWith({ ...ROW, item: item(), ...one });
	return mergeRow(postWith(before), wanted, changed);
};

const KEPT = [
	{ content: 'Tea', files: [{ ...plannedReference(CUP), alt: 'A cup' }] },
	{ content: 'Cake', files: [], delay: 5 },
];

test.each<[KeyPart[], Partial<Wanted>, Part[], settings: object]>([
	[[], {}, KEPT, TITLE],
	[['text'], {}, [{ ...KEPT[0]!, content: 'Milk' }], TITLE],
	[['files'], {}, [{ content: 'Tea', files: [ALT] }, KEPT[1]!], TITLE],
	[
		['rest'],
		{},
		[
			{ ...KEPT[0]!, delay: 1 },
			{ content: 'Cake', files: [] },
		],
		{ own: 1 },
	],
	[
		['rest'],
		{ parts: [{ content: 'Tea', files: [] }] },
		[
			{ content: 'Tea', files: [plannedReference(CUP)] },
			{ content: 'Cake', files: [] },
		],
		{ own: 1 },
	],
	[
		['text'],
		{ parts: [1, 2, 3].map((part) => ({ content: `${part}`, files: [] })) },
		[
			{ content: '1', files: [plannedReference(CUP)] },
			{ content: '2', files: [], delay: 5 },
			{ content: '3', files: [] },
		],
		TITLE,
	],
])(
	'if a row says other %j, the rest stays as it is in the calendar: %#',
	async (changed, one, parts, settings) => {
		const { post } = await merge(changed, { one });
		expect(post.parts).toEqual(parts);
		expect(post.settings).toEqual(settings);
	},
);

test.each<[string, string, Partial<Wanted>, string]>([
	['the same text', '**Tea**', {}, '<strong>Tea</strong>'],
	['a text that somebody has edited', 'Tea', {}, 'Tea'],
	['a text that is sent as it is', '**Tea**', { parts: [{ content: 'b', files: [] }] }, '**Tea**'],
	['a text with fewer parts', '**Tea**', { parts: [] }, '**Tea**'],
])('another format is read into %s, or not', async (_what, content, one, expected) => {
	const parts = [
		{
			content: '<strong>Tea</strong>',
			written: { ...WRITTEN, format: 'markdown' as const },
			files: [],
		},
	];
	const before = { parts: [shown('p1', content)] };
	const { post } = await merge(['rest'], { one: { parts, ...one }, before });
	expect(post.parts.map((part) => part.content)).toEqual([expected]);
	const same = await merge(['isDraft'], { one: { parts, ...one }, before });
	expect(same.post.parts[0]!.content).toBe(content);
});

test('a title that was the first line of the old text is that of the row', async () => {
	const target = contentOfPost(
		postWith({ integration: { id: 'd', providerIdentifier: 'devto' } }),
	).target;
	const one = { target, settings: { title: 'Milk' } };
	const before = { parts: [shown('p1', 'Tea', { settings: { title: 'Tea' } })] };
	expect((await merge(['text'], { one, before })).post.settings).toEqual({ title: 'Milk' });
	expect((await merge(['files'], { one, before })).post.settings).toEqual({ title: 'Tea' });
});

const DRAFT = { ...KEY, isDraft: true };
const UNDATED = { ...KEY, when: null };
const FAILED = { state: 'ERROR' };

test.each<[KeyPart[], Partial<Wanted>, Partial<CalendarPost>, object]>([
	[['text', 'files', 'rest'], {}, {}, {}],
	[['when'], {}, {}, { date: LATER }],
	[['when'], { item: item({ type: 'now' }) }, {}, { date: LATER }],
	[['when'], { item: item({ type: 'nextSlot' }) }, {}, { date: LATER }],
	[['when'], { item: item({ type: 'draft' }), key: { ...DRAFT, when: null } }, {}, {}],
	[['when'], { item: item({ type: 'draft' }), key: DRAFT }, {}, { date: LATER }],
	[['isDraft'], { key: DRAFT }, {}, { state: 'draft' }],
	[['isDraft'], {}, {}, { state: 'scheduled' }],
	[['isDraft'], { key: UNDATED }, {}, { state: 'scheduled', date: LATER }],
	[['isDraft'], { key: { ...DRAFT, when: null } }, {}, { state: 'draft' }],
	[['text'], {}, FAILED, { state: 'scheduled', date: LATER }],
	[['text'], { key: DRAFT }, FAILED, { state: 'draft' }],
	[[], {}, FAILED, {}],
])('a row with other %j has the state and the date: %#', async (changed, one, before, expected) => {
	const { state, date } = await merge(changed, { one, before });
	expect({ state, date }).toEqual(expected);
});

test('tags and the repetition go with the rest, and a past date only matters if it counts', async () => {
	expect(await merge(['rest'], {})).toMatchObject({ tags: tags('c'), inter: 0, shortLink: false });
	const of = await merge(['text'], {});
	expect([of.tags, of.inter]).toEqual([undefined, undefined]);
	const one = { item: item({ inter: 7 }, { pastProblem: new Problem('past', '') }) };
	expect(await merge(['rest'], { one })).toMatchObject({ inter: 7, key: KEY });
	await expect(merge(['when'], { one })).rejects.toThrow('past');
});
