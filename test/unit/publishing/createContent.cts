import { requireFileType } from '../../../nodes/Postiz/media/fileType';
import { createUploadFile, type MediaFile } from '../../../nodes/Postiz/media/mediaFile';
import type { PostContent } from '../../../nodes/Postiz/posts/desiredPost';
import { createTarget } from './createItem.cjs';

/** A short text for Bluesky, unless set otherwise. */
export const createContent = (more: Partial<PostContent> = {}): PostContent => ({
	source: 'formWithoutSettings',
	target: createTarget('bluesky', 'sky-1'),
	parts: [{ content: 'Tea', files: [] }],
	settings: {},
	settingFiles: {},
	...more,
});

/** An earlier upload. */
export const createUploadedFile = (name: string): MediaFile =>
	createUploadFile({ id: name, path: `https://media.example/${name}` });

/** A file of an item that starts with these bytes. */
export function createItemFile(head: Uint8Array): MediaFile {
	const label = 'The file in data';
	const size = head.length;
	const open = async () => await Promise.reject(new Error('must not be opened'));
	const local = { label, size, type: requireFileType(label, head, size), digest: '', open };
	const { kind, extension } = local.type;
	return { kind, extension, local };
}
