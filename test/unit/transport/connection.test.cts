import {
	connectionErrorCode,
	explainConnectionFailure,
	isTemporary,
	isUnconnectedCredential,
	wasNeverSent,
} from '../../../nodes/Postiz/transport/connection';

const BASE_URL = 'https://social.example/api';

const failed = (code: string) =>
	Object.assign(new Error('failed'), { cause: Object.assign(new Error('inner'), { code }) });

test.each([
	['ECONNREFUSED', 'Nothing answers at that address'],
	['ENOTFOUND', "The host doesn't exist"],
	['EAI_AGAIN', 'could not be looked up'],
	['ETIMEDOUT', 'did not answer in time'],
	['ECONNABORTED', 'did not answer in time'],
	['ECONNRESET', 'was cut off'],
	['EPIPE', 'was cut off'],
	['EHOSTUNREACH', 'cannot be reached'],
	['ENETUNREACH', 'cannot be reached'],
	['SELF_SIGNED_CERT_IN_CHAIN', 'self-signed'],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'not trusted by n8n'],
	['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed'],
	['CERT_HAS_EXPIRED', 'has expired'],
	['ERR_TLS_CERT_ALTNAME_INVALID', 'another host'],
	['EOTHER', 'The connection failed (EOTHER).'],
])('%s: %s', (code, words) => {
	expect(connectionErrorCode(failed(code))).toBe(code);
	const { message, description } = explainConnectionFailure(failed(code), BASE_URL);
	expect(message).toBe(`Postiz could not be reached at ${BASE_URL}`);
	expect(description).toContain(words);
	expect(description).toContain('Check the Base URL in the credential');
});

test.each(['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG'])(
	'%s: no https there, so try http',
	(code) => {
		expect(explainConnectionFailure(failed(code), BASE_URL)).toEqual({
			message: `Postiz could not be reached at ${BASE_URL}`,
			description:
				"The server there doesn't use https. Try http://social.example/api as Base URL in the credential.",
			forModel: 'Try again later. If that fails, too, tell the person who made this tool.',
		});
		expect(wasNeverSent(failed(code))).toBe(true);
	},
);

test.each(['ERR_SSL_HTTP_REQUEST'])('%s says nothing of https to who asks for http', (code) => {
	const { description } = explainConnectionFailure(failed(code), 'http://social.example/api');
	expect(description).toContain(`The connection failed (${code}).`);
});

test.each(['xECONNRESET', 'ECONNRESETx', 'aERR_TLS', 'ERR_TLSx', 'ERR', 7])(
	'%p is no code of a connection',
	(code) => {
		expect(connectionErrorCode(Object.assign(new Error('odd'), { code }))).toBe(
			code === 'ERR' ? 'ERR' : undefined,
		);
	},
);

test('a credential that was never connected is told as such', () => {
	expect(explainConnectionFailure(new Error('OAuth credentials not connected'), BASE_URL)).toEqual({
		message: 'The Postiz credential is not connected yet',
		description: 'Open the credential in n8n and choose Connect my account.',
		forModel: 'Tell the person who made this tool.',
	});
});

test('without any code', () => {
	expect(connectionErrorCode(new Error('odd'))).toBeUndefined();
	expect(connectionErrorCode(undefined)).toBeUndefined();
	expect(explainConnectionFailure(new Error('odd'), BASE_URL).description).toContain(
		'The connection failed.',
	);
});

test('a mistake of the node is not told as a failed connection', () => {
	const mistake = new TypeError('Cannot read properties of undefined');
	expect(() => explainConnectionFailure(mistake, BASE_URL)).toThrow(mistake);
	const refused = Object.assign(new TypeError('no such character'), { code: 'ERR_INVALID_CHAR' });
	expect(explainConnectionFailure(refused, BASE_URL).description).toContain('(ERR_INVALID_CHAR)');
});

test('an error that is its own cause ends the search', () => {
	const error: Error & { cause?: unknown } = new Error('circle');
	error.cause = error;
	expect(connectionErrorCode(error)).toBeUndefined();
});

test('only what never left counts as not sent', () => {
	for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'CERT_HAS_EXPIRED']) {
		expect(wasNeverSent(failed(code))).toBe(true);
	}
	for (const code of ['ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ECONNABORTED']) {
		expect(wasNeverSent(failed(code))).toBe(false);
	}
	expect(wasNeverSent(new Error('OAuth credentials not connected'))).toBe(true);
});

test('a route that gets lost after connecting does not', () => {
	for (const code of ['EHOSTUNREACH', 'ENETUNREACH']) {
		const lost = (syscall: string) =>
			Object.assign(new Error('Request failed'), {
				cause: Object.assign(new Error(code), { code, syscall }),
			});
		expect(wasNeverSent(lost('connect'))).toBe(true);
		expect(wasNeverSent(lost('read'))).toBe(false);
		expect(wasNeverSent(lost('write'))).toBe(false);
		expect(wasNeverSent(lost('readdir'))).toBe(true);
		expect(wasNeverSent(lost('pwrite'))).toBe(true);
	}
});

test('a credential that was never connected is kept apart from a failed connection', () => {
	expect(isUnconnectedCredential(new Error('OAuth credentials not connected'))).toBe(true);
	expect(isUnconnectedCredential(new Error('Unable to sign without access token'))).toBe(true);
	expect(isUnconnectedCredential(new Error('connect ECONNREFUSED 127.0.0.1:9'))).toBe(false);
});

test('what may be over in a moment is kept apart from what somebody has to mend', () => {
	for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']) {
		expect(isTemporary(failed(code))).toBe(true);
	}
	for (const code of ['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT']) {
		expect(isTemporary(failed(code))).toBe(false);
	}
	expect(isTemporary(new Error('OAuth credentials not connected'))).toBe(false);
});
