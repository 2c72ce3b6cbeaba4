import { formatFingerprint } from '../../../../nodes/Postiz/common/fingerprint';
import type { ExistingPost } from '../../../../nodes/Postiz/posts/existingPost';
import { fetchCalendar } from '../../../../nodes/Postiz/publishing/match/fetchCalendar';
import { createStoredFailure } from '../../../shared/failures.cjs';
import { HOUR, DAY, createIdAt } from '../../../shared/time.cjs';
import {
	FINGERPRINT,
	formatTime,
	DATE,
	NOW,
	createPublicRow,
	createListRow,
	createDesiredTea,
	LISTED,
	createListClient,
	START,
} from '../../publishing/createListClient.cjs';
import { STORED_FINGERPRINT, readFakeCalendar, ROW } from '../../publishing/readFakeCalendar.cjs';

const MILK = { content: 'Milk', publishDate: formatTime(DATE + HOUR) };
const READ = { parts: [expect.objectContaining({ image: [] })] };
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
		expected: { ...READ, wasCreatedInPostiz: true },
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
		expected: { isFingerprintUnreadable: true },
	},
	{
		title: 'a post with empty public data',
		more: { settings: undefined },
		publicPost: [],
		expected: { isFingerprintUnreadable: true },
	},
	{
		title: 'a post whose public data is an object',
		more: { settings: undefined },
		publicPost: {},
		expected: { isFingerprintUnreadable: true },
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
		expected: { ...READ, isFingerprintUnreadable: true },
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
		title: 'the parts and their files',
		more: {},
		publicPost: [
			createPublicRow({ image: ['a', 'b'].map(createImage) }),
			createPublicRow({ image: ['c'].map(createImage) }),
		],
		expected: {
			parts: [
				expect.objectContaining({ image: ['a', 'b'].map(createImage) }),
				expect.objectContaining({ image: ['c'].map(createImage) }),
			],
		},
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
			onlineStatus: 'failedForGood',
			failureExplanation: 'The channel is disabled in Postiz (“Channel disabled”)',
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
			onlineStatus: 'mayBeOnline',
			failureExplanation: expect.stringContaining(
				'considered the post already published',
			) as string,
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
			onlineStatus: 'stillTrying',
			failureExplanation: expect.stringContaining('Postiz is still trying') as string,
		},
	},
	{
		title: 'a failed post without public data',
		more: FAILED,
		expected: { ...LIKE_TEA, state: 'ERROR', onlineStatus: 'mayBeOnline' },
	},
])('reads the details of $title', async ({ more, publicPost, expected }) => {
	const own = createListRow(more);
	const publicPosts = publicPost === undefined ? {} : { [own.id]: publicPost };
	const { posts } = await readFakeCalendar([createDesiredTea()], { rows: [own], publicPosts });
	expect(posts).toEqual([{ ...LISTED, ...expected }]);
});

test('reads a fingerprint from the list or the public data, and counts the parts of a thread', async () => {
	const readFromPublicPost = async (settings: unknown, publicPost?: unknown[]) =>
		await readFakeCalendar([createDesiredTea()], {
			rows: [createListRow({ content: 'Milk', settings })],
			publicPosts: publicPost && { p1: publicPost },
		});
	const own = { ...STORED_FINGERPRINT, minute: FINGERPRINT.minute };
	const n8n = formatFingerprint(own);
	const listed = await readFromPublicPost({ n8n }, [createPublicRow()]);
	expect(listed).toMatchObject({ keepsFingerprints: true, posts: [{ fingerprint: own }] });
	expect(listed.posts[0]).not.toHaveProperty('parts');
	expect(await readFromPublicPost(null, [createPublicRow({ settings: { n8n } })])).toMatchObject({
		keepsFingerprints: true,
		posts: [{ fingerprint: own, parts: [{}] }],
	});
	const thread = formatFingerprint({ ...own, partCount: 2 });
	expect(
		(await readFromPublicPost({ n8n: thread }, [createPublicRow(), createPublicRow()])).posts,
	).toMatchObject([{ parts: [{}, {}] }]);
	expect(await readFromPublicPost(null, [createPublicRow()])).toMatchObject({
		keepsFingerprints: false,
	});
});

describe('searches public data for the posts of rows if lists show no settings', () => {
	const createUnreadable = (index: number, more: object = {}) =>
		createListRow({ id: `p${index}`, ...MILK, settings: undefined, ...more });
	const createMany = (count: number) =>
		Array.from({ length: count }, (_, index) => createUnreadable(index));
	const own = { settings: { n8n: formatFingerprint({ ...STORED_FINGERPRINT, rowIdDigest: 'r' }) } };
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
			...(await fetchCalendar([createDesiredTea(ROW)], run)),
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
		const rows = [...createMany(50), createUnreadable(50, { content: 'Tea' })];
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
			createUnreadable(1001, { state: 'PUBLISHED' }),
			createUnreadable(1002, { publishDate: formatTime(NOW - 2000 * HOUR) }),
			createUnreadable(1003, { publishDate: formatTime(NOW - HOUR / 2) }),
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
		expect(posts.every(({ isFingerprintUnreadable }) => isFingerprintUnreadable)).toBe(true);
	});
});
