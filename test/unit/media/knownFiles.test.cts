import { KnownFiles } from '../../../nodes/Postiz/media/uploads';
import type { LocalFile } from '../../../nodes/Postiz/media/localFile';
import { Queue } from '../../../nodes/Postiz/values/turns';

/** A large file with this content behind its start; without it, an unreadable one. */
const fileOf = (content?: string, storedAs?: string): LocalFile => ({
	label: 'The file',
	storedAs,
	size: 100_000,
	digest: 'start',
	open: async () => {
		if (content === undefined) throw new Error('EMFILE: too many open files');
		const bytes = (async function* () {
			yield Buffer.from(content);
		})();
		return Object.assign(bytes, { destroy: () => undefined });
	},
});

/** The keys of files, as numbers in the order in which they appear. */
async function keysOf(...files: LocalFile[]): Promise<number[]> {
	const known = new KnownFiles();
	const keys: unknown[] = [];
	for (const file of files) keys.push(await known.keyOf(file, new Queue(1)));
	return keys.map((key) => [...new Set(keys)].indexOf(key));
}

test('files of the same bytes are one', async () => {
	const files = ['tea', 'cup', 'tea', 'cup', 'pot'].map((content) => fileOf(content));
	expect(await keysOf(...files)).toEqual([0, 1, 0, 1, 2]);
});

test('a file that cannot be read is only the same as itself', async () => {
	const [one, other] = [fileOf(), fileOf()];
	expect(await keysOf(fileOf('tea'), one, other, one, fileOf('cup'))).toEqual([0, 1, 2, 1, 3]);
	expect(await keysOf(one, other, other)).toEqual([0, 1, 1]);
});

test('a file that n8n stores is the same whenever it is opened', async () => {
	const files = [fileOf('tea', 'a'), fileOf(undefined, 'b'), fileOf(undefined, 'b')];
	expect(await keysOf(...files, fileOf(undefined, 'c'))).toEqual([0, 1, 1, 2]);
});

test('a small file is known by its start, without reading it', async () => {
	const small = (digest: string): LocalFile => ({ ...fileOf(), size: 65_536, digest });
	expect(await keysOf(small('a'), small('a'), small('b'))).toEqual([0, 0, 1]);
});
