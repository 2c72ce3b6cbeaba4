import type { IDataObject } from 'n8n-workflow';

import {
	fitSettingsToFiles,
	removeDefaultTitles,
	addDefaultTitles,
} from '../../../nodes/Postiz/settings/settingsFromContent';
import { findNetwork, allNetworks } from '../../../nodes/Postiz/networks';
import type { Network } from '../../../nodes/Postiz/networks/networkTypes';
import { isErrorIssue } from '../../../nodes/Postiz/posts/issue';
import { findPostIssues } from '../../../nodes/Postiz/publishing/validate/findPostIssues';
import { createTarget } from '../publishing/createItem.cjs';
import { createField } from '../support/createField.cjs';

const createNetwork = (limits: { minLength?: number; maxLength?: number } = {}): Network => ({
	identifier: 'network',
	displayName: 'Network',
	markup: 'plain',
	fields: [
		createField('title', { required: true, defaultsToFirstLine: true, ...limits }),
		createField('board', { required: true }),
	],
});

const addTitles = (content: string, settings: IDataObject = {}, network = createNetwork()) =>
	addDefaultTitles(settings, network, [
		{ content, files: [] },
		{ content: 'Later', files: [] },
	]);

test.each<[string, IDataObject, IDataObject]>([
	['Tea', {}, { title: 'Tea' }],
	['Tea is ready\nCome in', {}, { title: 'Tea is ready' }],
	['\n \n  Tea  \r\nCome in', {}, { title: 'Tea' }],
	['<p>Tea &amp; <strong>cake</strong></p><p>Come in</p>', {}, { title: 'Tea & cake' }],
	['日本のお茶 🍵', {}, { title: '日本のお茶 🍵' }],
	['Tea', { board: 'b1' }, { board: 'b1', title: 'Tea' }],
	['Tea', { title: '' }, { title: 'Tea' }],
	['Tea', { title: ' ' }, { title: 'Tea' }],
	['Tea', { title: null }, { title: 'Tea' }],
	// Entered titles stay, even if they are invalid.
	['Tea', { title: 'Menu' }, { title: 'Menu' }],
	['Tea', { title: 0 }, { title: 0 }],
	['Tea', { title: false }, { title: false }],
	['', {}, {}],
	[' \n ', {}, {}],
	['<p></p>', {}, {}],
])('takes a missing title from the first line of %j: %j', (content, settings, expected) => {
	const before = { ...settings };
	expect(addTitles(content, settings)).toStrictEqual(expected);
	expect(settings).toEqual(before);
});

test('fills the subtitle of Medium too', () => {
	const medium = findNetwork('medium');
	expect(addTitles('Tea', { title: 'Menu' }, medium)).toEqual({ title: 'Menu', subtitle: 'Tea' });
});

test.each<{
	title: string;
	content: string;
	limits: { minLength?: number; maxLength?: number };
	expected?: string;
}>([
	{
		title: 'stays if it has the maximum length',
		content: 'Tea is ready',
		limits: { maxLength: 12 },
		expected: 'Tea is ready',
	},
	{
		title: 'is cut at a space before the maximum',
		content: 'Tea is ready',
		limits: { maxLength: 11 },
		expected: 'Tea is',
	},
	{
		title: 'is cut at the end of its last word',
		content: 'Tea is ready',
		limits: { maxLength: 6 },
		expected: 'Tea is',
	},
	{
		title: 'is cut without the spaces at the cut',
		content: 'Tea  is ready',
		limits: { maxLength: 6 },
		expected: 'Tea',
	},
	{
		title: 'is cut by a whole word',
		content: 'Tea is ready',
		limits: { maxLength: 5 },
		expected: 'Tea',
	},
	{
		title: 'is cut within its only word',
		content: 'Teatime',
		limits: { maxLength: 3 },
		expected: 'Tea',
	},
	{ title: 'is cut before an emoji', content: 'a🍵', limits: { maxLength: 2 }, expected: 'a' },
	{ title: 'is cut between two emoji', content: '🍵🍵', limits: { maxLength: 3 }, expected: '🍵' },
	{
		title: 'is cut if it is very long',
		content: 'a '.repeat(500_000),
		limits: { maxLength: 100 },
		expected: 'a '.repeat(50).trim(),
	},
	{
		title: 'is cut to 300 characters if there is no maximum',
		content: 'a '.repeat(500_000),
		limits: {},
		expected: 'a '.repeat(150).trim(),
	},
	{
		title: 'stays if it has the minimum length',
		content: 'Tea',
		limits: { minLength: 3 },
		expected: 'Tea',
	},
	// Titles that are too short are left to validation.
	{ title: 'is left out if it is too short', content: 'Tea', limits: { minLength: 4 } },
	{
		title: 'is left out if a cut makes it too short',
		content: 'Teatime for everyone',
		limits: { minLength: 10, maxLength: 10 },
	},
])('a title $title', ({ content, limits, expected }) => {
	expect(addTitles(content, {}, createNetwork(limits)).title).toBe(expected);
});

test.each(['reddit', 'lemmy'])('fills in the title for each entry of %s without one', (network) => {
	const entries = [{ value: { subreddit: 'a' } }, { value: { title: 'Menu' } }, { value: 1 }, 2];
	expect(addTitles('Tea', { subreddit: entries }, findNetwork(network))).toEqual({
		subreddit: [{ value: { subreddit: 'a', title: 'Tea' } }, ...entries.slice(1)],
	});
	expect(addTitles('Tea', { subreddit: 'a' }, findNetwork(network))).toEqual({ subreddit: 'a' });
});

test('updates a title that was the first line of the text', () => {
	const parts = [{ content: 'Tea', files: [] }];
	const subreddit = [{ value: { title: 'Tea', type: 'self' } }, { value: { title: 'Menu' } }];
	expect(removeDefaultTitles({ subreddit }, findNetwork('reddit'), parts)).toEqual({
		subreddit: [{ value: { type: 'self' } }, subreddit[1]],
	});
	// Unless somebody entered it.
	const entered = { subreddit: [{ value: { title: 'Tea' } }] };
	expect(removeDefaultTitles({ subreddit }, findNetwork('reddit'), parts, entered)).toEqual({
		subreddit: [{ value: { title: 'Tea', type: 'self' } }, subreddit[1]],
	});
});

test('gives every network that needs a title a valid one', () => {
	const needing = allNetworks.filter(({ fields }) =>
		fields.some(({ defaultsToFirstLine }) => defaultsToFirstLine),
	);
	expect(needing.length).toBeGreaterThan(5);
	for (const network of needing) {
		const settings = addDefaultTitles({}, network, [
			{ content: 'Tea time '.repeat(50), files: [] },
		]);
		const titles = network.fields.filter(({ defaultsToFirstLine }) => defaultsToFirstLine);
		expect(Object.keys(settings)).toEqual(titles.map(({ name }) => name));
		const target = {
			...createTarget(network.identifier),
			network: { ...network, fields: titles, rules: [] },
		};
		const post = { settings, settingFiles: {}, source: 'json' as const, target };
		const found = findPostIssues(
			{ ...post, parts: [{ content: 'Tea', files: [] }] },
			{ isDraft: true },
		);
		expect(found.filter(isErrorIssue)).toEqual([]);
	}
});

test('gives a network that reads Markdown a title without its marks', () => {
	const parts = [{ content: '# **Tea** & [cake](https://acme.example)\nCome in', files: [] }];
	expect(addDefaultTitles({}, findNetwork('devto'), parts)).toEqual({ title: 'Tea & cake' });
	expect(addDefaultTitles({}, createNetwork(), parts).title).toMatch(/^# \*\*Tea/);
});

test('gives no other network a title', () => {
	const parts = [{ content: 'Tea', files: [] }];
	expect(addDefaultTitles({}, findNetwork('x'), parts)).toEqual({});
	expect(addDefaultTitles({}, undefined, parts)).toEqual({});
	expect(addDefaultTitles({}, createNetwork(), [])).toEqual({});
});

const CAROUSEL = { post_as_images_carousel: true };
const NO_CAROUSEL = { post_as_images_carousel: false };
const PICTURE = { kind: 'image' as const, extension: 'jpg' };

test.each<{
	title: string;
	identifier: string;
	pictureCount: number;
	adapts?: boolean;
	expected: IDataObject;
}>([
	{
		title: 'turns off the carousel of a single picture',
		identifier: 'linkedin',
		pictureCount: 1,
		adapts: true,
		expected: NO_CAROUSEL,
	},
	{
		title: 'keeps the carousel of several pictures',
		identifier: 'linkedin',
		pictureCount: 2,
		adapts: true,
		expected: CAROUSEL,
	},
	{
		title: 'keeps the carousel without Adapt',
		identifier: 'linkedin',
		pictureCount: 1,
		expected: CAROUSEL,
	},
	{
		title: 'keeps settings of networks without carousels',
		identifier: 'x',
		pictureCount: 1,
		adapts: true,
		expected: CAROUSEL,
	},
	{
		title: 'keeps settings of unknown networks',
		identifier: 'vibes',
		pictureCount: 1,
		adapts: true,
		expected: CAROUSEL,
	},
])('$title', ({ identifier, pictureCount, adapts, expected }) => {
	const post = { content: '', files: Array(pictureCount).fill(PICTURE) };
	const comment = { content: '', files: [PICTURE, PICTURE] };
	const network = findNetwork(identifier);
	expect(fitSettingsToFiles(CAROUSEL, network, [post, comment], { adapts })).toEqual(expected);
});
