import { parseEntry, createEntryOption, toList } from '../../../nodes/Postiz/networks/pickerValues';

describe('a row that was picked', () => {
	test('is read as it was saved, with the wanted keys', () => {
		const row = { id: '1', name: 'A | “B”, "C"' };
		const option = createEntryOption(['id', 'name'])({ ...row, extra: 1 });
		expect(parseEntry(option?.value)).toEqual(row);
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
	])('reads %j that was typed', (entered, row) => {
		expect(parseEntry(entered)).toEqual(row);
	});
});

test('reads a list from text with commas, a list, or one element', () => {
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
