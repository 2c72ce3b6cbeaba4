import { count, sentences } from '../values/plural';
import { type Explanation, FOR_MAKER, shorten, shortUrl } from '../values/problem';
import { propertiesOf } from '../values/read';
import { parseAddress } from '../values/webAddress';
import { HOSTED_API, PUBLIC_API_PATH } from './credential';
import { endpoints, nameOfEndpoint, type ApiCall, type Endpoint } from './endpoints';
import { orNewer } from './releases';
import { NOT_FOUND, UNAUTHORIZED } from './status';
import type { ApiAnswer, Authentication } from './types';

interface FailureContext {
	call: ApiCall;
	authentication: Authentication;
	baseUrl: string;
	/** Where the API was found, if it isn't at the base URL. */
	api?: string;
	/** The API has answered other requests, so that the base URL is right. */
	isKnown?: boolean;
}

/** Problems that only people can solve, who have access to the credential and to Postiz. */
const forPerson = (message: string, description: string): Explanation => ({
	message,
	description,
	forModel: FOR_MAKER,
});

const MAX_DETAIL = 600;

/** The message in an error body of any format; empty for a page (docs/api.md, Errors). */
export function errorDetail(body: unknown): string {
	if (typeof body === 'string') {
		const text = body.trim();
		return text.startsWith('<') ? '' : shorten(text, MAX_DETAIL);
	}
	const { msg, message, error, error_description: errorDescription } = propertiesOf(body);
	const said = [msg, message, errorDescription, error]
		.map((value) => (Array.isArray(value) ? value : [value]).filter(isSentence))
		.find(({ length }) => length > 0);
	return shorten(said?.join('; ') ?? '', MAX_DETAIL);
}

const isSentence = (value: unknown) => typeof value === 'string' && value.trim() !== '';

/** The seconds to wait, according to the service; undefined if unknown or 0 (docs/api.md, Limits). */
export function secondsToWait(headers: Record<string, unknown>): number | undefined {
	// Compare a date with the server's clock, which may differ from that of n8n.
	const answeredAt = Date.parse(String(headers.date));
	const now = Number.isNaN(answeredAt) ? Date.now() : answeredAt;
	return ['retry-after', 'x-ratelimit-reset']
		.map((name) => Math.ceil(secondsIn(headers[name], now)))
		.find((seconds) => seconds > 0 && Number.isFinite(seconds));
}

function secondsIn(value: unknown, now: number): number {
	const seconds = Number(value);
	return Number.isNaN(seconds) ? (Date.parse(String(value)) - now) / 1000 : seconds;
}

/** Formats a waiting time in seconds: `45 seconds`, `12 minutes`, `1 hour`. */
export function describeWait(seconds: number): string {
	if (seconds < 60) return count(seconds, 'second');
	if (seconds < 3600) return count(Math.ceil(seconds / 60), 'minute');
	return count(Math.ceil(seconds / 360) / 10, 'hour');
}

/** True for a web page, which doesn't come from the API. */
export function isWebPage({ headers, body }: ApiAnswer): boolean {
	// Some proxies declare everything as HTML, but this was parsed as JSON.
	if (typeof body === 'object' && body !== null) return false;
	const startsAsPage = /^\s*<(!doctype|html|head|body)\b/i.test(String(body));
	return startsAsPage || /html/i.test(String(headers['content-type']));
}

/** Explains that the base URL isn't that of the Postiz API; `api` is where it was found. */
export function explainForeignAnswer(baseUrl: string, api?: string): Explanation {
	return forPerson(
		`No Postiz API was found at ${baseUrl}`,
		api
			? `Set the Base URL in the credential to ${api}, where it answers.`
			: `Something else answered there. Check the Base URL in the credential: it is ${HOSTED_API} for hosted Postiz and usually https://your-domain/api for your own instance.`,
	);
}

/** The base URL of the address to which a request is redirected; undefined if that is another kind of address. */
export function redirectedBase(
	{ status, headers }: ApiAnswer,
	{ call, baseUrl }: Pick<FailureContext, 'call' | 'baseUrl'>,
): string | undefined {
	const target = isRedirect(status) ? webAddressIn(headers.location, baseUrl) : undefined;
	const path = target?.pathname.replace(/\/+$/, '') ?? '';
	const suffix = `${PUBLIC_API_PATH}${call.path}`;
	return target && path.endsWith(suffix)
		? `${target.origin}${path.slice(0, -suffix.length)}`
		: undefined;
}

function webAddressIn(location: unknown, baseUrl: string): URL | undefined {
	const url = typeof location === 'string' ? parseAddress(location, baseUrl) : undefined;
	return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

const isRedirect = (status: number) => status >= 300 && status < 400;

/** Explains a redirect. They are never followed, so that the credential isn't sent elsewhere. */
function explainRedirect(answer: ApiAnswer, context: FailureContext): Explanation {
	const { baseUrl, api = redirectedBase(answer, context) } = context;
	const target = webAddressIn(answer.headers.location, baseUrl);
	return forPerson(
		`${baseUrl} redirects to another address`,
		api
			? `Set the Base URL in the credential to ${api}. Redirects are not followed, to keep your credential safe.`
			: sentences(
					target !== undefined && `It leads to ${shortUrl(target.href)}.`,
					'If that is a page to sign in, let requests to /public/v1 through without it.',
					'Otherwise, set the Base URL in the credential to the address of the API, usually https://your-domain/api.',
				),
	);
}

const OF_CLOUDFLARE = 'cf-mitigated';
const OF_BASIC_AUTH = 'www-authenticate';

/** Explains the answer of a proxy or firewall in front of Postiz; undefined if it is none that is known. */
function explainBarrier(answer: ApiAnswer, { baseUrl, isKnown }: FailureContext) {
	const { status, headers } = answer;
	const open = `Let requests to ${baseUrl}${PUBLIC_API_PATH} through there`;
	if (headers[OF_CLOUDFLARE] === 'challenge') {
		return forPerson(
			`Cloudflare checks for a browser at ${baseUrl}, which n8n cannot pass`,
			`${open} without a check: add a rule to Cloudflare that skips it for this path, or for the IP address of n8n.`,
		);
	}
	if (status === UNAUTHORIZED && headers[OF_BASIC_AUTH] !== undefined) {
		return forPerson(
			`A proxy at ${baseUrl} asks for a user name and password`,
			`${open} without them: they would have to be sent in place of the Postiz key, which Postiz checks itself.`,
		);
	}
	if (!isOfOtherServer(answer) || (!isKnown && status !== 403)) return undefined;
	return forPerson(
		`A proxy or firewall at ${baseUrl} answered instead of Postiz (status ${status})`,
		`The request never reached Postiz. ${open}, or for the IP address of n8n${isKnown ? '' : ', or correct the Base URL in the credential'}.`,
	);
}

/** True if it isn't the API that answers at the base URL (docs/api.md, Addresses). */
export const leadsElsewhere = (answer: ApiAnswer, call: ApiCall): boolean =>
	isRedirect(answer.status) ||
	isOfOtherServer(answer) ||
	answer.headers[OF_CLOUDFLARE] === 'challenge' ||
	(answer.status === UNAUTHORIZED && answer.headers[OF_BASIC_AUTH] !== undefined) ||
	lacksBasics(answer, call);

/** Explains an error answer, and what to do next (docs/api.md, Errors). */
export function explainAnswer(answer: ApiAnswer, context: FailureContext): Explanation {
	const { status } = answer;
	const { effect, hadOwnLimit } = context.call.endpoint;
	const detail = errorDetail(answer.body);
	const said = detail ? ` Postiz says: “${detail}”` : '';
	if (isRedirect(status)) return explainRedirect(answer, context);
	if (leadsElsewhere(answer, context.call) || status < 300) {
		const { baseUrl, api } = context;
		const barrier = api ? undefined : explainBarrier(answer, context);
		return barrier ?? explainForeignAnswer(baseUrl, api);
	}
	if (status >= 500) {
		return {
			message: `Postiz failed (status ${status})`,
			description: `The problem is on the side of Postiz. Try again later; on your own instance, check its logs.${said}`,
			forModel: `The problem is on the side of Postiz. Try again later.${said}`,
		};
	}
	const unchanged = effect ? `Nothing was ${effect}.` : '';
	switch (status) {
		case 400:
		case 422:
			return {
				message: detail ? `Postiz rejected the request: ${detail}` : 'Postiz rejected the request',
				description: sentences(unchanged, 'Correct what the message says, and run this again.'),
			};
		case 401:
			return context.authentication === 'apiKey'
				? forPerson(
						"Postiz doesn't accept this API key",
						`Copy the key again from Settings > Developers > Public API in Postiz and paste it into the credential. A key of hosted Postiz doesn't work on your own instance, or the other way round.${said}`,
					)
				: forPerson(
						'Postiz no longer accepts this connection',
						`The access was revoked in Postiz, or the app was approved again elsewhere. Open the credential in n8n and choose Reconnect.${said}`,
					);
		case 402:
		case 406:
			return forPerson(
				"Your Postiz plan doesn't allow this",
				`The plan has reached a limit or doesn't include this function. Check the plan under Billing in Postiz.${said}`,
			);
		case 403:
			return forPerson(
				"Postiz doesn't allow this for your account",
				`Sign in to Postiz with the account of the credential, and check what it may do.${said}`,
			);
		case 404:
			return explainNotFound(answer, context);
		case 413:
			return {
				message: 'The request is larger than this Postiz instance allows',
				description: sentences(
					unchanged,
					'Send fewer posts in one request or shorten them; files belong in the media of a post, not in its text.',
				),
				forModel: sentences(unchanged, 'Shorten the text.'),
			};
		case 429: {
			const seconds = secondsToWait(answer.headers);
			return {
				message:
					effect === 'uploaded'
						? 'The hourly upload limit of Postiz is reached'
						: 'The hourly request limit of Postiz is reached',
				description: sentences(
					unchanged,
					`Try again in ${seconds ? describeWait(seconds) : 'an hour'}.`,
					hadOwnLimit === true && 'From 2.19 on, Postiz no longer limits such requests.',
				),
			};
		}
		default:
			return {
				message: `Postiz answered with status ${status}`,
				description: detail || "Postiz didn't give a reason.",
			};
	}
}

/** True if the key was refused; a tool returns the same if the network refused the channel. */
export const isOfKey = ({ status }: ApiAnswer, { template }: Endpoint): boolean =>
	status === UNAUTHORIZED && template !== endpoints.runTool.template;

// Proxies in front of Postiz may return these.
const OF_PROXIES = [413, 429];

const isOfOtherServer = (answer: ApiAnswer) =>
	answer.status < 500 && !OF_PROXIES.includes(answer.status) && isWebPage(answer);

const MISSING_ENDPOINT = /^cannot (get|post|put|delete) /i;

/** True if the instance is too old for the call (docs/api.md, Releases). */
export function lacksCall(answer: ApiAnswer): boolean {
	if (answer.status !== NOT_FOUND || isWebPage(answer)) return false;
	return MISSING_ENDPOINT.test(errorDetail(answer.body));
}

/** True for the answer to an unknown ID (docs/api.md, Errors). */
export function isUnknownId(answer: ApiAnswer): boolean {
	if (isWebPage(answer)) return false;
	if (answer.status === NOT_FOUND) return !lacksCall(answer);
	return answer.status === 500 && /^(internal server error)?$/i.test(errorDetail(answer.body));
}

// Every supported release has these (docs/api.md, Calls).
const ALWAYS_THERE = [endpoints.listChannels, endpoints.createPosts, endpoints.upload].map(
	nameOfEndpoint,
);

function lacksBasics(answer: ApiAnswer, { endpoint }: ApiCall): boolean {
	if (answer.status !== NOT_FOUND) return false;
	const place = ALWAYS_THERE.indexOf(nameOfEndpoint(endpoint));
	// The list of channels takes no ID.
	return place === 0 || (place > 0 && lacksCall(answer));
}

function explainNotFound(answer: ApiAnswer, { call, baseUrl }: FailureContext): Explanation {
	const { method, since, operation } = call.endpoint;
	const request = `${method} ${call.path}`;
	if (!lacksCall(answer)) {
		const detail = errorDetail(answer.body);
		return {
			message: /^(not found)?$/i.test(detail) ? "Postiz didn't find what was requested" : detail,
			description: `The ID may be wrong or deleted, or the instance at ${baseUrl} may be older than this function (${request}). Check the ID, update the instance, and check the Base URL in the credential.`,
			forModel: 'The ID may be wrong or deleted. Check it.',
		};
	}
	return since && operation
		? forPerson(
				`${operation} needs ${orNewer(since)}`,
				`The instance at ${baseUrl} is older: it doesn't have ${request}. Update Postiz.`,
			)
		: forPerson(
				"This Postiz instance doesn't have this function",
				`The instance at ${baseUrl} doesn't have ${request}; older versions lack it. Update the instance, and check the Base URL in the credential.`,
			);
}
