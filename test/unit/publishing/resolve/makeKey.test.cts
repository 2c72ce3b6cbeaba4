/** What the key of a post is made from: posts of earlier versions carry it, so it must stay what it is. */
import type { IDataObject } from 'n8n-workflow';

import {
	createUploadFile,
	createUrlFile,
	type MediaFile,
} from '../../../../nodes/Postiz/media/mediaFile';
import { findNetwork, allNetworks } from '../../../../nodes/Postiz/networks';
import { makeKey, type KeySource } from '../../../../nodes/Postiz/publishing/resolve/makeKey';
import type { Item, PartInput } from '../../../../nodes/Postiz/posts/model';
import {
	toContentKey,
	digest,
	formatKey,
	KEY_FIELDS,
} from '../../../../nodes/Postiz/common/postKey';
import { createUploadedFile } from '../plans.cjs';
import { createItem } from '../rows.cjs';

type Parts = Array<Partial<PartInput>>;
type Change = Partial<Omit<KeySource, 'post'>> & {
	parts?: Parts;
	format?: KeySource['post']['format'];
	requestFields?: Partial<Item['requestFields']>;
	isDated?: boolean;
	rowId?: string;
};

/** The key of a dated text for X, save for what is given. */
function makeKeyOf({ parts = [{ text: 'Tea' }], format = 'automatic', ...more }: Change = {}) {
	const { requestFields, isDated = true, rowId, ...source } = more;
	const post = { format, parts: parts.map((part) => ({ text: '', files: [], ...part })) };
	return makeKey(
		{
			requestFields: { ...createItem().requestFields, ...requestFields },
			hasFixedDate: isDated,
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

test('makes the same keys as earlier releases', () => {
	const own = { minute: '2099-03-04T10:00', isDraft: false, rowId: null };
	expect(makeKeyOf()).toEqual({ ...own, text: 'gChCesYdCz', files: 'zxy7ZqY4tI', settings: '-' });
	expect(makeKeyOf(ALL)).toEqual({
		...own,
		text: 'sPf_zawpva',
		files: 'sdmMHCDlqH',
		settings: '1LR_tb6k1aAleQJp62OVPVDoTUp9MwldVnorQtczabytHuAodSFqtb6kf8uDtb6kyPdTVmif',
	});
});

test('makes the key of a text with many spaces quickly', () => {
	const started = Date.now();
	makeKeyOf({ parts: [{ text: `Tea${' '.repeat(30_000)}Milk` }] });
	expect(Date.now() - started).toBeLessThan(5000);
});

test('hashes the Row ID without changing the rest of the key', () => {
	const keys = ['May 1', 'May 2', 'may 1'].map((rowId) => makeKeyOf({ rowId }));
	expect(keys[0]?.rowId).toBe('MVNVOEhUUA');
	expect(new Set(keys.map(({ rowId }) => rowId)).size).toBe(3);
	expect(new Set(keys.map(toContentKey)).size).toBe(1);
});

/** The parts in which two keys differ. */
const listDifferences = (row: Change, other: Change) => {
	const [own, others] = [makeKeyOf(row), makeKeyOf(other)];
	return KEY_FIELDS.filter((part) => own[part] !== others[part]);
};

test.each<[string, Change, Change]>([
	[
		'composed accents, other ends of lines and blanks around',
		{ parts: [{ text: 'Café\nTea' }] },
		{ parts: [{ text: ' Cafe\u0301\r\nTea\n' }] },
	],
	['the ends of lines of old', { parts: [{ text: 'a\nb' }] }, { parts: [{ text: 'a\rb' }] }],
	[
		'blanks at the ends of lines',
		{ parts: [{ text: 'Tea\nMilk' }] },
		{ parts: [{ text: 'Tea \t\nMilk' }] },
	],
	['seconds of the date', {}, { requestFields: { date: '2099-03-04T10:00:59.000Z' } }],
	[
		'a date that is not its own',
		{ isDated: false },
		{ isDated: false, requestFields: { date: '2099-05-01T00:00:00.000Z' } },
	],
	[
		'settings at their default, empty or false',
		{},
		{
			settings: { __type: 'x', who_can_reply_post: 'everyone', community: '', made_with_ai: false },
		},
	],
	[
		'what is off on an unknown network',
		{ network: undefined },
		{ network: undefined, settings: { own: false } },
	],
	['the order of settings', { settings: { a: 1, b: 2 } }, { settings: { b: 2, a: 1 } }],
	['the order of tags, and one twice', createTagsChange('a', 'b'), createTagsChange('b', 'a', 'b')],
	['no repetition', {}, { requestFields: { inter: 0 } }],
	['no delay', {}, { parts: [{ text: 'Tea', delay: 0 }] }],
])('makes the same key: %s', (_what, row, other) =>
	expect(listDifferences(row, other)).toEqual([]),
);

test.each<[string, MediaFile, MediaFile]>([
	[
		'the signature of an address',
		createFileAt('b.png?X-Amz-Signature=1'),
		createFileAt('b.png?X-Amz-Signature=2#c'),
	],
	[
		'the signature of an address in Azure',
		createFileAt('b.png?sig=1&se=1'),
		createFileAt('b.png?sig=2&se=2'),
	],
	[
		'the cover of an upload that has another one',
		{ ...upload({ thumbnail: COVER }), coverAt: 0 },
		{ ...upload({}), coverAt: 0 },
	],
	[
		'an upload that is named by its address',
		createUrlFile('https://media.example/a.png'),
		createUploadedFile('a.png'),
	],
	[
		'the name of a file of the item',
		createLocalFile('a'),
		createLocalFile('a', 9, { extension: 'jpg' }),
	],
])('makes the same key for other files: %s', (_what, file, other) =>
	expect(listDifferences(createFilesChange(file), createFilesChange(other))).toEqual([]),
);

function createTagsChange(...labels: string[]): Change {
	return { requestFields: { tags: labels.map((label) => ({ value: label, label })) } };
}

test.each<[string, Change, Change, string[]]>([
	['another minute', {}, { requestFields: { date: '2099-03-04T10:01:00.000Z' } }, ['minute']],
	['a draft', {}, { requestFields: { type: 'draft' } }, ['isDraft']],
	['another text', {}, { parts: [{ text: 'tea' }] }, ['text']],
	['a blank within the text', {}, { parts: [{ text: 'T ea' }] }, ['text']],
	[
		'the order of parts',
		{ parts: [{ text: 'a' }, { text: 'b' }] },
		{ parts: [{ text: 'b' }, { text: 'a' }] },
		['text'],
	],
	[
		'the order of files',
		createFilesChange(createLocalFile('a'), createLocalFile('b')),
		createFilesChange(createLocalFile('b'), createLocalFile('a')),
		['files'],
	],
	[
		'an alt text',
		createFilesChange(createLocalFile('a')),
		createFilesChange(createLocalFile('a', 9, { alt: 'Cup' })),
		['settings'],
	],
	[
		'the alt text of an upload',
		createFilesChange(upload({})),
		createFilesChange(upload({ alt: 'Cup' })),
		['settings'],
	],
	['a setting that is on', {}, { settings: { own: true } }, ['settings']],
	['a setting', {}, { settings: { who_can_reply_post: 'verified' } }, ['settings']],
	[
		'false where true is the default',
		{ network: createPreset(true) },
		{ network: createPreset(true), settings: { open: false } },
		['settings'],
	],
	['a file of a setting', {}, { settingFiles: { cover: createLocalFile('a') } }, ['settings']],
	['a delay', {}, { parts: [{ text: 'Tea', delay: 5 }] }, ['settings']],
	['a tag', {}, createTagsChange('a'), ['settings']],
	['a repetition', {}, { requestFields: { inter: 7 } }, ['settings']],
	['shortened links', {}, { requestFields: { shortLink: true } }, ['settings']],
	['the format of the text', {}, { format: 'markdown' }, ['settings']],
])('makes another key: %s', (_what, row, other, parts) =>
	expect(listDifferences(row, other)).toEqual(parts),
);

test.each<[string, MediaFile, MediaFile]>([
	['other bytes', createLocalFile('a'), createLocalFile('b')],
	['another size', createLocalFile('a'), createLocalFile('a', 10)],
	['another address', createFileAt('b.png'), createFileAt('c.png')],
	['another query', createFileAt('b.png?t=1'), createFileAt('b.png?t=2')],
	['another theme', createFileAt('b.png?theme=1'), createFileAt('b.png?theme=2')],
	['another list of tokens', createFileAt('b.png?tokens=1'), createFileAt('b.png?tokens=2')],
	['a token of its own', createFileAt('b.png?my-token=1'), createFileAt('b.png?my-token=2')],
	['another query of what is no file', createFileAt('b?token=1'), createFileAt('b?token=2')],
	['a cover', createLocalFile('a'), createLocalFile('a', 9, { cover: createLocalFile('c') })],
	[
		'another cover',
		createLocalFile('a', 9, { cover: createLocalFile('b') }),
		createLocalFile('a', 9, { cover: createLocalFile('c') }),
	],
	['the moment of a cover', createFileAt('b.mp4'), { ...createFileAt('b.mp4'), coverAt: 0 }],
	['the cover of an upload', upload({}), upload({ thumbnail: COVER })],
	['the moment of the cover of an upload', upload({}), upload({ thumbnailTimestamp: 5 })],
])('makes another key for other files: %s', (_what, file, other) =>
	expect(listDifferences(createFilesChange(file), createFilesChange(other))).toEqual(['files']),
);

function upload(more: IDataObject): MediaFile {
	return createUploadFile({ id: '1', path: 'https://media.example/a.mp4', ...more });
}

function createPreset(value: boolean) {
	const field = { name: 'open', displayName: 'Open', type: 'boolean' as const, default: value };
	return { ...findNetwork('x')!, fields: [field] };
}

test.each(allNetworks.map((network) => [network.displayName, network] as const))(
	'makes a short key for %s with all settings, with a place for each setting',
	(_name, network) => {
		const settings = Object.fromEntries(network.fields.map(({ name }) => [name, `${name}!`]));
		const key = makeKeyOf({ ...ALL, network, settings });
		const stored = formatKey({ ...key, rowId: digest('row'), id: 'i'.repeat(10), partCount: 20 });
		expect(stored.length).toBeLessThan(400);
		const entries = key.settings.match(/.{8}/g)!.map((entry) => entry.slice(0, 4));
		expect(new Set(entries).size).toBe(entries.length);
	},
);

test('combines what other channels of the network do in one setting', () => {
	const createPlug = (name: string, value: string) => ({
		[`plug--x-repost-post-users--${name}`]: value,
	});
	const getSettingsKey = (settings: IDataObject) => makeKeyOf({ settings }).settings;
	const both = getSettingsKey({ ...createPlug('integrations', 'a'), ...createPlug('delay', '1') });
	expect(both).toHaveLength(8);
	expect(
		getSettingsKey({ ...createPlug('integrations', 'a'), ...createPlug('delay', '2') }),
	).not.toBe(both);
});
