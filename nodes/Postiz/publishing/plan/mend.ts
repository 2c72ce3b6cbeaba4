import type { IDataObject } from 'n8n-workflow';

import type { MediaFile } from '../../media/mediaFile';
import type { Provider } from '../../providers/types';
import { removeUnstorable } from '../../values/characters';
import type { PlannedPart, WrittenPart } from '../types';

/** Called with the place, as the form names it, where characters were removed that can't be stored. */
type NoteMended = (place: string) => void;

/** Removes such characters from the texts of parts. */
export const mendParts = (parts: WrittenPart[], note: NoteMended): WrittenPart[] =>
	parts.map((part, index) => ({
		...part,
		text: removeUnstorable(part.text, () =>
			note(index === 0 ? 'Text' : `part ${index + 1} of the thread`),
		),
	}));

/** Removes such characters from the alt texts of files. */
export const mendFiles = (parts: PlannedPart[], note: NoteMended): PlannedPart[] =>
	parts.map((part) => ({ ...part, files: part.files.map((file) => mendFile(file, note)) }));

function mendFile(file: MediaFile, note: NoteMended): MediaFile {
	const mend = <T>(value: T) => removeUnstorable(value, () => note('Alt Text'));
	const alt = mend(file.alt);
	if (!('reference' in file.source)) return alt === file.alt ? file : { ...file, alt };
	const reference = mend(file.source.reference);
	const isWhole = alt === file.alt && reference === file.source.reference;
	return isWhole ? file : { ...file, alt, source: { ...file.source, reference } };
}

/** Removes such characters from settings. */
export function mendSettings(
	settings: IDataObject,
	provider: Provider | undefined,
	note: NoteMended,
): IDataObject {
	const nameOf = (key: string) =>
		provider?.fields.find(({ name }) => name === key)?.displayName ?? key;
	const mended = Object.entries(settings).map(([key, value]) => [
		key,
		removeUnstorable(value, () => note(nameOf(key))),
	]);
	return Object.fromEntries(mended) as IDataObject;
}
