import {
	createSecretExpression,
	extractSecret,
	redactSecrets,
} from '../../../nodes/Postiz/transport/secret';
import { createResponse } from './createResponse.cjs';

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

test('hides a sent key everywhere in an error response', () => {
	const echoed = createResponse(300, { sent: ['Bearer key-1234', 'short'] }, { sent: 'key-1234' });
	expect(redactSecrets(echoed, ['key-1234', 'short', ''])).toEqual(
		createResponse(300, { sent: ['Bearer ***', 'short'] }, { sent: '***' }),
	);
	expect(redactSecrets(createResponse(299, 'key-1234'), ['key-1234'])).toEqual(
		createResponse(299, 'key-1234'),
	);
});
