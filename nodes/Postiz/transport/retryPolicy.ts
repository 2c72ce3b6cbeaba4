import type { ApiRequest } from './apiRequest';
import { isServerError } from './httpStatus';
import type { RequestResult } from './response';

const DELAYS_MS = [500, 1500];
/** For requests that may only be retried if they weren't sent, such as while a container starts. */
const DELAYS_IF_NOT_SENT_MS = [1000, 3000];

/** True if it is harmless to send a request twice. */
const isRepeatable = ({ endpoint: { method, isCostly } }: ApiRequest) =>
	(method === 'GET' && !isCostly) || method === 'DELETE';

/** How long to wait before each retry of a request. */
export const getRetryDelays = (request: ApiRequest): readonly number[] =>
	isRepeatable(request) ? DELAYS_MS : DELAYS_IF_NOT_SENT_MS;

/** True if a retry may succeed and is harmless. */
export function shouldRetry(result: RequestResult, request: ApiRequest): boolean {
	if (result.kind === 'unreachable') return result.isTemporary;
	if (!isRepeatable(request)) return false;
	if (result.kind === 'noResponse') return true;
	return isServerError(result.response.status) && !request.createErrorProblem?.(result.response);
}
