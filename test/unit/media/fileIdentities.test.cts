import { FileIdentities } from '../../../nodes/Postiz/media/fileIdentities';
import type { LocalFile } from '../../../nodes/Postiz/media/localFile';
import { Queue } from '../../../nodes/Postiz/values/queue';

/** A file with this content; without it, an unreadable one. */
const fileOf = (content?: string): LocalFile => ({
	label: 'The file',
	size: 3,
	head: Buffer.alloc(0),
	digest: 'start',
	open: async () => {
		if (content === undefined) throw new Error('EMFILE: too many open files');
		const bytes = (async function* () {
			yield Buffer.from(content);
		})();
		return Object.assign(bytes, { destroy: () => undefined });
	},
});

/** The identities of files, one after another. */
async function identify(files: Array<[file: LocalFile, storedAs?: string]>): Promise<string[]> {
	const identities = new FileIdentities();
	const reading = new Queue(1);
	const found: string[] = [];
	for (const [file, storedAs] of files) found.push(await identities.of(file, storedAs, reading));
	return found;
}

test('files of the same bytes are one', async () => {
	const [tea, cup, again] = await identify([[fileOf('tea')], [fileOf('cup')], [fileOf('tea')]]);
	expect(again).toBe(tea);
	expect(cup).not.toBe(tea);
});

test('a file that cannot be read is only the same as itself', async () => {
	const unreadable = [fileOf(), fileOf(), fileOf()];
	const identities = await identify([
		[fileOf('tea')],
		...unreadable.map((file): [LocalFile] => [file]),
		[fileOf('cup')],
	]);
	expect(new Set(identities).size).toBe(5);
	const [first, ...again] = await identify(
		[unreadable[0], unreadable[1], unreadable[1]].map((file): [LocalFile] => [file]),
	);
	expect(again[0]).toBe(again[1]);
	expect(again[0]).not.toBe(first);
});

test('a file that n8n stores is the same whenever it is opened', async () => {
	const [, first, second, other] = await identify([
		[fileOf('tea'), 'id-1'],
		[fileOf(), 'id-2'],
		[fileOf(), 'id-2'],
		[fileOf(), 'id-3'],
	]);
	expect(second).toBe(first);
	expect(other).not.toBe(first);
});
