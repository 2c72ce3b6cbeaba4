import { bareKey, bareKeyExpression } from '../../../nodes/Postiz/transport/credential';

test.each([
	['key', 'key'],
	[' key\n', 'key'],
	['Bearer key', 'key'],
	['bearer  key ', 'key'],
	['Authorization: key', 'key'],
	['Authorization: Bearer key', 'key'],
	['bearerkey', 'bearerkey'],
	['key Bearer', 'key Bearer'],
	['  ', ''],
])('%j is sent as %j, in code and in the expression of the credential', (pasted, bare) => {
	expect(bareKey(pasted)).toBe(bare);
	expect(evaluate(bareKeyExpression('pasted'), pasted)).toBe(bare);
});

/** n8n's expressions are JavaScript. */
function evaluate(expression: string, pasted: string): unknown {
	return new Function('pasted', `return ${expression}`)(pasted);
}
