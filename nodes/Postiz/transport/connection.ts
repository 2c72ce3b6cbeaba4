import { type Explanation, outsideMessage } from '../values/problem';
import { propertiesOf } from '../values/read';
import { parseAddress } from '../values/webAddress';
import { sentences } from '../values/words';
import { type ApiAnswer, type Exchange, redirectedBase, UNAUTHORIZED } from './answer';
import { HOSTED_API, HOSTED_FRONTEND, PUBLIC_API_PATH } from './credential';
import { type ApiCall, endpoints } from './endpoints';

/** An error and its causes, wherever n8n or its HTTP client stores them. */
function causesOf(error: unknown): Array<Record<string, unknown>> {
	const causes: Array<Record<string, unknown>> = [];
	// Errors can be their own cause.
	for (let cause = error; cause && causes.length < 6; cause = causes.at(-1)?.cause) {
		causes.push(propertiesOf(cause));
	}
	return causes;
}

const hasCause = (error: unknown, key: 'name' | 'message' | 'syscall', pattern: RegExp) =>
	causesOf(error).some((cause) => pattern.test(String(cause[key])));

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

const SELF_SIGNED =
	'Its certificate is not trusted by n8n (self-signed). Start n8n with NODE_EXTRA_CA_CERTS set to a file with that certificate, or use one of a public authority.';
const INCOMPLETE =
	'It sends its certificate without that of its authority. Let it send all of them (often called fullchain.pem), or start n8n with NODE_EXTRA_CA_CERTS set to a file with those of the authority.';

const UNTRUSTED: Record<string, string> = {
	DEPTH_ZERO_SELF_SIGNED_CERT: SELF_SIGNED,
	SELF_SIGNED_CERT_IN_CHAIN: SELF_SIGNED,
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: INCOMPLETE,
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: INCOMPLETE,
	CERT_HAS_EXPIRED: 'Its certificate has expired. Renew it.',
	CERT_NOT_YET_VALID: 'Its certificate is not valid yet. Check the clocks of both machines.',
	ERR_TLS_CERT_ALTNAME_INVALID:
		'Its certificate belongs to another host. Use the host that it was made for as Base URL in the credential.',
};

const NO_TLS = [
	'EPROTO',
	'ERR_SSL_WRONG_VERSION_NUMBER',
	'ERR_SSL_PACKET_LENGTH_TOO_LONG',
	'ERR_SSL_HTTP_REQUEST',
];

/** What the handshake of a secure connection says if the server refuses it. */
const NOT_SECURE =
	/\b(?:ssl|tls)\S* (?:alert|unrecognized name)|unsupported protocol|before secure TLS connection/i;

const WORDS: Record<string, string> = {
	...UNREACHED,
	ECONNRESET: 'The connection was cut off.',
	EPIPE: 'The connection was cut off.',
	ETIMEDOUT: 'The host did not answer in time.',
	ECONNABORTED: 'The host did not answer in time.',
};

/** Answers of servers that expect https to http. */
const EXPECTS_TLS = /^(ECONNRESET|EPIPE|HPE_\w+)$/;

function describeFailure(error: unknown, code: string, baseUrl: string): string {
	const [http, https] = ['http:', 'https:'].map((scheme) => baseUrl.replace(/^https?:/, scheme));
	if (isBlocked(error)) {
		return `n8n's protection against SSRF blocks private addresses. Start n8n and its workers with N8N_SSRF_ALLOWED_HOSTNAMES=${parseAddress(baseUrl)?.hostname}, or with N8N_SSRF_ALLOWED_IP_RANGES if the Base URL has an IP address.`;
	}
	if (UNTRUSTED[code] !== undefined) return UNTRUSTED[code];
	if (isNotSecure(error)) {
		return 'The server there ended the connection before it was secure: it may have no certificate for this host, or know only versions of TLS that are too old.';
	}
	if (NO_TLS.includes(code) && baseUrl === https) {
		return `The server there doesn't use https. Try ${http} as Base URL in the credential.`;
	}
	return sentences(
		WORDS[code] ?? `The connection failed${code && ` (${code})`}.`,
		EXPECTS_TLS.test(code) &&
			baseUrl === http &&
			`If the server there expects https, try ${https} as Base URL.`,
		'Check the Base URL in the credential, and that n8n can reach it: inside Docker, localhost is the container itself.',
	);
}

/** True if n8n itself refused to send the request. */
const isBlocked = (error: unknown) => hasCause(error, 'name', /^SsrfBlocked/);

const isNotSecure = (error: unknown) => hasCause(error, 'message', NOT_SECURE);

/** Explains a request without an answer. Rethrows bugs in the node. */
export function explainConnectionFailure(error: unknown, baseUrl: string): Explanation {
	if (isUnconnectedCredential(error)) {
		return {
			message: 'The Postiz credential is not connected yet',
			description: 'Open the credential in n8n and choose Connect my account.',
			isForPerson: true,
		};
	}
	const code = connectionErrorCode(error) ?? '';
	if (code === '') outsideMessage(error);
	return {
		message: `Postiz could not be reached at ${baseUrl}`,
		description: describeFailure(error, code, baseUrl),
		isForPerson: true,
	};
}

const BEFORE_SENDING = [...Object.keys(UNREACHED), ...Object.keys(UNTRUSTED), ...NO_TLS];
/** What a handshake says to a server that doesn't know it; it writes and reads, too. */
const HANDSHAKE = /wrong version number|packet length too long/i;

/** The result of a request without an answer; `explanation` overrides the usual one. Rethrows bugs in the node. */
export function unanswered(
	error: unknown,
	baseUrl: string,
	explanation = explainConnectionFailure(error, baseUrl),
): Exclude<Exchange, { kind: 'answer' }> {
	const code = connectionErrorCode(error) ?? '';
	// Routes may also be lost while waiting for the answer.
	const wasConnected = hasCause(error, 'syscall', /^(read|write)$/);
	const wasNeverSent =
		isUnconnectedCredential(error) ||
		isBlocked(error) ||
		isNotSecure(error) ||
		hasCause(error, 'message', HANDSHAKE) ||
		(!wasConnected && BEFORE_SENDING.includes(code));
	return wasNeverSent
		? { kind: 'notSent', explanation, temporary: code in UNREACHED }
		: { kind: 'unknown', explanation };
}

/** True if n8n had no token for the request. */
const isUnconnectedCredential = (error: unknown) =>
	/not connected|without access token/i.test(String(propertiesOf(error).message));

/** Asks a web address without a credential; undefined if nothing answers. */
export type Ask = (url: string) => Promise<ApiAnswer | undefined>;

/** What answered at a base URL instead of the API. */
type Place = { baseUrl: string; call: ApiCall; answer: ApiAnswer };

/**
 * Looks for the API at the addresses of the same host that people usually mean, in one or two requests. Returns the base
 * URL to use; undefined if it isn't there (docs/api.md, Addresses).
 */
export async function findApi(place: Place, ask: Ask): Promise<string | undefined> {
	if (place.baseUrl.startsWith(HOSTED_FRONTEND)) return HOSTED_API;
	const { path } = endpoints.listChannels();
	for (const baseUrl of likelyBases(place)) {
		const answer = await ask(`${baseUrl}${PUBLIC_API_PATH}${path}`);
		// Only the API refuses a missing key like this.
		const isApi = answer?.status === UNAUTHORIZED && 'msg' in propertiesOf(answer.body);
		if (isApi) return baseUrl;
	}
	return undefined;
}

function likelyBases({ baseUrl, call, answer }: Place): string[] {
	const hostOf = (address: string) => parseAddress(address)?.hostname;
	const origin = parseAddress(baseUrl)?.origin ?? baseUrl;
	const moved = redirectedBase(answer, { call, baseUrl });
	const guesses = moved
		? [moved, `${moved}/api`]
		: [
				// What servers answer to http at a port for https.
				...(answer.status === 400 ? [baseUrl.replace(/^http:/, 'https:')] : []),
				`${origin}/api`,
				baseUrl.endsWith('/api') ? origin : `${baseUrl}/api`,
			];
	return [...new Set(guesses)].filter(
		(guess) =>
			guess !== baseUrl && hostOf(guess) === hostOf(baseUrl) && !guess.endsWith('/api/api'),
	);
}
