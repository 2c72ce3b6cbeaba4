import { append, groupBy, largest, smallest } from '../../../nodes/Postiz/values/lists';

const MANY = Array.from({ length: 300_000 }, (_, index) => index);

test('a list takes more than the arguments of a call could', () => {
	const list = [-1];
	append(list, MANY);
	expect([list.length, list[0], list.at(-1)]).toEqual([300_001, -1, 299_999]);
});

test('the smallest and the largest are found among as many', () => {
	expect([smallest(MANY), largest(MANY)]).toEqual([0, 299_999]);
	expect([smallest([]), largest([])]).toEqual([Infinity, -Infinity]);
	expect([smallest([3, 1, 2]), largest([1, 3, 2])]).toEqual([1, 3]);
});

test('elements of the same key stand together, where the first of them stood', () => {
	const words = ['tea', 'milk', 'bun', 'cake', 'jam'];
	expect(groupBy(words, ({ length }) => length)).toEqual([
		['tea', 'bun', 'jam'],
		['milk', 'cake'],
	]);
	expect(groupBy([], String)).toEqual([]);
});
