import { acceptFile } from '../../../nodes/Postiz/media/fileType';
import { plannedUpload, type MediaFile } from '../../../nodes/Postiz/media/mediaFile';
import type { Content } from '../../../nodes/Postiz/publishing/shapes';
import { channel } from './rows.cjs';

/** A post: a short text for Bluesky, save for what is given. */
export const contentWith = (more: Partial<Content> = {}): Content => ({
	origin: 'form',
	target: channel('bluesky', 'sky-1'),
	parts: [{ content: 'Tea', files: [] }],
	settings: {},
	settingFiles: {},
	...more,
});

/** An earlier upload. */
export const uploadedFile = (name: string): MediaFile =>
	plannedUpload({ id: name, path: `https://media.example/${name}` });

/** A file of an item that starts with these bytes. */
export function fileOfItem(head: Uint8Array): MediaFile {
	const label = 'The file in data';
	const size = head.length;
	const open = async () => await Promise.reject(new Error('nobody is to open it'));
	const local = { label, size, type: acceptFile(label, head, size), digest: '', open };
	const { kind, extension: ending } = local.type;
	return { kind, ending, local };
}
