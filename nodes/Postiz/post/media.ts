import type { IBinaryData, IBinaryKeyData, IDataObject } from 'n8n-workflow';

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
export function readUrls(
	entered: unknown,
	field: string,
): Array<Exclude<MediaSource, { from: 'binary' }>> {
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

/** A file that was found: a binary of the item, a URL or an earlier upload. */
export type NamedFile =
	| Exclude<MediaSource, { from: 'binary' }>
	| { from: 'binary'; binary: IBinaryData; field: string; alt?: string };

/**
 * Finds the item's binaries for the field names among the sources; `*` means all of them. Throws
 * {@link Problem} for a field that the item does not have.
 */
export function nameFiles(sources: MediaSource[], binary: IBinaryKeyData = {}): NamedFile[] {
	return sources.flatMap((source): NamedFile[] => {
		if (source.from !== 'binary') return [source];
		const fields = source.field === ALL_BINARY_FIELDS ? Object.keys(binary) : [source.field];
		return fields.map((field) => {
			const data = binary[field];
			if (!data) {
				const names = Object.keys(binary);
				throw new Problem(
					`The item has no binary field “${field}”`,
					names.length > 0
						? `It has: ${names.join(', ')}. Correct the name under Media.`
						: 'It has no files at all. Check that the node before hands its file on, or choose another source under Media.',
				);
			}
			return { from: 'binary', binary: data, field, ...(source.alt ? { alt: source.alt } : {}) };
		});
	});
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
		const sources: MediaSource[] =
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
