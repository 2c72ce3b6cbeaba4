import { crc32, deflateSync } from 'node:zlib';
import { memoryFile } from '../integration/support/harness.cjs';
import type { Files } from '../networks/table.cjs';
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

function chunk(type: string, data: Buffer): Buffer {
	const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	sum.writeUInt32BE(crc32(content));
	return Buffer.concat([length, content, sum]);
}

/** A whole grey PNG picture of that many pixels, which any program can open. */
function drawPicture(width: number, height: number): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width);
	header.writeUInt32BE(height, 4);
	// 8 bits a pixel, in grey.
	header[8] = 8;
	const rows = Buffer.alloc((width + 1) * height);
	return Buffer.concat([
		Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
		chunk('IHDR', header),
		chunk('IDAT', deflateSync(rows)),
		chunk('IEND', Buffer.alloc(0)),
	]);
}

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
	const data = memoryFile(drawPicture(width, height), { fileName: name, mimeType: 'image/png' });
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
