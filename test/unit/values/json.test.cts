import { parseJson, tryJson } from '../../../nodes/Postiz/values/json';
import { problemOf } from '../support/problem.cjs';

test('parseJson names the field, and where the JSON breaks off', () => {
	expect(parseJson('[1]', 'Cover')).toEqual([1]);
	expect(problemOf(() => parseJson('[', 'Cover'))).toEqual([
		'Cover is not valid JSON',
		expect.stringMatching(/\S\. Look for a missing quote, comma or bracket\.$/),
	]);
});

test.each([
	['{"a":1}', { a: 1 }],
	['null', null],
	['[', undefined],
	['', undefined],
])('tryJson %p', (text, value) => expect(tryJson(text)).toEqual(value));
