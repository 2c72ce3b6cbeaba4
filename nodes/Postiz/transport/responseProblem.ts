import { Problem } from '../common/problem';
import { formatCount, joinSentences, shortenUrl } from '../common/text';
import { parseAddress, removeQuery } from '../common/webAddress';
import type { Authentication } from './apiTypes';
import { HOSTED_API, HOSTED_FRONTEND, PUBLIC_POSTS_PATH, PUBLIC_API_PATH } from './baseUrl';
import { type ApiCall, endpoints } from './endpoints';
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
} from './response';

interface FailureContext {
	call: ApiCall;
	authentication: Authentication;
	baseUrl: string;
}

/** Problems that only people can solve, who have access to the credential and to Postiz. */
const createProblemForPerson = (message: string, remedy: string) =>
	new Problem(message, remedy, { needsPerson: true });

/** Formats a waiting time in seconds: `45 seconds`, `12 minutes`, `1 hour`. */
export function formatWait(seconds: number): string {
	if (seconds < 60) return formatCount(seconds, 'second');
	if (seconds < 3600) return formatCount(Math.ceil(seconds / 60), 'minute');
	return formatCount(Math.ceil(seconds / 360) / 10, 'hour');
}

/** The usual address of the API of an own instance. */
const toOwnApi = (baseUrl: string) => `${parseAddress(baseUrl)?.origin}/api`;

/** Explains that the base URL isn't that of the Postiz API. */
export function createMissingApiProblem(baseUrl: string): Problem {
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
function createProxyProblem(response: ApiResponse, context: FailureContext): Problem | undefined {
	const { baseUrl, call } = context;
	const { status, headers } = response;
	if (status >= 300 && status < 400) return createRedirectProblem(headers.location, context);
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
	return isPage || status < 300 || isNotPostiz ? createMissingApiProblem(baseUrl) : undefined;
}

/** Redirects are never followed, as they could lead the credential elsewhere. */
function createRedirectProblem(location: unknown, { baseUrl, call }: FailureContext): Problem {
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
export function createResponseProblem(response: ApiResponse, context: FailureContext): Problem {
	const { status } = response;
	return (
		createProxyProblem(response, context) ??
		(status >= 500 ? createServerProblem(response, context) : undefined) ??
		createAccessProblem(response, context) ??
		(status === NOT_FOUND
			? createNotFoundProblem(response, context)
			: createRejectionProblem(response, context))
	);
}

function createServerProblem(response: ApiResponse, { call }: FailureContext): Problem {
	const isProxy = isWebPage(response);
	const { method, template } = call.endpoint;
	const [subject, remedy] = isProxy
		? [
				'The web server in front of Postiz',
				'Postiz may be starting or overloaded. Try again later. On your own instance, check that Postiz is running.',
			]
		: [
				'Postiz',
				`Try again later. On your own instance, check the logs of Postiz.${quoteDetail(response)}`,
			];
	return new Problem(`${subject} failed (status ${response.status})`, remedy, {
		hasRetryAdvice: true,
		// All items depend on a list.
		affectsAllItems: isProxy || (method === 'GET' && !template.includes('{')),
	});
}

const quoteDetail = ({ body }: ApiResponse) => {
	const detail = getErrorDetail(body);
	return detail ? ` Postiz says: “${detail}”` : '';
};

/** Explains what the key, the plan or the account doesn't allow; undefined for other responses. */
function createAccessProblem(
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

function createRejectionProblem(
	{ status, headers, body }: ApiResponse,
	{ call }: FailureContext,
): Problem {
	const { effect = call.endpoint.effect } = call;
	const unchanged = effect ? `Nothing was ${effect} by this request.` : '';
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
			const secondsToWait = getSecondsToWait(headers);
			const wait = secondsToWait ? formatWait(secondsToWait) : 'an hour';
			return new Problem(
				`The hourly ${effect === 'uploaded' ? 'upload' : 'request'} limit of Postiz is reached`,
				joinSentences(unchanged, `Try again in ${wait}.`),
				{ hasRetryAdvice: true, secondsToWait },
			);
		}
		default:
			return new Problem(
				`Postiz answered with status ${status}`,
				detail || "Postiz didn't say why.",
			);
	}
}

function createNotFoundProblem(response: ApiResponse, { call, baseUrl }: FailureContext): Problem {
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
