/** What a row changes in its post: a merge of the earlier row, the calendar and the current row. */
import type { CalendarPost } from '../../../../nodes/Postiz/calendar/calendarPost';
import { createReferenceFile } from '../../../../nodes/Postiz/media/mediaFile';
import {
	toPostContent,
	type PostUpdate,
} from '../../../../nodes/Postiz/publishing/send/postDifferences';
import { mergeRow } from '../../../../nodes/Postiz/publishing/send/mergeRow';
import type { Item, Part, DesiredPost } from '../../../../nodes/Postiz/posts/model';
import { digestByName, formatKey, type KeyField } from '../../../../nodes/Postiz/common/postKey';
import { Problem } from '../../../../nodes/Postiz/common/problem';
import {
	CUP,
	createPlanningPost,
	createShown,
	createTags,
	TEA,
	TITLE,
	createUploadedFile,
} from '../plans.cjs';
import { createItem, createDesiredPost } from '../rows.cjs';

const LATER = '2099-05-06T08:30:00.000Z';
const { key: KEY } = createDesiredPost();
const WRITTEN = { texts: ['**Tea**'], format: 'plain' as const };
const ALT = { ...createUploadedFile('a.png'), alt: 'A cup' };
/** The row now: another text and file, and neither comment nor title. */
const ROW: Partial<DesiredPost> = {
	target: toPostContent(createPlanningPost()).target,
	parts: [{ content: 'Milk', files: [ALT], delay: 1 }],
	settings: { own: 1 },
};
const createRowItem = (more: Partial<Item['requestFields']> = {}, others: Partial<Item> = {}) =>
	createItem({
		requestFields: { ...createItem().requestFields, date: LATER, tags: createTags('c'), ...more },
		...others,
	});

interface Given {
	row?: Partial<DesiredPost>;
	before?: Partial<CalendarPost>;
	/** The settings, tags and the like of the current and of the earlier row. */
	now?: Record<string, unknown>;
	then?: Record<string, unknown>;
}

const merge = async (
	changed: KeyField[],
	{ row = {}, before = {}, now = {}, then = {} }: Given,
) => {
	const desired = createDesiredPost({ ...ROW, item: createRowItem(), ...row });
	const key = { ...desired.key, settings: digestByName(now) };
	const n8n = formatKey({ ...key, settings: digestByName(then), id: 'i', partCount: 1 });
	const { parts, ...post } = createPlanningPost(before);
	const own = parts.map((part) => ({ ...part, settings: { ...part.settings, n8n } }));
	return mergeRow({ ...post, parts: own }, { ...desired, key }, changed);
};

const KEPT = [
	{ content: 'Tea', files: [createReferenceFile(CUP)] },
	{ content: 'Cake', files: [], delay: 5 },
];

test.each<[KeyField[], Partial<DesiredPost>, Part[], settings: object]>([
	[[], {}, KEPT, TITLE],
	[['text'], {}, [{ ...KEPT[0]!, content: 'Milk' }], TITLE],
	[['files'], {}, [{ content: 'Tea', files: [ALT] }, KEPT[1]!], TITLE],
	[
		['text'],
		{ parts: [1, 2, 3].map((part) => ({ content: `${part}`, files: [] })) },
		[
			{ content: '1', files: [createReferenceFile(CUP)] },
			{ content: '2', files: [], delay: 5 },
			{ content: '3', files: [] },
		],
		TITLE,
	],
])('writes only %j if nothing else changes in the row', async (changed, row, parts, settings) => {
	const { post } = await merge(changed, { row });
	expect(post.parts).toEqual(parts);
	expect(post.settings).toEqual(settings);
});

const NO_FILE: Partial<DesiredPost> = { parts: [{ content: 'Tea', files: [] }] };
const PLUG = 'plug--x-repost-post-users--';
const AT_ONCE = { [`${PLUG}active`]: true, [`${PLUG}delay`]: '0' };
const WITH_PLUG = { before: { parts: [{ ...TEA, settings: { ...AT_ONCE, who: 1 } }] } };
const listParts = ({ post: { parts } }: PostUpdate) =>
	parts.map(({ delay, files }) => [delay, ...files.map(({ alt }) => alt)]);

test.each<[what: string, Given, of: (change: PostUpdate) => unknown, expected: unknown]>([
	['nothing', {}, ({ tags: all, inter }) => [all, inter], [undefined, undefined]],
	['a delay', { now: { delays: 1 } }, listParts, [[1, undefined], [undefined]]],
	[
		'no delay',
		{ then: { delays: 1 }, row: NO_FILE },
		listParts,
		[[undefined, undefined], [undefined]],
	],
	['an alt text', { now: { alts: 1 } }, listParts, [[undefined, 'A cup'], [5]]],
	['a setting', { now: { 'settings.own': 1 } }, getSettings, { title: 'Menu', own: 1 }],
	['another setting', { now: { 'settings.title': 1 } }, getSettings, {}],
	['no setting', { then: { 'settings.title': 1 } }, getSettings, {}],
	[
		'the same setting',
		{ now: { 'settings.title': 1 }, then: { 'settings.title': 1 } },
		getSettings,
		{ title: 'Menu' },
	],
	[
		'no reposting channel',
		{ ...WITH_PLUG, then: { [`settings.${PLUG}`]: 1 } },
		getSettings,
		{ who: 1 },
	],
	[
		'a file of a setting',
		{ now: { 'settings.cover': 1 }, row: { settingFiles: { cover: ALT } } },
		({ post }) => post.settingFiles,
		{ cover: ALT },
	],
	[
		'the same file of a setting',
		{ row: { settingFiles: { cover: ALT } } },
		({ post }) => post.settingFiles,
		{},
	],
	['a tag', { now: { 'tags.c': true } }, listTagNames, ['a', 'b', 'c']],
	['another tag', { now: { 'tags.c': true }, then: { 'tags.a': true } }, listTagNames, ['b', 'c']],
	['no tag', { then: { 'tags.a': true } }, listTagNames, ['b']],
	[
		'a tag that the post already has',
		{ now: { 'tags.a': true }, row: { item: createRowItem({ tags: createTags('a') }) } },
		listTagNames,
		undefined,
	],
	[
		'a tag removed in Postiz',
		{ now: { 'tags.c': true }, then: { 'tags.c': true } },
		listTagNames,
		undefined,
	],
	[
		'a repetition',
		{ now: { inter: 9 }, row: { item: createRowItem({ inter: 9 }) } },
		({ inter }) => inter,
		9,
	],
	['no repetition', { then: { inter: 7 } }, ({ inter }) => inter, 0],
])('writes nothing else if a row changes %s', async (_what, given, of, expected) => {
	expect(of(await merge(['settings'], given))).toEqual(expected);
});

function getSettings({ post: { settings } }: PostUpdate) {
	const { __type: _type, ...own } = settings;
	return own;
}

function listTagNames({ tags: all }: PostUpdate) {
	return all?.map(({ label }) => label);
}

test('also changes the settings that depend on a new file', async () => {
	const createSubreddit = (type: string) => ({ subreddit: [{ value: { type } }] });
	const before = {
		integration: { id: 'r', providerIdentifier: 'reddit' },
		parts: [{ ...TEA, settings: createSubreddit('self') }],
	};
	expect((await merge(['files'], { before })).post.settings).toEqual(createSubreddit('media'));
	expect((await merge(['text'], { before })).post.settings).toEqual(createSubreddit('self'));
});

test.each<[string, string, Partial<DesiredPost>, string]>([
	['the same text', '**Tea**', {}, '<strong>Tea</strong>'],
	['a text edited in Postiz', 'Tea', {}, 'Tea'],
	[
		'a text sent without conversion',
		'**Tea**',
		{ parts: [{ content: 'b', files: [] }] },
		'**Tea**',
	],
	['a text with fewer parts', '**Tea**', { parts: [] }, '**Tea**'],
])('recognizes a text in another format: %s', async (_what, content, row, expected) => {
	const parts = [
		{
			content: '<strong>Tea</strong>',
			source: { ...WRITTEN, format: 'markdown' as const },
			files: [],
		},
	];
	const before = { parts: [createShown('p1', content)] };
	const now = { format: 'markdown' };
	const { post } = await merge(['settings'], { row: { parts, ...row }, before, now });
	expect(post.parts.map((part) => part.content)).toEqual([expected]);
	const same = await merge(['isDraft'], { row: { parts, ...row }, before, now });
	expect(same.post.parts[0]!.content).toBe(content);
});

test('replaces a title that was the first line of the old text', async () => {
	const target = toPostContent(
		createPlanningPost({ integration: { id: 'd', providerIdentifier: 'devto' } }),
	).target;
	const row = { target, settings: { title: 'Milk' } };
	const before = { parts: [createShown('p1', 'Tea', { settings: { title: 'Tea' } })] };
	expect((await merge(['text'], { row, before })).post.settings).toEqual({ title: 'Milk' });
	expect((await merge(['files'], { row, before })).post.settings).toEqual({ title: 'Tea' });
});

const DRAFT = { ...KEY, isDraft: true };
const UNDATED = { ...KEY, minute: null };
const FAILED = { state: 'ERROR' };

test.each<[KeyField[], Partial<DesiredPost>, Partial<CalendarPost>, object]>([
	[['text', 'files', 'settings'], {}, {}, {}],
	[['minute'], {}, {}, { date: LATER }],
	[['minute'], { item: createRowItem({ type: 'now' }) }, {}, { date: LATER }],
	[['minute'], { item: createRowItem({ type: 'nextSlot' }) }, {}, { date: LATER }],
	[['minute'], { item: createRowItem({ type: 'draft' }), key: { ...DRAFT, minute: null } }, {}, {}],
	[['minute'], { item: createRowItem({ type: 'draft' }), key: DRAFT }, {}, { date: LATER }],
	[['isDraft'], { key: DRAFT }, {}, { state: 'draft' }],
	[['isDraft'], {}, {}, { state: 'scheduled' }],
	[['isDraft'], { key: UNDATED }, {}, { state: 'scheduled', date: LATER }],
	[['isDraft'], { key: { ...DRAFT, minute: null } }, {}, { state: 'draft' }],
	[['text'], {}, FAILED, { state: 'scheduled', date: LATER }],
	[['text'], { key: DRAFT }, FAILED, { state: 'draft' }],
	[[], {}, FAILED, {}],
])(
	'sets only the necessary state and date for a change of %j',
	async (changed, row, before, expected) => {
		const { state, date } = await merge(changed, { row, before });
		expect({ state, date }).toEqual(expected);
	},
);

test('rejects a past date only if the post is moved to it', async () => {
	const row = { item: createRowItem({}, { pastProblem: new Problem('past', '') }) };
	expect(await merge(['text'], { row })).toMatchObject({
		key: { text: KEY.text },
		shortLink: false,
	});
	await expect(merge(['minute'], { row })).rejects.toThrow('past');
});
