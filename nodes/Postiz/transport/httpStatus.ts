/** HTTP statuses with a special meaning (docs/api.md, Errors). */
export const BAD_REQUEST = 400;
export const UNAUTHORIZED = 401;
export const PAYMENT_REQUIRED = 402;
export const FORBIDDEN = 403;
export const NOT_FOUND = 404;
export const NOT_ACCEPTABLE = 406;
export const HTTP_REQUEST_TIMEOUT = 408;
export const GONE = 410;
export const TOO_LARGE = 413;
export const UNPROCESSABLE = 422;
export const TOO_MANY_REQUESTS = 429;
export const SERVER_ERROR = 500;

/** True for the status of a failure of the server or of a proxy, and not of the request. */
export const isServerError = (status: number): boolean => status >= SERVER_ERROR;

/** True if a request that failed with this status may succeed later. */
export const isTemporaryStatus = (status: number): boolean =>
	isServerError(status) || [HTTP_REQUEST_TIMEOUT, TOO_MANY_REQUESTS].includes(status);
