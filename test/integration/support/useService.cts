import type { Service } from '../../service/server.cjs';

export { useOwnServices, useService } from '../../service/useService.cjs';

/** What the service was asked, in order, such as `POST /posts` or `GET /public/posts/{id}`. */
export function callsOf({ requests }: Service): string[] {
	return requests.map(({ method, path }) => `${method} ${path.replace(/^.*\/v1|^\/api/, '')}`);
}

/** The only call if an item is refused by what its channel is: the channels are listed once. */
export const LOOK_UP = 'GET /integrations';

/** {@link callsOf}, without the questions which settings a channel's network has, which cost nothing. */
export const callsBesideFacts = (...of: Parameters<typeof callsOf>) =>
	callsOf(...of).filter((call) => !call.startsWith('GET /integration-settings/'));
