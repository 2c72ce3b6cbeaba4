import { parseBoolean } from '../../../nodes/Postiz/common/parseBoolean';
import { catchProblem } from '../support/catchProblem.cjs';

test.each<[unknown[], boolean]>([
	[[false, undefined, null, '', ' False ', 'no', 0], false],
	[[true, 'TRUE', 'yes', 1], true],
])('reads each of %j as %p', (values, expected) => {
	for (const value of values) expect(parseBoolean(value, 'Simplify')).toBe(expected);
});

test.each([['maybe'], [2], [{ a: 1 }]])('rejects %j as a boolean', (value) => {
	expect(catchProblem(() => parseBoolean(value, 'Simplify'))).toEqual([
		expect.stringMatching(/^Simplify cannot be “/),
		'Enter true or false.',
	]);
});
