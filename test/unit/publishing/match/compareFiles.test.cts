import {
	createUploadFile,
	createUrlFile,
	type MediaFile,
} from '../../../../nodes/Postiz/media/mediaFile';
import { compareFiles } from '../../../../nodes/Postiz/publishing/match/compareFiles';
import { PostPair } from '../../../../nodes/Postiz/publishing/match/postPair';
import type { FileReference } from '../../../../nodes/Postiz/transport/apiTypes';
import {
	createListClient,
	LISTED,
	createPublicRow,
	createDesiredTea,
	createStoredPart,
} from '../createListClient.cjs';

const createFile = (url: string) => createUrlFile(`https://a.example/${url}`);

test.each<{
	results: string[];
	paths: string[];
	isRead?: boolean;
	publicPost?: unknown[];
	expected: string;
}>([
	{ results: [], paths: [], isRead: true, expected: 'same' },
	{ results: ['same', 'same'], paths: ['a', 'b'], isRead: true, expected: 'same' },
	{
		results: ['same', 'different', 'uncompared'],
		paths: ['a', 'b', 'c'],
		isRead: true,
		expected: 'different',
	},
	{ results: ['same', 'uncompared'], paths: ['a', 'b'], isRead: true, expected: 'uncompared' },
	{ results: ['same'], paths: ['a', 'b'], isRead: true, expected: 'different' },
	{
		results: ['same', 'same'],
		paths: [],
		publicPost: [
			createPublicRow({ image: [{ path: 'a' }] }),
			createPublicRow({ image: [{ path: 'b' }] }),
		],
		expected: 'same',
	},
	{ results: ['same'], paths: [], publicPost: [], expected: 'uncompared' },
	{ results: ['same'], paths: [], expected: 'uncompared' },
])(
	'compares files $results with $paths of a post (read: $isRead, public data $publicPost): $expected',
	async ({ results, paths, isRead, publicPost, expected }) => {
		const { client } = createListClient({ publicPosts: publicPost && { p1: publicPost } });
		const compareWithUpload = async ({ url }: { url: string }, path: string) =>
			await Promise.resolve(/[a-c]/.test(path) ? url.split('/').at(-1) : 'different');
		const [desired, post] = [
			createDesiredTea({ parts: [{ content: '', files: results.map(createFile) }] }),
			{
				...LISTED,
				...(isRead && { parts: [createStoredPart(paths.map((path) => ({ id: path, path })))] }),
			},
		];
		const pair = new PostPair(desired, post, {} as never);
		const run = { client, inspector: { compareWithUpload } } as never;
		expect((await compareFiles([pair], run)).get(desired)?.get(post)).toEqual({ bytes: expected });
	},
);

const VIDEO = createFile('same.mp4');
const COVER = createFile('cover.png');
const [OTHER_COVER, UNKNOWN_COVER] = [createFile('other.png'), createFile('unknown.png')];
const STORED = { id: 'v', path: VIDEO.url! };
const WITH_COVER = { ...STORED, thumbnail: COVER.url!, thumbnailTimestamp: 2000 };
const SAME = Promise.resolve('same');

/** The Row IDs of a desired and an existing post. */
type RowIds = [desired: string | null, existing: string | null];
const SAME_ROW: RowIds = ['row', 'row'];
const ROW_AND_POST_OF_CREATE: RowIds = ['row', null];
const CREATE: RowIds = [null, null];

/** Compares the files of each part. */
async function compareParts(
	files: MediaFile[][],
	existingFiles: FileReference[][],
	[rowIdDigest, existingRowIdDigest]: RowIds,
	compareWithUpload: (file: MediaFile, path: string) => Promise<string>,
) {
	const { fingerprint } = createDesiredTea();
	const desired = createDesiredTea({
		parts: files.map((group) => ({ content: '', files: group })),
		fingerprint: { ...fingerprint, rowIdDigest, filesDigest: 'other' },
	});
	const post = {
		...LISTED,
		parts: existingFiles.map((group) => createStoredPart(group)),
		fingerprint: {
			...fingerprint,
			rowIdDigest: existingRowIdDigest,
			sendId: 'k',
			partCount: files.length,
		},
	};
	const pair = new PostPair(desired, post, {} as never);
	const run = { inspector: { compareWithUpload } } as never;
	const fileComparisons = await compareFiles([pair], run);
	const { fileMatch } = new PostPair(desired, post, { fileComparisons } as never);
	return { ...fileComparisons.get(desired)?.get(post), fileMatch };
}

test.each<{
	title: string;
	file: MediaFile;
	stored: FileReference;
	expected: string;
}>([
	{
		title: 'the same',
		file: { ...VIDEO, cover: COVER, coverAt: 2000 },
		stored: WITH_COVER,
		expected: 'same',
	},
	{ title: 'none in the row', file: VIDEO, stored: WITH_COVER, expected: 'same' },
	{
		title: 'another',
		file: { ...VIDEO, cover: OTHER_COVER },
		stored: WITH_COVER,
		expected: 'different',
	},
	{
		title: 'an unreadable one',
		file: { ...VIDEO, cover: UNKNOWN_COVER },
		stored: WITH_COVER,
		expected: 'uncompared',
	},
	{ title: 'a new one', file: { ...VIDEO, cover: COVER }, stored: STORED, expected: 'different' },
	{
		title: 'another timestamp',
		file: { ...VIDEO, coverAt: 3000 },
		stored: WITH_COVER,
		expected: 'different',
	},
	{
		title: 'a new timestamp',
		file: { ...VIDEO, coverAt: 0 },
		stored: STORED,
		expected: 'different',
	},
	{
		title: 'that of the same upload',
		file: createUploadFile(WITH_COVER),
		stored: WITH_COVER,
		expected: 'same',
	},
	{
		title: 'that of an upload',
		file: createUploadFile(WITH_COVER),
		stored: { ...WITH_COVER, thumbnail: 'https://a.example/b.png' },
		expected: 'different',
	},
])('compares the covers of a video: $title', async ({ file, stored, expected }) => {
	const compareWithUpload = async ({ url, reference }: MediaFile, path: string) => {
		if ((url ?? reference?.path) === path) return await Promise.resolve('same');
		return url?.includes('unknown') ? 'uncompared' : 'different';
	};
	const compare = async (rowIds: RowIds) =>
		await compareParts([[file]], [[stored]], rowIds, compareWithUpload);
	const comparison = { bytes: 'same', coversAndParts: expected };
	expect(await compare(SAME_ROW)).toEqual({ ...comparison, fileMatch: expected });
	expect(await compare(ROW_AND_POST_OF_CREATE)).toEqual({ ...comparison, fileMatch: 'same' });
	expect(await compare(CREATE)).toEqual({ bytes: 'same', fileMatch: 'same' });
});

test('notices if a row moves its file to another part', async () => {
	const compare = async (rowIds: RowIds) =>
		await compareParts([[], [VIDEO]], [[STORED], []], rowIds, async () => await SAME);
	const comparison = { bytes: 'same', coversAndParts: 'different' };
	expect(await compare(SAME_ROW)).toEqual({ ...comparison, fileMatch: 'different' });
	expect(await compare(ROW_AND_POST_OF_CREATE)).toEqual({ ...comparison, fileMatch: 'same' });
	expect(await compare(CREATE)).toEqual({ bytes: 'same', fileMatch: 'same' });
});
