import type { IDataObject } from 'n8n-workflow';

import type { MediaFile } from '../../media/mediaFile';
import { removeUnstorable } from '../../values/characters';
import type { PlannedPost } from '../types';

/** Removes characters that can't be stored. Calls `note` with each place, as the form names it. */
export function mendPost(post: PlannedPost, note: (place: string) => void): PlannedPost {
	const { parts, settings, target } = post;
	const fields = target.provider?.fields ?? [];
	const labelOf = (key: string) => fields.find(({ name }) => name === key)?.displayName ?? key;
	return {
		...post,
		parts: parts.map(({ files, ...part }, index) => ({
			...removeUnstorable(part, () =>
				note(index === 0 ? 'Text' : `part ${index + 1} of the thread`),
			),
			files: files.map((file) => mendFile(file, () => note('Alt Text'))),
		})),
		settings: Object.fromEntries(
			Object.entries(settings).map(([key, value]) => [
				key,
				removeUnstorable(value, () => note(labelOf(key))),
			]),
		) as IDataObject,
	};
}

/** The very same file if it is whole. */
function mendFile(file: MediaFile, note: () => void): MediaFile {
	const { alt, reference } = file;
	const said = { alt, reference };
	const mended = removeUnstorable(said, note);
	return mended === said ? file : { ...file, ...mended };
}
