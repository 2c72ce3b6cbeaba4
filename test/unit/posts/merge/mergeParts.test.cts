import { digestByKey } from '../../../../nodes/Postiz/common/digest';
import type { RowField } from '../../../../nodes/Postiz/common/fingerprint';
import {
	createUncheckedFile,
	getAlt,
	type MediaFile,
} from '../../../../nodes/Postiz/media/mediaFile';
import type { Part } from '../../../../nodes/Postiz/posts/desiredPost';
import { mergeParts } from '../../../../nodes/Postiz/posts/merge/mergeParts';
import { RowChanges } from '../../../../nodes/Postiz/posts/merge/rowChanges';
import { createDesiredPost, createItem } from '../../publishing/createItem.cjs';

const createFile = (name: string, alt?: string): MediaFile =>
	createUncheckedFile({ id: name, path: `https://a.example/${name}.png`, ...(alt && { alt }) });

/** Parts in short, such as `Tea 1 2`: a text, and the names of its files. */
const createParts = (...parts: string[]): Part[] =>
	parts.map((part) => {
		const [content = '', ...names] = part.split(' ');
		return { content, files: names.map((name) => createFile(name)) };
	});

const describeParts = (parts: Part[]) =>
	parts.map(({ content, files }) =>
		[content, ...files.map(({ reference }) => reference!.id)].join(' '),
	);

interface Merge {
	changed: RowField[];
	/** The parts of the row, of its post, and how many were sent. */
	row: Part[];
	existing: Part[];
	sent: number;
	/** Settings, alt texts and the like in the current and the earlier row. */
	now?: Record<string, unknown>;
	then?: Record<string, unknown>;
	shortLink?: boolean;
}

function merge({
	changed,
	row,
	existing,
	sent,
	now = {},
	then = {},
	shortLink = false,
}: Merge): Part[] {
	const item = createItem();
	const desired = createDesiredPost({
		parts: row,
		item: { ...item, requestFields: { ...item.requestFields, shortLink } },
	});
	const stored = { ...desired.fingerprint, detailsDigest: digestByKey(then), sendId: 'i' };
	const fingerprint = { ...desired.fingerprint, detailsDigest: digestByKey(now) };
	const changes = new RowChanges(fingerprint, { ...stored, partCount: sent }, changed);
	return mergeParts(desired, existing, changes).parts;
}

test.each<{
	title: string;
	row: string[];
	existing: string[];
	sent: number;
	expected: string[];
}>([
	{
		title: 'removes a part that is no longer needed for files',
		row: ['Tea 1 2 3'],
		existing: ['Tea 1 2 3 4', ' 5 6'],
		sent: 2,
		expected: ['Tea 1 2 3'],
	},
	{
		title: 'adds a part for more files',
		row: ['Tea 1 2 3 4', ' 5 6'],
		existing: ['Tea 1 2 3 4'],
		sent: 1,
		expected: ['Tea 1 2 3 4', ' 5 6'],
	},
	{
		title: 'keeps a text edited in Postiz, and removes a part',
		row: ['Tea 1'],
		existing: ['Edited 1 2', ' 3'],
		sent: 2,
		expected: ['Edited 1'],
	},
	{
		title: 'keeps a text edited in Postiz, and adds a part',
		row: ['Tea 1 2', ' 3'],
		existing: ['Edited 1'],
		sent: 1,
		expected: ['Edited 1 2', ' 3'],
	},
	{
		title: 'keeps a text that was written into a part for files',
		row: ['Tea 1'],
		existing: ['Tea 1 2', 'Written 3'],
		sent: 2,
		expected: ['Tea 1', 'Written'],
	},
	{
		title: 'keeps a part that was added in Postiz, with its files',
		row: ['Tea 1'],
		existing: ['Tea 2', 'Added 3'],
		sent: 1,
		expected: ['Tea 1', 'Added 3'],
	},
	{
		title: 'cuts the text in other places',
		row: ['Many 1', 'beans'],
		existing: ['Manybeans'],
		sent: 1,
		expected: ['Many 1', 'beans'],
	},
])('follows the files of a row: $title', ({ row, existing, sent, expected }) => {
	const parts = { row: createParts(...row), existing: createParts(...existing) };
	expect(describeParts(merge({ changed: ['media'], ...parts, sent }))).toEqual(expected);
});

test.each([
	{ title: 'a part that was removed in Postiz', existing: ['Tea 1'], sent: 2 },
	{ title: 'a part with text, after an edit in Postiz', existing: ['Edited 1'], sent: 1 },
])('rejects changed files of $title', ({ existing, sent }) => {
	const parts = { row: createParts('Tea 1', 'Cake 2'), existing: createParts(...existing) };
	expect(() => merge({ changed: ['media'], ...parts, sent })).toThrow(
		'Postiz has no part 2 of the thread, and the files of the row have changed',
	);
});

test.each<{ title: string; row: string[]; existing: string[]; expected: string[] }>([
	{
		title: 'a text that needs one more part',
		row: ['Many 1', 'beans', 'Cake 2'],
		existing: ['Tea 1', 'Cake 2'],
		expected: ['Many 1', 'beans', 'Cake 2'],
	},
	{
		title: 'a text, with a file removed in Postiz',
		row: ['Many 1', 'beans 2'],
		existing: ['Tea', 'Cake 2'],
		expected: ['Many', 'beans 2'],
	},
])('keeps files with their parts if a row changes $title', ({ row, existing, expected }) => {
	const parts = { row: createParts(...row), existing: createParts(...existing) };
	expect(describeParts(merge({ changed: ['text'], ...parts, sent: 2 }))).toEqual(expected);
});

test('writes the alt text of a file that is in another part than it was entered in', () => {
	const row = createParts('Tea 1 2', ' 3 4');
	row[1]!.files[1] = createFile('4', 'A cup');
	const parts = merge({
		changed: ['details'],
		row,
		existing: createParts('Tea 1 2', ' 3 4'),
		sent: 2,
		now: { 'alt.3': 1 },
	});
	expect(parts.map(({ files }) => files.map(getAlt))).toEqual([
		[undefined, undefined],
		[undefined, 'A cup'],
	]);
});

test.each([
	{ existing: ['**Many', 'beans**'], expected: ['Many', 'beans'] },
	{ existing: ['**Many', 'peas**'], expected: ['**Many', 'peas**'] },
])('replaces $existing if only the format of a text that was cut has changed', (given) => {
	const textInput = { texts: ['**Many beans**'], format: 'markdown' as const };
	const [first, second] = createParts('Many', 'beans');
	const parts = merge({
		changed: ['details'],
		row: [{ ...first!, textInput }, second!],
		existing: createParts(...given.existing),
		sent: 2,
		now: { format: 'markdown' },
	});
	expect(parts.map(({ content }) => content)).toEqual(given.expected);
});

describe('a link that Postiz has shortened', () => {
	const LONG_LINK = 'https://acme.example/menu?page=2';
	const SHORT_LINK = 'https://dub.example/1';
	const shortLink = true;

	test('is still at its place after a part was added in Postiz', () => {
		const existing = createParts('Tea 1', `${SHORT_LINK} 2`, 'Added');
		const row = createParts('Tea 1', `${LONG_LINK} 3`);
		const given = { changed: ['media' as const], row, existing, sent: 2 };
		expect(describeParts(merge({ ...given, shortLink }))).toEqual([
			'Tea 1',
			`${SHORT_LINK} 3`,
			'Added',
		]);
		expect(() => merge(given)).toThrow('Postiz has no part 2 of the thread');
	});

	test('does not hide that the text is only cut in other places', () => {
		const existing = [{ content: `Many beans ${SHORT_LINK} and cups`, files: [] }];
		const [first, second] = createParts('', '');
		const row = [
			{ ...first!, content: `Many beans ${LONG_LINK}`, files: [createFile('1')] },
			{ ...second!, content: 'and cups' },
		];
		const given = { changed: ['media' as const], row, existing, sent: 1 };
		expect(merge({ ...given, shortLink })).toEqual(row);
		expect(merge(given).map(({ content }) => content)).toEqual([existing[0]!.content]);
	});

	test('does not hide that only the format has changed', () => {
		const textInput = { texts: [`**Many** ${LONG_LINK}`], format: 'markdown' as const };
		const row = [{ content: `Many ${LONG_LINK}`, files: [], textInput }];
		const existing = [{ content: `**Many** ${SHORT_LINK}`, files: [] }];
		const now = { format: 'markdown' };
		const given = { changed: ['details' as const], row, existing, sent: 1, now, shortLink };
		expect(merge(given).map(({ content }) => content)).toEqual([`Many ${LONG_LINK}`]);
	});
});
