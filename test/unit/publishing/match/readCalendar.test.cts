import { formatFingerprint } from '../../../../nodes/Postiz/common/fingerprint';
import type { DesiredPost } from '../../../../nodes/Postiz/posts/desiredPost';
import { DEDUPE_WINDOW_MS } from '../../../../nodes/Postiz/posts/existing/dedupeWindow';
import type { ExistingPost } from '../../../../nodes/Postiz/posts/existingPost';
import { readCalendar } from '../../../../nodes/Postiz/publishing/match/readCalendar';
import { createStoredFailure } from '../../../shared/failures.cjs';
import { createIdAt, DAY, HOUR, MINUTE } from '../../../shared/time.cjs';
import {
	formatTime,
	createListClient,
	DATE,
	FINGERPRINT,
	LISTED,
	NOW,
	createPublicRow,
	createListRow,
	START,
	createDesiredTea,
	type ListClientContent,
} from '../createListClient.cjs';
import { createItem } from '../createItem.cjs';

const UNDATED = { fingerprint: { ...FINGERPRINT, minute: null } };
const ROW = { fingerprint: { ...FINGERPRINT, rowId: 'r' } };
const UNDATED_ROW = { fingerprint: { ...UNDATED.fingerprint, rowId: 'r' } };

async function read(desiredPosts: DesiredPost[], has: ListClientContent = {}) {
	const { client, requests } = createListClient(has);
	const isUpsert = desiredPosts.some(({ fingerprint }) => fingerprint.rowId !== null);
	const run = { client, startedAt: START, isUpsert } as never;
	return { ...(await readCalendar(desiredPosts, run)), requests };
}

test.each<{
	title: string;
	rows: Array<Partial<DesiredPost>>;
	window: [start: number, end: number] | undefined;
}>([
	{
		title: 'two dated posts',
		rows: [{}, { time: DATE + DAY }],
		window: [DATE - 31 * DAY, DATE + 32 * DAY],
	},
	{
		title: 'a past date',
		rows: [{ time: START - 40 * DAY }],
		window: [START - 71 * DAY, NOW + 10 * MINUTE],
	},
	{ title: 'a row', rows: [ROW], window: [NOW - 366 * DAY, NOW + 3660 * DAY] },
	{
		title: 'a row with a past date',
		rows: [{ ...ROW, time: START - 400 * DAY }],
		window: [START - 431 * DAY, NOW + 3660 * DAY],
	},
	{
		title: 'a row far ahead',
		rows: [{ ...ROW, time: START + 3700 * DAY }],
		window: [NOW - 366 * DAY, START + 3731 * DAY],
	},
	{ title: 'an undated post', rows: [UNDATED], window: [NOW - 31 * DAY, NOW + 366 * DAY] },
	{
		title: 'an undated draft',
		rows: [{ fingerprint: { ...UNDATED.fingerprint, isDraft: true } }],
		window: [NOW - 366 * DAY, NOW + 366 * DAY],
	},
	{
		title: 'an undated row',
		rows: [{}, UNDATED_ROW],
		window: [Date.UTC(2023, 0), NOW + 3660 * DAY],
	},
	{
		title: 'an unclear response',
		rows: [{ sentRecord: { sendIds: ['a'] } }],
		window: [DATE - 31 * DAY, DATE + 31 * DAY],
	},
	{
		title: 'posts that are already known',
		rows: [{ sentRecord: { sendIds: ['a'], postId: 'b' } }],
		window: undefined,
	},
	{
		title: 'a post to publish again',
		rows: [{ item: createItem({ ignoresExisting: true }) }],
		window: undefined,
	},
])('the window for $title', async ({ rows, window }) => {
	const { requests } = await read(rows.map(createDesiredTea));
	const [startDate, endDate] = (window ?? []).map(formatTime);
	expect(requests).toEqual(window ? [{ startDate, endDate, timeout: 60_000 }] : []);
});

const STORED_FINGERPRINT = {
	...FINGERPRINT,
	text: 'other',
	minute: 'other',
	sendId: 'k1',
	partCount: 1,
};
const createWithFingerprint = (more: object = {}) => ({
	content: 'Milk',
	settings: { n8n: formatFingerprint({ ...STORED_FINGERPRINT, ...more }) },
});
const MILK = { content: 'Milk', publishDate: formatTime(DATE + HOUR) };
const createRecent = (age: number) => ({ ...MILK, id: createIdAt(NOW - age) });
const ON_X_2 = { integration: { id: 'x-2' } };
test.each<{ title: string; row: Partial<DesiredPost>; more: object; isSeen: boolean }>([
	{
		title: 'reads a post with the same text',
		row: {},
		more: { publishDate: MILK.publishDate },
		isSeen: true,
	},
	{
		title: 'reads a post whose text differs only in links',
		row: { comparableText: 'Tea https://a.example' },
		more: { content: 'Tea https://b.example' },
		isSeen: true,
	},
	{
		title: 'reads a post at the same minute',
		row: { time: DATE + 59_000 },
		more: { content: 'Milk' },
		isSeen: true,
	},
	{ title: 'ignores another text at another time', row: {}, more: MILK, isSeen: false },
	{ title: 'ignores another post for a row with an ID', row: ROW, more: MILK, isSeen: false },
	{ title: 'ignores a post on another channel', row: {}, more: ON_X_2, isSeen: false },
	{
		title: 'reads a recent post for an undated one',
		row: UNDATED,
		more: createRecent(DEDUPE_WINDOW_MS),
		isSeen: true,
	},
	{
		title: 'ignores an old post for an undated one',
		row: UNDATED,
		more: createRecent(DEDUPE_WINDOW_MS + 1),
		isSeen: false,
	},
	{ title: 'ignores a recent post for a dated one', row: {}, more: createRecent(0), isSeen: false },
	{
		title: 'ignores another fingerprint at the same time',
		row: {},
		more: createWithFingerprint(),
		isSeen: false,
	},
	{
		title: 'reads a post with the same text in its fingerprint',
		row: {},
		more: createWithFingerprint({ text: FINGERPRINT.text }),
		isSeen: true,
	},
	{
		title: 'reads a post with the same date in its fingerprint',
		row: {},
		more: createWithFingerprint({ minute: FINGERPRINT.minute }),
		isSeen: true,
	},
	{
		title: 'reads a post whose fingerprint was sent',
		row: { sentRecord: { sendIds: ['k1'] } },
		more: createWithFingerprint(),
		isSeen: true,
	},
	{
		title: 'reads a post with a row in its fingerprint for a row with an ID',
		row: ROW,
		more: createWithFingerprint({ rowId: 'other' }),
		isSeen: true,
	},
	{
		title: 'ignores a post without a row in its fingerprint for a row with an ID',
		row: ROW,
		more: createWithFingerprint({ rowId: null }),
		isSeen: false,
	},
	{
		title: 'ignores a post with a row in its fingerprint for a row without an ID',
		row: {},
		more: createWithFingerprint({ rowId: 'other' }),
		isSeen: false,
	},
	{
		title: 'ignores a post with unlisted settings',
		row: {},
		more: { ...MILK, settings: undefined },
		isSeen: false,
	},
	{
		title: 'reads a post with unlisted settings for a row with an ID',
		row: ROW,
		more: { ...MILK, settings: undefined },
		isSeen: true,
	},
	{
		title: 'ignores a post of a year ago with unlisted settings for a dated row',
		row: ROW,
		more: { ...MILK, publishDate: formatTime(NOW - 366 * DAY), settings: undefined },
		isSeen: false,
	},
	{
		title: 'reads a post of a year ago with unlisted settings for an undated row',
		row: UNDATED_ROW,
		more: { ...MILK, publishDate: formatTime(NOW - 366 * DAY), settings: undefined },
		isSeen: true,
	},
	{
		title: 'reads the post of the row on another channel',
		row: ROW,
		more: { ...createWithFingerprint({ rowId: 'r' }), ...ON_X_2 },
		isSeen: true,
	},
	{
		title: 'ignores the published post of the row on another channel',
		row: ROW,
		more: { ...createWithFingerprint({ rowId: 'r' }), ...ON_X_2, state: 'PUBLISHED' },
		isSeen: false,
	},
	{
		title: 'ignores the post of another row on another channel',
		row: ROW,
		more: { ...createWithFingerprint({ rowId: 'other' }), ...ON_X_2 },
		isSeen: false,
	},
])('$title', async ({ row, more, isSeen }) => {
	const { posts } = await read([createDesiredTea(row)], { rows: [createListRow(more)] });
	expect(posts).toHaveLength(isSeen ? 1 : 0);
});

const READ = { partCount: 1, fileCount: 0 };
const FAILED = { state: 'ERROR', content: 'Milk' };
const OUT = { content: 'Milk', releaseURL: 'https://x.example/1' };
const DATED = { publishDate: formatTime(DATE + 7 * DAY), actualDate: formatTime(DATE) };
const LIKE_TEA = { content: 'Milk', comparableText: 'Milk' };
const MADE = { id: createIdAt(NOW - HOUR), content: 'Milk' };

const createImage = (path: string) => ({ id: path, path });

test.each<{ title: string; more: object; publicPost?: unknown; expected: Partial<ExistingPost> }>([
	{
		title: 'a post with the same text',
		more: {},
		publicPost: [createPublicRow()],
		expected: READ,
	},
	{ title: 'a post without public data', more: {}, expected: {} },
	{
		title: 'a post at the same time',
		more: { content: 'Milk' },
		publicPost: [createPublicRow()],
		expected: LIKE_TEA,
	},
	{
		title: 'a manual post',
		more: { creationMethod: 'WEB' },
		publicPost: [createPublicRow()],
		expected: { ...READ, isByHand: true },
	},
	{
		title: 'a post with unlisted settings',
		more: { settings: undefined },
		publicPost: [createPublicRow()],
		expected: READ,
	},
	{
		title: 'a post with nothing in its public data',
		more: { settings: undefined },
		expected: { isFingerprintHidden: true },
	},
	{
		title: 'a post with empty public data',
		more: { settings: undefined },
		publicPost: [],
		expected: { isFingerprintHidden: true },
	},
	{
		title: 'a post whose public data is an object',
		more: { settings: undefined },
		publicPost: {},
		expected: { isFingerprintHidden: true },
	},
	{
		title: 'a post whose public data lacks files',
		more: { settings: undefined },
		publicPost: [
			createPublicRow({ image: null, settings: { n8n: formatFingerprint(STORED_FINGERPRINT) } }),
		],
		expected: { fingerprint: STORED_FINGERPRINT },
	},
	{
		title: 'a post whose public data lacks settings',
		more: { settings: undefined },
		publicPost: [createPublicRow({ settings: undefined })],
		expected: { ...READ, isFingerprintHidden: true },
	},
	{
		title: 'a post without settings',
		more: { settings: undefined },
		publicPost: [createPublicRow({ settings: null })],
		expected: READ,
	},
	{
		title: 'a repeating post',
		more: { ...DATED, ...OUT },
		publicPost: [createPublicRow()],
		expected: { ...LIKE_TEA, link: OUT.releaseURL },
	},
	{
		title: 'a post with an invalid date',
		more: { actualDate: 'soon', content: 'Milk' },
		publicPost: [createPublicRow()],
		expected: LIKE_TEA,
	},
	{
		title: 'a post whose ID contains its age',
		more: MADE,
		publicPost: [createPublicRow()],
		expected: { ...LIKE_TEA, id: MADE.id, age: HOUR },
	},
	{
		title: 'the number of files and parts',
		more: {},
		publicPost: [
			createPublicRow({ image: ['a', 'b'].map(createImage) }),
			createPublicRow({ image: ['c'].map(createImage) }),
		],
		expected: { partCount: 2, fileCount: 3, files: ['a', 'b', 'c'].map(createImage) },
	},
	{
		title: 'a post edited in Postiz',
		more: {},
		publicPost: [createPublicRow({ createdAt: formatTime(NOW), updatedAt: formatTime(NOW + 101) })],
		expected: { ...READ, isEdited: true },
	},
	{
		title: 'a post not edited in Postiz',
		more: {},
		publicPost: [createPublicRow({ createdAt: formatTime(NOW), updatedAt: formatTime(NOW + 100) })],
		expected: READ,
	},
	{
		title: 'a post that failed after it was online',
		more: { ...FAILED, ...OUT },
		publicPost: [createPublicRow()],
		expected: { ...LIKE_TEA, state: 'PUBLISHED', link: OUT.releaseURL },
	},
	{
		title: 'a post that certainly failed',
		more: FAILED,
		publicPost: [createPublicRow({ error: 'channel disabled' })],
		expected: {
			...LIKE_TEA,
			...READ,
			state: 'ERROR',
			failedForGood: true,
			isStillTrying: false,
			reason: 'The channel is disabled in Postiz (“Channel disabled”)',
		},
	},
	{
		title: 'a post that failed and may be online',
		more: FAILED,
		publicPost: [createPublicRow({ error: 'already posted' })],
		expected: {
			...LIKE_TEA,
			...READ,
			state: 'ERROR',
			mayBeOnline: true,
			isStillTrying: false,
			reason: expect.stringContaining('considered the post already published') as string,
		},
	},
	{
		title: 'a post that Postiz is still trying to publish',
		more: FAILED,
		publicPost: [
			createPublicRow({
				createdAt: formatTime(NOW),
				updatedAt: formatTime(NOW),
				error: createStoredFailure({ exception: 'Error', message: 'fetch failed' }, 'x'),
			}),
		],
		expected: {
			...LIKE_TEA,
			...READ,
			state: 'ERROR',
			mayBeOnline: true,
			isStillTrying: true,
			reason: expect.stringContaining('Postiz is still trying') as string,
		},
	},
	{
		title: 'a failed post without public data',
		more: FAILED,
		expected: { ...LIKE_TEA, state: 'ERROR', mayBeOnline: true },
	},
])('reads the details of $title', async ({ more, publicPost, expected }) => {
	const own = createListRow(more);
	const publicPosts = publicPost === undefined ? {} : { [own.id]: publicPost };
	const { posts } = await read([createDesiredTea()], { rows: [own], publicPosts });
	expect(posts).toEqual([{ ...LISTED, ...expected }]);
});

test('reads a fingerprint from the list or the public data, and counts the parts of a thread', async () => {
	const readFromPublicPost = async (settings: unknown, publicPost?: unknown[]) =>
		await read([createDesiredTea()], {
			rows: [createListRow({ content: 'Milk', settings })],
			publicPosts: publicPost && { p1: publicPost },
		});
	const own = { ...STORED_FINGERPRINT, minute: FINGERPRINT.minute };
	const n8n = formatFingerprint(own);
	const listed = await readFromPublicPost({ n8n }, [createPublicRow()]);
	expect(listed).toMatchObject({ keepsFingerprints: true, posts: [{ fingerprint: own }] });
	expect(listed.posts[0]).not.toHaveProperty('partCount');
	expect(await readFromPublicPost(null, [createPublicRow({ settings: { n8n } })])).toMatchObject({
		keepsFingerprints: true,
		posts: [{ fingerprint: own, partCount: 1 }],
	});
	const thread = formatFingerprint({ ...own, partCount: 2 });
	expect(
		(await readFromPublicPost({ n8n: thread }, [createPublicRow(), createPublicRow()])).posts,
	).toMatchObject([{ partCount: 2 }]);
	expect(await readFromPublicPost(null, [createPublicRow()])).toMatchObject({
		keepsFingerprints: false,
	});
});

describe('searches public data for the posts of rows if lists show no settings', () => {
	const createHidden = (index: number, more: object = {}) =>
		createListRow({ id: `p${index}`, ...MILK, settings: undefined, ...more });
	const createMany = (count: number) =>
		Array.from({ length: count }, (_, index) => createHidden(index));
	const own = { settings: { n8n: formatFingerprint({ ...STORED_FINGERPRINT, rowId: 'r' }) } };
	/** Counts the public posts that are requested. All have the same content, except those in `of`. */
	const readCounted = async (
		rows: object[],
		of: Record<string, unknown>,
		rest: unknown = [createPublicRow()],
	) => {
		const ids = rows.map((listed) => (listed as { id: string }).id);
		const { client } = createListClient({ rows });
		const request = jest.fn(async ({ path }: { path: string }) => {
			const id = ids.find((each) => path.endsWith(`/${each}`))!;
			return await Promise.resolve(of[id] ?? rest);
		});
		const run = { client: { ...client, request }, startedAt: START, isUpsert: true } as never;
		return {
			...(await readCalendar([createDesiredTea(ROW)], run)),
			requests: request.mock.calls.length,
		};
	};

	test('until all posts are found', async () => {
		const { requests, posts, unsearchedCount } = await readCounted(createMany(250), {
			p120: [createPublicRow(own)],
		});
		expect([requests, posts.length, unsearchedCount]).toEqual([200, 200, 0]);
		expect((await readCounted(createMany(250), { p1: [createPublicRow(own)] })).requests).toEqual(
			100,
		);
	});

	test('not if their posts have the same text or minute', async () => {
		const rows = [...createMany(50), createHidden(50, { content: 'Tea' })];
		expect((await readCounted(rows, { p50: [createPublicRow(own)] })).requests).toBe(1);
	});

	test('up to a maximum number', async () => {
		const { requests, posts, unsearchedCount } = await readCounted(createMany(1100), {});
		expect([requests, posts.length, unsearchedCount]).toEqual([1000, 1000, 100]);
	});

	test('starting with pending posts and those with the closest dates', async () => {
		const rows = [
			...createMany(1000).map((listed, index) => ({
				...listed,
				publishDate: formatTime(NOW + index * HOUR),
			})),
			createHidden(1001, { state: 'PUBLISHED' }),
			createHidden(1002, { publishDate: formatTime(NOW - 2000 * HOUR) }),
			createHidden(1003, { publishDate: formatTime(NOW - HOUR / 2) }),
		];
		const { posts } = await readCounted(rows, {});
		const seen = new Set(posts.map(({ id }) => id));
		expect(rows.map(({ id }) => id).filter((id) => !seen.has(id))).toEqual([
			'p999',
			'p1001',
			'p1002',
		]);
	});

	test('until none is readable, so that any of them may belong to the rows', async () => {
		const { requests, posts, unsearchedCount } = await readCounted(createMany(250), {}, {});
		expect([requests, posts.length, unsearchedCount]).toEqual([100, 250, 0]);
		expect(posts.every(({ isFingerprintHidden }) => isFingerprintHidden)).toBe(true);
	});
});

test('marks channels as stuck if a post failed or is overdue', async () => {
	const formatLate = (minutes: number) => formatTime(NOW - minutes * MINUTE);
	const rows = [
		createListRow({ id: 'a', state: 'ERROR' }),
		createListRow({ id: 'b', publishDate: formatLate(15), integration: { id: 'x-2' } }),
		createListRow({ id: 'c', publishDate: formatLate(14), integration: { id: 'x-3' } }),
	];
	const { stuckChannels, listedPosts } = await read([createDesiredTea()], { rows });
	expect([...stuckChannels]).toEqual(['x-1', 'x-2']);
	expect(listedPosts.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});
