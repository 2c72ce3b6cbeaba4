import { groupBy } from '../../../nodes/Postiz/common/lists';

test('elements of the same key stand together, where the first of them stood', () => {
	const words = ['tea', 'milk', 'bun', 'cake', 'jam'];
	expect(groupBy(words, ({ length }) => length)).toEqual([
		['tea', 'bun', 'jam'],
		['milk', 'cake'],
	]);
	expect(groupBy([], String)).toEqual([]);
});
