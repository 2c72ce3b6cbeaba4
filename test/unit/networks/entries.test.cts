import { parseEntry, createEntryOption } from '../../../nodes/Postiz/networks/entries';

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
