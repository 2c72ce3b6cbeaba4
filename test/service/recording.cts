import type { FastifyInstance } from 'fastify';

import { getEndpoint } from './endpoints.cjs';
import type { FaultKind } from './faults.cjs';
import type { Sandbox } from './sandbox.cjs';

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
export async function addRecordedRoutes(
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
