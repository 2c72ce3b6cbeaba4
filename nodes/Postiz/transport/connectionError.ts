import { ignoreUnlessBug, Problem } from '../common/problem';
import { toObject } from '../common/value';
import type { RequestResult } from './response';

const CHECK_BASE_URL =
	'Check the Base URL in the credential, and that n8n can reach it: inside Docker, localhost is the container itself.';

const UNTRUSTED =
	'n8n does not trust its certificate: it is self-signed, or sent without its chain (use fullchain.pem). Or start n8n with NODE_EXTRA_CA_CERTS set to a file with the missing certificate.';

const NO_TLS =
	'The TLS handshake failed. If the server does not use https, start the Base URL with http. Otherwise, it may lack a certificate for this host, or support only outdated versions of TLS.';

const BLOCKED =
	"n8n's protection against SSRF blocks private addresses. Start n8n and its workers with N8N_SSRF_ALLOWED_HOSTNAMES set to the host in the Base URL, or with N8N_SSRF_ALLOWED_IP_RANGES if that is an IP address.";

/** Failures before the request is sent, by code or by part of the message. */
const CONNECTION_FAILURES: Array<[pattern: RegExp, explanation: string, isTemporary?: true]> = [
	[/^SsrfBlocked/, BLOCKED],
	[/SELF_SIGNED_CERT|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT_LOCALLY)/, UNTRUSTED],
	[
		/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
		'Its certificate has expired, or is not valid yet. Renew it, or check the clocks of both machines.',
	],
	[
		/^ERR_TLS_CERT_ALTNAME_INVALID$/,
		'Its certificate is for a different host. Use that host in the Base URL of the credential.',
	],
	[/^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST))$/, NO_TLS],
	// Errors of the TLS handshake, which also reads and writes.
	[/\b(?:ssl|tls)\S* (?:alert|unrecognized name)|unsupported protocol/i, NO_TLS],
	[/before secure TLS connection|wrong version number|packet length too long/i, NO_TLS],
	// The others may be temporary: Docker's name servers don't know a container that is just starting.
	[
		/^ECONNREFUSED$/,
		`The connection was refused. The instance is not running, or the port is wrong. ${CHECK_BASE_URL}`,
		true,
	],
	[
		/^(ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH)$/,
		`The host doesn't exist, or n8n cannot find it. Check the spelling. ${CHECK_BASE_URL}`,
		true,
	],
];

/** Lists an error and its causes, wherever n8n or its HTTP client stores them. */
function listCauses(error: unknown): Array<Record<string, unknown>> {
	const causes: Array<Record<string, unknown>> = [];
	// An error can be its own cause.
	for (let cause = error; cause && causes.length < 6; cause = causes.at(-1)?.cause) {
		causes.push(toObject(cause));
	}
	return causes;
}

/** Returns the code of a failed connection, such as `ECONNREFUSED`. Undefined for other errors. */
export function getConnectionErrorCode(error: unknown): string | undefined {
	return listCauses(error)
		.map(({ code }) => String(code))
		.find((code) => /^E[A-Z_]+$|^[A-Z]+(_[A-Z]+)+$/.test(code));
}

/** Explains a request without a response, and finds out whether it was sent. Rethrows bugs in the node. */
export function classifyConnectionError(
	error: unknown,
	baseUrl: string,
): Exclude<RequestResult, { kind: 'response' }> {
	const causes = listCauses(error);
	const texts = causes.flatMap(({ name, message }) => [String(name), String(message)]);
	// n8n had no token for the request.
	if (texts.some((text) => /^OAuth credentials not connected|without access token/i.test(text))) {
		const problem = new Problem(
			'The Postiz credential is not connected yet',
			'Open the credential in n8n and choose Connect my account.',
			{ needsPerson: true, affectsAllItems: true },
		);
		return { kind: 'unreachable', problem, isTemporary: false };
	}
	const code = getConnectionErrorCode(error) ?? '';
	// A route may also be lost while waiting for the response.
	const wasConnected = causes.some(({ syscall }) => /^(read|write)$/.test(String(syscall)));
	const symptoms = wasConnected ? texts : [code, ...texts];
	const [, explanation, isTemporary = false] =
		CONNECTION_FAILURES.find(([pattern]) => symptoms.some((text) => pattern.test(text))) ?? [];
	if (explanation === undefined && code === '') ignoreUnlessBug(error);
	const isTimeout = ['ETIMEDOUT', 'ECONNABORTED'].includes(code);
	const failed = `The connection failed${code && ` (${code})`}.`;
	const lost = isTimeout ? 'The host did not answer in time.' : failed;
	const problem = new Problem(
		`Postiz could not be reached at ${baseUrl}`,
		explanation ?? `${lost} ${CHECK_BASE_URL}`,
		{ needsPerson: true, affectsAllItems: true },
	);
	return explanation === undefined
		? { kind: 'noResponse', problem, isTimeout }
		: { kind: 'unreachable', problem, isTemporary };
}
