import { parseJson, tryParseJson } from '../../../nodes/Postiz/common/parseJson';
import { catchProblem } from '../support/catchProblem.cjs';

const BROKEN = [
	'Cover is not valid JSON',
	expect.stringMatching(/\S\. Look for a missing quote, comma or bracket\.$/),
];

test.each([
	'Here you are:\n```json\n{"a": 1}\n```\nEnjoy!',
	'Here you are: {"a": 1}. Enjoy!',
	'"{\\"a\\": 1}"',
	'```\n{"a": 1}```',
])('reads JSON from %j too', (text) => {
	expect(parseJson(text, 'The JSON')).toEqual({ a: 1 });
});

test.each(['{"a": "one\ntwo"}', '{"a": "the "one""}', '["the "one""]'])(
	'explains for %j how an expression returns text',
	(text) => {
		expect(catchProblem(() => parseJson(text, 'The JSON'))[1]).toContain(
			'Insert a text with {{ JSON.stringify($json.text) }}, without quotes around it',
		);
	},
);

test.each(['{"a": 1} or {"b": 2}', '{"a"', 'no JSON'])('rejects %j as JSON', (text) => {
	expect(catchProblem(() => parseJson(text, 'The JSON'))[1]).not.toContain('stringify');
});

test('parses JSON, or says where it breaks off', () => {
	expect(parseJson('[1]', 'Cover')).toEqual([1]);
	expect(catchProblem(() => parseJson('[', 'Cover'))).toEqual(BROKEN);
	expect(['{"a":1}', 'null', '[', ''].map(tryParseJson)).toEqual([
		{ a: 1 },
		null,
		undefined,
		undefined,
	]);
});
