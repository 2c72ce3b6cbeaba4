import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { checkAuthorization } from './auth.cjs';
import { channelRoutes } from './channels.cjs';
import { createFaults, type FaultPlan } from './faults.cjs';
import { figureRoutes } from './figures.cjs';
import { HttpError, refusal, type Context } from './http.cjs';
import { createLimits } from './limits.cjs';
import { consentRoutes, tokenRoute } from './oauth.cjs';
import { pageRoutes } from './page.cjs';
import { postRoutes, publishDue } from './posts.cjs';
import { createAccess, createSeed } from './seed.cjs';
import { loadState, saveState, type ServiceState } from './state.cjs';
import { createUploads, mediaRoutes, uploadRoutes } from './uploads.cjs';
import type { ProviderIdentifierMode } from './validation.cjs';
import { videoRoutes } from './video.cjs';

export type { FaultKind, FaultPlan, FaultRule } from './faults.cjs';
export type { ServiceState } from './state.cjs';

export interface ServiceOptions {
	host?: string;
	port?: number;
	/** The state is read from this JSON file and kept in it; in memory where there is none. */
	stateFile?: string;
	hourlyLimit?: number;
	/** Older instances count every call of the public API, newer ones only POST /posts. */
	countAllRequests?: boolean;
	apiKey?: string;
	basePath?: string;
	/** Bytes of a JSON body; a larger one is refused with 413. */
	bodyLimit?: number;
	/** The clock, in ms. */
	now?: () => number;
	acceptProviderIdentifier?: ProviderIdentifierMode;
	/** Lets /upload-from-url read http addresses of this machine. */
	allowPrivateUploadUrls?: boolean;
	/** How long a video takes, in ms. */
	generateVideoDelay?: number;
	/** Calls that this instance lacks, such as `GET /groups` or `GET /find-slot/{id}`. */
	missingEndpoints?: string[];
}

export interface RecordedRequest {
	method: string;
	path: string;
	query: Record<string, string>;
	headers: Record<string, string | string[] | undefined>;
	/** As parsed; an upload as `{file: {name, type, size}}`. */
	body: unknown;
	/** 0 until answered, and where the connection was cut instead. */
	status: number;
	/** When it came, in ms of the service's clock. */
	at: number;
}

export interface Service {
	origin: string;
	apiUrl: string;
	frontendUrl: string;
	apiKey: string;
	oauthApp: { clientId: string; clientSecret: string };
	/** Plain data that tests may read and change. */
	state: ServiceState;
	/** The calls of the public API and of the token endpoint, in the order they came. */
	requests: RecordedRequest[];
	/** Every call that it answers, such as `GET /posts/{id}/missing`. */
	endpoints: string[];
	revokeTokens(): void;
	/** Makes chosen requests of the recorded calls go wrong. */
	faults: FaultPlan;
	/** Back to a new workspace with the same key and OAuth app. */
	reset(): void;
	close(): Promise<void>;
}

declare module 'fastify' {
	interface FastifyRequest {
		record?: RecordedRequest;
	}
}

const DEFAULT_HOURLY_LIMIT = 90;
const DEFAULT_BODY_LIMIT = 102_400;
/** For callers whose connection is being closed: they get no answer any more. */
const forever = new Promise<void>(() => undefined);
const PUBLIC_API = '/public/v1';

/** Bodies as the service reads them: empty ones are none, unknown kinds are ignored. */
function readBodies(app: FastifyInstance): void {
	app.removeContentTypeParser('application/json');
	app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
		try {
			done(null, body === '' ? undefined : JSON.parse(body as string));
		} catch (error) {
			done(refusal(400, (error as Error).message));
		}
	});
	app.addContentTypeParser('*', (_request, payload, done) => {
		payload.resume().on('end', () => done(null));
	});
}

function answerErrors(app: FastifyInstance): void {
	app.setErrorHandler((error, _request, reply) => {
		if (error instanceof HttpError)
			return reply.status(error.status).headers(error.headers).send(error.body);
		const { statusCode = 500, message } = error as { statusCode?: number; message: string };
		const answer =
			statusCode === 413
				? refusal(413, 'request entity too large')
				: refusal(statusCode, statusCode < 500 ? message : 'Internal server error');
		return reply.status(statusCode).send(answer.body);
	});
	app.setNotFoundHandler(answerNotFound);
}

function answerNotFound(request: FastifyRequest, reply: FastifyReply) {
	const path = request.url.split('?')[0];
	return reply.status(404).send(refusal(404, `Cannot ${request.method} ${path}`).body);
}

/** `GET /posts/:id/missing` and `GET /posts/{id}/missing` alike. */
const endpointName = (method: string, path: string) =>
	`${method} ${path.replace(/:\w+|\{\w+\}/g, '{}')}`;

function endpointOf(request: FastifyRequest, prefix: string): string {
	return endpointName(request.method, (request.routeOptions.url ?? '').slice(prefix.length));
}

/**
 * Starts the stand-in service: a real HTTP server that behaves as API: Addresses to API: Providers
 * tell. Rejects where the port is taken or the state file can not be read.
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
	const { host = '127.0.0.1', basePath = '/api', stateFile, now = Date.now } = options;
	const prefix = basePath + PUBLIC_API;
	const state =
		(stateFile ? loadState(stateFile) : undefined) ?? createSeed(createAccess(options.apiKey));
	if (options.apiKey) state.apiKey = options.apiKey;
	const initialAccess = structuredClone({ apiKey: state.apiKey, oauthApp: state.oauthApp });
	const requests: RecordedRequest[] = [];
	const endpoints: string[] = [];
	const limits = createLimits(options.hourlyLimit ?? DEFAULT_HOURLY_LIMIT, now);
	const missing = (options.missingEndpoints ?? []).map((endpoint) => {
		const [method, path] = endpoint.split(' ');
		return endpointName(method, path);
	});
	const silentSockets = new Set<Socket>();
	const ending = new AbortController();
	const uploads = createUploads(stateFile && join(dirname(stateFile), 'uploads'));
	const app = fastify({
		bodyLimit: options.bodyLimit ?? DEFAULT_BODY_LIMIT,
		forceCloseConnections: true,
		routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
	});
	let origin = '';
	const context: Context = {
		state,
		now,
		origin: () => origin,
		neverAnswer(reply) {
			silentSockets.add(reply.raw.socket!);
			reply.hijack();
		},
		delay: (ms) => wait(ms, undefined, { signal: ending.signal }).catch(() => forever),
		uploads,
	};
	const faults = createFaults(context);

	readBodies(app);
	answerErrors(app);
	await app.register(formbody);
	await app.register(multipart, { throwFileSizeLimit: false });
	app.addHook('onRequest', async () => publishDue(state, now()));
	app.addHook('onResponse', async (request) => {
		if (stateFile && request.method !== 'GET') saveState(stateFile, state);
	});

	const record = (scope: FastifyInstance) => {
		scope.addHook('onRequest', async (request) => {
			request.record = {
				method: request.method,
				path: request.url.split('?')[0],
				query: { ...(request.query as Record<string, string>) },
				headers: { ...request.headers },
				body: undefined,
				status: 0,
				at: now(),
			};
			requests.push(request.record);
		});
		scope.addHook('preHandler', async (request) => {
			if (!request.isMultipart()) request.record!.body = structuredClone(request.body);
		});
		scope.addHook('onSend', async (request, reply) => {
			request.record!.status = reply.statusCode;
		});
		faults.install(scope);
	};

	await app.register(
		async (scope) => {
			record(scope);
			scope.addHook('onRoute', ({ method, url }) => {
				if (method === 'HEAD') return;
				endpoints.push(`${String(method)} ${url.slice(prefix.length).replace(/:(\w+)/g, '{$1}')}`);
			});
			scope.addHook('preHandler', async (request, reply) => {
				const endpoint = endpointOf(request, prefix);
				if (missing.includes(endpoint)) return reply.callNotFound();
				checkAuthorization(state, request.headers.authorization);
				if (options.countAllRequests || endpoint === 'POST /posts') {
					const headers = limits.count();
					if (endpoint === 'POST /posts') reply.headers(headers);
				}
				return undefined;
			});
			channelRoutes(scope, context);
			postRoutes(scope, context, { mode: options.acceptProviderIdentifier ?? 'strict' });
			uploadRoutes(scope, context, { allowPrivateUrls: options.allowPrivateUploadUrls ?? false });
			figureRoutes(scope, context);
			videoRoutes(scope, context, options.generateVideoDelay ?? 0);
			scope.setNotFoundHandler(answerNotFound);
		},
		{ prefix },
	);
	await app.register(
		async (scope) => {
			record(scope);
			tokenRoute(scope, context);
		},
		{ prefix: basePath },
	);
	consentRoutes(app, context);
	mediaRoutes(app, context);
	pageRoutes(app, context, () => origin + basePath);

	origin = await app.listen({ host, port: options.port ?? 0 });
	if (stateFile) saveState(stateFile, state);

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
		get state() {
			publishDue(state, now());
			return state;
		},
		requests,
		endpoints,
		faults: faults.plan,
		revokeTokens() {
			state.tokens = [];
		},
		reset() {
			Object.assign(state, createSeed(initialAccess));
			requests.length = 0;
			limits.reset();
			faults.plan.clear();
			uploads.clear();
		},
		async close() {
			silentSockets.forEach((socket) => socket.destroy());
			ending.abort();
			await app.close();
			if (!stateFile) uploads.clear();
			if (stateFile) saveState(stateFile, state);
		},
	};
}
