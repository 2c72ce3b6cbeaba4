/** Where scripts are played: a service to misbehave, a trap beside it, and roads that can be closed. */
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import { startFileServer } from '../integration/support/fileServer.cjs';
import { releaseOf, type Version } from '../service/releases/release.cjs';
import {
	startService,
	type RecordedRequest,
	type Service,
	type ServiceOptions,
} from '../service/server.cjs';

/** Requests of the node that faults befall. */
export const POSTS = { method: 'POST', path: /\/posts$/ };
export const LISTS = { method: 'GET', path: /v1\/posts$/ };
export const PREVIEWS = { method: 'GET', path: /\/public\/posts\// };

const LOOK_MS = 2;
const QUIET_MS = 15;
const ABANDONED_MS = 10_000;

/** A way to the service. */
export interface Road {
	apiUrl: string;
	/** Lets nothing pass any more. No later road has its port, so that who still comes meets no other service. */
	shut: () => void;
}

const taken = new Set<number>();

/** Opens a way to the service for one run, on a port that no run before it had. */
export async function openRoad(service: Service): Promise<Road> {
	const target = new URL(service.apiUrl);
	const sockets = new Set<Socket>();
	const server = createTcpServer((caller) => {
		const onward = connect(Number(target.port), target.hostname);
		for (const socket of [caller, onward]) {
			sockets.add(socket);
			socket.on('error', () => undefined);
			socket.once('close', () => sockets.delete(socket));
		}
		caller.once('close', () => onward.destroy());
		// After its end, what it said is still on its way to the caller.
		onward.once('close', () => onward.readableEnded || caller.destroy());
		caller.pipe(onward).pipe(caller);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const shut = () => {
		sockets.forEach((socket) => socket.destroy());
		server.close();
	};
	if (taken.has(port)) {
		shut();
		return await openRoad(service);
	}
	taken.add(port);
	return { apiUrl: `http://127.0.0.1:${port}${target.pathname}`, shut };
}

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
	const abandoned: Array<Promise<unknown>> = [];
	let hasGivenUp = false;
	return {
		service,
		/** Lists have the keys of posts. */
		listsKeys: releaseOf(version).has('settingsInLists'),
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
		/** Leaves a run to itself, as nobody waits for the runs of a process that has ended, with its road shut. */
		abandon(run: Promise<unknown>, road: Road) {
			road.shut();
			abandoned.push(run.catch(() => undefined));
		},
		async close() {
			// A run that was left in the midst of a wait may last an hour; nobody looks at it any more.
			await Promise.race([Promise.all(abandoned), wait(ABANDONED_MS)]);
			await service.close();
			await trap.close();
		},
	};
}

export type Stage = Awaited<ReturnType<typeof openStage>>;
