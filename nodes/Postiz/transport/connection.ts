import { FOR_MAKER, outsideMessage, type Explanation } from '../values/problem';
import { propertiesOf } from '../values/read';
import type { Exchange } from './types';

type Unanswered = Exclude<Exchange, { kind: 'answer' }>;

/** An error and its causes, wherever n8n or its HTTP client stores them. */
function causesOf(error: unknown): Array<Record<string, unknown>> {
	const causes: Array<Record<string, unknown>> = [];
	// Errors can be their own cause.
	for (let cause = error; cause && causes.length < 6; cause = causes.at(-1)?.cause) {
		causes.push(propertiesOf(cause));
	}
	return causes;
}

/** The error code of a failed connection. */
export function connectionErrorCode(error: unknown): string | undefined {
	return causesOf(error)
		.map(({ code }) => String(code))
		.find((code) => /^E[A-Z_]+$|^[A-Z]+(_[A-Z]+)+$/.test(code));
}

/** Possibly temporary: Docker's name servers don't know containers that are just starting. */
const UNREACHED: Record<string, string> = {
	ECONNREFUSED:
		'Nothing answers at that address: the instance is not running, or the port is wrong.',
	ENOTFOUND: "The host doesn't exist. Check the spelling.",
	EAI_AGAIN: 'The name of the host could not be looked up.',
	EHOSTUNREACH: 'The host cannot be reached from n8n.',
	ENETUNREACH: 'The host cannot be reached from n8n.',
};

const UNTRUSTED: Record<string, string> = {
	DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is not trusted by n8n (self-signed).',
	SELF_SIGNED_CERT_IN_CHAIN: 'Its certificate is not trusted by n8n (self-signed).',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its certificate is not trusted by n8n.',
	CERT_HAS_EXPIRED: 'Its certificate has expired.',
	ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate belongs to another host.',
};

const NO_TLS = [
	'EPROTO',
	'ERR_SSL_WRONG_VERSION_NUMBER',
	'ERR_SSL_PACKET_LENGTH_TOO_LONG',
	'ERR_SSL_HTTP_REQUEST',
];

const WORDS: Record<string, string> = {
	...UNREACHED,
	...UNTRUSTED,
	ECONNRESET: 'The connection was cut off.',
	EPIPE: 'The connection was cut off.',
	ETIMEDOUT: 'The host did not answer in time.',
	ECONNABORTED: 'The host did not answer in time.',
};

/** Explains a request without an answer. Rethrows bugs in the node. */
export function explainConnectionFailure(error: unknown, baseUrl: string): Explanation {
	if (isUnconnectedCredential(error)) {
		return {
			message: 'The Postiz credential is not connected yet',
			description: 'Open the credential in n8n and choose Connect my account.',
			forModel: FOR_MAKER,
		};
	}
	const code = connectionErrorCode(error) ?? '';
	if (code === '') outsideMessage(error);
	const lacksTls = NO_TLS.includes(code) && baseUrl.startsWith('https:');
	const cause = WORDS[code] ?? `The connection failed${code && ` (${code})`}.`;
	return {
		message: `Postiz could not be reached at ${baseUrl}`,
		description: lacksTls
			? `The server there doesn't use https. Try ${baseUrl.replace('https:', 'http:')} as Base URL in the credential.`
			: `${cause} Check the Base URL in the credential, and that n8n can reach it: inside Docker, localhost is the container itself.`,
		forModel: 'Try again later. If that fails, too, tell the person who made this tool.',
	};
}

const BEFORE_SENDING = [...Object.keys(UNREACHED), ...Object.keys(UNTRUSTED), ...NO_TLS];

/** The result of a request without an answer; `explanation` overrides the usual one. Rethrows bugs in the node. */
export function unanswered(
	error: unknown,
	baseUrl: string,
	explanation = explainConnectionFailure(error, baseUrl),
): Unanswered {
	const code = connectionErrorCode(error) ?? '';
	// Routes may also be lost while waiting for the answer.
	const wasConnected = causesOf(error).some(({ syscall }) =>
		/^(read|write)$/.test(String(syscall)),
	);
	return isUnconnectedCredential(error) || (!wasConnected && BEFORE_SENDING.includes(code))
		? { kind: 'notSent', explanation, temporary: code in UNREACHED }
		: { kind: 'unknown', explanation };
}

/** True if n8n had no token for the request. */
const isUnconnectedCredential = (error: unknown) =>
	/not connected|without access token/i.test(String(propertiesOf(error).message));
