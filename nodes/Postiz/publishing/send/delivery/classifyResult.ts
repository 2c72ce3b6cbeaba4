import { isObject } from '../../../common/value';
import {
	HTTP_REQUEST_TIMEOUT,
	SERVER_ERROR,
	TOO_LARGE,
	TOO_MANY_REQUESTS,
} from '../../../transport/httpStatus';
import {
	type ApiResponse,
	isContentRejection,
	isSuccess,
	isUnclear,
	isWebPage,
	type RequestResult,
} from '../../../transport/response';

/**
 * What a result of `POST /posts` means for its posts. After `affectsAllRequests`, all other requests would fail, too.
 * `unreachable`: the API certainly received nothing.
 */
export type ResultCategory =
	| 'success'
	| 'unreachable'
	| 'unclear'
	| 'atLimit'
	| 'tooLarge'
	| 'rejection'
	| 'affectsAllRequests';

/** Classifies the result of `POST /posts` (docs/api.md, Creating posts, Limits). */
export function classifyResult(result: RequestResult): ResultCategory {
	if (result.kind !== 'response') return result.kind === 'unreachable' ? result.kind : 'unclear';
	const { status } = result.response;
	if (status === TOO_MANY_REQUESTS) return 'atLimit';
	if (status === TOO_LARGE) return 'tooLarge';
	if (isContentRejection(result.response)) return 'rejection';
	if (isSuccess(result.response)) return 'success';
	if (isUnclear(result)) return 'unclear';
	return isFromApi(result.response) ? 'affectsAllRequests' : 'unreachable';
}

/** False if something in front of the API has responded: a proxy, a firewall or the web app of Postiz. */
const isFromApi = (response: ApiResponse) =>
	!isWebPage(response) && !(response.status >= 300 && response.status < 400);

/** True if the service itself has responded, not a proxy: it creates nothing afterwards. */
export function hasServiceFinished(result: RequestResult): boolean {
	if (result.kind !== 'response' || isWebPage(result.response)) return false;
	const { status, body } = result.response;
	// A proxy may respond with 500 on a timeout, but only the service responds with an object.
	if (status === SERVER_ERROR) return isObject(body);
	return status < SERVER_ERROR && status !== HTTP_REQUEST_TIMEOUT;
}

/** True if the service itself has responded with an error: it has created all posts before the failed one. */
export const isServiceError = (result: RequestResult): boolean =>
	result.kind === 'response' &&
	hasServiceFinished(result) &&
	result.response.status === SERVER_ERROR;
