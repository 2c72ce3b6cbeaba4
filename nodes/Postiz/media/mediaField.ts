import type { IBinaryKeyData } from 'n8n-workflow';

import { parsePositive, toNumber } from '../common/parseNumber';
import { parseEntries } from '../common/parseObject';
import { parseOption } from '../common/parseOption';
import { createEmptyProblem } from '../common/problem';
import { isEmpty, toObject } from '../common/value';
import { entry, field, option } from '../form/fieldBuilders';
import { normalizeLine } from '../text/content';
import { parsePostText } from '../text/parsePostText';
import {
	createInvalidUploadProblem,
	getOnlyFileOrThrow,
	parseFileSources,
	parseUrls,
	type FileSource,
} from './fileSource';
import { requireFiles } from './itemFiles';

/** An entry of Media: the source of a file, and its details. */
export const mediaEntry = entry('File', 'file', [
	field.choice('Source', 'source', {
		noDataExpression: true,
		default: 'binary',
		description: 'Where the file comes from',
		options: [
			option('Binary Field', 'binary'),
			option('Uploaded File', 'upload', 'A file that is in Postiz already'),
			option('URL', 'url'),
		],
	}),
	field.text('Binary Field', 'binaryField', {
		default: '*',
		placeholder: 'e.g. data',
		hint: 'All files of the item (*), or names from the Binary tab of the input',
		description: '* for all files, or names separated by commas',
		displayOptions: { show: { source: ['binary'] } },
	}),
	field.text('URL', 'url', {
		placeholder: 'e.g. https://example.com/picture.jpg',
		description: 'Web address of the file; several separated by commas. None if empty.',
		displayOptions: { show: { source: ['url'] } },
	}),
	field.text('Uploaded File', 'file', {
		placeholder: 'e.g. {{ $json }}',
		description:
			'The output of a Media operation or Video > Generate, or a list of such files. None if empty.',
		displayOptions: { show: { source: ['upload'] } },
	}),
	field.collection('Details', 'details', {
		placeholder: 'Add Detail',
		options: [
			field.text('Alt Text', 'alt', {
				placeholder: 'e.g. A cup of coffee in the rain',
				description:
					'Description of the picture for people who cannot see it. Only Bluesky, Mastodon and Tumblr use it.',
			}),
			field.text('Cover', 'cover', {
				placeholder: 'e.g. data or https://example.com/cover.png',
				description:
					'Preview picture of the video: a binary field, web address or uploaded file. Required on Reddit, optional on TikTok Business.',
			}),
			field.number('Cover Timestamp (Seconds)', 'coverAt', {
				typeOptions: { minValue: 0 },
				description: 'Moment of the video to use as its cover on Instagram and TikTok Business',
			}),
		],
	}),
]);

const SOURCES = ['binary', 'upload', 'url'] as const;
const FIELDS = {
	binary: ['binaryField', 'Binary Field'],
	upload: ['file', 'Uploaded File'],
	url: ['url', 'URL'],
} as const;

/** Parses the entries of Media. `binary` has the files of the item. */
export function parseMediaEntries(list: unknown, binary: IBinaryKeyData): FileSource[] {
	return parseEntries(toObject(list).file, 'Media').flatMap((values) => {
		const files = parseSource(values, binary);
		const details = parseDetails(toObject(values.details), binary);
		return files.map((file) => ({ ...file, ...details }));
	});
}

function parseSource(values: Record<string, unknown>, binary: IBinaryKeyData): FileSource[] {
	const source = parseOption(values.source ?? 'binary', SOURCES, 'Media: Source');
	const [key, label] = FIELDS[source];
	// Sheets and AI agents use empty texts and lists for “none”, and so may an expression.
	if (!(key in values)) {
		throw createEmptyProblem(`Media: ${label} is empty`, 'Enter a value, or remove the entry.');
	}
	const entered = values[key];
	if (source === 'url') return parseUrls(entered, label);
	return parseFileSources(entered, label, (name) => {
		if (source === 'upload') throw createInvalidUploadProblem(label);
		return requireFiles(name, binary);
	});
}

function parseDetails({ alt, cover, coverAt }: Record<string, unknown>, binary: IBinaryKeyData) {
	const label = 'Media: Cover';
	const covers = parseFileSources(cover, label, (name) => requireFiles(name, binary, 'Cover'));
	const picture = getOnlyFileOrThrow(covers, label);
	const remedy = 'Enter a number of seconds, such as 1.5.';
	const seconds =
		isEmpty(coverAt) || toNumber(coverAt) === 0
			? 0
			: parsePositive(coverAt, `${label} Timestamp (Seconds)`, remedy);
	return {
		// An empty text removes the alt text of an earlier upload.
		...(alt !== undefined && { alt: normalizeLine(parsePostText(alt, 'Media: Alt Text')).trim() }),
		...(picture && { cover: picture }),
		...(!isEmpty(coverAt) && { coverAt: Math.round(seconds * 1000) }),
	};
}
