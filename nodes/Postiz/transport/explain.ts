import { count, sentences } from '../values/plural';
import { type Explanation, FOR_MAKER, shorten } from '../values/problem';
import { propertiesOf } from '../values/read';
import { parseAddress } from '../values/webAddress';
import { NOT_FOUND } from './status';
import { HOSTED_API } from './credential';
import { endpoints, nameOfEndpoint, type ApiCall } from './endpoints';
import { orNewer } from './releases';
import type { ApiAnswer, Authentication } from './types';

interface FailureContext {
	call: ApiCall;
	authentication: Authentication;
	baseUrl: string;
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

/** Explains that the base URL isn't that of the Postiz API. */
export function explainForeignAnswer(baseUrl: string): Explanation {
	const isOwn = !baseUrl.endsWith('/api') && baseUrl !== HOSTED_API;
	return forPerson(
		`No Postiz API was found at ${baseUrl}`,
		`Something else answered there. Check the Base URL in the credential: it is ${HOSTED_API} for hosted Postiz and usually https://your-domain/api for your own instance${isOwn ? `, so try ${baseUrl}/api` : ''}.`,
	);
}

/** Explains a redirect. They are never followed, so that the credential isn't sent elsewhere. */
function explainRedirect({ headers }: ApiAnswer, context: FailureContext): Explanation {
	const { call, baseUrl } = context;
	const target = parseAddress(String(headers.location), baseUrl);
	const path = target?.pathname.replace(/\/+$/, '') ?? '';
	const suffix = `/public/v1${call.path}`;
	const isSameCall = target && /^https?:$/.test(target.protocol) && path.endsWith(suffix);
	const address = isSameCall
		? `${target.origin}${path.slice(0, -suffix.length)}`
		: 'the address that your instance really uses, usually https://your-domain/api.';
	return forPerson(
		`${baseUrl} redirects to another address`,
		`To keep your credential safe, redirects are not followed. Set the Base URL in the credential to ${address}`,
	);
}

/** Explains an error answer, and what to do next (docs/api.md, Errors). */
export function explainAnswer(answer: ApiAnswer, context: FailureContext): Explanation {
	const { status } = answer;
	const { effect, hadOwnLimit } = context.call.endpoint;
	const detail = errorDetail(answer.body);
	const said = detail ? ` Postiz says: “${detail}”` : '';
	if (status < 300) return explainForeignAnswer(context.baseUrl);
	if (status < 400) return explainRedirect(answer, context);
	if (isOfOtherServer(answer)) return explainForeignAnswer(context.baseUrl);
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

function explainNotFound(answer: ApiAnswer, { call, baseUrl }: FailureContext): Explanation {
	const { method, since, operation } = call.endpoint;
	const request = `${method} ${call.path}`;
	const place = ALWAYS_THERE.indexOf(nameOfEndpoint(call.endpoint));
	if (!lacksCall(answer)) {
		// The list of channels takes no ID.
		if (place === 0) return explainForeignAnswer(baseUrl);
		const detail = errorDetail(answer.body);
		return {
			message: /^(not found)?$/i.test(detail) ? "Postiz didn't find what was requested" : detail,
			description: `The ID may be wrong or deleted, or the instance at ${baseUrl} may be older than this function (${request}). Check the ID, update the instance, and check the Base URL in the credential.`,
			forModel: 'The ID may be wrong or deleted. Check it.',
		};
	}
	if (place >= 0) return explainForeignAnswer(baseUrl);
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
