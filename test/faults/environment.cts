/** Where scripts are played: a service that misbehaves, and a server to which it redirects requests. */
import { setTimeout as wait } from 'node:timers/promises';

import { startFileServer } from '../integration/support/fileServer.cjs';
import type { Version } from '../service/releases/release.cjs';
import { startService, type RecordedRequest, type ServiceOptions } from '../service/server.cjs';

/** Requests of the node that get faults. */
export const POSTS = { method: 'POST', path: /\/posts$/ };
export const LISTS = { method: 'GET', path: /v1\/posts$/ };
export const PUBLIC_POSTS = { method: 'GET', path: /\/public\/posts\// };

const POLL_MS = 2;
const QUIET_MS = 15;

/** A late response follows after the connection was cut. */
const isOpen = ({ status, isCut, fault }: RecordedRequest) =>
	status === 0 && (!isCut || fault === 'late');

/** Starts the service of a release, or the newest one. */
export async function startEnvironment(version?: Version, options: ServiceOptions = {}) {
	const redirectTarget = await startFileServer((_request, response) =>
		response.writeHead(201, { 'content-type': 'application/json' }).end('[]'),
	);
	const service = await startService({
		hourlyLimit: 100_000,
		version,
		showsUploads: true,
		...options,
	});
	let hasGivenUp = false;
	return {
		service,
		/** Accepts any request for posts: the node must not follow a redirect to it. */
		redirectTarget,
		/** Resolves once `isDone`, or after `giveUp`. */
		async waitUntil(isDone: () => boolean) {
			hasGivenUp = false;
			while (!hasGivenUp && !isDone()) await wait(POLL_MS);
		},
		/** Ends all waiting of `waitUntil`. */
		giveUp() {
			hasGivenUp = true;
		},
		/** Resolves once the service has answered all requests, and no more arrive. */
		async waitUntilQuiet() {
			for (let count = -1; count !== service.requests.length;) {
				count = service.requests.length;
				await wait(QUIET_MS);
				while (service.requests.some(isOpen)) {
					await wait(POLL_MS);
				}
			}
		},
		async close() {
			await service.close();
			await redirectTarget.close();
		},
	};
}

export type Environment = Awaited<ReturnType<typeof startEnvironment>>;
