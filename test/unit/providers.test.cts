import fc from 'fast-check';
import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { buildSettings } from '../../nodes/Postiz/channels/settings';
import { findProvider, pickerMethod, providers, textForm } from '../../nodes/Postiz/providers';
import { toSubreddit } from '../../nodes/Postiz/providers/reddit';
import { readRow, rowOption, toList } from '../../nodes/Postiz/providers/shapes';
import type { Provider, SettingField } from '../../nodes/Postiz/providers/types';
import { checkPost } from '../../nodes/Postiz/publishing/check/checkPost';
import { channel } from './publishing/deliver/rows.cjs';
import { plannedPost } from './publishing/plans.cjs';

/** What a person sees of settings that are sent, without the label of the channel. */
function problems(provider: Provider, settings: IDataObject): string[] {
	const target = { ...channel(provider.identifier), label: 'Channel', provider };
	const post = plannedPost({ target, settings });
	return checkPost(post, { isDraft: true }).map(({ message }) => message.replace('Channel: ', ''));
}

/** All fields of a provider, those inside groups included, each with settings that hold `value`. */
function everyField(provider: Provider) {
	return provider.fields.flatMap((field) => [
		{ field, sent: (value: unknown) => ({ [field.name]: value }) as IDataObject },
		...(field.entry?.fields ?? []).map((inner) => ({
			field: inner,
			sent: (value: unknown) => {
				const group = { [inner.name]: value };
				const groups = field.typeOptions?.multipleValues ? [{ value: group }] : group;
				return { [field.name]: groups } as IDataObject;
			},
		})),
	]);
}

const fields = providers.flatMap((provider) =>
	everyField(provider)
		.filter(({ field }) => !field.formOnly)
		.map(({ field, sent }) => ({
			title: `${provider.displayName}: ${field.displayName}`,
			provider,
			field,
			sent,
		})),
);
const titled = (wanted: (field: SettingField) => unknown) =>
	fields.filter(({ field }) => wanted(field)).map((entry) => [entry.title, entry] as const);

const optionsOf = ({ options }: SettingField) => options as INodePropertyOptions[];

describe('what is refused, field by field', () => {
	test.each(titled(({ required }) => required))('%s must not be empty', (_title, entry) => {
		const { provider, field, sent } = entry;
		for (const value of [undefined, '', '  ']) {
			expect(problems(provider, sent(value)).join('\n')).toContain(
				`${field.displayName} is needed`,
			);
		}
	});

	test.each(titled(({ type }) => type === 'options'))(
		'%s takes its own values and no other',
		(_title, { provider, field, sent }) => {
			for (const { value } of optionsOf(field)) {
				expect(problems(provider, sent(value)).join('\n')).not.toContain('cannot be');
			}
			const sentence = problems(provider, sent('moon')).join('\n');
			expect(sentence).toContain(`${field.displayName} cannot be “moon”. Allowed: `);
			for (const { name, value } of optionsOf(field)) {
				expect(sentence).toContain(name);
				expect(sentence).toContain(String(value));
			}
		},
	);

	test.each(titled(({ type }) => type === 'boolean'))(
		'%s is on or off',
		(_title, { provider, field, sent }) => {
			expect(problems(provider, sent('maybe')).join('\n')).toContain(
				`${field.displayName} must be true or false, not “maybe”`,
			);
		},
	);

	test.each(titled(({ url }) => url))(
		'%s is a web address',
		(_title, { provider, field, sent }) => {
			const refused = `${field.displayName} cannot be “example.com”; it must be a web address`;
			expect(problems(provider, sent('example.com')).join('\n')).toContain(refused);
			expect(problems(provider, sent('https://example.com/a ')).join('\n')).toContain(
				'it must be a web address',
			);
			expect(problems(provider, sent('https://example.com/a?b=c')).join('\n')).not.toContain(
				'web address',
			);
		},
	);

	test.each(titled(({ file }) => file))('%s is a file', (_title, { provider, field, sent }) => {
		expect(problems(provider, sent({ id: 'a' })).join('\n')).toContain(
			`${field.displayName} must have the id and path of an uploaded file`,
		);
		const other = { id: 'a', path: 'https://media.example/a.avif' };
		expect(problems(provider, sent(other)).join('\n')).toContain(
			`${field.displayName} cannot be “https://media.example/a.avif”. A post takes PNG`,
		);
		const file = { id: 'a', path: 'https://media.example/a.png' };
		expect(problems(provider, sent(file)).join('\n')).not.toContain('uploaded file');
	});

	test.each(
		titled(
			({ type, shape, element, file }) =>
				['string', 'color', 'resourceLocator'].includes(type) && !shape && !element && !file,
		),
	)('%s is text', (_title, { provider, field, sent }) => {
		expect(problems(provider, sent({ a: 1 })).join('\n')).toMatch(
			new RegExp(`${field.displayName} (must be text|cannot be)`),
		);
	});
});

describe('what a person reads', () => {
	const RAW_KEY = /[_]|^[a-z]|[a-z][A-Z]/;

	test.each(titled(() => true))('%s', (_title, { field }) => {
		expect(field.displayName).not.toMatch(RAW_KEY);
		expect(field.displayName).not.toBe(field.name);
		expect(field.description).toMatch(/\S/);
		if (field.type === 'options') {
			for (const { name, value } of optionsOf(field)) {
				expect(name).not.toBe(value);
				expect(name).not.toMatch(/_/);
			}
		}
	});

	test.each(providers.map((provider) => [provider.displayName, provider] as const))(
		'%s: what is required has a default that is allowed, or none',
		(_name, provider) => {
			for (const field of provider.fields.filter(({ type }) => type === 'options')) {
				expect(optionsOf(field).map(({ value }) => value)).toContain(field.default);
			}
		},
	);

	test('nothing is published otherwise than a person would think', () => {
		const defaults = (identifier: string) =>
			buildSettings(
				identifier,
				providers.find((provider) => provider.identifier === identifier),
				{},
			);
		expect(defaults('tiktok')).toMatchObject({
			content_posting_method: 'DIRECT_POST',
			privacy_level: 'PUBLIC_TO_EVERYONE',
			autoAddMusic: 'no',
			comment: true,
			brand_content_toggle: false,
			brand_organic_toggle: false,
		});
		expect(defaults('x')).toMatchObject({ who_can_reply_post: 'everyone' });
		expect(defaults('instagram')).toMatchObject({ post_type: 'post' });
		expect(defaults('youtube')).toMatchObject({ type: 'public' });
		expect(defaults('mewe')).toMatchObject({ postType: 'timeline' });
		expect(defaults('wordpress')).toMatchObject({ type: 'posts' });
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

	test('names the methods of pickers as one word', () => {
		const picker = { tool: 'musicSearch', rows: '', whenEmpty: '' };
		expect(pickerMethod('tiktok-business', picker)).toBe('tiktokBusinessMusicSearch');
	});
});

describe('what is sent as a list', () => {
	const SENT: Array<[string, string, unknown, unknown]> = [
		['hashnode', 'tags', [{ objectID: 't', name: 'T' }], [{ value: 't', label: 'T' }]],
		['hashnode', 'tags', '{"value":"t","label":"T, U"}', [{ value: 't', label: 'T, U' }]],
		['hashnode', 'tags', ['t'], [{ value: 't', label: 't' }]],
		['devto', 'tags', { id: 3, name: 'tea' }, [{ value: 3, label: 'tea' }]],
		['wordpress', 'categories', [{ id: 11, name: 'News' }, '12'], [11, 12]],
		['instagram', 'collaborators', { label: '@acme' }, [{ label: 'acme' }]],
		['instagram', 'collaborators', [{ username: 'acme' }], [{ label: 'acme' }]],
		['youtube', 'tags', [{ value: 'tea' }], [{ value: 'tea', label: 'tea' }]],
		['youtube', 'tags', [{ tag: { name: 'tea' } }], [{ value: 'tea', label: 'tea' }]],
		['medium', 'tags', [['tea']], [{ value: 'tea', label: 'tea' }]],
		['medium', 'tags', '["tea"]', [{ value: 'tea', label: 'tea' }]],
		['tumblr', 'tags', [{ label: 'tea' }, 'cake'], 'tea,cake'],
	];
	const read = (identifier: string, name: string, value: unknown) => {
		const provider = providers.find((candidate) => candidate.identifier === identifier)!;
		const form = { provider: identifier, [name]: value, settings: { [name]: value } };
		const settings = buildSettings(identifier, provider, form as IDataObject);
		return { provider, sent: settings[name], found: problems(provider, settings).join('\n') };
	};

	test.each(SENT)('%s: %s from %j', (identifier, name, value, sent) => {
		const reading = read(identifier, name, value);
		expect(reading.sent).toEqual(sent);
		expect(reading.found).not.toMatch(/Tags|Categories|Collaborators/);
	});

	test.each([...new Map(SENT.map(([identifier, name]) => [identifier, name]))])(
		'%s: what cannot be read of %s is kept, and refused by name',
		(identifier, name) => {
			for (const value of [{ a: 1 }, [{ a: 1 }], [{ label: { a: 1 } }], '["a", "b"', [NaN]]) {
				const { provider, sent, found } = read(identifier, name, value);
				const { displayName } = provider.fields.find((field) => field.name === name)!;
				expect(JSON.stringify(sent)).not.toMatch(/undefined|\[object/);
				expect(found).toMatch(new RegExp(`${displayName} (cannot have|must be text)`));
			}
		},
	);

	const lists = titled(({ element, entry, typeOptions }) =>
		Boolean(element ?? (entry && typeOptions?.multipleValues)),
	);

	test.each(lists)('%s is a list of its elements', (_title, { provider, field, sent }) => {
		expect(problems(provider, sent('coffee')).join('\n')).toContain(
			`${field.displayName} must be a list, not “coffee”: each needs `,
		);
		for (const element of ['coffee', null, NaN, {}, []]) {
			expect(problems(provider, sent([element])).join('\n')).toContain(
				`${field.displayName} cannot have `,
			);
		}
	});

	test('is declared for every field of which several may be chosen', () => {
		const several = titled(
			({ type, maxItems, minItems }) => type === 'multiOptions' || (maxItems ?? minItems),
		);
		expect(lists.map(([title]) => title)).toEqual(
			expect.arrayContaining(several.map(([title]) => title)),
		);
	});

	test.each(titled(({ entry, typeOptions }) => entry && !typeOptions?.multipleValues))(
		'%s is an object',
		(_title, { provider, field, sent }) => {
			for (const value of [[], 'coffee']) {
				expect(problems(provider, sent(value)).join('\n')).toContain(
					`${field.displayName} must be an object`,
				);
			}
		},
	);
});

describe('a subreddit', () => {
	const name = fc.stringMatching(/^\w{2,21}$/).filter((text) => !/^r$/i.test(text));

	test('is found in whatever way people write it', () => {
		fc.assert(
			fc.property(
				name,
				fc.constantFrom('', ' ', 'r/', '/r/', 'R/', 'reddit.com/r/', 'https://old.reddit.com/r/'),
				fc.constantFrom('', '/', ' '),
				(subreddit, before, after) => {
					expect(toSubreddit(before + subreddit + after)).toBe(`/r/${subreddit}`);
				},
			),
		);
	});

	test.each([
		['https://www.reddit.com/r/coffee/comments/1abc/what_now/', '/r/coffee'],
		['http://m.reddit.com/r/coffee?sort=new', '/r/coffee'],
		['/r/coffee/', '/r/coffee'],
	])('%s', (written, sent) => {
		expect(toSubreddit(written)).toBe(sent);
	});

	test.each(['u/acme', 'https://example.com/r/coffee', 'two words', 'r/', 'reddit.com', ''])(
		'“%s” is none, and stays what it is',
		(written) => {
			expect(toSubreddit(written)).toBe(written);
		},
	);
});

describe('a row that was picked', () => {
	test('is read as it was kept, with the keys that are wanted', () => {
		fc.assert(
			fc.property(
				fc.string().filter((text) => text.trim() !== ''),
				fc.string(),
				(id, name) => {
					const option = rowOption(() => 'label', ['id', 'name'])({ id, name, extra: 1 });
					expect(readRow(option?.value)).toEqual({ id, name });
				},
			),
		);
	});

	test.each([
		['301', { id: '301' }],
		['301 | coffee', { id: '301', name: 'coffee' }],
		['301|A | B', { id: '301', name: 'A | B' }],
		['{broken', '{broken'],
		[301, { id: '301' }],
		[
			{ id: 1, name: 'a', extra: 2 },
			{ id: '1', name: 'a' },
		],
		[
			{ value: 'b', label: 'B' },
			{ id: 'b', name: 'B' },
		],
		[{ extra: 2 }, { extra: 2 }],
		[['301'], ['301']],
	])('%j by hand', (entered, row) => {
		expect(readRow(entered)).toEqual(row);
	});
});

test('a list is text with commas, a list, or one element', () => {
	expect(toList(' a, b c ,,d')).toEqual(['a', 'b c', 'd']);
	expect(toList(['a', ' b ', '', null, undefined, 3, { label: 'c' }])).toEqual([
		'a',
		'b',
		3,
		{ label: 'c' },
	]);
	expect(toList(7)).toEqual([7]);
	expect(toList({ label: 'a' })).toEqual([{ label: 'a' }]);
	expect(toList('{"label": "a, b"}')).toEqual([{ label: 'a, b' }]);
	expect(toList(' ["a", "b, c"]')).toEqual(['a', 'b, c']);
	expect(toList([['a'], '{"label": "b"}'])).toEqual(['a', { label: 'b' }]);
	expect(toList('["a", "b"')).toEqual(['["a", "b"']);
	expect(toList(undefined)).toEqual([]);
});

test('what is picked and web addresses are sent without the spaces around them', () => {
	const sent = (identifier: string, form: IDataObject) =>
		buildSettings(
			identifier,
			providers.find((provider) => provider.identifier === identifier),
			form,
		);
	expect(sent('discord', { channel: { mode: 'id', value: ' 123 ' } }).channel).toBe('123');
	expect(sent('facebook', { settings: { url: ' https://example.com/x ' } }).url).toBe(
		'https://example.com/x',
	);
});

test('only days of the calendar are days', () => {
	const gmb = providers.find(({ identifier }) => identifier === 'gmb')!;
	const day = (value: unknown) => {
		const form = { settings: { eventStartDate: value } } as IDataObject;
		return problems(gmb, buildSettings('gmb', gmb, form)).join('\n');
	};
	for (const value of ['2028-02-29', '2026-12-31T23:00:00', new Date()])
		expect(day(value)).toBe('');
	for (const value of ['2026-02-31', '2026-02-29', '2026-13-01', '2026-12', new Date(NaN), {}]) {
		expect(day(value)).toMatch(/^Event Starts On (cannot be|must be text)/);
	}
});

test('IDs of rows are sent as text where the service wants text', () => {
	const built = (identifier: string, form: unknown) =>
		buildSettings(
			identifier,
			providers.find((provider) => provider.identifier === identifier),
			form as IDataObject,
		);
	const row = { mode: 'list', value: '{"id":7,"name":"Shop","address":"1 Street"}' };
	expect(built('tiktok-business', { location: row }).location).toEqual({
		id: '7',
		name: 'Shop',
		address: '1 Street',
	});
	const sound = { id: 7, title: 'Pour', duration: 30, previewUrl: 'https://example.com/a.mp3' };
	expect(built('instagram', { audio: { entry: { id: sound } } }).audio).toEqual({
		id: '7',
		title: 'Pour',
	});
});

test('an article on X is HTML', () => {
	const x = providers.find(({ identifier }) => identifier === 'x');
	expect(textForm(x, { post_type: 'article' })).toBe('html');
	expect(textForm(x, {})).toBe('x');
	expect(textForm(undefined, {})).toBe('plain');
});

test('values of the wrong kind are brought into the right one', () => {
	const youtube = providers.find(({ identifier }) => identifier === 'youtube')!;
	expect(buildSettings('youtube', youtube, { title: 2026 })).toMatchObject({ title: '2026' });
	const tiktok = providers.find(({ identifier }) => identifier === 'tiktok')!;
	expect(buildSettings('tiktok', tiktok, { duet: 'true', comment: 'false' })).toMatchObject({
		duet: true,
		comment: false,
	});
	const instagram = providers.find(({ identifier }) => identifier === 'instagram')!;
	expect(
		buildSettings('instagram', instagram, {
			audio: { entry: { id: { mode: 'id', value: 7 }, audio_volume: '80' } },
		}),
	).toMatchObject({ audio: { id: '7', audio_volume: 80 } });
});
