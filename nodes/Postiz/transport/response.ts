import type { Problem } from '../common/problem';
import { shorten } from '../common/text';
import { getProperties } from '../common/value';
import { BAD_REQUEST, HTTP_REQUEST_TIMEOUT, NOT_FOUND, UNPROCESSABLE } from './httpStatus';

/** A response of the service with any status. */
export interface ApiResponse {
	status: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/**
 * What came of a request: a response, none, or it was never sent. Whether the service has acted on it is another
 * question: see {@link isUnclear}.
 */
export type RequestResult = {
	/** An earlier try was unclear. */
	hasUnclearTry?: boolean;
} & (
	| { kind: 'response'; response: ApiResponse }
	/** `isTimeout` if the response took too long, rather than the connection failed. */
	| { kind: 'noResponse'; response?: undefined; problem: Problem; isTimeout?: boolean }
	/** `isTemporary` failures may pass soon, unlike an invalid certificate or a missing token. */
	| { kind: 'notSent'; response?: undefined; problem: Problem; isTemporary: boolean }
);

/** True for a response of the API with a success status. */
export function isSuccess(response: ApiResponse): boolean {
	return response.status >= 200 && response.status < 300 && !isWebPage(response);
}

/**
 * True if the service may have acted on a failed request: it didn't respond, or a proxy may have done so in its place.
 */
export const isUnclear = ({ kind, response, hasUnclearTry }: RequestResult): boolean =>
	hasUnclearTry === true ||
	kind === 'noResponse' ||
	(response !== undefined && (response.status >= 500 || response.status === HTTP_REQUEST_TIMEOUT));

/** True for a web page, which doesn't come from the API. */
export function isWebPage({ headers, body }: ApiResponse): boolean {
	// Some proxies declare everything as HTML, but this was parsed as JSON.
	if (typeof body === 'object' && body !== null) return false;
	const startsAsPage = /^\s*<(!doctype|html|head|body)\b/i.test(String(body));
	return startsAsPage || /html/i.test(String(headers['content-type']));
}

/** True if the service rejected the content of a request. A proxy may use the same statuses for a page of its own. */
export const isContentRejection = (response: ApiResponse): boolean =>
	(response.status === BAD_REQUEST || response.status === UNPROCESSABLE) && !isWebPage(response);

const MAX_DETAIL = 600;

/** The message in an error body of any format; empty for a page (docs/api.md, Errors). */
export function getErrorDetail(body: unknown): string {
	if (typeof body === 'string') {
		const text = body.trim();
		return text.startsWith('<') ? '' : shorten(text, MAX_DETAIL);
	}
	const { msg, message, error, error_description: errorDescription } = getProperties(body);
	const texts = [msg, message, errorDescription, error]
		.map((value) => (Array.isArray(value) ? value : [value]).filter(isSentence))
		.find(({ length }) => length > 0);
	return shorten(texts?.join('; ') ?? '', MAX_DETAIL);
}

const isSentence = (value: unknown) => typeof value === 'string' && value.trim() !== '';

/** The seconds to wait, according to the service; undefined if unknown or 0 (docs/api.md, Limits). */
export function getSecondsToWait(headers: Record<string, unknown>): number | undefined {
	// Compare a date with the server's clock, which may differ from that of n8n.
	const answeredAt = Date.parse(String(headers.date));
	const now = Number.isNaN(answeredAt) ? Date.now() : answeredAt;
	return ['retry-after', 'x-ratelimit-reset']
		.map((name) => Math.ceil(toSeconds(headers[name], now)))
		.find((seconds) => seconds > 0 && Number.isFinite(seconds));
}

function toSeconds(value: unknown, now: number): number {
	const seconds = Number(value);
	return Number.isNaN(seconds) ? (Date.parse(String(value)) - now) / 1000 : seconds;
}

const MISSING_ENDPOINT = /^cannot (get|post|put|delete) /i;

/** True if the instance is too old for the call (docs/api.md, Releases). */
export function isMissingEndpoint(response: ApiResponse): boolean {
	if (response.status !== NOT_FOUND || isWebPage(response)) return false;
	return MISSING_ENDPOINT.test(getErrorDetail(response.body));
}

/** True for the response to an unknown ID (docs/api.md, Errors); a bare 500 may stand for any failure. */
export const isUnknownIdError = (response: ApiResponse): boolean =>
	response.status === NOT_FOUND && !isWebPage(response) && !isMissingEndpoint(response);
