import { outsideMessage, type Explanation } from '../values/problem';
import { propertiesOf } from '../values/read';

/** The error code of a failed connection, wherever n8n or its HTTP client put it. */
export function connectionErrorCode(error: unknown): string | undefined {
	for (let current = error, depth = 0; current && depth < 6; depth++) {
		const { code, cause } = propertiesOf(current);
		if (typeof code === 'string' && /^E[A-Z_]+$|^[A-Z]+(_[A-Z]+)+$/.test(code)) return code;
		current = cause;
	}
	return undefined;
}

const CONNECTION_ERRORS: Record<string, string> = {
	ECONNREFUSED:
		'Nothing answers at that address: the instance is not running, or the port is wrong.',
	ENOTFOUND: "The host doesn't exist. Check the spelling.",
	EAI_AGAIN: 'The name of the host could not be looked up.',
	ECONNRESET: 'The connection was cut off.',
	EPIPE: 'The connection was cut off.',
	ETIMEDOUT: 'The host did not answer in time.',
	ECONNABORTED: 'The host did not answer in time.',
	EHOSTUNREACH: 'The host cannot be reached from n8n.',
	ENETUNREACH: 'The host cannot be reached from n8n.',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is not trusted by n8n (self-signed).',
	SELF_SIGNED_CERT_IN_CHAIN: 'Its certificate is not trusted by n8n (self-signed).',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its certificate is not trusted by n8n.',
	CERT_HAS_EXPIRED: 'Its certificate has expired.',
	ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate belongs to another host.',
};

const NO_TLS = new Set([
	'EPROTO',
	'ERR_SSL_WRONG_VERSION_NUMBER',
	'ERR_SSL_PACKET_LENGTH_TOO_LONG',
	'ERR_SSL_HTTP_REQUEST',
]);

/** Explains a request that got no answer at all. A mistake of the node is thrown again. */
export function explainConnectionFailure(error: unknown, baseUrl: string): Explanation {
	const code = connectionErrorCode(error);
	if (code === undefined) outsideMessage(error);
	if (code && NO_TLS.has(code) && baseUrl.startsWith('https:')) {
		return {
			message: `Postiz could not be reached at ${baseUrl}`,
			description: `The server there doesn't use https. Try ${baseUrl.replace('https:', 'http:')} as Base URL in the credential.`,
		};
	}
	return {
		message: `Postiz could not be reached at ${baseUrl}`,
		description: `${(code && CONNECTION_ERRORS[code]) || `The connection failed${code ? ` (${code})` : ''}.`} Check the Base URL in the credential, and that n8n can reach it: inside Docker, localhost is the container itself.`,
	};
}

const BEFORE_SENDING = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'CERT_HAS_EXPIRED',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	...NO_TLS,
]);

/** True if a request failed before any of it reached the service. */
export function wasNeverSent(error: unknown): boolean {
	if (isUnconnectedCredential(error)) return true;
	// A route may also get lost while the answer is awaited.
	return !wasConnected(error) && BEFORE_SENDING.has(connectionErrorCode(error) ?? '');
}

function wasConnected(error: unknown): boolean {
	for (let current = error, depth = 0; current && depth < 6; depth++) {
		const { syscall, cause } = propertiesOf(current);
		if (syscall === 'read' || syscall === 'write') return true;
		current = cause;
	}
	return false;
}

/**
 * True for a failed connection that may go through in a moment. The name servers of Docker know no
 * container that just starts anew.
 */
export function isTemporary(error: unknown): boolean {
	return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/.test(
		connectionErrorCode(error) ?? '',
	);
}

/** True if n8n had no token to sign the request with. */
export function isUnconnectedCredential(error: unknown): boolean {
	return /not connected|without access token/i.test(String(propertiesOf(error).message));
}
