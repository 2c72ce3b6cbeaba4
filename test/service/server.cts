import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import { parse as parseQuery } from 'node:querystring';
import { setTimeout as wait } from 'node:timers/promises';
import { createAddresses, type Resolve } from './addresses.cjs';
import { addChannelRoutes } from './channels.cjs';
import { createFaults, type FaultKind } from './faults.cjs';
import { createMeasure } from './measures.cjs';
import { addMetricRoutes } from './metrics.cjs';
import {
	createBareError,
	HttpError,
	createRejection,
	getWorkspace,
	type Context,
} from './http.cjs';
import { listCountedCalls, createLimits, getUsualLimit } from './limits.cjs';
import { addConsentRoutes, addTokenRoute } from './oauth.cjs';
import { addPageRoutes } from './page.cjs';
import { listIgnoredSettings, getProviders } from './providers.cjs';
import { addPostRoutes, addPublicPostRoute } from './posts.cjs';
import { loseConnection, publishDue } from './publishing.cjs';
import { createRelease, type Version } from './releases/release.cjs';
import { createAccess, createSeed } from './seed.cjs';
import { type ServiceState, type StoredPost } from './state.cjs';
import { createUploads, addMediaRoutes, addUploadRoutes } from './uploads.cjs';
import { addVideoRoutes } from './video.cjs';

export type { FaultKind, FaultRule } from './faults.cjs';
export type { ServiceState } from './state.cjs';

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
	/** Removes links from posts on X, like `STRIP_LINKS_FROM_X_POSTS`. */
	stripsLinksOnX?: boolean;
}

export interface RecordedRequest {
	method: string;
	path: string;
	query: Record<string, string>;
	headers: Record<string, string | string[] | undefined>;
	/** Parsed; an upload is `{file: {name, type, size}}`. */
	body: unknown;
	/** 0 before the response, or if the connection was cut. */
	status: number;
	/** The connection ended before the response. */
	isCut: boolean;
	/** The fault that was applied. */
	fault?: FaultKind;
	/** When it arrived, in ms of the service's clock. */
	at: number;
}

declare module 'fastify' {
	interface FastifyRequest {
		record?: RecordedRequest;
	}
}

/** Between two checks for due posts. */
const PUBLISH_EVERY_MS = 1000;
const DEFAULT_BODY_LIMIT = 102_400;
/** For callers whose connection is closing, which get no response. */
const forever = new Promise<void>(() => undefined);
const PUBLIC_API = '/public/v1';

/** Parses bodies like the service: empty and unknown ones are ignored. */
function addBodyParsers(app: FastifyInstance): void {
	app.removeContentTypeParser('application/json');
	app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
		try {
			done(null, body === '' ? undefined : JSON.parse(body as string));
		} catch (error) {
			done(createRejection(400, (error as Error).message));
		}
	});
	const form = 'application/x-www-form-urlencoded';
	app.addContentTypeParser(form, { parseAs: 'string' }, (_request, body, done) => {
		done(null, { ...parseQuery(body as string) });
	});
	app.addContentTypeParser('*', (_request, payload, done) => {
		payload.resume().on('end', () => done(null));
	});
}

function sendErrors(app: FastifyInstance): void {
	app.setErrorHandler((error, _request, reply) => {
		if (error instanceof HttpError)
			return reply.status(error.status).headers(error.headers).send(error.body);
		const { statusCode = 500, message } = error as {
			statusCode?: number;
			message: string;
		};
		if (statusCode === 413)
			return reply.status(413).send({ statusCode, message: 'request entity too large' });
		const response = statusCode < 500 ? createRejection(statusCode, message) : createBareError();
		return reply.status(response.status).send(response.body);
	});
}

/** The service does not know of the path that stands before it. Elsewhere, the web app asks people to sign in. */
const sendNotFound = (basePath: string) => (request: FastifyRequest, reply: FastifyReply) => {
	const { url } = request;
	if (!url.startsWith(basePath)) return reply.redirect(`/auth?returnUrl=${url}`, 307);
	const path = url.slice(basePath.length);
	return reply.status(404).send(createRejection(404, `Cannot ${request.method} ${path}`).body);
};

/** `GET /posts/:id/missing` and `GET /posts/{id}/missing` alike, whatever the id is called. */
const formatEndpoint = (method: string, path: string) =>
	`${method} ${path.replace(/:\w+|\{\w+\}/g, '{}')}`;

function getEndpoint(request: FastifyRequest, prefix: string): string {
	return formatEndpoint(request.method, (request.routeOptions.url ?? '').slice(prefix.length));
}

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

/** What the routes and the controls of a sandbox share. */
function createSandbox(options: ServiceOptions) {
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
type Sandbox = ReturnType<typeof createSandbox>;

const listMissingEndpoints = (ofRelease: readonly string[], more: string[] = []): string[] =>
	[...ofRelease, ...more].map((endpoint) => {
		const [method, path] = endpoint.split(' ');
		return formatEndpoint(method, path);
	});

/** Records the requests of a scope, and applies the planned faults to them. */
function recordRequests(scope: FastifyInstance, { requests, clock, faults }: Sandbox): void {
	scope.addHook('onRequest', async (request, reply) => {
		request.record = {
			method: request.method,
			path: request.url.split('?')[0],
			query: { ...(request.query as Record<string, string>) },
			headers: { ...request.headers },
			body: undefined,
			status: 0,
			isCut: false,
			at: clock.now(),
		};
		requests.push(request.record);
		let isSent = false;
		// An aborted response counts as finished, too.
		reply.raw.once('finish', () => (isSent = !request.raw.socket.destroyed));
		reply.raw.once('close', () => (request.record!.isCut = !isSent));
	});
	scope.addHook('preHandler', async (request) => {
		if (!request.isMultipart()) request.record!.body = structuredClone(request.body);
	});
	scope.addHook('onSend', async (request, reply) => {
		reply.header('date', new Date(clock.now()).toUTCString());
		request.record!.status = reply.statusCode;
	});
	faults.install(scope);
}

/** Adds routes below a prefix, which `endpoints` omits, and records their requests. */
async function addRecordedRoutes(
	app: FastifyInstance,
	sandbox: Sandbox,
	prefix: string,
	addRoutes: (scope: FastifyInstance) => void,
): Promise<void> {
	const { endpoints, missing } = sandbox;
	await app.register(
		async (scope) => {
			recordRequests(scope, sandbox);
			scope.addHook('onRoute', ({ method, url }) => {
				const path = url.slice(prefix.length).replace(/:(\w+)/g, '{$1}');
				if (method !== 'HEAD') endpoints.push(`${String(method)} ${path}`);
			});
			scope.addHook('preHandler', async (request, reply) =>
				missing.includes(getEndpoint(request, prefix)) ? reply.callNotFound() : undefined,
			);
			addRoutes(scope);
		},
		{ prefix },
	);
}

async function addPublicApi(app: FastifyInstance, sandbox: Sandbox): Promise<void> {
	const { context, basePath, limits, addresses } = sandbox;
	const prefix = basePath + PUBLIC_API;
	const counted = listCountedCalls(context.release);
	await addRecordedRoutes(app, sandbox, prefix, (scope) => {
		scope.addHook('preHandler', async (request, reply) => {
			const endpoint = getEndpoint(request, prefix);
			request.workspace = getWorkspace(context.state, request.headers.authorization);
			if (counted.includes(endpoint))
				reply.headers(limits.count(request.workspace.organizationId, endpoint));
		});
		addChannelRoutes(scope, context);
		addPostRoutes(scope, context);
		addUploadRoutes(scope, context, addresses);
		addMetricRoutes(scope, context);
		addVideoRoutes(scope, context);
		scope.setNotFoundHandler(sendNotFound(basePath));
	});
}

async function createApp(sandbox: Sandbox, bodyLimit = DEFAULT_BODY_LIMIT) {
	const { context, basePath, site } = sandbox;
	const app = fastify({
		bodyLimit,
		forceCloseConnections: true,
		routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
	});
	addBodyParsers(app);
	sendErrors(app);
	app.setNotFoundHandler(sendNotFound(basePath));
	await app.register(multipart, { throwFileSizeLimit: false });
	app.addHook('onRequest', async () => publishDue(context));
	await addPublicApi(app, sandbox);
	await addRecordedRoutes(app, sandbox, basePath, (scope) => {
		addTokenRoute(scope, context);
		addPublicPostRoute(scope, context);
	});
	addConsentRoutes(app, context);
	addMediaRoutes(app, context);
	addPageRoutes(app, context, () => site.origin + basePath);
	return app;
}

/** What tests see and change of a sandbox that listens. */
function createControls(app: FastifyInstance, sandbox: Sandbox, timer?: NodeJS.Timeout) {
	const { context, basePath, clock, connections, createState } = sandbox;
	const { limits, faults, requests, endpoints } = sandbox;
	const { state, uploads } = context;
	const { origin } = sandbox.site;
	return {
		origin,
		apiUrl: origin + basePath,
		frontendUrl: origin,
		get apiKey() {
			return state.apiKey;
		},
		get oauthApp() {
			const { clientId, clientSecret } = state.oauthApp;
			return { clientId, clientSecret };
		},
		/** Handles a request in the same process, without a connection. */
		inject: async (request: {
			method: 'DELETE' | 'GET' | 'POST' | 'PUT';
			url: string;
			query?: Record<string, string>;
			headers?: Record<string, string>;
		}) => await app.inject(request),
		/** Plain data that tests may read and change. */
		get state() {
			publishDue(context);
			return state;
		},
		/** The other workspace, with its own key. */
		get otherWorkspace() {
			return state.otherWorkspace;
		},
		/** The calls of the public API, for public data and of the token endpoint, in order. */
		requests,
		/** Every call that it answers, such as `GET /posts/{id}/missing`. */
		endpoints,
		/** Makes chosen requests fail. */
		faults: faults.plan,
		revokeTokens() {
			state.tokens = [];
		},
		/** The accepted settings of a post that have no effect in this release. */
		ignoredSettings: ({ identifier, settings }: StoredPost) =>
			listIgnoredSettings(context.providers[identifier], settings),
		/** Disconnects a channel, as its network does. */
		loseConnection(channelId: string, reason?: string) {
			const channel = state.channels.find(({ id }) => id === channelId);
			if (!channel) throw new Error(`There is no channel ${channelId}`);
			loseConnection(state, channel, context.now(), reason);
		},
		/** Advances its clock, in ms. */
		advance(ms: number) {
			clock.advance(ms);
			publishDue(context);
		},
		/** Starts over with a new workspace, with the same key and OAuth app. */
		reset() {
			Object.assign(state, createState());
			clock.reset();
			requests.length = 0;
			limits.reset();
			faults.plan.clear();
			uploads.clear();
		},
		async close() {
			clearInterval(timer);
			connections.close();
			await app.close();
			uploads.clear();
		},
	};
}
/**
 * Starts the sandbox: a real HTTP server that responds as a running instance was seen to.
 * Rejects if the port is taken.
 */
export async function startService(options: ServiceOptions = {}) {
	const sandbox = createSandbox(options);
	const app = await createApp(sandbox, options.bodyLimit);
	sandbox.site.origin = await app.listen({
		host: '127.0.0.1',
		port: options.port ?? 0,
	});
	// With its own clock, the caller also triggers the checks.
	const timer = options.now
		? undefined
		: setInterval(() => publishDue(sandbox.context), PUBLISH_EVERY_MS);
	timer?.unref();
	return createControls(app, sandbox, timer);
}
export type Service = Awaited<ReturnType<typeof startService>>;
