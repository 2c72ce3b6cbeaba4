/** What the routes and the controls of a sandbox share: its data, clock, limits and faults. */
import type { FastifyReply } from 'fastify';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import { createAddresses, type Resolve } from './addresses.cjs';
import { formatEndpoint } from './endpoints.cjs';
import { createFaults } from './faults.cjs';
import type { Context } from './http.cjs';
import { createLimits, getUsualLimit } from './limits.cjs';
import { createMeasure } from './measures.cjs';
import { getProviders } from './providers.cjs';
import type { RecordedRequest } from './recording.cjs';
import { createRelease, type Version } from './releases/release.cjs';
import { createAccess, createSeed } from './seed.cjs';
import type { ServiceState } from './state.cjs';
import { createUploads } from './uploads.cjs';

export interface ServiceOptions {
	port?: number;
	/** The simulated release; the newest state of the service by default. */
	version?: Version;
	/** The limit of the release by default. */
	hourlyLimit?: number;
	basePath?: string;
	/** Maximum bytes of a JSON body; a larger one is rejected with 413. */
	bodyLimit?: number;
	/** The clock, in ms. */
	now?: () => number;
	/** Lets /upload-from-url read http addresses of this machine. */
	allowPrivateUploadUrls?: boolean;
	/** The origin of the URLs of uploads, such as `http://localhost:4007`; a public one that doesn't exist by default. */
	uploadsAt?: string;
	/** Uploads have its own origin, so they can be downloaded. */
	showsUploads?: boolean;
	/** Resolves hosts instead of DNS. */
	resolveHost?: Resolve;
	/** Calls that don't reach this instance, such as `GET /public/posts/{id}`. */
	missingEndpoints?: string[];
	/** Drops unknown settings, as no known release does. */
	dropsUnknownSettings?: boolean;
	/** Has a link shortener. */
	shortensLinks?: boolean;
	/** Removes links from posts on X, like `STRIP_LINKS_FROM_X_POSTS`. */
	stripsLinksOnX?: boolean;
}

/** For callers whose connection is closing, which get no response. */
const forever = new Promise<void>(() => undefined);

/** A clock that can be set forward; in ms. */
function createClock(readTime: () => number) {
	let aheadMs = 0;
	return {
		now: () => readTime() + aheadMs,
		advance: (ms: number) => void (aheadMs += ms),
		reset: () => void (aheadMs = 0),
	};
}

/** Delayed responses and those that never come, until the service closes. */
function createConnections() {
	const heldSockets = new Set<Socket>();
	const closing = new AbortController();
	return {
		holdResponse: (reply: FastifyReply) => {
			heldSockets.add(reply.raw.socket!);
			reply.hijack();
		},
		delay: (ms: number) => wait(ms, undefined, { signal: closing.signal }).catch(() => forever),
		close() {
			heldSockets.forEach((socket) => socket.destroy());
			closing.abort();
		},
	};
}

export function createSandbox(options: ServiceOptions) {
	const { basePath = '/api', uploadsAt = 'https://files.example' } = options;
	const clock = createClock(options.now ?? Date.now);
	const release = createRelease(options.version);
	const access = createAccess();
	const createState = () => createSeed(structuredClone(access), release);
	const state: ServiceState = createState();
	const connections = createConnections();
	const uploads = createUploads();
	const addresses = createAddresses(release, {
		allowPrivate: options.allowPrivateUploadUrls,
		resolveHost: options.resolveHost,
	});
	/** Known once it listens. */
	const site = { origin: '' };
	const context: Context = {
		state,
		release,
		providers: getProviders(release),
		now: clock.now,
		origin: () => site.origin,
		uploadsAt: () => (options.showsUploads ? site.origin : uploadsAt),
		holdResponse: connections.holdResponse,
		delay: connections.delay,
		dropsUnknownSettings: options.dropsUnknownSettings ?? false,
		shortensLinks: options.shortensLinks ?? false,
		stripsLinksOnX: options.stripsLinksOnX ?? false,
		uploads,
		measure: createMeasure(state, uploads, addresses),
	};
	return {
		basePath,
		clock,
		createState,
		connections,
		addresses,
		site,
		context,
		limits: createLimits(options.hourlyLimit ?? getUsualLimit(release), clock.now),
		faults: createFaults(context),
		requests: [] as RecordedRequest[],
		endpoints: [] as string[],
		missing: listMissingEndpoints(release.missingRoutes, options.missingEndpoints),
	};
}

export type Sandbox = ReturnType<typeof createSandbox>;

const listMissingEndpoints = (ofRelease: readonly string[], more: string[] = []): string[] =>
	[...ofRelease, ...more].map((endpoint) => {
		const [method, path] = endpoint.split(' ');
		return formatEndpoint(method, path);
	});
