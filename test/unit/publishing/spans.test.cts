import { coverSpans } from '../../../nodes/Postiz/publishing/observe';

const spans = (...pairs: Array<[number, number]>) => pairs.map(([start, end]) => ({ start, end }));

test.each([
	['nothing', [], []],
	['what overlaps is one', spans([5, 9], [1, 6], [2, 3]), spans([1, 9])],
	['a gap divides', spans([50, 51], [1, 20], [2, 2]), spans([1, 20], [50, 51])],
	['the largest alone', spans([70, 91], [1, 1], [60, 60], [42, 42]), spans([1, 1], [42, 91])],
	['if it is no shorter than asked', spans([1, 1], [10, 10]), spans([1, 1], [10, 10])],
	['a shorter one does not', spans([1, 1], [9, 9], [17, 17]), spans([1, 17])],
])('%s', (_what, given, covered) => {
	expect(coverSpans(given, 9)).toEqual(covered);
});
