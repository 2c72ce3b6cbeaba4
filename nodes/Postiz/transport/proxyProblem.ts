import { Problem } from '../common/problem';
import { joinSentences, shortenUrl } from '../common/text';
import { parseAddress, removeQuery } from '../common/webAddress';
import type { Authentication } from './apiTypes';
import { HOSTED_FRONTEND, HOSTED_API, PUBLIC_API_PATH, PUBLIC_POSTS_PATH } from './baseUrl';
import { type ApiCall, endpoints } from './endpoints';
import {
	FORBIDDEN,
	isServerError,
	NOT_FOUND,
	TOO_LARGE,
	TOO_MANY_REQUESTS,
	UNAUTHORIZED,
} from './httpStatus';
import { type ApiResponse, isMissingEndpoint, isWebPage } from './response';

/** The request that failed. */
export interface ResponseContext {
	call: ApiCall;
	authentication: Authentication;
	baseUrl: string;
}

/** Creates a problem that only people with access to the credential and to Postiz can solve. */
export const createProblemForPerson = (message: string, remedy: string) =>
	new Problem(message, remedy, { needsPerson: true });

/** The usual API address of a self-hosted instance. */
const toOwnApi = (baseUrl: string) => `${parseAddress(baseUrl)?.origin}/api`;

/** Explains that the base URL doesn't lead to the Postiz API. */
export function createMissingApiProblem(baseUrl: string): Problem {
	// Behind some proxies, Postiz has its own path.
	const prefixed = baseUrl.endsWith('/api') ? [] : [`${baseUrl}/api`];
	const likely = baseUrl.startsWith(HOSTED_FRONTEND)
		? [HOSTED_API]
		: [...prefixed, toOwnApi(baseUrl)];
	const others = [...new Set(likely)].filter((address) => address !== baseUrl).join(' or ');
	// The likeliest address comes first, as lists only show two lines.
	const suggestion = others ? `Try ${others} as the Base URL` : 'Check the Base URL';
	return createProblemForPerson(
		`No Postiz API was found at ${baseUrl}`,
		`${suggestion} in the credential. Another server answered.`,
	);
}

// Proxies in front of Postiz may return these.
const PROXY_STATUSES = [TOO_LARGE, TOO_MANY_REQUESTS];

/** Explains a response that doesn't come from the API. Undefined if it does (docs/api.md, Addresses). */
export function createProxyProblem(
	response: ApiResponse,
	context: ResponseContext,
): Problem | undefined {
	const { baseUrl, call } = context;
	const { status, headers } = response;
	if (status >= 300 && status < 400) return createRedirectProblem(headers.location, context);
	const isPage = !isServerError(status) && !PROXY_STATUSES.includes(status) && isWebPage(response);
	const wantsPassword = status === UNAUTHORIZED && headers['www-authenticate'] !== undefined;
	const isChallenge = headers['cf-mitigated'] === 'challenge';
	if (wantsPassword || isChallenge || (isPage && status === FORBIDDEN)) {
		return createProblemForPerson(
			`A proxy or firewall at ${baseUrl} answered instead of Postiz (status ${status})`,
			`The request never reached Postiz. Allow requests to ${baseUrl}${PUBLIC_API_PATH} and ${PUBLIC_POSTS_PATH} without a password or browser check, or allow the IP address of n8n.`,
		);
	}
	const { since, needsNoCredential, template } = call.endpoint;
	// The list of channels has no ID in its path, so a 404 means that this isn't the Postiz API.
	const lacksChannelList = template === endpoints.listChannels.template && status === NOT_FOUND;
	const isNotPostiz =
		lacksChannelList || (!since && !needsNoCredential && isMissingEndpoint(response));
	return isPage || status < 300 || isNotPostiz ? createMissingApiProblem(baseUrl) : undefined;
}

/** Redirects are never followed, as they could lead the credential elsewhere. */
function createRedirectProblem(location: unknown, { baseUrl, call }: ResponseContext): Problem {
	const address = typeof location === 'string' ? location : '';
	const target = removeQuery(address && (parseAddress(address, baseUrl)?.href ?? ''));
	// With a Base URL that ends in /api, the page comes from a proxy.
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
