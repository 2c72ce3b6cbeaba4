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
		results: ['same', 'other', 'uncompared'],
		paths: ['a', 'b', 'c'],
		isRead: true,
		expected: 'other',
	},
	{ results: ['same', 'uncompared'], paths: ['a', 'b'], isRead: true, expected: 'uncompared' },
	{ results: ['same'], paths: ['a', 'b'], isRead: true, expected: 'other' },
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
			await Promise.resolve(/[a-c]/.test(path) ? url.split('/').at(-1) : 'other');
		const [desired, post] = [
			createDesiredTea({ parts: [{ content: '', files: results.map(createFile) }] }),
			{
				...LISTED,
				...(isRead && { parts: [createStoredPart(paths.map((path) => ({ id: path, path })))] }),
			},
		];
		const pair = new PostPair(desired, post, {} as never);
		const run = { client, inspector: { compareWithUpload } } as never;
		expect((await compareFiles([pair], run)).get(desired)?.get(post)).toEqual({ result: expected });
	},
);

const VIDEO = createFile('same.mp4');
const COVER = createFile('cover.png');
const [OTHER_COVER, UNKNOWN_COVER] = [createFile('other.png'), createFile('unknown.png')];
const STORED = { id: 'v', path: VIDEO.url! };
const WITH_COVER = { ...STORED, thumbnail: COVER.url!, thumbnailTimestamp: 2000 };

test.each<{
	title: string;
	file: MediaFile;
	stored: FileReference;
	expected: string;
	rowId?: null;
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
		expected: 'other',
	},
	{
		title: 'an unreadable one',
		file: { ...VIDEO, cover: UNKNOWN_COVER },
		stored: WITH_COVER,
		expected: 'uncompared',
	},
	{ title: 'a new one', file: { ...VIDEO, cover: COVER }, stored: STORED, expected: 'other' },
	{
		title: 'another timestamp',
		file: { ...VIDEO, coverAt: 3000 },
		stored: WITH_COVER,
		expected: 'other',
	},
	{ title: 'a new timestamp', file: { ...VIDEO, coverAt: 0 }, stored: STORED, expected: 'other' },
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
		expected: 'other',
	},
	{
		title: 'another, of a post of Create',
		file: { ...VIDEO, cover: OTHER_COVER, coverAt: 1 },
		stored: WITH_COVER,
		expected: 'same',
		rowId: null,
	},
])('compares the covers of a video: $title', async ({ file, stored, expected, rowId }) => {
	const compareWithUpload = async ({ url, reference }: MediaFile, path: string) => {
		if ((url ?? reference?.path) === path) return await Promise.resolve('same');
		return url?.includes('unknown') ? 'uncompared' : 'other';
	};
	const { fingerprint } = createDesiredTea();
	const desired = createDesiredTea({
		parts: [{ content: '', files: [file] }],
		fingerprint: { ...fingerprint, rowIdDigest: 'row' },
	});
	const post = {
		...LISTED,
		parts: [createStoredPart([stored])],
		fingerprint: {
			...fingerprint,
			rowIdDigest: rowId === null ? null : 'row',
			sendId: 'k',
			partCount: 1,
		},
	};
	const pair = new PostPair(desired, post, {} as never);
	const run = { inspector: { compareWithUpload } } as never;
	expect((await compareFiles([pair], run)).get(desired)?.get(post)).toEqual({ result: expected });
});
