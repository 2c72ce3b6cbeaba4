import { acceptFile } from '../../../nodes/Postiz/media/acceptFile';
import { detectFileType } from '../../../nodes/Postiz/media/fileType';
import { plannedUpload, type MediaFile } from '../../../nodes/Postiz/media/mediaFile';
import type { ItemOptions, PlannedItem, PlannedPost } from '../../../nodes/Postiz/publishing/types';
import { channel } from './deliver/rows.cjs';

/** A planned post; by default, a short text for Bluesky. */
export const plannedPost = (more: Partial<PlannedPost> = {}): PlannedPost => ({
	origin: 'form',
	target: channel('bluesky', 'sky-1'),
	parts: [{ content: 'Tea', files: [] }],
	settings: {},
	settingFiles: {},
	...more,
});

/** The options of a scheduled item. */
export const itemOptions = (type: ItemOptions['shared']['type'] = 'schedule'): ItemOptions => ({
	shared: { type, date: '2099-03-04T10:00:00.000Z', shortLink: false, tags: [] },
	adapts: false,
	leavesOut: false,
	postsAgain: true,
	namesDate: true,
	allowsPast: false,
	skipsValidation: false,
	previewsOnly: false,
});

/** An item with these posts. */
export const plannedItem = (
	posts: PlannedPost[],
	more: Partial<ItemOptions> = {},
): PlannedItem => ({
	...itemOptions(),
	disabled: [],
	unusedNetworks: [],
	corrections: new Set(),
	...more,
	posts,
});

/** An earlier upload. */
export const uploadedFile = (name: string): MediaFile =>
	plannedUpload({ id: name, path: `https://media.example/${name}` });

/** A file of an item that starts with these bytes. */
export function fileOfItem(head: Uint8Array): MediaFile {
	const label = 'The file in data';
	const size = head.length;
	const open = async () => await Promise.reject(new Error('nobody is to open it'));
	const local = { label, size, type: detectFileType(head), digest: '', open };
	const { kind, extension: ending } = acceptFile(local, 'postMedia');
	return { kind, ending, local };
}
