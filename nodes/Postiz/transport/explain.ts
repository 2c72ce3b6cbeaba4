import { count, sentences } from '../values/words';
import { advice, type Explanation, shortUrl } from '../values/problem';
import { parseAddress } from '../values/webAddress';
import {
	errorDetail,
	foreignIn,
	lacksCall,
	redirectedBase,
	secondsToWait,
	webAddressIn,
	type ApiAnswer,
	type Foreign,
} from './answer';
import { HOSTED_API, PUBLIC_API_PATH } from './credential';
import type { ApiCall } from './endpoints';
import type { Authentication } from './types';

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
	isForPerson: true,
});

/** Formats a waiting time in seconds: `45 seconds`, `12 minutes`, `1 hour`. */
export function describeWait(seconds: number): string {
	if (seconds < 60) return count(seconds, 'second');
	if (seconds < 3600) return count(Math.ceil(seconds / 60), 'minute');
	return count(Math.ceil(seconds / 360) / 10, 'hour');
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

const isSameHost = (...addresses: string[]) =>
	new Set(addresses.map((address) => parseAddress(address)?.hostname)).size === 1;

/** Explains a redirect. They are never followed, so that the credential isn't sent elsewhere. */
function explainRedirect(answer: ApiAnswer, context: FailureContext): Explanation {
	const { baseUrl, api = redirectedBase(answer, context) } = context;
	const target = webAddressIn(answer.headers.location, baseUrl);
	return forPerson(
		`${baseUrl} redirects to another address`,
		api
			? `Set the Base URL in the credential to ${api}${isSameHost(api, baseUrl) ? '' : ', if that is your Postiz'}. Redirects are not followed, to keep your credential safe.`
			: sentences(
					target !== undefined && `It leads to ${shortUrl(target.href)}.`,
					'If that is a page to sign in, let requests to /public/v1 through without it.',
					'Otherwise, set the Base URL in the credential to the address of the API, usually https://your-domain/api.',
				),
	);
}

/** Explains what answers instead of the API: a proxy, a firewall, or something else. */
function explainForeign(
	kind: Foreign | undefined,
	answer: ApiAnswer,
	context: FailureContext,
): Explanation {
	if (kind === 'redirect') return explainRedirect(answer, context);
	const { baseUrl, api, isKnown = false } = context;
	const { status } = answer;
	const open = `Let requests to ${baseUrl}${PUBLIC_API_PATH} through there`;
	if (api) return explainForeignAnswer(baseUrl, api);
	if (kind === 'browserCheck') {
		return forPerson(
			`Cloudflare checks for a browser at ${baseUrl}, which n8n cannot pass`,
			`${open} without a check: add a rule to Cloudflare that skips it for this path, or for the IP address of n8n.`,
		);
	}
	if (kind === 'password') {
		return forPerson(
			`A proxy at ${baseUrl} asks for a user name and password`,
			`${open} without them: they would have to be sent in place of the Postiz key, which Postiz checks itself.`,
		);
	}
	if (kind !== 'page' || (!isKnown && status !== 403)) return explainForeignAnswer(baseUrl);
	return forPerson(
		`A proxy or firewall at ${baseUrl} answered instead of Postiz (status ${status})`,
		`The request never reached Postiz. ${open}, or for the IP address of n8n${isKnown ? '' : ', or correct the Base URL in the credential'}.`,
	);
}

/** Explains an error answer, and what to do next (docs/api.md, Errors). */
export function explainAnswer(answer: ApiAnswer, context: FailureContext): Explanation {
	const { status } = answer;
	const { effect } = context.call.endpoint;
	const detail = errorDetail(answer.body);
	const said = detail ? ` Postiz says: “${detail}”` : '';
	const foreign = foreignIn(answer, context.call);
	if (foreign || status < 300) return explainForeign(foreign, answer, context);
	if (status >= 500) {
		return {
			message: `Postiz failed (status ${status})`,
			description: `The problem is on the side of Postiz. Try again later; on your own instance, check its logs.${said}`,
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

function explainNotFound(answer: ApiAnswer, { call, baseUrl }: FailureContext): Explanation {
	const { method, since, operation } = call.endpoint;
	const request = `${method} ${call.path}`;
	if (!lacksCall(answer)) {
		const detail = errorDetail(answer.body);
		return {
			message: /^(not found)?$/i.test(detail) ? "Postiz didn't find what was requested" : detail,
			description: advice(
				'The ID may be wrong or deleted: check it.',
				`the instance at ${baseUrl} may also be older than this function (${request}): update it, and check the Base URL in the credential.`,
			),
		};
	}
	return since && operation
		? forPerson(
				`${operation} needs Postiz ${since.replace(/\.0$/, '')} or newer`,
				`The instance at ${baseUrl} is older: it doesn't have ${request}. Update Postiz.`,
			)
		: forPerson(
				"This Postiz instance doesn't have this function",
				`The instance at ${baseUrl} doesn't have ${request}; older versions lack it. Update the instance, and check the Base URL in the credential.`,
			);
}
