import type { Problem } from '../common/problem';
import { shorten } from '../common/text';
import { toObject } from '../common/value';
import {
	BAD_REQUEST,
	HTTP_REQUEST_TIMEOUT,
	isServerError,
	NOT_FOUND,
	UNPROCESSABLE,
} from './httpStatus';

/** A response of the service with any status. */
export interface ApiResponse {
	status: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/**
 * The result of a request: a response, no response, or `unreachable` if it wasn't sent. {@link isUnclear} says whether
 * the service may have acted on it.
 */
export type RequestResult = {
	/** Whether the service may have acted on an earlier try. */
	hasUnclearTry?: boolean;
} & (
	| { kind: 'response'; response: ApiResponse }
	/** `isTimeout`: the response took too long. Otherwise, the connection failed. */
	| { kind: 'noResponse'; response?: undefined; problem: Problem; isTimeout?: boolean }
	/** `isTemporary`: a retry may help, unlike for an invalid certificate or a missing token. */
	| { kind: 'unreachable'; response?: undefined; problem: Problem; isTemporary: boolean }
);

/** True if the API responded with a success status. */
export function isSuccess(response: ApiResponse): boolean {
	return response.status >= 200 && response.status < 300 && !isWebPage(response);
}

/**
 * True if the service may have acted on a failed request: it didn't respond, a proxy may have responded instead, or that
 * happened to an earlier try of the same request. Check {@link isSuccess} first, as it is also true for a success after
 * such a try; only GET and DELETE are retried then.
 */
export const isUnclear = ({ kind, response, hasUnclearTry }: RequestResult): boolean =>
	hasUnclearTry === true ||
	kind === 'noResponse' ||
	(response !== undefined &&
		(isServerError(response.status) || response.status === HTTP_REQUEST_TIMEOUT));

/** True if the response is a web page, which doesn't come from the API. */
export function isWebPage({ headers, body }: ApiResponse): boolean {
	// Some proxies declare all responses as HTML, but this was parsed as JSON.
	if (typeof body === 'object' && body !== null) return false;
	const startsAsPage = /^\s*<(!doctype|html|head|body)\b/i.test(String(body));
	return startsAsPage || /html/i.test(String(headers['content-type']));
}

/** True if the service rejected the content of a request. A proxy may use the same statuses for a page of its own. */
export const isContentRejection = (response: ApiResponse): boolean =>
	(response.status === BAD_REQUEST || response.status === UNPROCESSABLE) && !isWebPage(response);

const MAX_DETAIL = 600;

/** Returns the message in an error body of any format. Empty for a web page (docs/api.md, Errors). */
export function getErrorDetail(body: unknown): string {
	if (typeof body === 'string') {
		const text = body.trim();
		return text.startsWith('<') ? '' : shorten(text, MAX_DETAIL);
	}
	const { msg, message, error, error_description: errorDescription } = toObject(body);
	const texts = [msg, message, errorDescription, error]
		.map((value) => (Array.isArray(value) ? value : [value]).filter(isSentence))
		.find(({ length }) => length > 0);
	return shorten(texts?.join('; ') ?? '', MAX_DETAIL);
}

const isSentence = (value: unknown) => typeof value === 'string' && value.trim() !== '';

/** Returns the seconds to wait, according to the service. Undefined if unknown or 0 (docs/api.md, Limits). */
export function getSecondsToWait(headers: Record<string, unknown>): number | undefined {
	// Dates are relative to the server's clock, which may differ from n8n's.
	const respondedAt = Date.parse(String(headers.date));
	const serviceNow = Number.isNaN(respondedAt) ? Date.now() : respondedAt;
	return ['retry-after', 'x-ratelimit-reset']
		.map((name) => Math.ceil(toSeconds(headers[name], serviceNow)))
		.find((seconds) => seconds > 0 && Number.isFinite(seconds));
}

function toSeconds(value: unknown, serviceNow: number): number {
	const seconds = Number(value);
	return Number.isNaN(seconds) ? (Date.parse(String(value)) - serviceNow) / 1000 : seconds;
}

/** For failures without a reason in the response. */
export const REASON_UNKNOWN = "Postiz didn't say why";

const MISSING_ENDPOINT = /^cannot (get|post|put|delete) /i;

/** True if the instance is too old for the call (docs/api.md, Releases). */
export function isMissingEndpoint(response: ApiResponse): boolean {
	if (response.status !== NOT_FOUND || isWebPage(response)) return false;
	return MISSING_ENDPOINT.test(getErrorDetail(response.body));
}

/** True if the response means that an ID is unknown (docs/api.md, Errors). A bare 500 may mean any failure. */
export const isUnknownIdError = (response: ApiResponse): boolean =>
	response.status === NOT_FOUND && !isWebPage(response) && !isMissingEndpoint(response);
