import {
	getConnectionErrorCode,
	classifyConnectionError,
} from '../../../nodes/Postiz/transport/connectionError';

const BASE_URL = 'https://social.example/api';

const createFailure = (code: unknown, more: object = {}) =>
	Object.assign(new Error('failed'), {
		cause: Object.assign(new Error('inner'), { code, ...more }),
	});

const WRITING = { syscall: 'write' };
const explain = (error: unknown) => classifyConnectionError(error, BASE_URL).problem;
const NOT_SECURE = 'The TLS handshake failed';

const UNTRUSTED = 'n8n does not trust its certificate: it is self-signed, or sent without';
const NO_HOST = "The host doesn't exist, or n8n cannot find it. Check the spelling.";
const OUTDATED = 'Its certificate has expired, or is not valid yet. Renew it,';

test.each<[code: string, words: string, neverSent: boolean, temporary: boolean]>([
	['ECONNREFUSED', 'The connection was refused', true, true],
	['ENOTFOUND', NO_HOST, true, true],
	['EAI_AGAIN', NO_HOST, true, true],
	['EHOSTUNREACH', NO_HOST, true, true],
	['ENETUNREACH', NO_HOST, true, true],
	['ETIMEDOUT', 'did not answer in time', false, false],
	['ECONNABORTED', 'did not answer in time', false, false],
	['ECONNRESET', 'The connection failed (ECONNRESET).', false, false],
	['EPIPE', 'The connection failed (EPIPE).', false, false],
	['SELF_SIGNED_CERT_IN_CHAIN', UNTRUSTED, true, false],
	['DEPTH_ZERO_SELF_SIGNED_CERT', UNTRUSTED, true, false],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', UNTRUSTED, true, false],
	['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNTRUSTED, true, false],
	['CERT_HAS_EXPIRED', OUTDATED, true, false],
	['CERT_NOT_YET_VALID', OUTDATED, true, false],
	['ERR_TLS_CERT_ALTNAME_INVALID', 'Use that host in the Base URL', true, false],
	['EPROTO', NOT_SECURE, true, false],
	['ERR_SSL_WRONG_VERSION_NUMBER', NOT_SECURE, true, false],
	['ERR_SSL_PACKET_LENGTH_TOO_LONG', NOT_SECURE, true, false],
	['EOTHER', 'The connection failed (EOTHER).', false, false],
	...[
		...['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'EPROTO'],
		...['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT'],
	]
		.flatMap((known) => [`E_${known}`, `${known}_E`])
		.map((code): [string, string, boolean, boolean] => [code, `failed (${code}).`, false, false]),
])('%s: %s', (code, words, neverSent, temporary) => {
	const error = createFailure(code);
	expect(getConnectionErrorCode(error)).toBe(code);
	expect(classifyConnectionError(error, BASE_URL)).toMatchObject({
		...(neverSent ? { kind: 'unreachable', isTemporary: temporary } : { kind: 'noResponse' }),
		problem: {
			message: `Postiz could not be reached at ${BASE_URL}`,
			description: expect.stringContaining(words),
			needsPerson: true,
			affectsAllItems: true,
		},
	});
});

const ALERT =
	'write EPROTO 80:error:0A000410:SSL routines:ssl3_read_bytes:sslv3 alert handshake failure';

test.each<[code: string, text: string, more: object]>([
	['EPROTO', 'write EPROTO 80:error:0A00010B:SSL routines::wrong version number', WRITING],
	['EPROTO', ALERT, WRITING],
	['EPROTO', 'tlsv1 alert protocol version', WRITING],
	['ECONNRESET', 'Client network socket disconnected before secure TLS connection', {}],
])('%s in a handshake never concerns a request: %s', (code, text, more) => {
	const error = Object.assign(new Error(text), { code, ...more });
	expect(classifyConnectionError(error, BASE_URL)).toMatchObject({
		kind: 'unreachable',
		problem: { description: expect.stringContaining(NOT_SECURE) },
	});
});

test('n8n itself blocks private addresses', () => {
	const blocked = new Error(
		'The request was blocked because it resolves to a restricted IP address',
	);
	blocked.name = 'SsrfBlockedIpError';
	const error = new Error(blocked.message, { cause: blocked });
	expect(classifyConnectionError(error, 'http://postiz:5000/api')).toMatchObject({
		kind: 'unreachable',
		isTemporary: false,
		problem: {
			description:
				"n8n's protection against SSRF blocks private addresses. Start n8n and its workers with N8N_SSRF_ALLOWED_HOSTNAMES set to the host in the Base URL, or with N8N_SSRF_ALLOWED_IP_RANGES if that is an IP address.",
		},
	});
});

test.each(['xECONNRESET', 'ECONNRESETx', 'aERR_TLS', 'ERR_TLSx', 7, undefined])(
	'does not treat %p as a connection error',
	(code) => {
		expect(getConnectionErrorCode(createFailure(code))).toBeUndefined();
		expect(explain(createFailure(code)).description).toMatch(/^The connection failed\./);
	},
);

test.each(['OAuth credentials not connected', 'Unable to sign without access token'])(
	'explains “%s” of a credential that was never connected',
	(message) => {
		const error = new Error(message);
		expect(classifyConnectionError(error, BASE_URL)).toMatchObject({
			kind: 'unreachable',
			isTemporary: false,
			problem: {
				message: 'The Postiz credential is not connected yet',
				description: 'Open the credential in n8n and choose Connect my account.',
				needsPerson: true,
				affectsAllItems: true,
			},
		});
	},
);

test('does not report a bug in the node as a failed connection', () => {
	const mistake = new TypeError('Cannot read properties of undefined');
	expect(() => explain(mistake)).toThrow(mistake);
	const rejected = Object.assign(new TypeError('no such character'), { code: 'ERR_INVALID_CHAR' });
	expect(explain(rejected).description).toContain('(ERR_INVALID_CHAR)');
});

test('stops at an error that is its own cause', () => {
	const error: Error & { cause?: unknown } = new Error('circle');
	error.cause = error;
	expect(getConnectionErrorCode(error)).toBeUndefined();
});

test.each([
	['connect', true],
	['read', false],
	['write', false],
	['readdir', true],
	['pwrite', true],
])('a route lost in %s never delivered the request: %p', (syscall, isUnsent) => {
	const { kind } = classifyConnectionError(createFailure('EHOSTUNREACH', { syscall }), BASE_URL);
	expect(kind).toBe(isUnsent ? 'unreachable' : 'noResponse');
});
