import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { Problem } from '../common/problem';
import type { ApiCall } from './endpoints';
import type { ApiResponse } from './response';

export interface ApiRequest extends ApiCall {
	query?: IDataObject;
	body?: IHttpRequestOptions['body'];
	/** For the whole response. Replaces the client's timeout. */
	timeout?: number;
	/** Whether the caller handles the hourly limit itself, as the request can't simply be repeated. */
	skipsRateLimitWait?: boolean;
	/** Creates the problem of an error response with a special meaning for this call. Such a response isn't retried. */
	createErrorProblem?: (response: ApiResponse) => Problem | undefined;
}
