import { coverSpans } from '../../../nodes/Postiz/values/spans';

const spans = (...pairs: Array<[number, number]>) => pairs.map(([start, end]) => ({ start, end }));

test.each([
	['nothing', [], []],
	['what overlaps is one', spans([5, 9], [1, 6], [2, 3]), spans([1, 9])],
	['gaps divide', spans([50, 51], [1, 2], [20, 21]), spans([1, 2], [20, 21], [50, 51])],
	[
		'the largest of them',
		spans([1, 1], [30, 30], [42, 42], [90, 90], [101, 101]),
		spans([1, 1], [30, 42], [90, 101]),
	],
	[
		'but none that is too short',
		spans([1, 1], [10, 10], [20, 20]),
		spans([1, 1], [10, 10], [20, 20]),
	],
	['and no shorter one', spans([1, 1], [9, 9], [17, 17]), spans([1, 17])],
])('%s', (_what, given, covered) => {
	expect(coverSpans(given, 3, 9)).toEqual(covered);
});
