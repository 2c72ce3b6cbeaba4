/** What a change makes of a post in the calendar: what is different, what stays, and what may not be changed. */
import type { IDataObject } from 'n8n-workflow';

import { type CalendarPost, PostFinder } from '../../../nodes/Postiz/calendar/calendarPost';
import { createReferenceFile, createUrlFile } from '../../../nodes/Postiz/media/mediaFile';
import { findNetwork } from '../../../nodes/Postiz/networks';
import type { Uploads } from '../../../nodes/Postiz/media/uploads';
import {
	toPostContent,
	planChange,
	prepareChange,
	readAgain,
	type Change,
	type PlannedChange,
} from '../../../nodes/Postiz/publishing/send/planChange';
import type { Content, Part } from '../../../nodes/Postiz/publishing/model';
import { Problem } from '../../../nodes/Postiz/common/problem';
import {
	CAKE,
	CUP,
	DATE,
	OF_TEA,
	postWith,
	shown,
	tags,
	TEA,
	TITLE,
	uploadedFile,
} from './plans.cjs';
import { wantedWith } from './rows.cjs';

const LATER = '2099-05-06T08:30:00.000Z';
const MINUTE = 60_000;
const fromNow = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();

interface Wish extends Partial<Omit<Change, 'post'>>, Partial<Content> {
	first?: Partial<Part>;
	later?: Array<Partial<Part>>;
}
/** Such a post as it is, save for what is given. */
function changeOf(before: CalendarPost, { first, later, settings, settingFiles, ...more }: Wish) {
	const post = toPostContent(before);
	const [own, ...others] = post.parts;
	const parts = [
		{ ...own!, ...first },
		...(later ?? others.map(() => ({}))).map((part, index) => ({
			...{ content: '', files: [] },
			...others[index],
			...part,
		})),
	];
	const wished = {
		...post,
		parts,
		...(settings && { settings }),
		...(settingFiles && { settingFiles }),
	};
	return { ...more, post: wished };
}
const plan = (wish: Wish, before = postWith()) => planChange(before, changeOf(before, wish), 'UTC');
test.each<[Wish, string[]]>([
	[{}, []],
	[
		{ date: '2099-03-04T10:00:59.000Z', state: 'scheduled', tags: tags('b', 'a', 'a'), inter: 7 },
		[],
	],
	[{ date: LATER }, ['date']],
	[{ state: 'draft' }, ['state']],
	[{ first: { content: '<p>Tea</p>' } }, []],
	[{ first: { content: 'Milk' }, date: LATER }, ['date', 'text']],
	[{ first: { files: [] } }, ['media']],
	[{ first: { files: [uploadedFile('cup.png')] } }, []],
	[{ first: { files: [{ ...uploadedFile('cup.png'), alt: 'Cup' }] } }, ['media']],
	[{ first: { files: [{ ...uploadedFile('cup.png'), coverAt: 0 }] } }, ['media']],
	[{ first: { files: [{ ...uploadedFile('cup.png'), cover: uploadedFile('a.png') }] } }, ['media']],
	[{ first: { files: [createUrlFile(CUP.path)] } }, ['media']],
	[{ later: [] }, ['thread']],
	[{ later: [{}, { content: 'Milk' }] }, ['thread']],
	[{ later: [{ content: 'Milk' }] }, ['thread']],
	[{ later: [{ delay: undefined }] }, ['thread']],
	[{ later: [{ files: [uploadedFile('cup.png')] }] }, ['thread']],
	[{ tags: tags('a') }, ['tags']],
	[{ inter: null }, ['inter']],
	[{ inter: 8 }, ['inter']],
	[{ settings: { title: 'Menu', own: null } }, []],
	[{ settings: { title: 'Tea', own: ['a'] } }, ['settings.title', 'settings.own']],
	[{ settings: {} }, ['settings.title']],
	[{ settingFiles: { title: uploadedFile('a.png') } }, ['settings.title']],
])('%j changes %j', (wish, changed) => {
	expect(plan(wish).changed).toEqual(changed);
});

test.each<[IDataObject[string], IDataObject[string], boolean]>([
	[{ a: 1, b: null }, { a: 1 }, true],
	[{ a: 1 }, { a: 1, b: 2 }, false],
	[['a', { b: 1 }], ['a', { b: 1 }], true],
	[['a'], ['a', 'b'], false],
	[['a'], ['b'], false],
	[['a'], { 0: 'a' }, false],
	['1', 1, false],
])('a setting that is %j and was %j: the same is %s', (own, old, isSame) => {
	const before = postWith({ parts: [{ ...TEA, settings: { own: old } }] });
	expect(plan({ settings: { own } }, before).changed).toEqual(isSame ? [] : ['settings.own']);
});

test('of a post without a preview, only the text is compared', () => {
	const before = postWith({
		parts: [],
		settings: JSON.stringify(TITLE),
		tags: [{ tag: { name: 'a' } }],
	});
	const wish = { first: { files: [uploadedFile('a.png')] }, later: [{ content: 'Milk' }] };
	expect(plan({ ...wish, tags: tags('a') }, before).changed).toEqual([]);
});

test('a post is read as content, also without a preview', () => {
	const target = { id: 'x-1', name: 'Acme', identifier: 'x', network: findNetwork('x') };
	const content = { origin: 'calendar', target, settings: TITLE, settingFiles: {} };
	const files = [createReferenceFile(CUP)];
	expect(toPostContent(postWith())).toEqual({
		...content,
		parts: [
			{ content: 'Tea', files },
			{ content: 'Cake', files: [], delay: 5 },
		],
	});
	const unseen = postWith({ parts: [], settings: JSON.stringify(TITLE) });
	expect(toPostContent(unseen)).toEqual({ ...content, parts: [{ content: 'Tea', files: [] }] });
	const empty = postWith({ parts: [], content: undefined });
	expect(toPostContent(empty).parts).toEqual([{ content: '', files: [] }]);
});

test('an alt text that the post has is no change', () => {
	const before = postWith({ parts: [{ ...TEA, image: [{ ...CUP, alt: 'Cup' }] }, CAKE] });
	const files = [{ ...uploadedFile('cup.png'), alt: 'Cup' }];
	expect(plan({ first: { files } }, before).changed).toEqual([]);
});

test('short links are no change of a text that may have them', () => {
	const before = postWith({ parts: [{ ...TEA, content: 'Tea https://sho.rt/a' }, CAKE] });
	const first = { content: 'Tea https://acme.example/a-long-menu' };
	expect(plan({ first, shortLink: true }, before).changed).toEqual([]);
	expect(plan({ first }, before).changed).toEqual(['text']);
});

test.each<[string, Partial<CalendarPost>, Wish, Partial<PlannedChange['shared']>]>([
	['stays', {}, {}, { type: 'update', date: DATE, inter: 7, shortLink: false }],
	['keeps its state', {}, { state: 'scheduled' }, { type: 'update' }],
	['moves', {}, { date: LATER }, { type: 'schedule', date: LATER }],
	['becomes a draft', {}, { state: 'draft' }, { type: 'draft', date: DATE }],
	['stays a draft', { state: 'DRAFT' }, { date: LATER }, { type: 'draft', date: LATER }],
	['is scheduled', { state: 'DRAFT' }, { state: 'scheduled' }, { type: 'schedule', date: DATE }],
	['is tried again', { state: 'ERROR' }, { date: DATE }, { type: 'schedule', date: DATE }],
	['stays failed', { state: 'ERROR' }, { tags: tags('c') }, { type: 'update', tags: tags('c') }],
	['repeats otherwise', {}, { inter: 8 }, { inter: 8, tags: tags('a', 'b') }],
])('a post that %s is sent so', (_what, more, wish, shared) => {
	expect(plan(wish, postWith(more)).shared).toMatchObject(shared);
});

test('a repetition that ends is not sent', () => {
	expect(plan({ inter: null }).shared).not.toHaveProperty('inter');
	expect(plan({}, postWith({ intervalInDays: null })).shared).not.toHaveProperty('inter');
});

const STATE: Wish = { state: 'draft' };
const TEXT: Wish = { first: { content: 'Milk' } };
const { key: KEY } = wantedWith();

test.each<[Wish, boolean]>([
	[STATE, true],
	[{ ...STATE, ...TEXT }, false],
	[{ ...STATE, date: DATE }, false],
	[{ ...STATE, key: KEY }, false],
	[{}, false],
])('%j is the state alone: %s', (wish, isStateAlone) => {
	expect(plan(wish).isStateAlone).toBe(isStateAlone);
});

test.each<[string, Partial<CalendarPost>, Wish, RegExp | undefined]>([
	['is published', { state: 'PUBLISHED' }, STATE, /^The post “p1” is already published$/],
	['is published, and as it should be', { state: 'PUBLISHED' }, {}, undefined],
	['has no preview', { parts: [] }, TEXT, /^The post “p1” cannot be read completely$/],
	['has no preview, but another state', { parts: [] }, STATE, undefined],
	['is due', { publishDate: fromNow(4) }, TEXT, /^The post “p1” is due at /],
	['is due, but becomes a draft', { publishDate: fromNow(4) }, STATE, undefined],
	['is due, but a draft', { publishDate: fromNow(4), state: 'DRAFT' }, TEXT, undefined],
	['is due later', { publishDate: fromNow(6) }, TEXT, undefined],
	['is late', { publishDate: fromNow(-59), intervalInDays: 0 }, TEXT, /is due at /],
	['is stuck', { publishDate: fromNow(-61), intervalInDays: null }, TEXT, undefined],
	['is due again', { publishDate: fromNow(4 - 14 * 1440) }, TEXT, /is due at /],
	['begins later', { publishDate: fromNow(4 + 14 * 1440) }, TEXT, undefined],
	['was due, and will be', { publishDate: fromNow(-30 - 14 * 1440) }, TEXT, undefined],
])('a post that %s may be changed, or not', (_what, more, wish, message) => {
	const change = () => plan(wish, postWith(more));
	if (message === undefined) expect(change).not.toThrow();
	else expect(change).toThrow(message);
});

/** A change as it is sent, and how often its files were uploaded. */
async function sentFor(wish: Wish, before = postWith()) {
	const uploaded: string[] = [];
	const uploadAll: Uploads['uploadAll'] = async (files) => {
		const all = [...files].map((file) => [file, file.reference ?? CUP] as const);
		uploaded.push(all.map(([, { id }]) => id).join());
		return await Promise.resolve(new Map(all));
	};
	const run = { client: {}, uploads: { uploadAll } } as never;
	const planned = async () => await Promise.resolve(plan(wish, before));
	return { ...(await prepareChange(planned, run)), uploaded };
}

test('parts keep their IDs, further ones have none, and only new files are uploaded before', async () => {
	const { payload, uploaded } = await sentFor({ later: [{}, { content: 'Milk' }] });
	expect(payload).toEqual({
		integration: { id: 'x-1' },
		settings: TITLE,
		value: [
			{ id: 'p1', content: 'Tea', image: [CUP] },
			{ id: 'p2', content: 'Cake', image: [], delay: 5 },
			{ id: undefined, content: 'Milk', image: [] },
		],
	});
	expect(uploaded).toEqual(['cup.png']);
	const first = { files: [uploadedFile('cup.png'), createUrlFile(CUP.path)] };
	expect((await sentFor({ first })).uploaded).toHaveLength(2);
	expect((await sentFor({ first }, postWith({ parts: [] }))).uploaded).toHaveLength(1);
	expect((await sentFor({ key: KEY })).payload.settings).toHaveProperty('n8n');
});

const TAGS = ['a', 'b'].map((name) => ({ tag: { name } }));

test.each<[string, number, Partial<CalendarPost>, CalendarPost[], string | undefined]>([
	['that is shorter has its group', 0, { group: 'g' }, [], 'g'],
	['that has all its parts has none', 1, { group: 'g' }, [], 'none'],
	['whose group has another post is not shortened', 0, { group: 'g' }, [postWith()], undefined],
	['without a group is not shortened', 0, {}, [], undefined],
	[
		'of which a part has another group is not shortened',
		0,
		{ group: 'g', parts: [TEA, { ...CAKE, group: 'h' }] },
		[],
		undefined,
	],
])('a thread %s', async (_what, comments, more, neighbours, group) => {
	const before = postWith(more);
	jest.spyOn(PostFinder.prototype, 'findGroup').mockResolvedValue([before, ...neighbours]);
	const sending = sentFor({ later: Array(comments).fill({}), ...TEXT }, before);
	if (group === undefined) await expect(sending).rejects.toThrow(/cannot be shortened$/);
	else expect({ group: 'none', ...(await sending).payload }).toMatchObject({ group });
});

afterEach(() => void jest.restoreAllMocks());

test.each<[string, Wish, Partial<CalendarPost>, string | undefined]>([
	['all', TEXT, { parts: [shown('p1', 'Milk', OF_TEA), CAKE] }, undefined],
	[
		'other settings, too',
		{ tags: tags('a') },
		{ parts: [{ ...TEA, settings: { ...TITLE, own: 1 }, tags: ['a'] }, CAKE] },
		undefined,
	],
	['not the text', TEXT, {}, 'text'],
	['not the date', { date: LATER }, { publishDate: DATE }, 'date'],
	['not a setting', { settings: { title: 'Tea' } }, {}, 'settings.title'],
	[
		'it as a draft',
		{ date: LATER },
		{ publishDate: LATER, state: 'DRAFT' },
		'state (it is a draft now)',
	],
	['it as no draft', STATE, {}, 'state (it is not a draft now)'],
	['the state alone', STATE, { state: 'DRAFT', publishDate: LATER, intervalInDays: 0 }, undefined],
	[
		'more than the text',
		TEXT,
		{ parts: [shown('p1', 'Milk', OF_TEA), CAKE], state: 'DRAFT' },
		undefined,
	],
	['neither text nor date', { ...TEXT, date: LATER }, {}, 'text, date'],
	['what it does not show', TEXT, { parts: [], content: 'Milk', tags: TAGS }, undefined],
	['not the repetition', { inter: 8 }, {}, 'inter'],
])('if Postiz saves %s, that is told', async (_what, wish, more, unsaved) => {
	const posts = { clearLists: jest.fn(), fetch: async () => await Promise.resolve(postWith(more)) };
	const reading = readAgain(await sentFor(wish), posts as unknown as PostFinder);
	if (unsaved === undefined) await expect(reading).resolves.toMatchObject({ missingTags: [] });
	else await expect(reading).rejects.toThrow(`Postiz didn't save all changes: ${unsaved}`);
	expect(posts.clearLists).toHaveBeenCalled();
});

test('tags that Postiz lacks are told otherwise, and what it cannot show of a change', async () => {
	const sent = await sentFor({ tags: tags('a', 'b', 'c') });
	const reading = async (answer: CalendarPost | Error) => {
		const fetch = async () =>
			answer instanceof Error ? await Promise.reject(answer) : await Promise.resolve(answer);
		return await readAgain(sent, { clearLists: () => {}, fetch } as unknown as PostFinder);
	};
	expect((await reading(postWith())).missingTags).toEqual(['c']);
	sent.shared = { ...sent.shared, type: 'now', date: LATER };
	await expect(reading(postWith())).resolves.toBeDefined();
	await expect(reading(new Problem('gone', ''))).rejects.toThrow(
		'The post was changed, but could not be read again: gone',
	);
	await expect(reading(new TypeError('bug'))).rejects.toThrow(/^bug$/);
});
