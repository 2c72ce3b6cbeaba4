/** What a row changes in its post: a merge of the earlier row, the calendar and the current row. */
import type { CalendarPost } from '../../../../nodes/Postiz/calendar/calendarPost';
import { digestByKey } from '../../../../nodes/Postiz/common/digest';
import { formatFingerprint, type RowField } from '../../../../nodes/Postiz/common/fingerprint';
import { createUncheckedFile } from '../../../../nodes/Postiz/media/mediaFile';
import type { Part, DesiredPost } from '../../../../nodes/Postiz/posts/desiredPost';
import type { Item } from '../../../../nodes/Postiz/posts/item';
import type { PostUpdate } from '../../../../nodes/Postiz/posts/postUpdate';
import { toPostContent } from '../../../../nodes/Postiz/posts/toPostContent';
import { toUpdatableFields } from '../../../../nodes/Postiz/posts/merge/updatableFields';
import { mergeRow } from '../../../../nodes/Postiz/posts/merge/mergeRow';
import { createUploadedFile } from '../../publishing/createContent.cjs';
import { createItem, createDesiredPost } from '../../publishing/createItem.cjs';
import {
	CUP,
	createCalendarPost,
	createPublicPart,
	createTags,
	TEA,
	TITLE,
} from '../../publishing/send/updates/createCalendarPost.cjs';

const LATER = '2099-05-06T08:30:00.000Z';
const { fingerprint: FINGERPRINT } = createDesiredPost();
const WRITTEN = { texts: ['**Tea**'], format: 'plain' as const };
const ALT = { ...createUploadedFile('a.png'), alt: 'A cup' };
/** The row now: another text and file, and neither comment nor title. */
const ROW: Partial<DesiredPost> = {
	target: toPostContent(createCalendarPost()).target,
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
	changed: RowField[],
	{ row = {}, before = {}, now = {}, then = {} }: Given,
) => {
	const desired = createDesiredPost({ ...ROW, item: createRowItem(), ...row });
	const fingerprint = { ...desired.fingerprint, detailsDigest: digestByKey(now) };
	const n8n = formatFingerprint({
		...fingerprint,
		detailsDigest: digestByKey(then),
		sendId: 'i',
		partCount: 1,
	});
	const { parts, ...post } = createCalendarPost(before);
	const own = parts?.map((part) => ({ ...part, settings: { ...part.settings, n8n } }));
	return mergeRow(toUpdatableFields({ ...post, parts: own }), { ...desired, fingerprint }, changed);
};

const KEPT = [
	{ content: 'Tea', files: [createUncheckedFile(CUP)] },
	{ content: 'Cake', files: [], delay: 5 },
];

test.each<{
	changed: RowField[];
	row: Partial<DesiredPost>;
	parts: Part[];
	settings: object;
}>([
	{ changed: [], row: {}, parts: KEPT, settings: TITLE },
	{ changed: ['text'], row: {}, parts: [{ ...KEPT[0]!, content: 'Milk' }], settings: TITLE },
	{
		changed: ['media'],
		row: {},
		parts: [{ content: 'Tea', files: [ALT] }, KEPT[1]!],
		settings: TITLE,
	},
	{
		changed: ['text'],
		row: { parts: [1, 2, 3].map((part) => ({ content: `${part}`, files: [] })) },
		parts: [
			{ content: '1', files: [createUncheckedFile(CUP)] },
			{ content: '2', files: [], delay: 5 },
			{ content: '3', files: [] },
		],
		settings: TITLE,
	},
])(
	'writes only $changed if nothing else changes in the row',
	async ({ changed, row, parts, settings }) => {
		const { post } = await merge(changed, { row });
		expect(post.parts).toEqual(parts);
		expect(post.settings).toEqual(settings);
	},
);

test('keeps the files of a part that was added in the calendar', async () => {
	const { post } = await merge(['media'], { before: { parts: [TEA, TEA] } });
	expect(post.parts.map(({ files }) => files)).toEqual([[ALT], [createUncheckedFile(CUP)]]);
});

test('rejects changed files of a row if a part with files was removed in the calendar', async () => {
	const parts = ['Tea', 'Cake', 'Wine'].map((content) => ({ content, files: [ALT] }));
	await expect(merge(['media'], { row: { parts }, before: { parts: [TEA] } })).rejects.toThrow(
		'Postiz has no part 2 of the thread, and the files of the row have changed',
	);
});

const NO_FILE: Partial<DesiredPost> = { parts: [{ content: 'Tea', files: [] }] };
const PLUG = 'plug--x-repost-post-users--';
const AT_ONCE = { [`${PLUG}active`]: true, [`${PLUG}delay`]: '0' };
const WITH_PLUG = { before: { parts: [{ ...TEA, settings: { ...AT_ONCE, who: 1 } }] } };
/** The second file was added in the calendar. */
const WITH_ALT = {
	parts: [
		{
			...TEA,
			image: [
				{ ...CUP, alt: 'Tea' },
				{ ...CUP, alt: 'Cake' },
			],
		},
	],
};
const NO_ALT: Partial<DesiredPost> = {
	parts: [{ content: 'Tea', files: [createUploadedFile('a.png')] }],
};
const listAltTexts = ({ post: { parts } }: PostUpdate) =>
	parts.flatMap(({ files }) => files.map(({ alt, reference }) => alt ?? reference?.alt));
const listParts = ({ post: { parts } }: PostUpdate) =>
	parts.map(({ delay, files }) => [delay, ...files.map(({ alt }) => alt)]);

test.each<{ title: string; given: Given; of: (change: PostUpdate) => unknown; expected?: unknown }>(
	[
		{
			title: 'nothing',
			given: {},
			of: ({ tags: all, repeatDays }) => [all, repeatDays],
			expected: [undefined, undefined],
		},
		{
			title: 'a delay',
			given: { now: { delays: 1 } },
			of: listParts,
			expected: [[1, undefined], [undefined]],
		},
		{
			title: 'no delay',
			given: { then: { delays: 1 }, row: NO_FILE },
			of: listParts,
			expected: [[undefined, undefined], [undefined]],
		},
		{
			title: 'an alt text',
			given: { now: { 'alt.0': 1 } },
			of: listParts,
			expected: [[undefined, 'A cup'], [5]],
		},
		{
			title: 'no alt text',
			given: { then: { 'alt.0': 1 }, row: NO_ALT, before: WITH_ALT },
			of: listAltTexts,
			expected: [undefined, 'Cake'],
		},
		{
			title: 'an alt text of another file',
			given: { now: { 'alt.1': 1 }, row: NO_ALT, before: WITH_ALT },
			of: listAltTexts,
			expected: ['Tea', 'Cake'],
		},
		{
			title: 'an alt text beside one that was added in Postiz',
			given: {
				now: { 'alt.1': 1 },
				row: { parts: [{ content: 'Tea', files: [createUncheckedFile(CUP), ALT] }] },
				before: WITH_ALT,
			},
			of: listAltTexts,
			expected: ['Tea', 'A cup'],
		},
		{
			title: 'an alt text of an upload',
			given: {
				now: { 'alt.0': 2 },
				then: { 'alt.0': 1 },
				row: {
					parts: [{ content: 'Tea', files: [createUncheckedFile({ ...CUP, alt: 'A cup' })] }],
				},
				before: WITH_ALT,
			},
			of: listAltTexts,
			expected: ['A cup', 'Cake'],
		},
		{
			title: 'a setting',
			given: { now: { 'settings.own': 1 } },
			of: getSettings,
			expected: { title: 'Menu', own: 1 },
		},
		{
			title: 'another setting',
			given: { now: { 'settings.title': 1 } },
			of: getSettings,
			expected: {},
		},
		{
			title: 'no setting',
			given: { then: { 'settings.title': 1 } },
			of: getSettings,
			expected: {},
		},
		{
			title: 'the same setting',
			given: { now: { 'settings.title': 1 }, then: { 'settings.title': 1 } },
			of: getSettings,
			expected: { title: 'Menu' },
		},
		{
			title: 'no reposting channel',
			given: { ...WITH_PLUG, then: { [`settings.${PLUG}`]: 1 } },
			of: getSettings,
			expected: { who: 1 },
		},
		{
			title: 'a file of a setting',
			given: { now: { 'settings.cover': 1 }, row: { settingFiles: { cover: ALT } } },
			of: ({ post }) => post.settingFiles,
			expected: { cover: ALT },
		},
		{
			title: 'the same file of a setting',
			given: { row: { settingFiles: { cover: ALT } } },
			of: ({ post }) => post.settingFiles,
			expected: {},
		},
		{
			title: 'a tag',
			given: { now: { 'tags.c': true } },
			of: listTagNames,
			expected: ['a', 'b', 'c'],
		},
		{
			title: 'another tag',
			given: { now: { 'tags.c': true }, then: { 'tags.a': true } },
			of: listTagNames,
			expected: ['b', 'c'],
		},
		{ title: 'no tag', given: { then: { 'tags.a': true } }, of: listTagNames, expected: ['b'] },
		{
			title: 'a tag that the post already has',
			given: { now: { 'tags.a': true }, row: { item: createRowItem({ tags: createTags('a') }) } },
			of: listTagNames,
		},
		{
			title: 'a tag removed in Postiz',
			given: { now: { 'tags.c': true }, then: { 'tags.c': true } },
			of: listTagNames,
		},
		{
			title: 'a repetition',
			given: { now: { inter: 9 }, row: { item: createRowItem({ inter: 9 }) } },
			of: ({ repeatDays }) => repeatDays,
			expected: 9,
		},
		{
			title: 'no repetition',
			given: { then: { inter: 7 } },
			of: ({ repeatDays }) => repeatDays,
			expected: 0,
		},
	],
)('writes nothing else if a row changes $title', async ({ given, of, expected }) => {
	expect(of(await merge(['details'], given))).toEqual(expected);
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
	expect((await merge(['media'], { before })).post.settings).toEqual(createSubreddit('media'));
	expect((await merge(['text'], { before })).post.settings).toEqual(createSubreddit('self'));
});

test.each<{ title: string; content: string; row: Partial<DesiredPost>; expected: string }>([
	{ title: 'the same text', content: '**Tea**', row: {}, expected: '<strong>Tea</strong>' },
	{ title: 'a text edited in Postiz', content: 'Tea', row: {}, expected: 'Tea' },
	{
		title: 'a text sent without conversion',
		content: '**Tea**',
		row: { parts: [{ content: 'b', files: [] }] },
		expected: '**Tea**',
	},
	{ title: 'a text with fewer parts', content: '**Tea**', row: { parts: [] }, expected: '**Tea**' },
])('recognizes a text in another format: $title', async ({ content, row, expected }) => {
	const parts = [
		{
			content: '<strong>Tea</strong>',
			textInput: { ...WRITTEN, format: 'markdown' as const },
			files: [],
		},
	];
	const before = { parts: [createPublicPart('p1', content)] };
	const now = { format: 'markdown' };
	const { post } = await merge(['details'], { row: { parts, ...row }, before, now });
	expect(post.parts.map((part) => part.content)).toEqual([expected]);
	const same = await merge(['state'], { row: { parts, ...row }, before, now });
	expect(same.post.parts[0]!.content).toBe(content);
});

test('replaces a title that was the first line of the old text', async () => {
	const target = toPostContent(
		createCalendarPost({ integration: { id: 'd', providerIdentifier: 'devto' } }),
	).target;
	const row = { target, settings: { title: 'Milk' } };
	const before = { parts: [createPublicPart('p1', 'Tea', { settings: { title: 'Tea' } })] };
	expect((await merge(['text'], { row, before })).post.settings).toEqual({ title: 'Milk' });
	expect((await merge(['media'], { row, before })).post.settings).toEqual({ title: 'Tea' });
});

const DRAFT = { ...FINGERPRINT, isDraft: true };
const UNDATED = { ...FINGERPRINT, minute: null };
const FAILED = { state: 'ERROR' } satisfies Partial<CalendarPost>;

test.each<{
	changed: RowField[];
	row: Partial<DesiredPost>;
	before: Partial<CalendarPost>;
	expected: object;
}>([
	{ changed: ['text', 'media', 'details'], row: {}, before: {}, expected: {} },
	{ changed: ['date'], row: {}, before: {}, expected: { date: LATER } },
	{
		changed: ['date'],
		row: { item: createRowItem({ type: 'now' }) },
		before: {},
		expected: { date: LATER },
	},
	{
		changed: ['date'],
		row: { item: createRowItem({ type: 'nextSlot' }) },
		before: {},
		expected: { date: LATER },
	},
	{
		changed: ['date'],
		row: { item: createRowItem({ type: 'draft' }), fingerprint: { ...DRAFT, minute: null } },
		before: {},
		expected: {},
	},
	{
		changed: ['date'],
		row: { item: createRowItem({ type: 'draft' }), fingerprint: DRAFT },
		before: {},
		expected: { date: LATER },
	},
	{ changed: ['state'], row: { fingerprint: DRAFT }, before: {}, expected: { state: 'draft' } },
	{ changed: ['state'], row: {}, before: {}, expected: { state: 'scheduled' } },
	{
		changed: ['state'],
		row: { fingerprint: UNDATED },
		before: {},
		expected: { state: 'scheduled', date: LATER },
	},
	{
		changed: ['state'],
		row: { fingerprint: { ...DRAFT, minute: null } },
		before: {},
		expected: { state: 'draft' },
	},
	{ changed: ['text'], row: {}, before: FAILED, expected: { state: 'scheduled', date: LATER } },
	{ changed: ['text'], row: { fingerprint: DRAFT }, before: FAILED, expected: { state: 'draft' } },
	{ changed: [], row: {}, before: FAILED, expected: {} },
])(
	'sets only the necessary state and date for a change of $changed',
	async ({ changed, row, before, expected }) => {
		const { state, date } = await merge(changed, { row, before });
		expect({ state, date }).toEqual(expected);
	},
);

test('returns a date only if the post is moved to it', async () => {
	expect(await merge(['text'], {})).toMatchObject({
		fingerprint: { textDigest: FINGERPRINT.textDigest },
		shortLink: false,
		date: undefined,
	});
	expect(await merge(['date'], {})).toMatchObject({ date: LATER });
});
