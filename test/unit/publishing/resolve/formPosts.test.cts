import type { NetworkSettingsEntry, FormInput } from '../../../../nodes/Postiz/posts/item';
import { resolveFormPosts } from '../../../../nodes/Postiz/publishing/resolve/formPosts';
import { getSettingFiles } from '../../../../nodes/Postiz/publishing/resolve/resolveItem';
import type { Channel } from '../../../../nodes/Postiz/transport/apiTypes';
import { catchProblem } from '../../support/catchProblem.cjs';

const CUP = { from: 'url' as const, url: 'https://media.example/tea.png' };
const ACME = { id: 'acme', name: 'Acme' };

const CHANNELS: Channel[] = [
	{ id: 'x-1', name: 'Acme Coffee', profile: 'acmecoffee', identifier: 'x', customer: ACME },
	{ id: 'x-2', name: 'Acme Tea', profile: 'acmetea', identifier: 'x' },
	{ id: 'li-1', name: 'Jo', identifier: 'linkedin' },
	{ id: 'sky-1', name: 'Off', identifier: 'bluesky', disabled: true, customer: ACME },
	{ id: 'vibes-1', name: 'Vibes', identifier: 'vibes' },
	{ id: 'devto-1', name: 'Blog', identifier: 'devto' },
];

/** An entry of Network Settings. */
const createEntry = (
	identifier: string,
	more: Partial<NetworkSettingsEntry> = {},
): NetworkSettingsEntry => ({
	label: `Network Settings (${identifier})`,
	identifier,
	onlyChannel: '',
	formSettings: { provider: identifier },
	jsonSettings: {},
	text: '',
	binary: {},
	...more,
});

const createForm = (channels: string[], more: Partial<FormInput> = {}): FormInput => ({
	channels: channels.map((name) => [name]),
	onlyInGroup: '',
	networkSettings: [],
	parts: [
		{ text: 'Tea', files: [CUP] },
		{ text: 'Cake', files: [], delay: 5 },
	],
	format: 'markdown',
	...more,
});

const resolvePosts = (channels: string[], ...networks: NetworkSettingsEntry[]) =>
	resolveFormPosts(createForm(channels, { networkSettings: networks }), CHANNELS);

test('gives each channel the text, the files and the thread of the form', () => {
	const form = createForm(['li-1', 'x-1', 'vibes-1']);
	const { parts, format } = form;
	expect(resolveFormPosts(form, CHANNELS)).toEqual({
		posts: ['li-1', 'x-1', 'vibes-1'].map((id) => ({
			channel: { idOrName: id, label: 'Channel' },
			parts,
			format,
			formSettings: {},
			jsonSettings: {},
			settingFiles: {},
		})),
		disabled: [],
		unusedSettingsLabels: [],
	});
});

test('creates one post for a channel named twice, and none for a disabled channel', () => {
	const found = resolvePosts(['Acme Coffee', 'group:acme', 'x-1']);
	expect(found.posts.map(({ channel }) => channel.idOrName)).toEqual(['x-1']);
	expect(found.disabled.map(({ id }) => id)).toEqual(['sky-1']);
});

describe('an entry of Network Settings', () => {
	const listServing = (networks: NetworkSettingsEntry[], channels = ['x-1', 'x-2', 'li-1']) =>
		resolvePosts(channels, ...networks).posts.map(({ formSettings }) => formSettings?.from);
	const createEntryFrom = (name: string, channelId = '', identifier = 'x') =>
		createEntry(identifier, {
			onlyChannel: channelId,
			formSettings: { provider: identifier, from: name },
		});

	test.each<{ title: string; networks: NetworkSettingsEntry[]; expected: unknown[] }>([
		{
			title: 'serves all channels of its network',
			networks: [createEntryFrom('all')],
			expected: ['all', 'all', undefined],
		},
		{
			title: 'serves one channel only',
			networks: [createEntryFrom('one', 'x-2')],
			expected: [undefined, 'one', undefined],
		},
		{
			title: 'of another network serves none',
			networks: [createEntryFrom('one', 'li-1')],
			expected: [undefined, undefined, undefined],
		},
		{
			title: 'may name its channel by name',
			networks: [createEntryFrom('one', 'acme tea')],
			expected: [undefined, 'one', undefined],
		},
		{
			title: 'may name its channel by handle',
			networks: [createEntryFrom('one', '@AcmeTea')],
			expected: [undefined, 'one', undefined],
		},
		{
			title: 'for a channel comes before one for the network, in any order',
			networks: [createEntryFrom('all'), createEntryFrom('one', 'x-2')],
			expected: ['all', 'one', undefined],
		},
		{
			title: 'by ID comes before one by name',
			networks: [createEntryFrom('name', 'Acme Tea'), createEntryFrom('id', 'x-2')],
			expected: [undefined, 'id', undefined],
		},
		{
			title: 'goes by every identifier of its network',
			networks: [createEntryFrom('all', '', 'linkedin'), createEntryFrom('x')],
			expected: ['x', 'x', 'all'],
		},
	])('$title', ({ networks, expected }) => {
		expect(listServing(networks)).toEqual(expected);
	});

	test('replaces the text of the first part only, unless its own is blank', () => {
		const entries = [
			createEntry('x', { text: 'Short' }),
			createEntry('linkedin', { text: ' \u00a0' }),
		];
		const [onX, onLinkedIn] = resolvePosts(['x-1', 'li-1'], ...entries).posts;
		expect(onX.parts.map(({ text }) => text)).toEqual(['Short', 'Cake']);
		expect(onX.parts[0].files).toHaveLength(1);
		expect(onLinkedIn.parts.map(({ text }) => text)).toEqual(['Tea', 'Cake']);
	});

	test('passes on its JSON and its form, even for an unknown network', () => {
		const json = { own: 1 };
		const [post] = resolvePosts(['vibes-1'], createEntry('vibes', { jsonSettings: json })).posts;
		expect(post).toMatchObject({ jsonSettings: json, formSettings: { provider: 'vibes' } });
	});

	test('finds files of the item, and rejects a missing one with its field', () => {
		const form = { provider: 'devto', settings: { main_image: 'https://media.example/a.png' } };
		const [post] = resolvePosts(['devto-1'], createEntry('devto', { formSettings: form })).posts;
		expect(post.settingFiles).toEqual({
			main_image: { from: 'url', url: 'https://media.example/a.png' },
		});
		const missing = { provider: 'devto', settings: { main_image: 'data' } };
		expect(
			catchProblem(() =>
				resolvePosts(['devto-1'], createEntry('devto', { formSettings: missing })),
			)[0],
		).toMatch(/^Network Settings \(devto\): Main Image: /);
		// The file isn't needed.
		expect(
			resolvePosts(['x-1'], createEntry('devto', { formSettings: missing })).posts,
		).toHaveLength(1);
	});

	test('is reported if it applies to no channel', () => {
		const { unusedSettingsLabels } = resolvePosts(
			['x-1'],
			createEntry('x'),
			createEntry('x', { onlyChannel: 'x-2' }),
			createEntry('devto'),
			createEntry('linkedin'),
			createEntry('linkedin', { onlyChannel: 'li-1' }),
			createEntry('vibes'),
		);
		expect(unusedSettingsLabels).toEqual([
			'X (only for Acme Tea)',
			'Dev.to',
			'LinkedIn',
			'LinkedIn (only for Jo)',
			'vibes',
		]);
		expect(resolvePosts(['x-1'], createEntry('x')).unusedSettingsLabels).toEqual([]);
		// The settings for the channel replace those for its network.
		const ofChannel = createEntry('x', { onlyChannel: 'x-1' });
		expect(resolvePosts(['x-1'], createEntry('x'), ofChannel).unusedSettingsLabels).toEqual([]);
	});

	test('is rejected for a nonexistent channel of a chosen network', () => {
		const resolveRejected = () =>
			resolvePosts(['x-1', 'li-1'], createEntry('x', { onlyChannel: 'nobody' }));
		expect(resolveRejected).toThrow(
			expect.objectContaining({
				message: 'Network Settings (x): no channel is named “nobody”',
				needsPerson: true,
			}),
		);
		expect(
			resolvePosts(['x-1'], createEntry('vibes', { onlyChannel: 'nobody' })).posts,
		).toHaveLength(1);
	});

	test.each<{ title: string; networks: NetworkSettingsEntry[]; message: string }>([
		{
			title: 'a network',
			networks: [createEntry('x'), createEntry('x')],
			message: 'Network Settings has X twice',
		},
		{
			title: 'a channel',
			networks: [
				createEntry('x', { onlyChannel: 'x-1' }),
				createEntry('devto'),
				createEntry('x', { onlyChannel: 'x-1' }),
			],
			message: 'Network Settings has X twice for the same channel',
		},
	])('is rejected if there are two for $title', ({ networks, message }) => {
		const description = expect.stringMatching(/^Remove one of them\. /) as string;
		expect(() => resolvePosts(['x-1'], ...networks)).toThrow(
			expect.objectContaining({ message, description, needsPerson: true }),
		);
	});
});

test('rejects a form without a text once for all channels, unless one has its own', () => {
	const parts: FormInput['parts'] = [{ text: ' ', files: [] }];
	const resolveBlank = (channels: string[], networks: NetworkSettingsEntry[] = []) =>
		resolveFormPosts(createForm(channels, { networkSettings: networks, parts }), CHANNELS).posts;
	expect(catchProblem(() => resolveBlank(['x-1', 'li-1']))[0]).toBe(
		'The text is empty. A post needs text or media',
	);
	expect(resolveBlank(['x-1', 'li-1'], [createEntry('x', { text: 'Tea' })])).toHaveLength(2);
	expect(resolveBlank(['x-1'])).toHaveLength(1);
	parts[0]!.files.push(CUP);
	expect(resolveBlank(['x-1', 'li-1'])).toHaveLength(2);
});

test.each([
	['X', 'Acme', ['x-1']],
	['X', 'group:acme', ['x-1']],
	['Acme Tea', '', ['x-2']],
])('finds %j in the group %j', (name, group, ids) => {
	const { posts: found } = resolveFormPosts(createForm([name], { onlyInGroup: group }), CHANNELS);
	expect(found.map(({ channel }) => channel.idOrName)).toEqual(ids);
});

test.each([
	{
		name: 'LinkedIn',
		group: 'Acme',
		message: 'No LinkedIn channel is connected',
		advice: /^Limit to Group limits .* to “Acme”\./,
	},
	{
		name: 'X',
		group: 'Beans',
		message: 'Limit to Group: no group of channels is named “Beans”',
		advice: /^Groups: /,
	},
])('rejects $name in the group $group', ({ name, group, message, advice }) => {
	const problem = catchProblem(() =>
		resolveFormPosts(createForm([name], { onlyInGroup: group }), CHANNELS),
	);
	expect(problem).toEqual([message, expect.stringMatching(advice)]);
});

test('inspects the files of the settings', () => {
	const settingFiles = { cover: { ...CUP, url: 'c' } };
	const inspector = { getInspectedFile: (source: unknown) => ({ source }) } as never;
	expect(getSettingFiles(settingFiles, inspector)).toEqual({
		cover: { source: settingFiles.cover },
	});
});
