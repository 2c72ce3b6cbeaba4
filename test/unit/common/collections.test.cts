import { groupBy } from '../../../nodes/Postiz/common/collections';

test('groups elements by key at the position of the first', () => {
	const words = ['tea', 'milk', 'bun', 'cake', 'jam'];
	expect(groupBy(words, ({ length }) => length)).toEqual([
		['tea', 'bun', 'jam'],
		['milk', 'cake'],
	]);
	expect(groupBy([], String)).toEqual([]);
});
