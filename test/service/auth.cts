import { HttpError } from './http.cjs';
import type { ServiceState } from './state.cjs';

/** Lets the API key or a living OAuth token pass, as the bare header value. API: Authentication. */
export function checkAuthorization(state: ServiceState, header: string | undefined): void {
	if (!header) throw new HttpError(401, { msg: 'No API Key found' });
	const known = header === state.apiKey || state.tokens.some(({ token }) => token === header);
	if (!known) throw new HttpError(401, { msg: 'Invalid API key' });
}
