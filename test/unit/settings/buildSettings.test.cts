import { buildSettings, dropIneffective } from '../../../nodes/Postiz/settings/buildSettings';
import { findSettingFiles } from '../../../nodes/Postiz/settings/findSettingFiles';
import { findNetwork } from '../../../nodes/Postiz/networks';
import type { Network } from '../../../nodes/Postiz/networks/networkTypes';
import { createField } from '../support/createField.cjs';

const network: Network = {
	identifier: 'network',
	displayName: 'Network',
	markup: 'plain',
	fields: [
		createField('audience', { type: 'options', required: true, default: 'all' }),
		createField('board', { type: 'resourceLocator', channelTool: 'boards' }),
		createField('title'),
		createField('flag', { type: 'boolean', default: false }),
		createField('volume', { type: 'number', default: 0 }),
		createField('cover', { isFile: true }),
	],
};

describe('buildSettings', () => {
	const build = (form: object, json?: object) =>
		buildSettings('network', network, form as never, { jsonSettings: json as never });

	test('keeps false and 0, and omits empty values', () => {
		expect(build({ board: '', settings: { title: '  ', flag: false, volume: 0 } })).toEqual({
			audience: 'all',
			flag: false,
			volume: 0,
		});
	});

	test('reads a setting only from its own field', () => {
		expect(build({ title: 'beside', settings: { audience: 'friends', board: 'b1' } })).toEqual({
			audience: 'all',
		});
	});

	test('leaves an empty required setting out, so that validation reports it', () => {
		expect(build({ audience: '' })).toEqual({});
	});

	test('prefers JSON to the form', () => {
		expect(build({ settings: { title: 'form' } }, { title: 'json', own: 1 })).toEqual({
			audience: 'all',
			title: 'json',
			own: 1,
		});
	});

	test('sends its JSON to a network without a declaration', () => {
		expect(
			buildSettings('new', undefined, { settings: { title: 'x' } }, { jsonSettings: { a: 1 } }),
		).toEqual({
			a: 1,
		});
	});
});

describe('the files that settings name', () => {
	const data = { mimeType: 'image/png', data: 'AA==' };
	const item = { label: 'Channel 2', binary: { data } };
	const find = (form: object, json?: object) =>
		findSettingFiles(network, form as never, { ...item, jsonSettings: json as never });

	test('are empty for an empty setting, and for one that JSON replaces', () => {
		expect(find({ settings: { cover: ' ', title: 'data' } })).toEqual({});
		expect(find({ cover: 'data' })).toEqual({});
		expect(find({ settings: { cover: 'data' } }, { cover: { id: '1', path: 'p' } })).toEqual({});
		expect(findSettingFiles(undefined, { settings: { cover: 'data' } }, item)).toEqual({});
	});
});

describe('a group of fields', () => {
	const place = createField('place', {
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		nested: {
			name: 'Place',
			fields: [
				createField('kind', { required: true, default: 'own' }),
				createField('loud', { type: 'boolean', required: true, default: false }),
			],
		},
	});
	const build = (value: unknown, provider?: string) =>
		buildSettings('network', { ...network, fields: [place] }, { provider, place: value } as never)
			.place;

	test('omits fields that an expression omits if the form shows it', () => {
		const entered = { entry: [{ kind: undefined, loud: true }] };
		expect(build(entered, 'network')).toEqual([{ value: { loud: true } }]);
	});

	test('gets its defaults if the form hides it', () => {
		expect(build({ entry: [{}] })).toEqual([{ value: { kind: 'own', loud: false } }]);
	});

	test('keeps values of another shape unchanged', () => {
		expect(build({})).toBeUndefined();
		for (const value of ['text', [{ value: { kind: 'a' } }], { kind: 'a' }]) {
			expect(build(value)).toEqual(value);
		}
	});
});

test('omits fields that belong to an empty setting', () => {
	const repost = { 'plug--linkedin-repost-post-users--delay': '0' };
	const comment = { 'plug--linkedin-add-comment--comment': 'Nice' };
	const settings = { carousel_name: 'Menu' };
	expect(dropIneffective({ ...settings, ...repost, ...comment }, findNetwork('linkedin'))).toEqual(
		settings,
	);
});
