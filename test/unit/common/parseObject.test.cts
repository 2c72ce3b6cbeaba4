import { parseObject } from '../../../nodes/Postiz/common/parseObject';
import { catchProblem } from '../support/catchProblem.cjs';

const BROKEN = [
	'Cover is not valid JSON',
	expect.stringMatching(/\S\. Look for a missing quote, comma or bracket\.$/),
];
const NO_OBJECT = [
	'Cover must be an object',
	'Write it between curly brackets, such as {"title": "Winter menu"}.',
];

test('reads an object from text too, and an empty value as an empty object', () => {
	for (const value of [undefined, null, '', ' ', '{}', {}]) {
		expect(parseObject(value, 'Cover')).toEqual({});
	}
	for (const value of ['{"title": "Menu"}', { title: 'Menu' }]) {
		expect(parseObject(value, 'Cover')).toEqual({ title: 'Menu' });
	}
});

test.each([
	...['[1]', '"text"', '5', 'null', 'true'].map((text) => [text, NO_OBJECT]),
	...['{title: Menu', '{"a": }', "{'a'}", 'menu'].map((text) => [text, BROKEN]),
])('rejects %s as an object', (text, problem) => {
	expect(catchProblem(() => parseObject(text, 'Cover'))).toEqual(problem);
});
