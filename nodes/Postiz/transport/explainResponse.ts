import { getProperties } from '../common/parseValue';
import { ignoreExternalError } from '../common/externalError';
import { Problem } from '../common/problem';
import { formatCount, joinSentences, shortenUrl } from '../common/text';
import { parseAddress, removeQuery } from '../common/webAddress';
import {
	getErrorDetail,
	isWebPage,
	isMissingEndpoint,
	NOT_FOUND,
	getSecondsToWait,
	TOO_LARGE,
	TOO_MANY_REQUESTS,
	UNAUTHORIZED,
	UNPROCESSABLE,
	BAD_REQUEST,
	FORBIDDEN,
	NOT_ACCEPTABLE,
	PAYMENT_REQUIRED,
	type ApiResponse,
	type RequestResult,
} from './response';
import type { Authentication } from './apiTypes';
import { HOSTED_API, HOSTED_FRONTEND, PUBLIC_POSTS_PATH, PUBLIC_API_PATH } from './credential';
import { type ApiCall, endpoints } from './endpoints';

interface FailureContext {
	call: ApiCall;
	authentication: Authentication;
	baseUrl: string;
}

/** Problems that only people can solve, who have access to the credential and to Postiz. */
const createProblemForPerson = (message: string, description: string, affectsAllItems?: boolean) =>
	new Problem(message, description, { isForPerson: true, affectsAllItems });

/** Formats a waiting time in seconds: `45 seconds`, `12 minutes`, `1 hour`. */
export function formatWait(seconds: number): string {
	if (seconds < 60) return formatCount(seconds, 'second');
	if (seconds < 3600) return formatCount(Math.ceil(seconds / 60), 'minute');
	return formatCount(Math.ceil(seconds / 360) / 10, 'hour');
}

/** The usual address of the API of an own instance. */
const toOwnApi = (baseUrl: string) => `${parseAddress(baseUrl)?.origin}/api`;

/** Explains that the base URL isn't that of the Postiz API. */
export function explainMissingApi(baseUrl: string): Problem {
	// Behind some proxies, Postiz has a path of its own.
	const prefixed = baseUrl.endsWith('/api') ? [] : [`${baseUrl}/api`];
	const likely = baseUrl.startsWith(HOSTED_FRONTEND)
		? [HOSTED_API]
		: [...prefixed, toOwnApi(baseUrl)];
	const others = [...new Set(likely)].filter((address) => address !== baseUrl).join(' or ');
	// The likely address first, as lists only show two lines.
	const suggestion = others ? `Try ${others} as the Base URL` : 'Check the Base URL';
	return createProblemForPerson(
		`No Postiz API was found at ${baseUrl}`,
		`${suggestion} in the credential. Another server answered.`,
	);
}

// Proxies in front of Postiz may return these.
const PROXY_STATUSES = [TOO_LARGE, TOO_MANY_REQUESTS];

/** Explains what answers instead of the API, if something does (docs/api.md, Addresses). */
function explainProxyResponse(response: ApiResponse, context: FailureContext): Problem | undefined {
	const { baseUrl, call } = context;
	const { status, headers } = response;
	if (status >= 300 && status < 400) return explainRedirect(headers.location, context);
	const isPage = status < 500 && !PROXY_STATUSES.includes(status) && isWebPage(response);
	const wantsPassword = status === UNAUTHORIZED && headers['www-authenticate'] !== undefined;
	const isChallenge = headers['cf-mitigated'] === 'challenge';
	if (wantsPassword || isChallenge || (isPage && status === FORBIDDEN)) {
		return createProblemForPerson(
			`A proxy or firewall at ${baseUrl} answered instead of Postiz (status ${status})`,
			`The request never reached Postiz. Allow requests to ${baseUrl}${PUBLIC_API_PATH} and ${PUBLIC_POSTS_PATH} without a password or browser check, or allow the IP address of n8n.`,
		);
	}
	const { since, isOpen, template } = call.endpoint;
	// No ID can be wrong in the path of the list of channels: without it, this is no Postiz API.
	const lacksChannelList = template === endpoints.listChannels.template && status === NOT_FOUND;
	const isNotPostiz = lacksChannelList || (!since && !isOpen && isMissingEndpoint(response));
	return isPage || status < 300 || isNotPostiz ? explainMissingApi(baseUrl) : undefined;
}

/** Redirects are never followed, as they could lead the credential elsewhere. */
function explainRedirect(location: unknown, { baseUrl, call }: FailureContext): Problem {
	const address = typeof location === 'string' ? location : '';
	const target = removeQuery(address && (parseAddress(address, baseUrl)?.href ?? ''));
	// With a Base URL that ends in /api, it is the page of a proxy.
	if (parseAddress(target)?.pathname === '/auth' && !baseUrl.endsWith('/api')) {
		return createProblemForPerson(
			`${baseUrl} is the web page of Postiz`,
			`Set the Base URL in the credential to ${baseUrl.startsWith(HOSTED_FRONTEND) ? HOSTED_API : toOwnApi(baseUrl)}.`,
		);
	}
	const [api, ...others] = /^https?:/.test(target)
		? target.split(`${PUBLIC_API_PATH}${call.path}`)
		: [];
	return createProblemForPerson(
		`${baseUrl} redirects to another address`,
		others.length > 0
			? `Set the Base URL in the credential to ${api}, if that is your Postiz. Redirects are not followed, to keep your credential safe.`
			: joinSentences(
					api && `It leads to ${shortenUrl(api)}.`,
					`If that is a sign-in page, allow requests to ${PUBLIC_API_PATH} and ${PUBLIC_POSTS_PATH} without it.`,
					'Otherwise, set the Base URL to the address of the API, usually https://your-domain/api.',
				),
	);
}

/** Explains an error response, and what to do next (docs/api.md, Errors). */
export function explainResponse(response: ApiResponse, context: FailureContext): Problem {
	const { status } = response;
	return (
		explainProxyResponse(response, context) ??
		(status >= 500 ? explainServerError(response, context) : undefined) ??
		explainDeniedAccess(response, context) ??
		(status === NOT_FOUND
			? explainNotFound(response, context)
			: explainRejectedRequest(response, context))
	);
}

function explainServerError(response: ApiResponse, { call }: FailureContext): Problem {
	const isProxy = isWebPage(response);
	const { method, template } = call.endpoint;
	const [subject, advice] = isProxy
		? [
				'The web server in front of Postiz',
				'Postiz may be starting or overloaded. Try again later. On your own instance, check that Postiz is running.',
			]
		: [
				'Postiz',
				`Try again later. On your own instance, check the logs of Postiz.${quoteDetail(response)}`,
			];
	return new Problem(`${subject} failed (status ${response.status})`, advice, {
		hasRetryAdvice: true,
		// A list concerns no single item.
		affectsAllItems: isProxy || (method === 'GET' && !template.includes('{')),
	});
}

const quoteDetail = ({ body }: ApiResponse) => {
	const detail = getErrorDetail(body);
	return detail ? ` Postiz says: “${detail}”` : '';
};

/** Explains what the key, the plan or the account doesn't allow; undefined for other responses. */
function explainDeniedAccess(
	response: ApiResponse,
	{ authentication }: FailureContext,
): Problem | undefined {
	const detail = quoteDetail(response);
	switch (response.status) {
		case UNAUTHORIZED:
			return authentication === 'apiKey'
				? createProblemForPerson(
						"Postiz doesn't accept this API key",
						`Copy the key again from Settings > Developers > Public API in Postiz and paste it into the credential. A key of hosted Postiz doesn't work on your own instance, and vice versa.${detail}`,
					)
				: createProblemForPerson(
						'Postiz no longer accepts this connection',
						`Access was revoked in Postiz, or the app was approved again elsewhere. Open the credential in n8n and choose Reconnect.${detail}`,
					);
		case PAYMENT_REQUIRED:
		case NOT_ACCEPTABLE:
			return createProblemForPerson(
				"Your Postiz plan doesn't allow this",
				`The plan reached a limit or doesn't include this feature. Check Billing in Postiz.${detail}`,
			);
		case FORBIDDEN:
			return createProblemForPerson(
				"Postiz doesn't allow this for your account",
				`Sign in to Postiz with the account of the credential, and check its permissions.${detail}`,
			);
		default:
			return undefined;
	}
}

function explainRejectedRequest(
	{ status, headers, body }: ApiResponse,
	{ call }: FailureContext,
): Problem {
	const { effect } = call.endpoint;
	const unchanged = effect ? `Nothing was ${effect}.` : '';
	const detail = getErrorDetail(body);
	switch (status) {
		case BAD_REQUEST:
		case UNPROCESSABLE:
			return new Problem(
				`Postiz rejected the request${detail && `: ${detail}`}`,
				joinSentences(unchanged, 'Fix what the message says, and run this again.'),
				{ hasRetryAdvice: true },
			);
		case TOO_LARGE:
			return new Problem(
				'The request is larger than this Postiz instance allows',
				joinSentences(
					unchanged,
					'Send fewer posts at once, or shorten them. Files belong in Media, not in the text.',
				),
			);
		case TOO_MANY_REQUESTS: {
			const seconds = getSecondsToWait(headers);
			return new Problem(
				`The hourly ${effect === 'uploaded' ? 'upload' : 'request'} limit of Postiz is reached`,
				joinSentences(unchanged, `Try again in ${seconds ? formatWait(seconds) : 'an hour'}.`),
				{ hasRetryAdvice: true },
			);
		}
		default:
			return new Problem(
				`Postiz answered with status ${status}`,
				detail || "Postiz didn't give a reason.",
			);
	}
}

function explainNotFound(response: ApiResponse, { call, baseUrl }: FailureContext): Problem {
	const { method, since, operation } = call.endpoint;
	const request = `${method} ${call.path}`;
	if (since && isMissingEndpoint(response)) {
		return createProblemForPerson(
			`${operation} needs Postiz ${since.replace(/\.0$/, '')} or newer`,
			`The instance at ${baseUrl} is older: it doesn't have ${request}. Update Postiz.`,
		);
	}
	const detail = getErrorDetail(response.body);
	return new Problem(
		/^(not found)?$/i.test(detail) ? "Postiz didn't find what was requested" : detail,
		'Check the ID. It may be wrong or deleted.',
		{
			forPerson: `the instance at ${baseUrl} may also be older than this function (${request}): update it, and check the Base URL in the credential.`,
		},
	);
}

const CHECK_BASE_URL =
	'Check the Base URL in the credential, and that n8n can reach it: inside Docker, localhost is the container itself.';
const UNTRUSTED =
	'n8n does not trust its certificate: it is self-signed, or sent without its chain (use fullchain.pem). Or start n8n with NODE_EXTRA_CA_CERTS set to a file with the missing certificate.';
const NO_TLS =
	'The TLS handshake failed. If the server does not use https, start the Base URL with http. Otherwise, it may lack a certificate for this host, or support only outdated versions of TLS.';
const BLOCKED =
	"n8n's protection against SSRF blocks private addresses. Start n8n and its workers with N8N_SSRF_ALLOWED_HOSTNAMES set to the host in the Base URL, or with N8N_SSRF_ALLOWED_IP_RANGES if that is an IP address.";

/** Failures before the request was sent: codes, and what the texts of errors contain. */
const CONNECTION_FAILURES: Array<[sign: RegExp, words: string, isTemporary?: true]> = [
	[/^SsrfBlocked/, BLOCKED],
	[/SELF_SIGNED_CERT|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT_LOCALLY)/, UNTRUSTED],
	[
		/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
		'Its certificate has expired, or is not valid yet. Renew it, or check the clocks of both machines.',
	],
	[
		/^ERR_TLS_CERT_ALTNAME_INVALID$/,
		'Its certificate is for another host. Use that host in the Base URL of the credential.',
	],
	[/^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST))$/, NO_TLS],
	// Errors of the handshake, during which there are reads and writes, too.
	[/\b(?:ssl|tls)\S* (?:alert|unrecognized name)|unsupported protocol/i, NO_TLS],
	[/before secure TLS connection|wrong version number|packet length too long/i, NO_TLS],
	// The rest may pass: Docker's name servers don't know containers that are just starting.
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

/** An error and its causes, wherever n8n or its HTTP client stores them. */
function listCauses(error: unknown): Array<Record<string, unknown>> {
	const causes: Array<Record<string, unknown>> = [];
	// Errors can be their own cause.
	for (let cause = error; cause && causes.length < 6; cause = causes.at(-1)?.cause) {
		causes.push(getProperties(cause));
	}
	return causes;
}

export function getConnectionErrorCode(error: unknown): string | undefined {
	return listCauses(error)
		.map(({ code }) => String(code))
		.find((code) => /^E[A-Z_]+$|^[A-Z]+(_[A-Z]+)+$/.test(code));
}

/** Explains a request without a response, and whether it was sent. Rethrows bugs in the node. */
export function classifyConnectionError(
	error: unknown,
	baseUrl: string,
): Exclude<RequestResult, { kind: 'response' }> {
	const causes = listCauses(error);
	const texts = causes.flatMap(({ name, message }) => [String(name), String(message)]);
	// n8n had no token for the request.
	if (texts.some((text) => /^OAuth credentials not connected|without access token/i.test(text))) {
		const problem = createProblemForPerson(
			'The Postiz credential is not connected yet',
			'Open the credential in n8n and choose Connect my account.',
			true,
		);
		return { kind: 'notSent', problem, isTemporary: false };
	}
	const code = getConnectionErrorCode(error) ?? '';
	// Routes may also be lost while waiting for the response.
	const wasConnected = causes.some(({ syscall }) => /^(read|write)$/.test(String(syscall)));
	const symptoms = wasConnected ? texts : [code, ...texts];
	const [, explanation, isTemporary = false] =
		CONNECTION_FAILURES.find(([pattern]) => symptoms.some((text) => pattern.test(text))) ?? [];
	if (explanation === undefined && code === '') ignoreExternalError(error);
	const isLate = ['ETIMEDOUT', 'ECONNABORTED'].includes(code);
	const failed = `The connection failed${code && ` (${code})`}.`;
	const lost = isLate ? 'The host did not answer in time.' : failed;
	const problem = createProblemForPerson(
		`Postiz could not be reached at ${baseUrl}`,
		explanation ?? `${lost} ${CHECK_BASE_URL}`,
		true,
	);
	return explanation === undefined
		? { kind: 'noResponse', problem, isLate }
		: { kind: 'notSent', problem, isTemporary };
}
