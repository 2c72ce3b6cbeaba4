import { groupBy, joinNames } from '../../../nodes/Postiz/common/lists';

test('groups elements by key at the position of the first', () => {
	const words = ['tea', 'milk', 'bun', 'cake', 'jam'];
	expect(groupBy(words, ({ length }) => length)).toEqual([
		['tea', 'bun', 'jam'],
		['milk', 'cake'],
	]);
	expect(groupBy([], String)).toEqual([]);
});

test.each([
	[[], ''],
	[['X'], 'X'],
	[['X', 'LinkedIn', 'Bluesky'], 'X, LinkedIn and Bluesky'],
	[['Acme', 'Baker, Inc.'], 'Acme and Baker, Inc.'],
])('joins the names %j as a sentence does', (names, expected) => {
	expect(joinNames(names)).toBe(expected);
});
