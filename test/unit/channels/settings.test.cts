import {
	buildSettings,
	findSettingFiles,
	withoutIdle,
} from '../../../nodes/Postiz/channels/settings';
import { findProvider } from '../../../nodes/Postiz/providers';
import type { Provider, SettingField } from '../../../nodes/Postiz/providers/types';
import { problemOf } from '../support/problem.cjs';

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
		field('board', {
			type: 'resourceLocator',
			tool: 'boards',
			whenEmpty: 'Create one first.',
		}),
		field('title'),
		field('flag', { type: 'boolean', default: false }),
		field('volume', { type: 'number', default: 0 }),
		field('cover', { file: true }),
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
		buildSettings('network', network, form as never, { json: json as never });

	test('sends what is filled in and the defaults of what is required', () => {
		expect(build({})).toEqual({ audience: 'all' });
		expect(
			build({
				audience: 'friends',
				board: { __rl: true, mode: 'list', value: 'b1', cachedResultName: 'Recipes' },
				settings: { title: 'Menu', flag: true, volume: 50, tags: 'tea,cake' },
			}),
		).toEqual({
			audience: 'friends',
			board: 'b1',
			title: 'Menu',
			flag: true,
			volume: 50,
			tags: [{ label: 'tea' }, { label: 'cake' }],
		});
	});

	test('takes a number for an ID, unless it has lost digits', () => {
		expect(build({ board: 123 })).toMatchObject({ board: '123' });
		expect(build({ board: 2 ** 60 })).toMatchObject({ board: 2 ** 60 });
	});

	test('keeps false and 0, and leaves out what is empty', () => {
		expect(build({ board: '', settings: { title: '  ', flag: false, volume: 0 } })).toEqual({
			audience: 'all',
			flag: false,
			volume: 0,
		});
	});

	test('takes a setting only from its own place in the form', () => {
		expect(build({ title: 'beside', settings: { audience: 'friends', board: 'b1' } })).toEqual({
			audience: 'all',
		});
	});

	test('an empty value of a required setting stays missing, so that the check names it', () => {
		expect(build({ audience: '' })).toEqual({});
	});

	test('JSON wins over the form', () => {
		expect(build({ settings: { title: 'form' } }, { title: 'json', own: 1 })).toEqual({
			audience: 'all',
			title: 'json',
			own: 1,
		});
	});

	test('a network without a declaration gets its JSON', () => {
		expect(
			buildSettings('new', undefined, { settings: { title: 'x' } }, { json: { a: 1 } }),
		).toEqual({
			a: 1,
		});
	});

	test('leaves out what names a file', () => {
		expect(build({ settings: { cover: 'data', title: 'Menu' } })).toEqual({
			audience: 'all',
			title: 'Menu',
		});
	});

	test('values from expressions get the type that the setting has', () => {
		expect(build({ settings: { title: 2026, flag: 'true', volume: ' 50 ' } })).toEqual({
			audience: 'all',
			title: '2026',
			flag: true,
			volume: 50,
		});
		// Invalid values are kept for validation.
		expect(build({ settings: { title: { a: 1 }, flag: 'maybe', volume: 'loud' } })).toEqual({
			audience: 'all',
			title: { a: 1 },
			flag: 'maybe',
			volume: 'loud',
		});
	});
});

describe('the files that settings name', () => {
	const data = { mimeType: 'image/png', data: 'AA==' };
	const item = { label: 'Channel 2', binary: { data } };
	const find = (form: object, json?: object) =>
		findSettingFiles(network, form as never, { ...item, json: json as never });

	test('come with the setting that names them', () => {
		expect(find({ settings: { cover: 'data' } })).toEqual({
			cover: { from: 'binary', field: 'data', binary: data },
		});
		const upload = { id: '1', path: 'https://media.example/cup.png' };
		expect(find({ settings: { cover: { mode: 'id', value: upload } } })).toEqual({
			cover: { from: 'upload', reference: upload },
		});
	});

	test('are none for an empty setting, and for one that JSON replaces', () => {
		expect(find({ settings: { cover: ' ', title: 'data' } })).toEqual({});
		expect(find({ cover: 'data' })).toEqual({});
		expect(find({ settings: { cover: 'data' } }, { cover: { id: '1', path: 'p' } })).toEqual({});
		expect(findSettingFiles(undefined, { settings: { cover: 'data' } }, item)).toEqual({});
	});

	test('are refused with the place of their field', () => {
		expect(problemOf(() => find({ settings: { cover: 'ftp://a.example/cup.png' } }))[0]).toBe(
			'Channel 2: cover: “ftp://a.example/cup.png” is not a web address',
		);
	});
});

describe('a group of fields', () => {
	const place = field('place', {
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		nested: {
			name: 'Place',
			fields: [
				field('kind', { required: true, default: 'own' }),
				field('loud', { type: 'boolean', required: true, default: false }),
			],
		},
	});
	const build = (value: unknown, provider?: string) =>
		buildSettings('network', { ...network, fields: [place] }, { provider, place: value } as never)
			.place;

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

describe('a choice', () => {
	const status = field('status', {
		type: 'options',
		default: 'publish',
		options: [
			{ name: 'Publish', value: 'publish' },
			{ name: 'Save for Later', value: 'DRAFT_ONLY' },
		],
	});
	const build = (entered: unknown) =>
		buildSettings('network', { ...network, fields: [status] }, {
			settings: { status: entered },
		} as never).status;

	test.each(['DRAFT_ONLY', 'draft only', ' Draft-Only ', 'save for later', 'Save for Later'])(
		'%j is meant by its value or its name',
		(entered) => {
			expect(build(entered)).toBe('DRAFT_ONLY');
		},
	);

	test.each(['draft', 7, true])('%j stays what it is, for the checks to refuse', (entered) => {
		expect(build(entered)).toBe(entered);
	});
});

test('what goes with an empty setting is left out', () => {
	const repost = { 'plug--linkedin-repost-post-users--delay': '0' };
	const comment = { 'plug--linkedin-add-comment--comment': 'Nice' };
	const settings = { carousel_name: 'Menu' };
	expect(withoutIdle({ ...settings, ...repost, ...comment }, findProvider('linkedin'))).toEqual(
		settings,
	);
});
