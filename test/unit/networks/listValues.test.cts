import { toList } from '../../../nodes/Postiz/networks/listValues';

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
