import { createSecretExpression, extractSecret } from '../../../nodes/Postiz/transport/secret';

test.each([
	['key', 'key'],
	[' key\n', 'key'],
	['Bearer key', 'key'],
	['bearer  key ', 'key'],
	['Authorization:key', 'key'],
	['Authorization: key', 'key'],
	['Authorization:  Bearer key', 'key'],
	['bearerkey', 'bearerkey'],
	['key Bearer', 'key Bearer'],
	['"key"', 'key'],
	["'Bearer key'\n", 'key'],
	['Bearer "key"', 'key'],
	['"', ''],
	['  ', ''],
])('sends %j as %j, in code and in the expression of the credential', (pasted, bare) => {
	expect(extractSecret(pasted)).toBe(bare);
	// n8n's expressions are JavaScript.
	const expression = `return ${createSecretExpression('pasted')}`;
	expect(new Function('pasted', expression)(pasted)).toBe(bare);
});
