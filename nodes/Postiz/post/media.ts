import type { IDataObject } from 'n8n-workflow';

import { Problem } from './problem';
import { isEmpty, parseJson } from './settings';
import type { ImageRef } from './types';

/** One file as a person named it: where it comes from, and what it shows. */
export type MediaSource = { alt?: string } & (
	| { from: 'binary'; field: string }
	| { from: 'url'; url: string }
	| { from: 'upload'; id: string; path: string; thumbnail?: string }
);

/** Stands for all binary fields of the item. */
export const ALL_BINARY_FIELDS = '*';

const URL_START = /^https?:\/\//i;
/** The endings that a file of a post may have (API: Limits). */
const POSTABLE_PATH = /\.(png|jpe?g|gif|webp|mp4)$/i;

/** True where the service can publish what lies at this address or path. */
export function hasPostableEnding(path: string): boolean {
	return POSTABLE_PATH.test(path.split(/[?#]/)[0]);
}

/**
 * Reads what a person entered as media: names of binary fields, URLs, uploaded files (`{id, path}`)
 * or lists of these, also as text separated by commas or line breaks. `field` names the form's field
 * in a {@link Problem}. Nothing entered gives no media.
 */
export function readMedia(entered: unknown, field: string): MediaSource[] {
	if (isEmpty(entered)) return [];
	if (Array.isArray(entered)) return entered.flatMap((value) => readMedia(value, field));
	if (typeof entered === 'object') return [readUpload(entered as IDataObject, field)];
	const text = String(entered).trim();
	if (text.startsWith('{') || text.startsWith('[')) return readMedia(parseJson(text, field), field);
	// A URL may hold commas itself: only one before the next entry separates.
	return text
		.split(/\s*[\r\n]+\s*|\s*,\s*(?=https?:\/\/)|\s+(?=https?:\/\/)/i)
		.flatMap((part) => (URL_START.test(part) ? [part] : part.split(',')))
		.map((part) => part.trim())
		.filter((part) => part !== '')
		.map((part) =>
			URL_START.test(part) ? { from: 'url', url: part } : { from: 'binary', field: part },
		);
}

/** Reads the URLs of a field that takes nothing else. Throws {@link Problem}. */
export function readUrls(entered: unknown, field: string): MediaSource[] {
	return readMedia(entered, field).map((source) => {
		if (source.from === 'binary') {
			throw new Problem(
				`${field}: “${source.field}” is no web address`,
				'Enter the whole address of the file, starting with https://.',
			);
		}
		return source;
	});
}

function readUpload(file: IDataObject, field: string): MediaSource {
	const { id, path, alt, thumbnail } = file;
	if (typeof id !== 'string' || id === '' || typeof path !== 'string' || path === '') {
		throw new Problem(
			`${field} is no uploaded file`,
			'It needs the id and path that Media > Upload gives, for example through the expression {{ $json }}.',
		);
	}
	return {
		from: 'upload',
		id,
		path,
		...(typeof alt === 'string' && alt ? { alt } : {}),
		...(typeof thumbnail === 'string' && thumbnail ? { thumbnail } : {}),
	};
}

/** One entry of the form's Media list. */
export interface MediaEntry extends IDataObject {
	source?: string;
	binaryField?: string;
	url?: string;
	file?: string;
	alt?: string;
}

/** Reads the form's Media list, in its order. Throws {@link Problem}. */
export function readMediaEntries(entries: MediaEntry[]): MediaSource[] {
	return entries.flatMap(({ source = 'binary', binaryField, url, file, alt }) => {
		const sources =
			source === 'url'
				? readUrls(url, 'URL')
				: source === 'upload'
					? readMedia(file, 'Uploaded File')
					: readMedia(binaryField, 'Binary Field');
		return alt ? sources.map((entry) => ({ ...entry, alt: String(alt) })) : sources;
	});
}

/** The reference that a post carries for a file that is known to the service. */
export function toImageRef(
	{ id, path, thumbnail }: { id: string; path: string; thumbnail?: string },
	alt?: string,
): ImageRef {
	return { id, path, ...(alt ? { alt } : {}), ...(thumbnail ? { thumbnail } : {}) };
}
