import type { Service } from '../../service/server.cjs';

export { useOwnServices, useService } from '../../service/useService.cjs';

/** The calls of the service in order, such as `POST /posts` or `GET /public/posts/{id}`. */
export function listCalls({ requests }: Service): string[] {
	return requests.map(({ method, path }) => `${method} ${path.replace(/^.*\/v1|^\/api/, '')}`);
}

/** The only call if an item is rejected because of its channel: the list of channels. */
export const LOOK_UP = 'GET /integrations';

/** {@link listCalls} without look-ups of settings, which don't count against the limit. */
export const listCallsWithoutFacts = (...of: Parameters<typeof listCalls>) =>
	listCalls(...of).filter((call) => !call.startsWith('GET /integration-settings/'));
