/** HTTP statuses with a special meaning (docs/api.md, Errors). */
export const UNAUTHORIZED = 401;
export const NOT_FOUND = 404;
export const REQUEST_TIMEOUT = 408;
export const TOO_LARGE = 413;
export const TOO_MANY_REQUESTS = 429;
