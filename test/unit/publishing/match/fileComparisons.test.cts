import { createUrlFile } from '../../../../nodes/Postiz/media/mediaFile';
import { FileComparisons } from '../../../../nodes/Postiz/publishing/match/fileComparisons';
import { createListClient, LISTED, createPreviewPart, createDesiredTea } from '../listed.cjs';

const createFile = (url: string) => createUrlFile(`https://a.example/${url}`);

test.each<[string[], string[], number | undefined, unknown[] | undefined, string]>([
	[[], [], 1, undefined, 'same'],
	[['same', 'same'], ['a', 'b'], 1, undefined, 'same'],
	[['same', 'other', 'unknown'], ['a', 'b', 'c'], 1, undefined, 'other'],
	[['same', 'unknown'], ['a', 'b'], 1, undefined, 'unknown'],
	[['same'], ['a', 'b'], 1, undefined, 'other'],
	[
		['same', 'same'],
		[],
		undefined,
		[createPreviewPart({ image: [{ path: 'a' }] }), createPreviewPart({ image: [{ path: 'b' }] })],
		'same',
	],
	[['same'], [], undefined, [], 'unknown'],
	[['same'], [], undefined, undefined, 'unknown'],
])(
	'compares files %j with %j of a post (%j parts, preview %j): %s',
	async (results, paths, partCount, preview, expected) => {
		const { client } = createListClient({ previews: preview && { p1: preview } });
		const compareWithUpload = async ({ url }: { url: string }, path: string) =>
			await Promise.resolve(/[a-c]/.test(path) ? url.split('/').at(-1) : 'other');
		const files = new FileComparisons({ client, uploads: { compareWithUpload } } as never);
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
