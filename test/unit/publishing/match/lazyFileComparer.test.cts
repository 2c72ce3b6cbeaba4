import { createUrlFile } from '../../../../nodes/Postiz/media/mediaFile';
import { LazyFileComparer } from '../../../../nodes/Postiz/publishing/match/lazyFileComparer';
import {
	createListClient,
	LISTED,
	createPublicRow,
	createDesiredTea,
} from '../createListClient.cjs';

const createFile = (url: string) => createUrlFile(`https://a.example/${url}`);

test.each<{
	results: string[];
	paths: string[];
	partCount?: number;
	publicPost?: unknown[];
	expected: string;
}>([
	{ results: [], paths: [], partCount: 1, expected: 'same' },
	{ results: ['same', 'same'], paths: ['a', 'b'], partCount: 1, expected: 'same' },
	{
		results: ['same', 'other', 'unknown'],
		paths: ['a', 'b', 'c'],
		partCount: 1,
		expected: 'other',
	},
	{ results: ['same', 'unknown'], paths: ['a', 'b'], partCount: 1, expected: 'unknown' },
	{ results: ['same'], paths: ['a', 'b'], partCount: 1, expected: 'other' },
	{
		results: ['same', 'same'],
		paths: [],
		publicPost: [
			createPublicRow({ image: [{ path: 'a' }] }),
			createPublicRow({ image: [{ path: 'b' }] }),
		],
		expected: 'same',
	},
	{ results: ['same'], paths: [], publicPost: [], expected: 'unknown' },
	{ results: ['same'], paths: [], expected: 'unknown' },
])(
	'compares files $results with $paths of a post ($partCount parts, preview $publicPost): $expected',
	async ({ results, paths, partCount, publicPost, expected }) => {
		const { client } = createListClient({ publicPosts: publicPost && { p1: publicPost } });
		const compareWithUpload = async ({ url }: { url: string }, path: string) =>
			await Promise.resolve(/[a-c]/.test(path) ? url.split('/').at(-1) : 'other');
		const files = new LazyFileComparer({ client, uploads: { compareWithUpload } } as never);
		const [desired, post] = [
			createDesiredTea({ parts: [{ content: '', files: results.map(createFile) }] }),
			{ ...LISTED, partCount, paths },
		];
		expect(files.getOrRequest(desired, post)).toBe('unknown');
		expect(await files.compareRequested()).toBe(true);
		expect(files.getOrRequest(desired, post)).toBe(expected);
		expect(await files.compareRequested()).toBe(false);
		expect(files.getOrRequest(createDesiredTea(), post)).toBe('unknown');
	},
);
