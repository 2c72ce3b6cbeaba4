import { HttpError } from './http.cjs';
import { workspacesOf, type ServiceState, type Workspace } from './state.cjs';

/**
 * The workspace that an API key or a living OAuth token opens, as the bare header value. Throws the
 * 401 otherwise.
 */
export function workspaceFor(state: ServiceState, header: string | undefined): Workspace {
	if (!header) throw new HttpError(401, { msg: 'No API Key found' });
	const found = workspacesOf(state).find(
		({ apiKey, tokens }) => header === apiKey || tokens.some(({ token }) => token === header),
	);
	if (found) return found;
	const what = header.startsWith('pos_') ? 'OAuth token' : 'API key';
	throw new HttpError(401, { msg: `Invalid ${what}` });
}
