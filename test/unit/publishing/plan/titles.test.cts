import type { IDataObject } from 'n8n-workflow';

import { findProvider, providers } from '../../../../nodes/Postiz/providers';
import type { Provider } from '../../../../nodes/Postiz/providers/types';
import { withTitle } from '../../../../nodes/Postiz/publishing/plan/settings';
import { checkSettings } from '../../../../nodes/Postiz/publishing/check/checkPost';

const networkWith = (limits: { minLength?: number; maxLength?: number } = {}): Provider => ({
	identifier: 'network',
	displayName: 'Network',
	text: 'plain',
	fields: [
		{
			displayName: 'Title',
			name: 'title',
			type: 'string',
			default: '',
			required: true,
			fromText: true,
			...limits,
		},
		{ displayName: 'Board', name: 'board', type: 'string', default: '', required: true },
	],
});

const titled = (content: string, settings: IDataObject = {}, provider = networkWith()) =>
	withTitle(settings, provider, [
		{ content, files: [] },
		{ content: 'Later', files: [] },
	]);

describe('a title that nobody entered is the first line of the text', () => {
	test.each([
		['Tea', 'Tea'],
		['Tea is ready\nCome in', 'Tea is ready'],
		['\n \n  Tea  \r\nCome in', 'Tea'],
		['<p>Tea &amp; <strong>cake</strong></p><p>Come in</p>', 'Tea & cake'],
		['日本のお茶 🍵', '日本のお茶 🍵'],
	])('%j: %j', (content, title) => {
		expect(titled(content)).toEqual({ title });
	});

	test('and nothing else that is required', () => {
		expect(titled('Tea', { board: 'b1' })).toEqual({ board: 'b1', title: 'Tea' });
	});

	test.each<IDataObject>([{ title: '' }, { title: ' ' }, { title: null }, {}])(
		'%j has none',
		(settings) => {
			expect(titled('Tea', settings)).toEqual({ title: 'Tea' });
		},
	);

	test('and one that was entered stays, even if it is wrong', () => {
		for (const title of ['Menu', 0, false]) expect(titled('Tea', { title })).toEqual({ title });
	});

	test('and the settings that were handed in stay as they are', () => {
		const settings = {};
		titled('Tea', settings);
		expect(settings).toEqual({});
	});
});

describe('a title keeps to the limits of its field', () => {
	const title = (content: string, limits: { minLength?: number; maxLength?: number }) =>
		titled(content, {}, networkWith(limits)).title;

	test.each([
		['Tea is ready', 12, 'Tea is ready'],
		['Tea is ready', 11, 'Tea is'],
		['Tea is ready', 6, 'Tea is'],
		['Tea is ready', 5, 'Tea'],
		['Teatime', 3, 'Tea'],
		['a🍵', 2, 'a'],
		['🍵🍵', 3, '🍵'],
	])('%j in %i characters: %j', (content, maxLength, expected) => {
		expect(title(content, { maxLength })).toBe(expected);
	});

	test('and is left to the checks if the line is too short for it', () => {
		expect(title('Tea', { minLength: 4 })).toBeUndefined();
		expect(title('Tea', { minLength: 3 })).toBe('Tea');
		expect(title('Teatime for everyone', { minLength: 10, maxLength: 10 })).toBeUndefined();
	});

	test.each(['', ' \n ', '<p></p>'])('and is missing for a text of nothing: %j', (content) => {
		expect(title(content, {})).toBeUndefined();
	});

	test('a line of a million letters is cut', () => {
		expect(title('a '.repeat(500_000), { maxLength: 100 })).toHaveLength(99);
	});
});

test('every network that needs a title gets one that it takes', () => {
	const needing = providers.filter(({ fields }) => fields.some(({ fromText }) => fromText));
	expect(needing.map(({ identifier }) => identifier).sort()).toEqual([
		'devto',
		'dribbble',
		'hashnode',
		'listmonk',
		'medium',
		'skool',
		'wordpress',
		'youtube',
	]);
	for (const provider of needing) {
		const settings = withTitle({}, provider, [{ content: 'Tea time '.repeat(50), files: [] }]);
		const titles = provider.fields.filter(({ fromText }) => fromText);
		expect(Object.keys(settings)).toEqual(titles.map(({ name }) => name));
		const problems = checkSettings({
			settings,
			settingFiles: {},
			origin: 'json',
			target: { provider: { ...provider, fields: titles, check: undefined } },
		});
		expect(problems).toEqual([]);
	}
});

test('no other network gets one', () => {
	const parts = [{ content: 'Tea', files: [] }];
	expect(withTitle({}, findProvider('x'), parts)).toEqual({});
	expect(withTitle({}, undefined, parts)).toEqual({});
	expect(withTitle({}, networkWith(), [])).toEqual({});
});
