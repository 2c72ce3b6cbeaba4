import {
	buildSettings,
	isEmpty,
	parseJson,
	parseSettingsJson,
	isPrimary,
	unwrap,
} from '../../../nodes/Postiz/channels/settings';
import { findProvider, providers } from '../../../nodes/Postiz/providers';
import type { Provider, SettingField } from '../../../nodes/Postiz/providers/types';

const field = (name: string, more: Partial<SettingField> = {}): SettingField => ({
	displayName: name,
	name,
	type: 'string',
	default: '',
	...more,
});

const network: Provider = {
	identifier: 'network',
	displayName: 'Network',
	text: 'plain',
	fields: [
		field('audience', { type: 'options', required: true, default: 'all' }),
		field('board', { primary: true }),
		field('title'),
		field('flag', { type: 'boolean', default: false }),
		field('volume', { type: 'number', default: 0 }),
		field('cover', { media: true }),
		field('tags', {
			payload: (value) =>
				String(value)
					.split(',')
					.map((label) => ({ label })),
		}),
	],
};

describe('buildSettings', () => {
	const build = (form: object, json?: object) =>
		buildSettings('network', network, form as never, json as never);

	test('sends what is filled in and the defaults of what is required', () => {
		expect(build({})).toEqual({ __type: 'network', audience: 'all' });
		expect(
			build({
				audience: 'friends',
				board: { __rl: true, mode: 'list', value: 'b1', cachedResultName: 'Recipes' },
				settings: { title: 'Menu', flag: true, volume: 50, tags: 'tea,cake' },
			}),
		).toEqual({
			__type: 'network',
			audience: 'friends',
			board: 'b1',
			title: 'Menu',
			flag: true,
			volume: 50,
			tags: [{ label: 'tea' }, { label: 'cake' }],
		});
	});

	test('keeps false and 0, and leaves out what is empty', () => {
		expect(build({ board: '', settings: { title: '  ', flag: false, volume: 0 } })).toEqual({
			__type: 'network',
			audience: 'all',
			flag: false,
			volume: 0,
		});
	});

	test('takes a setting only from its own place in the form', () => {
		expect(build({ title: 'beside', settings: { audience: 'friends', board: 'b1' } })).toEqual({
			__type: 'network',
			audience: 'all',
		});
	});

	test('an empty value of a required setting stays missing, so that the check names it', () => {
		expect(build({ audience: '' })).toEqual({ __type: 'network' });
	});

	test('JSON wins over the form, and never changes the network', () => {
		expect(
			build({ settings: { title: 'form' } }, { title: 'json', own: 1, __type: 'other' }),
		).toEqual({ __type: 'network', audience: 'all', title: 'json', own: 1 });
	});

	test('a network without a declaration gets its JSON', () => {
		expect(buildSettings('new', undefined, { settings: { title: 'x' } }, { a: 1 })).toEqual({
			__type: 'new',
			a: 1,
		});
	});

	test('a file is sent as its reference', () => {
		const settings = buildSettings(
			'network',
			network,
			{ settings: { cover: 'data' } },
			{},
			(value, { name }) => ({
				id: `${name}-${String(value)}`,
				path: 'p',
				alt: 'a',
				thumbnail: 't',
			}),
		);
		expect(settings.cover).toEqual({ id: 'cover-data', path: 'p' });
	});
});

describe('a group of fields', () => {
	const place = field('place', {
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		entry: {
			name: 'Place',
			fields: [
				field('kind', { required: true, default: 'own' }),
				field('loud', { type: 'boolean', required: true, default: false }),
			],
		},
	});
	const build = (value: unknown, provider?: string) =>
		buildSettings('network', { ...network, fields: [place] }, {
			provider,
			settings: { place: value },
		} as never).place;

	test('that the form shows lacks what an expression does not give', () => {
		const entered = { entry: [{ kind: undefined, loud: true }] };
		expect(build(entered, 'network')).toEqual([{ value: { loud: true } }]);
	});

	test('that no form shows gets its defaults', () => {
		expect(build({ entry: [{}] })).toEqual([{ value: { kind: 'own', loud: false } }]);
	});

	test('that is of another shape stays what it is', () => {
		expect(build({})).toBeUndefined();
		for (const value of ['text', [{ value: { kind: 'a' } }], { kind: 'a' }]) {
			expect(build(value)).toEqual(value);
		}
	});
});

test('what is required or has a picker stands beside the channel', () => {
	expect(network.fields.filter(isPrimary).map(({ name }) => name)).toEqual([
		'audience',
		'board',
	]);
});

test('empty is what a person left empty', () => {
	for (const value of [undefined, null, '', ' \n', []]) expect(isEmpty(value)).toBe(true);
	for (const value of [false, 0, 'a', [''], {}]) expect(isEmpty(value)).toBe(false);
});

test('a picker is its value', () => {
	expect(unwrap({ __rl: true, mode: 'id', value: 'c1' })).toBe('c1');
	expect(unwrap({ id: '1', path: 'p' })).toEqual({ id: '1', path: 'p' });
	expect(unwrap('c1')).toBe('c1');
	expect(unwrap(undefined)).toBeUndefined();
});

describe('Settings (JSON)', () => {
	test.each([undefined, null, '', ' ', '{}', {}])('%j is no settings', (value) => {
		expect(parseSettingsJson(value)).toEqual({});
	});

	test('a text or an object', () => {
		expect(parseSettingsJson('{"title": "Menu"}')).toEqual({ title: 'Menu' });
		expect(parseSettingsJson({ title: 'Menu' })).toEqual({ title: 'Menu' });
	});

	test.each(['[1]', '"text"', '5', 'null', 'true'])('%s is no object', (value) => {
		expect(() => parseSettingsJson(value)).toThrow(
			expect.objectContaining({
				message: 'Settings (JSON) must be an object',
				description:
					'Write the settings between curly brackets, such as {"who_can_reply_post": "everyone"}.',
			}),
		);
	});

	test.each(['{title: Menu', '{"a": }', "{'a'}", 'menu'])('%s is no JSON', (value) => {
		expect(() => parseSettingsJson(value)).toThrow(
			expect.objectContaining({
				message: 'Settings (JSON) is not valid JSON',
				description: expect.stringMatching(/.+\. Look for a missing quote, comma or bracket\.$/),
			}),
		);
	});

	test('parseJson names the field', () => {
		expect(parseJson('[1]', 'Cover')).toEqual([1]);
		expect(() => parseJson('[', 'Cover')).toThrow('Cover is not valid JSON');
	});
});

describe('the registry', () => {
	test('finds a network by its identifier and its other names', () => {
		for (const provider of providers) {
			expect(findProvider(provider.identifier)).toBe(provider);
			for (const alias of provider.aliases ?? []) expect(findProvider(alias)).toBe(provider);
		}
		expect(findProvider('no-such-network')).toBeUndefined();
		expect(findProvider('')).toBeUndefined();
	});

	test('no identifier is used twice, and the form lists the names in order', () => {
		const identifiers = providers.flatMap(({ identifier, aliases = [] }) => [
			identifier,
			...aliases,
		]);
		expect(new Set(identifiers).size).toBe(identifiers.length);
		const names = providers.map(({ displayName }) => displayName);
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
	});

	test('takes the lengths from the table', () => {
		const lengths: Record<string, number> = {
			threads: 500,
			mastodon: 500,
			bluesky: 300,
			telegram: 4096,
			nostr: 100_000,
			vk: 2048,
			kick: 500,
			linkedin: 3000,
			'linkedin-page': 3000,
		};
		for (const [identifier, length] of Object.entries(lengths)) {
			expect(findProvider(identifier)?.maxLength).toBe(length);
		}
		const x = findProvider('x')!;
		expect(x.maxLengthFor?.({ post_type: 'article' })).toBe(100_000);
		expect(x.maxLengthFor?.({ post_type: 'post' }) ?? x.maxLength).toBe(4000);
	});
});
