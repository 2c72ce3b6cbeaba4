import {
	toNumber,
	toNumberIfNumeric,
	parsePositive,
	parseCount,
	parseOptionalCount,
} from '../../../nodes/Postiz/common/parseNumber';
import { catchProblem } from '../support/catchProblem.cjs';

test.each<[unknown, number, otherwise: unknown]>([
	[7, 7, 7],
	['7', 7, 7],
	[' 1.5 ', 1.5, 1.5],
	['', NaN, ''],
	['seven', NaN, 'seven'],
	[true, NaN, true],
	[null, NaN, null],
])('reads %j as the number %d, or keeps %j', (value, number, otherwise) => {
	expect(toNumber(value)).toBe(number);
	expect(toNumberIfNumeric(value)).toBe(otherwise);
});

test('reads positive numbers, and counts without a fraction', () => {
	const parsers = [parsePositive, parseCount];
	expect(parsers.map((parse) => parse(' 7 ', 'Days', 'Enter 7.'))).toEqual([7, 7]);
	expect(parsePositive(0.5, 'Days', 'Enter 7.')).toBe(0.5);
	for (const entered of [0, -1, '', 'seven', null, true, NaN, Infinity, [7]]) {
		for (const parse of parsers) {
			expect(catchProblem(() => parse(entered, 'Days', 'Enter 7.'))).toEqual([
				expect.stringMatching(/^Days cannot be “/),
				'Enter 7.',
			]);
		}
	}
	for (const entered of [1.5, 2 ** 31]) {
		expect(catchProblem(() => parseCount(entered, 'Days', 'Enter 7.'))[0]).toMatch(/cannot be “/);
	}
});

test('takes nothing or 0 for no count', () => {
	for (const entered of [undefined, '', ' ', 0, '0']) {
		expect(parseOptionalCount(entered, 'Days', 'Enter 7.')).toBeUndefined();
	}
	expect(parseOptionalCount('7', 'Days', 'Enter 7.')).toBe(7);
	expect(catchProblem(() => parseOptionalCount(-1, 'Days', 'Enter 7.'))[0]).toMatch(/cannot be “/);
});
