import fc from 'fast-check';
import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { checkPost } from '../../nodes/Postiz/post/checks';
import { channelFields } from '../../nodes/Postiz/post/form';
import { buildSettings, ENTRY, standsBesideChannel } from '../../nodes/Postiz/post/settings';
import { pickerMethod, providers } from '../../nodes/Postiz/providers';
import { toSubreddit } from '../../nodes/Postiz/providers/reddit';
import { readRow, rowOption, toList, toNumber } from '../../nodes/Postiz/providers/shapes';
import type { Provider, SettingField } from '../../nodes/Postiz/providers/types';

/** What a person sees of settings that are sent, without the label of the channel. */
function problems(provider: Provider, settings: IDataObject): string[] {
	const item = {
		integration: { id: 'channel' },
		value: [{ content: 'Fresh beans', image: [] }],
		settings: { ...settings, __type: provider.identifier },
	};
	const target = { id: 'channel', label: 'Channel', identifier: provider.identifier, provider };
	return checkPost(item, target, 'draft').map((sentence) => sentence.replace('Channel: ', ''));
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
			expect(problems(provider, sent('https://example.com/a?b=c')).join('\n')).not.toContain(
				'web address',
			);
		},
	);

	test.each(titled(({ media }) => media))('%s is a file', (_title, { provider, field, sent }) => {
		expect(problems(provider, sent({ id: 'a' })).join('\n')).toContain(
			`${field.displayName} must have the id and path of an uploaded file`,
		);
		const file = { id: 'a', path: 'https://media.example/a.png' };
		expect(problems(provider, sent(file)).join('\n')).not.toContain('uploaded file');
	});

	test.each(
		titled(
			({ type, payload, media }) =>
				['string', 'color', 'resourceLocator'].includes(type) && !payload && !media,
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

describe('the form', () => {
	const form = channelFields();
	const shownFor = (identifier: string) =>
		form.filter((property) => {
			const { provider } = property.displayOptions?.show ?? {};
			return provider?.includes(identifier);
		});
	const isPicker = ({ type }: INodeProperties) =>
		['resourceLocator', 'multiOptions'].includes(type);

	test.each(providers.map((provider) => [provider.displayName, provider] as const))(
		'%s: what is required comes first, then the pickers, then the settings',
		(_name, { identifier, fields: declared }) => {
			const shown = shownFor(identifier);
			const ranks = shown.map(({ name, required }) => (name === 'settings' ? 3 : required ? 1 : 2));
			expect(ranks).toEqual([...ranks].sort());

			const beside = declared.filter(standsBesideChannel);
			const optional = declared.filter((field) => !standsBesideChannel(field));
			const settings = shown.find(({ name }) => name === 'settings');
			const names = (list: Array<{ name: string }>) => list.map(({ name }) => name).sort();
			expect(names(shown.filter((property) => property !== settings))).toEqual(names(beside));
			expect(names((settings?.options ?? []) as INodeProperties[])).toEqual(names(optional));
			expect(optional.filter(isPicker)).toEqual([]);
		},
	);

	test('calls the methods of the pickers, and has them follow what they depend on', () => {
		const label = shownFor('skool').find(({ name }) => name === 'label')!;
		expect(label.typeOptions?.loadOptionsDependsOn).toEqual([
			'&integrationId.value',
			'&group.value',
		]);
		expect(label.modes?.map(({ name, typeOptions }) => [name, typeOptions])).toEqual([
			['list', { searchListMethod: 'skoolLabel', searchable: true }],
			['id', undefined],
		]);
		const tags = shownFor('wordpress').find(({ name }) => name === 'tags')!;
		expect(tags.typeOptions?.loadOptionsMethod).toBe('wordpressTagsList');
	});

	test('shows a field that another one makes needed only then, inside groups too', () => {
		const group = shownFor('mewe').find(({ name }) => name === 'group')!;
		expect(group.displayOptions?.show).toEqual({ provider: ['mewe'], postType: ['group'] });
		const subreddits = shownFor('reddit').find(({ name }) => name === 'subreddit')!;
		const [entry] = subreddits.options as Array<{ name: string; values: INodeProperties[] }>;
		expect(entry.name).toBe(ENTRY);
		const conditions = entry.values.map(({ name, displayOptions }) => [name, displayOptions?.show]);
		expect(conditions).toContainEqual(['url', { type: ['link'] }]);
		expect(conditions).toContainEqual(['flair', { is_flair_required: [true] }]);
	});

	test('has a text of its own for every channel', () => {
		expect(form.at(-1)).toMatchObject({ name: 'content', displayName: 'Text for This Channel' });
		expect(form.at(-1)?.displayOptions).toBeUndefined();
	});

	test('leaves to the node what n8n would not understand', () => {
		const known = [
			'default',
			'description',
			'displayName',
			'displayOptions',
			'modes',
			'name',
			'noDataExpression',
			'options',
			'placeholder',
			'required',
			'type',
			'typeOptions',
		];
		const properties = (list: INodeProperties[]): INodeProperties[] =>
			list.flatMap((property) => [
				property,
				...(['collection', 'fixedCollection'].includes(property.type)
					? (property.options as Array<INodeProperties & { values?: INodeProperties[] }>).flatMap(
							(option) => properties(option.values ?? [option]),
						)
					: []),
			]);
		for (const property of properties(form)) {
			expect(Object.keys(property).filter((key) => !known.includes(key))).toEqual([]);
		}
	});

	test('names the methods of pickers as one word', () => {
		const picker = { tool: 'musicSearch', rows: '', whenEmpty: '' };
		expect(pickerMethod('tiktok-business', picker)).toBe('tiktokBusinessMusicSearch');
	});
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
			fc.property(fc.string({ minLength: 1 }), fc.string(), (id, name) => {
				const { value } = rowOption(() => 'label', ['id', 'name'])({ id, name, extra: 1 });
				expect(readRow(value)).toEqual({ id, name });
			}),
		);
	});

	test.each([
		['301', { id: '301' }],
		['301 | coffee', { id: '301', name: 'coffee' }],
		['301|A | B', { id: '301', name: 'A | B' }],
		['{broken', { id: '{broken' }],
		[301, { id: '301' }],
		[
			{ id: 1, name: 'a' },
			{ id: 1, name: 'a' },
		],
	])('%j by hand', (entered, row) => {
		expect(readRow(entered)).toEqual(row);
	});
});

test('a list is text with commas, or a list', () => {
	expect(toList(' a, b c ,,d')).toEqual(['a', 'b c', 'd']);
	expect(toList(['a', ' b ', '', null, undefined, 3, { label: 'c' }])).toEqual([
		'a',
		'b',
		3,
		{ label: 'c' },
	]);
	expect(toList(7)).toEqual(['7']);
});

test('a number stays a number, and what is none stays what it is', () => {
	expect(['11', ' 1.5 ', 0, '', 'eleven', null].map(toNumber)).toEqual([
		11,
		1.5,
		0,
		'',
		'eleven',
		null,
	]);
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
