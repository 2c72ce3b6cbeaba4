import type { IDataObject } from 'n8n-workflow';

import { createUrlFile } from '../../../../nodes/Postiz/media/mediaFile';
import type { Network } from '../../../../nodes/Postiz/networks/networkTypes';
import type { PostSource } from '../../../../nodes/Postiz/posts/desiredPost';
import type { Issue } from '../../../../nodes/Postiz/posts/issue';
import { findSettingIssues } from '../../../../nodes/Postiz/publishing/validate/findSettingIssues';
import { createField } from '../../support/createField.cjs';

const PATH = 'https://media.example/cup.png';

const network: Network = {
	identifier: 'network',
	displayName: 'Network',
	markup: 'plain',
	fields: [
		createField('audience', {
			type: 'options',
			required: true,
			default: 'all',
			options: [
				{ name: 'Everyone', value: 'all' },
				{ name: 'friends', value: 'friends' },
			],
		}),
		createField('title', { minLength: 2, maxLength: 5 }),
		createField('sponsored', { type: 'boolean', default: false }),
		createField('sponsor', { requiredWhen: { sponsored: [true] } }),
		createField('circle', { requiredWhen: { audience: ['friends'] } }),
		createField('volume', {
			type: 'number',
			default: 0,
			typeOptions: { minValue: 0, maxValue: 100 },
		}),
		createField('link', { isUrl: true }),
		createField('day', {
			pattern: { matches: /^\d{4}-\d\d$/, expected: 'a month such as 2099-01' },
		}),
		createField('board', { type: 'resourceLocator', channelTool: 'boards' }),
		createField('cover', { isFile: true }),
		createField('tags', {
			element: { type: { label: 'text' }, expected: 'a name' },
			maxItems: 3,
		}),
		createField('song', {
			shape: { type: { id: 'text', seconds: 'number' }, expected: 'an ID and a length' },
		}),
		createField('place', {
			type: 'fixedCollection',
			nested: {
				name: 'Place',
				fields: [createField('city', { required: true }), createField('place', { maxLength: 3 })],
			},
		}),
		createField('groups', {
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			nested: { name: 'Group', fields: [createField('topic', { required: true })] },
		}),
		createField('search', { isFormOnly: true, required: true }),
	],
};

const toSentences = (findings: Issue[]) =>
	findings.map(({ message, remedy, forPerson }) =>
		[message, [remedy, forPerson].filter(Boolean).join(' ')].filter(Boolean).join('. '),
	);

const check = (settings: IDataObject, source: PostSource = 'json') =>
	toSentences(
		findSettingIssues({
			settings: { audience: 'all', ...settings },
			settingFiles: {},
			source,
			target: { network },
		}),
	);

test('finds no problem in valid settings', () => {
	expect(check({})).toEqual([]);
	expect(
		check({
			title: 'Menu',
			sponsored: true,
			sponsor: 'Acme',
			volume: 100,
			link: 'https://example.com/menu',
			day: '2099-01',
			board: '549755885175',
			cover: { id: '1', path: PATH },
			tags: [{ label: 'tea' }, { label: 'cake', value: 1 }],
			song: { id: 's', seconds: 0 },
			place: { city: 'Oslo' },
			groups: [{ value: { topic: 'tea' } }],
		}),
	).toEqual([]);
});

test.each<[IDataObject, string]>([
	[{ audience: '' }, 'Audience is required. Allowed: Everyone (all), friends.'],
	[{ audience: undefined }, 'Audience is required. Allowed: Everyone (all), friends.'],
	[{ audience: 'foes' }, 'Audience cannot be “foes”. Allowed: Everyone (all), friends.'],
	[{ audience: 'Everyone' }, 'Audience cannot be “Everyone”. Allowed: Everyone (all), friends.'],
	[{ title: 'M' }, 'Title must have at least 2 characters'],
	[{ title: 'M ' }, 'Title must have at least 2 characters'],
	[{ title: 'Winter' }, 'Title has 6 characters; the maximum is 5'],
	[{ title: { a: 1 } }, 'Title must be text, not “{"a":1}”'],
	[{ sponsored: 'maybe' }, 'Sponsored must be true or false, not “maybe”'],
	[{ sponsored: true }, 'Sponsor is required if Sponsored is on'],
	[{ audience: 'friends' }, 'Circle is required if Audience is friends'],
	[{ volume: 'loud' }, 'Volume must be a number, not “loud”'],
	[{ volume: NaN }, 'Volume must be a number, not “NaN”'],
	[{ volume: 101 }, 'Volume is 101; it must be between 0 and 100'],
	[
		{ link: 'example.com' },
		'Link cannot be “example.com”; it must be a web address that starts with https://',
	],
	[{ day: 'May' }, 'Day cannot be “May”; it must be a month such as 2099-01'],
	[{ board: 2 ** 60 }, 'Board must be text, not “1152921504606847000”: the number has lost digits'],
	...['Latte art', '#art', '1.15292E+18', 'https://pins.example/acme/art'].map(
		(board): [IDataObject, string] => [
			{ board },
			`Board must be an ID, not “${board}”; Channel > Look Up (boards) returns the IDs`,
		],
	),
	[{ cover: { id: '1' } }, 'Cover must have the id and path of an uploaded file, not “{"id":"1"}”'],
	[
		{ cover: { id: '1', path: 'https://media.example/cup.PNG' } },
		'Cover cannot be “https://media.example/cup.PNG”. Posts can only have files that end in .png, .jpg, .jpeg, .gif, .webp or .mp4, in lowercase letters',
	],
	[{ tags: 'tea' }, 'Tags must be a list, not “tea”: each entry needs a name'],
	[
		{ tags: [{ label: 'a' }, { label: ' ' }] },
		'Tags cannot have “{"label":" "}”: each entry needs a name',
	],
	[{ tags: Array(4).fill({ label: 'a' }) }, 'Tags has 4 entries; the maximum is 3'],
	[{ song: { id: 's' } }, 'Song needs an ID and a length'],
	[{ place: 'Oslo' }, 'Place must be an object, not “Oslo”'],
	[{ place: { city: '' } }, 'Place: City is required'],
	[{ place: { city: 'Oslo', place: 'Hall' } }, 'Place has 4 characters; the maximum is 3'],
	[{ groups: { topic: 'tea' } }, expect.stringMatching(/^Groups must be a list, not /)],
	[
		{ groups: [{ topic: 'tea' }] },
		'Groups cannot have “{"topic":"tea"}”: each entry needs its settings, as {"value": {…}}',
	],
	[{ groups: [{ value: {} }] }, 'Group: Topic is required'],
	[{ groups: [{ value: { topic: 'tea' } }, { value: {} }] }, 'Group 2: Topic is required'],
])('reports %j: %s', (settings, sentence) => {
	expect(check(settings)).toEqual([sentence]);
});

test('checks nothing for a network without a declaration', () => {
	const settings = { audience: 'foes', any: 1 };
	const target = { network: undefined };
	expect(
		findSettingIssues({ source: 'formWithoutSettings', settings, settingFiles: {}, target }),
	).toEqual([]);
});

test('accepts a file without a reference before its upload', () => {
	const withCover = {
		...network,
		fields: [createField('cover', { isFile: true, required: true })],
	};
	const checkCover = (settingFiles = {}) =>
		toSentences(
			findSettingIssues({
				source: 'json',
				settings: {},
				settingFiles,
				target: { network: withCover },
			}),
		);
	expect(checkCover()).toEqual(['Cover is required']);
	expect(checkCover({ cover: createUrlFile('https://media.example/cup') })).toEqual([]);
});

test('says which setting to add if the form has none for the network', () => {
	expect(check({ audience: '', title: 'M' }, 'formWithoutSettings')).toEqual([
		'Audience is required. Allowed: Everyone (all), friends. add Network Settings for Network, and fill in Audience.',
		'Title must have at least 2 characters',
	]);
});

test('shortens a huge value', () => {
	for (const settings of [{ audience: 'x'.repeat(1e6) }, { sponsored: ['x'.repeat(1e6)] }]) {
		expect(check(settings)[0].length).toBeLessThan(250);
	}
});

test('rejects an empty list for a setting that is no list', () => {
	expect(check({ title: [] })).toEqual(['Title must be text, not “[]”']);
	expect(check({ title: '' })).toEqual([]);
});
