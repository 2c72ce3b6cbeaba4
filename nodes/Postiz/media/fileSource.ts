import type { IBinaryData, IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ImageRef } from '../transport/types';
import { listNames } from '../values/lists';
import { FOR_MAKER, Problem, quote } from '../values/problem';
import {
	cannotBe,
	isEmpty,
	parseJson,
	propertiesOf,
	parseOption,
	parseText,
	toNumber,
} from '../values/read';

/** A file as a person named it: of the item, at a web address, or an earlier upload. */
export type FileSource = {
	/** Describes a picture for people who can't see it. */
	alt?: string;
	/** The preview picture of a video. */
	cover?: FileSource;
	/** The moment of the video to use as its cover, in ms. */
	coverAt?: number;
} & (
	| { from: 'url'; url: string }
	| { from: 'upload'; id: string; path: string; thumbnail?: string }
	/** Only the name of the field may be known: see {@link findFiles}. */
	| { from: 'binary'; field: string; binary?: IBinaryData }
	/** Sent as it is. */
	| { from: 'reference'; reference: ImageRef }
);

const URL_START = /^https?:\/\//i;

/** True if a post may have a file with this path (docs/api.md, Limits, Files of a post). */
export function isPostablePath(path: string): boolean {
	return /\.(png|jpe?g|gif|webp|mp4)$/.test(path.replace(/\?.*$/s, ''));
}

/** Removes the fragment, which isn't sent to servers. */
export function withoutFragment(url: string): string {
	return url.replace(/#.*$/s, '');
}

/** Parses binary fields, URLs, uploads, binaries, or lists of these. Throws {@link Problem}. */
export function parseMedia(entered: unknown, field: string): FileSource[] {
	if (isEmpty(entered)) return [];
	if (Array.isArray(entered)) return entered.flatMap((value) => parseMedia(value, field));
	if (isBinary(entered)) {
		const { fileName } = propertiesOf(entered);
		const name = typeof fileName === 'string' && fileName !== '' ? fileName : field;
		return [{ from: 'binary', field: name, binary: entered }];
	}
	if (typeof entered === 'object') return [parseUpload(entered as IDataObject, field)];
	const text = String(entered).trim();
	if (text.startsWith('{') || text.startsWith('['))
		return parseMedia(parseJson(text, field), field);
	return splitNames(text).map((name) => {
		if (URL_START.test(name)) return { from: 'url', url: name };
		if (!/^[a-z][a-z\d+.-]*:\/\//i.test(name)) return { from: 'binary', field: name };
		throw new Problem(
			`${field}: ${quote(name)} is not a web address`,
			'Only addresses that start with https:// or http:// can be used.',
		);
	});
}

// URLs may contain commas, semicolons and spaces: a mark only ends one before a space or another URL. Each step only looks
// at one place, as a pattern for runs of spaces would be slow.
function splitNames(text: string): string[] {
	return text
		.split(/[\r\n]/)
		.flatMap((line) => line.split(/[,;](?=\s|https?:\/\/)/i))
		.flatMap((part) => part.split(/(?<=\s)(?=https?:\/\/)/i))
		.map((part) => part.trim())
		.flatMap((part) =>
			URL_START.test(part) ? part.replace(/(?<![,;])[,;]+$/, '') : part.split(','),
		)
		.map((part) => part.trim())
		.filter((part) => part !== '');
}

// A binary field, also if an expression returned it or n8n keeps it in the JSON.
function isBinary(value: unknown): value is IBinaryData {
	const { mimeType, data, id, path } = propertiesOf(value);
	return (
		typeof mimeType === 'string' &&
		path === undefined &&
		(typeof data === 'string' || typeof id === 'string')
	);
}

/** Parses the URLs of a field that accepts nothing else. Throws {@link Problem}. */
export function parseUrls(entered: unknown, field: string): string[] {
	return parseMedia(entered, field).map((source) => {
		if (source.from === 'url') return source.url;
		const { field: name, path = name } = propertiesOf(source);
		throw new Problem(
			`${field}: ${quote(path)} is not a web address`,
			'Enter the whole address of the file, starting with https://.',
		);
	});
}

function noUpload(field: string): Problem {
	return new Problem(
		`${field} is not an uploaded file`,
		'It needs the id and path that Media > Upload File returns, for example through the expression {{ $json }}. An empty text adds no file.',
		{
			forModel:
				'Give the id and path that an upload returned, as JSON. An empty text adds no file.',
		},
	);
}

function parseUpload(file: IDataObject, field: string): FileSource {
	const { id, path, alt } = file;
	if (typeof id !== 'string' || id === '' || typeof path !== 'string' || path === '') {
		throw noUpload(field);
	}
	// As named by the service, or by Post > Get.
	const thumbnail = file.thumbnail ?? file.cover;
	const coverAt = file.thumbnailTimestamp ?? Number(file.coverAtSecond ?? NaN) * 1000;
	return {
		from: 'upload',
		id,
		path,
		...(typeof alt === 'string' && alt ? { alt } : {}),
		...(typeof thumbnail === 'string' && thumbnail ? { thumbnail } : {}),
		...(Number.isFinite(coverAt) ? { coverAt: coverAt as number } : {}),
	};
}

/** The files of an item by field name. */
export function filesOf({ json, binary = {} }: INodeExecutionData = { json: {} }): IBinaryKeyData {
	// Workflows that keep files in the JSON of items have them here.
	const inJson = Object.entries(Object(json._files) as object);
	return { ...Object.fromEntries(inJson.filter(([, value]) => isBinary(value))), ...binary };
}

/** Resolves the names of binary fields. Throws {@link Problem}. */
export function findFiles(
	named: FileSource[],
	files: IBinaryKeyData = {},
	place?: string,
): FileSource[] {
	return named.flatMap(({ cover, ...source }): FileSource[] => {
		const more = cover ? { cover: findFiles([cover], files, 'Cover')[0] } : {};
		if (source.from !== 'binary') return [{ ...source, ...more }];
		const own = source.binary
			? { [source.field]: source.binary }
			: filesNamed(source.field, files, place);
		return Object.entries(own).map(([field, binary]) => ({ ...source, ...more, field, binary }));
	});
}

function filesNamed(field: string, files: IBinaryKeyData, place?: string): IBinaryKeyData {
	const own = Object.hasOwn(files, field) ? files[field] : undefined;
	if (own) return { [field]: own };
	const names = Object.keys(files);
	const isAll = field === '*';
	if (isAll && names.length > 0) return files;
	const message = isAll
		? 'The item has no files, and * means all of them'
		: `The item has no binary field ${quote(field)}`;
	throw new Problem(
		place ? `${place}: ${message}` : message,
		names.length > 0
			? `It has: ${listNames(names)}. Correct the name.`
			: 'It has no files. Check that the previous node outputs its file, or choose another source.',
		{ forModel: `A tool gets no files of other nodes. ${FOR_MAKER}` },
	);
}

/** Parses the entries of Media, or of the list with this label. Throws {@link Problem}. */
export function parseMediaEntries(entries: IDataObject[], list = 'Media'): FileSource[] {
	return entries.flatMap((entry) => {
		const details = parseDetails(propertiesOf(entry.details), list);
		return parseEntry(entry, list).map((source) => ({ ...source, ...details }));
	});
}

/** Like {@link parseMediaEntries}, with the files of the item in `binary`. Throws {@link Problem}. */
export function parseMediaList(
	list: unknown,
	binary: IBinaryKeyData,
	label?: string,
): FileSource[] {
	const { file: entries = [] } = Object(list) as { file?: IDataObject[] };
	return findFiles(parseMediaEntries(entries, label), binary);
}

const SOURCES = ['binary', 'upload', 'url'] as const;

// Empty URLs, texts and lists add nothing: sheets and AI agents use them for "none".
function parseEntry({ source, binaryField, url, file }: IDataObject, list: string): FileSource[] {
	const from = parseOption(source ?? 'binary', SOURCES, `${list}: Source`);
	if (from === 'url')
		return parseUrls(url, 'URL').map((address) => ({ from: 'url', url: address }));
	if (from === 'binary') {
		const named = parseMedia(binaryField, 'Binary Field');
		if (named.length > 0) return named;
		throw emptyEntry(`${list}: Binary Field`);
	}
	if (file === undefined || file === null) {
		throw emptyEntry(`${list}: Uploaded File`, ' An empty text adds no file.');
	}
	const named = parseMedia(file, 'Uploaded File');
	const isUpload = named.every((one) => one.from !== 'binary' || one.binary);
	if (!isUpload) throw noUpload('Uploaded File');
	return named;
}

const emptyEntry = (place: string, more = '') =>
	new Problem(
		`${place} is empty`,
		`Fill it in, or remove the entry. With an expression, check that every item has a value.${more}`,
		{ forModel: `Give a file.${more}` },
	);

function parseDetails(
	{ alt, cover, coverAt }: Record<string, unknown>,
	list: string,
): Pick<FileSource, 'alt' | 'cover' | 'coverAt'> {
	const picture = onlyFile(parseMedia(cover, `${list}: Cover`), `${list}: Cover`);
	const seconds = isEmpty(coverAt) ? 0 : toNumber(coverAt);
	if (!(seconds >= 0 && seconds < Infinity)) {
		throw cannotBe(
			`${list}: Cover Timestamp (Seconds)`,
			coverAt,
			'Enter a number of seconds, such as 1.5.',
		);
	}
	return {
		// An empty one replaces that of an earlier upload.
		...(alt === undefined ? {} : { alt: parseText(alt, `${list}: Alt Text`).trim() }),
		...(picture ? { cover: picture } : {}),
		...(isEmpty(coverAt) ? {} : { coverAt: Math.round(seconds * 1000) }),
	};
}

/** The file of a field that accepts only one, if any. Throws {@link Problem}. */
export function onlyFile<T>([file, ...more]: T[], field: string): T | undefined {
	if (more.length === 0) return file;
	throw new Problem(`${field} allows only one file`, 'Enter only one.');
}
