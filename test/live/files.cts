import { memoryFile } from '../integration/support/harness.cjs';
import type { Files } from '../networks/table.cjs';
import { pngOf } from '../shared/samples.cjs';
import { errorOf } from './compare.cjs';
import type { Instance } from './instance.cjs';

/** A file as a post refers to it. */
export interface FileRef {
	id: string;
	path: string;
	[key: string]: unknown;
}

const at = (name: string): FileRef => ({
	id: `file-${name}`,
	path: `https://files.example.com/${name}`,
});

/** Files that nobody has to reach: only their endings matter, as nothing is published. */
export const FILES = {
	png: at('picture.png'),
	jpg: at('picture.jpg'),
	mp4: at('film.mp4'),
};

const uploaded = new WeakMap<Instance, Map<string, FileRef>>();

/** A picture of that many pixels in the instance, each size uploaded once. Throws if that fails. */
export async function uploadPicture(
	instance: Instance,
	width: number,
	height: number,
): Promise<FileRef> {
	const own = uploaded.get(instance) ?? new Map<string, FileRef>();
	uploaded.set(instance, own);
	const name = `${width}x${height}.png`;
	const known = own.get(name);
	if (known) return known;
	const data = memoryFile(pngOf(width, height), { fileName: name, mimeType: 'image/png' });
	const run = await instance.node(
		{ resource: 'upload', operation: 'file', binaryField: 'data' },
		{ items: [{ json: {}, binary: { data } }] },
	);
	const [item] = run.output[0] ?? [];
	if (!item) throw new Error(`${name} could not be uploaded: ${errorOf(run)}`);
	const { id, path } = item.json as unknown as FileRef;
	own.set(name, { id, path });
	return { id, path };
}

/** The files that the table of networks names. */
export async function filesFor(instance: Instance, files?: Files): Promise<FileRef[]> {
	switch (files) {
		case 'image':
			return [FILES.png];
		case 'images':
			return [FILES.png, FILES.jpg];
		case 'shot':
			// It is measured, so that it has to be there.
			return [await uploadPicture(instance, 400, 300)];
		case 'video':
			return [FILES.mp4];
		case undefined:
			return [];
	}
}
