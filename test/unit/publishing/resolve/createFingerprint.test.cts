/** What the fingerprint of a post is made from: posts of earlier versions carry it, so it must stay what it is. */
import type { IDataObject } from 'n8n-workflow';

import { digest } from '../../../../nodes/Postiz/common/digest';
import {
	toContentKey,
	formatFingerprint,
	ROW_FIELDS,
	type RowField,
} from '../../../../nodes/Postiz/common/fingerprint';
import {
	createUploadFile,
	createUrlFile,
	type MediaFile,
} from '../../../../nodes/Postiz/media/mediaFile';
import { findNetwork, allNetworks } from '../../../../nodes/Postiz/networks';
import type { Item, PartInput } from '../../../../nodes/Postiz/posts/item';
import {
	createFingerprint,
	type FingerprintInput,
} from '../../../../nodes/Postiz/publishing/resolve/createFingerprint';
import { createUploadedFile } from '../createContent.cjs';
import { createItem } from '../createItem.cjs';

type Parts = Array<Partial<PartInput>>;
type Change = Partial<Omit<FingerprintInput, 'post'>> & {
	parts?: Parts;
	format?: FingerprintInput['post']['format'];
	requestFields?: Partial<Item['requestFields']>;
	dateSource?: Item['dateSource'];
	rowId?: string;
};

/** The fingerprint of a dated text for X, save for what is given. */
function createFingerprintOf({
	parts = [{ text: 'Tea' }],
	format = 'automatic',
	...more
}: Change = {}) {
	const { requestFields, dateSource = 'fixed', rowId, ...source } = more;
	const post = { format, parts: parts.map((part) => ({ text: '', files: [], ...part })) };
	return createFingerprint(
		{
			requestFields: { ...createItem().requestFields, ...requestFields },
			dateSource,
			rowId,
		},
		{ post, settings: {}, network: findNetwork('x'), files: [[]], settingFiles: {}, ...source },
	);
}

const createLocalFile = (digest: string, size = 9, more: Partial<MediaFile> = {}) =>
	({ kind: 'image', extension: 'png', local: { digest, size }, ...more }) as MediaFile;
const createFileAt = (address: string) => createUrlFile(`https://a.example/${address}`);
const COVER = 'https://a.example/c.png';
const createFilesChange = (...files: MediaFile[]): Change => ({ files: [files] });
const ALL: Change = {
	parts: [{ text: 'Tea' }, { text: 'Cake', delay: 5 }],
	requestFields: {
		tags: [
			{ value: 'b', label: 'b' },
			{ value: 'a', label: 'a' },
		],
		inter: 7,
		shortLink: true,
	},
	settings: { who_can_reply_post: 'verified' },
	files: [
		[createLocalFile('a'), { ...createFileAt('b.png?v=1#c'), alt: 'Cup' }],
		[createUploadedFile('c.png')],
	],
	settingFiles: { thumbnail: createLocalFile('t') },
	format: 'markdown',
};

test('makes the same fingerprints as earlier releases', () => {
	const own = { minute: '2099-03-04T10:00', isDraft: false, rowIdDigest: null };
	expect(createFingerprintOf()).toEqual({
		...own,
		textDigest: 'gChCesYdCz',
		filesDigest: 'zxy7ZqY4tI',
		detailsDigest: '-',
	});
	expect(createFingerprintOf(ALL)).toEqual({
		...own,
		textDigest: 'sPf_zawpva',
		filesDigest: 'sdmMHCDlqH',
		detailsDigest: '1LR_tb6k1aAleQJp62OVPVDoTUp9MwldabytHuAodSFqtb6kf8uDtb6ku_cCrSjIyPdTVmif',
	});
});

test('makes the fingerprint of a text with many spaces quickly', () => {
	const started = Date.now();
	createFingerprintOf({ parts: [{ text: `Tea${' '.repeat(30_000)}Milk` }] });
	expect(Date.now() - started).toBeLessThan(5000);
});

test('hashes the Row ID without changing the rest of the fingerprint', () => {
	const fingerprints = ['May 1', 'May 2', 'may 1'].map((rowId) => createFingerprintOf({ rowId }));
	expect(fingerprints[0]?.rowIdDigest).toBe('MVNVOEhUUA');
	expect(new Set(fingerprints.map(({ rowIdDigest }) => rowIdDigest)).size).toBe(3);
	expect(new Set(fingerprints.map(toContentKey)).size).toBe(1);
});

/** The fields in which two fingerprints differ. */
const listDifferences = (row: Change, other: Change) => {
	const [own, others] = [createFingerprintOf(row), createFingerprintOf(other)];
	return (Object.keys(ROW_FIELDS) as RowField[]).filter(
		(field) => own[ROW_FIELDS[field]] !== others[ROW_FIELDS[field]],
	);
};

test.each<{ title: string; row: Change; other: Change }>([
	{
		title: 'composed accents, other line endings and blanks around',
		row: { parts: [{ text: 'Café\nTea' }] },
		other: { parts: [{ text: ' Cafe\u0301\r\nTea\n' }] },
	},
	{
		title: 'line endings of old Macs',
		row: { parts: [{ text: 'a\nb' }] },
		other: { parts: [{ text: 'a\rb' }] },
	},
	{
		title: 'blanks at the ends of lines',
		row: { parts: [{ text: 'Tea\nMilk' }] },
		other: { parts: [{ text: 'Tea \t\nMilk' }] },
	},
	{
		title: 'seconds of the date',
		row: {},
		other: { requestFields: { date: '2099-03-04T10:00:59.000Z' } },
	},
	{
		title: 'a date that is not its own',
		row: { dateSource: 'clock' },
		other: { dateSource: 'clock', requestFields: { date: '2099-05-01T00:00:00.000Z' } },
	},
	{
		title: 'settings at their default, empty or false',
		row: {},
		other: {
			settings: { __type: 'x', who_can_reply_post: 'everyone', community: '', made_with_ai: false },
		},
	},
	{
		title: 'what is off on an unknown network',
		row: { network: undefined },
		other: { network: undefined, settings: { own: false } },
	},
	{
		title: 'the order of settings',
		row: { settings: { a: 1, b: 2 } },
		other: { settings: { b: 2, a: 1 } },
	},
	{
		title: 'the order of tags, and one twice',
		row: createTagsChange('a', 'b'),
		other: createTagsChange('b', 'a', 'b'),
	},
	{ title: 'no repetition', row: {}, other: { requestFields: { inter: 0 } } },
	{ title: 'no delay', row: {}, other: { parts: [{ text: 'Tea', delay: 0 }] } },
])('makes the same fingerprint: $title', ({ row, other }) =>
	expect(listDifferences(row, other)).toEqual([]),
);

test.each<{ title: string; file: MediaFile; other: MediaFile }>([
	{
		title: 'the signature of an address',
		file: createFileAt('b.png?X-Amz-Signature=1'),
		other: createFileAt('b.png?X-Amz-Signature=2#c'),
	},
	{
		title: 'the signature of an address in Azure',
		file: createFileAt('b.png?sig=1&se=1'),
		other: createFileAt('b.png?sig=2&se=2'),
	},
	{
		title: 'the cover of an upload that has another one',
		file: { ...createUpload({ thumbnail: COVER }), coverAt: 0 },
		other: { ...createUpload({}), coverAt: 0 },
	},
	{
		title: 'an upload that is named by its address',
		file: createUrlFile('https://media.example/a.png'),
		other: createUploadedFile('a.png'),
	},
	{
		title: 'the name of a file of the item',
		file: createLocalFile('a'),
		other: createLocalFile('a', 9, { extension: 'jpg' }),
	},
])('makes the same fingerprint for other files: $title', ({ file, other }) =>
	expect(listDifferences(createFilesChange(file), createFilesChange(other))).toEqual([]),
);

function createTagsChange(...labels: string[]): Change {
	return { requestFields: { tags: labels.map((label) => ({ value: label, label })) } };
}

test.each<{ title: string; row: Change; other: Change; parts: string[] }>([
	{
		title: 'another minute',
		row: {},
		other: { requestFields: { date: '2099-03-04T10:01:00.000Z' } },
		parts: ['date'],
	},
	{ title: 'a draft', row: {}, other: { requestFields: { type: 'draft' } }, parts: ['state'] },
	{ title: 'another text', row: {}, other: { parts: [{ text: 'tea' }] }, parts: ['text'] },
	{
		title: 'a blank within the text',
		row: {},
		other: { parts: [{ text: 'T ea' }] },
		parts: ['text'],
	},
	{
		title: 'the order of parts',
		row: { parts: [{ text: 'a' }, { text: 'b' }] },
		other: { parts: [{ text: 'b' }, { text: 'a' }] },
		parts: ['text'],
	},
	{
		title: 'the order of files',
		row: createFilesChange(createLocalFile('a'), createLocalFile('b')),
		other: createFilesChange(createLocalFile('b'), createLocalFile('a')),
		parts: ['media'],
	},
	{
		title: 'an alt text',
		row: createFilesChange(createLocalFile('a')),
		other: createFilesChange(createLocalFile('a', 9, { alt: 'Cup' })),
		parts: ['details'],
	},
	{
		title: 'the alt text of an upload',
		row: createFilesChange(createUpload({})),
		other: createFilesChange(createUpload({ alt: 'Cup' })),
		parts: ['details'],
	},
	{
		title: 'a setting that is on',
		row: {},
		other: { settings: { own: true } },
		parts: ['details'],
	},
	{
		title: 'a setting',
		row: {},
		other: { settings: { who_can_reply_post: 'verified' } },
		parts: ['details'],
	},
	{
		title: 'false where true is the default',
		row: { network: createPreset(true) },
		other: { network: createPreset(true), settings: { open: false } },
		parts: ['details'],
	},
	{
		title: 'a file of a setting',
		row: {},
		other: { settingFiles: { cover: createLocalFile('a') } },
		parts: ['details'],
	},
	{ title: 'a delay', row: {}, other: { parts: [{ text: 'Tea', delay: 5 }] }, parts: ['details'] },
	{ title: 'a tag', row: {}, other: createTagsChange('a'), parts: ['details'] },
	{ title: 'a repetition', row: {}, other: { requestFields: { inter: 7 } }, parts: ['details'] },
	{
		title: 'shortened links',
		row: {},
		other: { requestFields: { shortLink: true } },
		parts: ['details'],
	},
	{ title: 'the format of the text', row: {}, other: { format: 'markdown' }, parts: ['details'] },
])('makes another fingerprint: $title', ({ row, other, parts }) =>
	expect(listDifferences(row, other)).toEqual(parts),
);

test.each<{ title: string; file: MediaFile; other: MediaFile }>([
	{ title: 'other bytes', file: createLocalFile('a'), other: createLocalFile('b') },
	{ title: 'another size', file: createLocalFile('a'), other: createLocalFile('a', 10) },
	{ title: 'another address', file: createFileAt('b.png'), other: createFileAt('c.png') },
	{ title: 'another query', file: createFileAt('b.png?t=1'), other: createFileAt('b.png?t=2') },
	{
		title: 'another theme',
		file: createFileAt('b.png?theme=1'),
		other: createFileAt('b.png?theme=2'),
	},
	{
		title: 'another list of tokens',
		file: createFileAt('b.png?tokens=1'),
		other: createFileAt('b.png?tokens=2'),
	},
	{
		title: 'a token of its own',
		file: createFileAt('b.png?my-token=1'),
		other: createFileAt('b.png?my-token=2'),
	},
	{
		title: 'another query of what is no file',
		file: createFileAt('b?token=1'),
		other: createFileAt('b?token=2'),
	},
	{
		title: 'a cover',
		file: createLocalFile('a'),
		other: createLocalFile('a', 9, { cover: createLocalFile('c') }),
	},
	{
		title: 'another cover',
		file: createLocalFile('a', 9, { cover: createLocalFile('b') }),
		other: createLocalFile('a', 9, { cover: createLocalFile('c') }),
	},
	{
		title: 'the moment of a cover',
		file: createFileAt('b.mp4'),
		other: { ...createFileAt('b.mp4'), coverAt: 0 },
	},
	{
		title: 'the cover of an upload',
		file: createUpload({}),
		other: createUpload({ thumbnail: COVER }),
	},
	{
		title: 'the moment of the cover of an upload',
		file: createUpload({}),
		other: createUpload({ thumbnailTimestamp: 5 }),
	},
])('makes another fingerprint for other files: $title', ({ file, other }) =>
	expect(listDifferences(createFilesChange(file), createFilesChange(other))).toEqual(['media']),
);

function createUpload(more: IDataObject): MediaFile {
	return createUploadFile({ id: '1', path: 'https://media.example/a.mp4', ...more });
}

function createPreset(value: boolean) {
	const field = { name: 'open', displayName: 'Open', type: 'boolean' as const, default: value };
	return { ...findNetwork('x')!, fields: [field] };
}

test.each(allNetworks.map((network) => [network.displayName, network] as const))(
	'makes a short fingerprint for %s with all settings, with a place for each setting',
	(_name, network) => {
		const settings = Object.fromEntries(network.fields.map(({ name }) => [name, `${name}!`]));
		const fingerprint = createFingerprintOf({ ...ALL, network, settings });
		const stored = formatFingerprint({
			...fingerprint,
			rowIdDigest: digest('row'),
			sendId: 'i'.repeat(10),
			partCount: 20,
		});
		expect(stored.length).toBeLessThan(400);
		const entries = fingerprint.detailsDigest.match(/.{8}/g)!.map((entry) => entry.slice(0, 4));
		expect(new Set(entries).size).toBe(entries.length);
	},
);

test('combines what other channels of the network do in one setting', () => {
	const createPlug = (name: string, value: string) => ({
		[`plug--x-repost-post-users--${name}`]: value,
	});
	const getSettingsDigests = (settings: IDataObject) =>
		createFingerprintOf({ settings }).detailsDigest;
	const both = getSettingsDigests({
		...createPlug('integrations', 'a'),
		...createPlug('delay', '1'),
	});
	expect(both).toHaveLength(8);
	expect(
		getSettingsDigests({ ...createPlug('integrations', 'a'), ...createPlug('delay', '2') }),
	).not.toBe(both);
});
