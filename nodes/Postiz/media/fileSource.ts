import type { IBinaryData, IDataObject } from 'n8n-workflow';

import { parseJson } from '../common/parseJson';
import { toNumber } from '../common/parseNumber';
import { Problem } from '../common/problem';
import { quote } from '../common/text';
import { isEmpty, isObject, toObject } from '../common/value';
import { parseAddress } from '../common/webAddress';
import type { FileReference } from '../transport/apiTypes';
import { toDownloadAddress } from './shareLinks';

/** A file as entered: in the item, at a web address, or uploaded before. */
export type FileSource = {
	/** Describes a picture for people who can't see it. */
	alt?: string;
	/** The preview picture of a video. */
	cover?: FileSource;
	/** The moment of the video to use as its cover. */
	coverAt?: number;
} & (
	| { from: 'url'; url: string }
	| { from: 'upload'; reference: FileReference; isUnchecked?: true }
	| { from: 'binary'; field: string; binary: IBinaryData }
);

const URL_START = /^https?:\/\//i;
const DATA_URL = /^data:([^,;]*)(?:;[^,]*)?;base64,/i;

/**
 * Parses names of binary fields, URLs, uploads, binaries, or lists of these. `requireNamed` returns the files with a
 * name, or throws like `requireFiles` (itemFiles.ts).
 */
export function parseFileSources(
	entered: unknown,
	label: string,
	requireNamed: (name: string) => FileSource[],
): FileSource[] {
	if (isEmpty(entered)) return [];
	if (Array.isArray(entered))
		return entered.flatMap((value) => parseFileSources(value, label, requireNamed));
	if (isObject(entered))
		return [findBinary(entered, label, requireNamed) ?? parseUpload(entered, label)];
	const text = String(entered).trim();
	// The result if an expression that returns an object has text or whitespace around it.
	if (/\[object \w+\]/.test(text)) {
		throw new Problem(`${label}: there is text next to {{ }}`, 'Remove the text and any spaces.');
	}
	const [start, mimeType = ''] = DATA_URL.exec(text) ?? [];
	if (start) {
		return [{ from: 'binary', field: label, binary: { data: text.slice(start.length), mimeType } }];
	}
	if (/^[{[]/.test(text)) return parseFileSources(parseJson(text, label), label, requireNamed);
	return splitNames(text).flatMap((name): FileSource[] => {
		const isAddress = /^[a-z][a-z\d+.-]*:\/\//i.test(name);
		return isAddress ? [parseUrlSource(name, label)] : requireNamed(name);
	});
}

function parseUrlSource(address: string, label: string): FileSource {
	if (!URL_START.test(address) || !parseAddress(address))
		throw createInvalidAddressProblem(label, address);
	return { from: 'url', url: toDownloadAddress(address) };
}

const createInvalidAddressProblem = (label: string, name: string) =>
	new Problem(
		`${label}: ${quote(name)} is not a web address`,
		'Enter the full address of the file, starting with https:// or http://. Leave it empty to add no file.',
	);

// Splits a text into names. URLs may contain commas, semicolons and spaces, so these only end a URL before white space
// or another URL. A pattern for runs of spaces would be slow.
function splitNames(text: string): string[] {
	return text
		.split(/[\r\n]|[,;](?=\s|https?:\/\/)|\s(?=https?:\/\/)/i)
		.flatMap((part) =>
			URL_START.test(part) ? part.replace(/(?<![,;])[,;]+$/, '') : part.split(','),
		)
		.map((part) => part.trim())
		.filter((part) => part !== '');
}

/** Like {@link parseFileSources}, but without names of binary fields. */
export const parseUrls = (entered: unknown, label: string): FileSource[] =>
	parseFileSources(entered, label, (name) => {
		throw createInvalidAddressProblem(label, name);
	});

/** Creates the problem of a field that requires an upload. */
export const createInvalidUploadProblem = (label: string) =>
	new Problem(
		`${label} is not an uploaded file`,
		'Use the output of Media > Upload File, or leave it empty to add no file.',
		{ forPerson: 'if the upload is just before this node, use {{ $json }}.' },
	);

/**
 * Finds a binary that an expression returned. In `$binary`, files in memory have no content, so other keys identify
 * them.
 */
function findBinary(
	entered: object,
	label: string,
	requireNamed: (name: string) => FileSource[],
): FileSource | undefined {
	const { mimeType, data, id, path, url, fileName } = toObject(entered);
	if (typeof mimeType !== 'string' || path !== undefined || url !== undefined) return undefined;
	if (typeof data === 'string' || typeof id === 'string') {
		const field = typeof fileName === 'string' && fileName !== '' ? fileName : label;
		return { from: 'binary', field, binary: entered as IBinaryData };
	}
	return requireNamed('*').find(
		(file) =>
			file.from === 'binary' &&
			['mimeType', 'fileName', 'fileSize'].every(
				(key) => toObject(file.binary)[key] === toObject(entered)[key],
			),
	);
}

/** Parses an upload, or an attachment with an address, such as of Airtable. */
function parseUpload(file: IDataObject, label: string): FileSource {
	const { id, path, alt, url } = file;
	if (path === undefined && typeof url === 'string' && URL_START.test(url)) {
		return parseUrlSource(url, label);
	}
	if (typeof id !== 'string' || id === '' || typeof path !== 'string' || path === '') {
		throw createInvalidUploadProblem(label);
	}
	// `thumbnail` is the service's key, `cover` that of Post > Get.
	const thumbnail = file.thumbnail ?? file.cover;
	const { thumbnailTimestamp, coverAtSecond } = file;
	const coverAt = isEmpty(thumbnailTimestamp)
		? toNumber(coverAtSecond) * 1000
		: toNumber(thumbnailTimestamp);
	return {
		from: 'upload',
		reference: {
			id,
			path,
			...(typeof thumbnail === 'string' && thumbnail && { thumbnail }),
		},
		...(typeof alt === 'string' && alt && { alt }),
		...(Number.isFinite(coverAt) && { coverAt }),
	};
}

/** Returns the file of a field that accepts only one. */
export function getOnlyFileOrThrow<T>([file, ...others]: T[], label: string): T | undefined {
	if (others.length === 0) return file;
	throw new Problem(`${label} allows only one file`, 'Enter one.');
}
