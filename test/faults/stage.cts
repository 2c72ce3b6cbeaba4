/** Where scripts are played: a service to misbehave, and a trap beside it. */
import { setTimeout as wait } from 'node:timers/promises';

import { startFileServer } from '../integration/support/fileServer.cjs';
import type { Version } from '../service/releases/release.cjs';
import { startService, type RecordedRequest, type ServiceOptions } from '../service/server.cjs';

/** Requests of the node that faults befall. */
export const POSTS = { method: 'POST', path: /\/posts$/ };
export const LISTS = { method: 'GET', path: /v1\/posts$/ };
export const PREVIEWS = { method: 'GET', path: /\/public\/posts\// };

const LOOK_MS = 2;
const QUIET_MS = 15;

/** What comes late is done after its connection was cut. */
const isOpen = ({ status, isCut, fault }: RecordedRequest) =>
	status === 0 && (!isCut || fault === 'late');

/** Starts what scripts are played on: the newest service, if no release is named. */
export async function openStage(version?: Version, options: ServiceOptions = {}) {
	const trap = await startFileServer((_request, response) =>
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
		/** Takes whatever comes for posts: no request may be led to it. */
		trap,
		/** Resolves once this is so, or with `giveUp`. */
		async until(isSo: () => boolean) {
			hasGivenUp = false;
			while (!hasGivenUp && !isSo()) await wait(LOOK_MS);
		},
		/** Ends all waiting of `until`. */
		giveUp() {
			hasGivenUp = true;
		},
		/** Resolves once the service has answered all requests, and no other one comes. */
		async untilQuiet() {
			for (let count = -1; count !== service.requests.length;) {
				count = service.requests.length;
				await wait(QUIET_MS);
				while (service.requests.some(isOpen)) {
					await wait(LOOK_MS);
				}
			}
		},
		async close() {
			await service.close();
			await trap.close();
		},
	};
}

export type Stage = Awaited<ReturnType<typeof openStage>>;
