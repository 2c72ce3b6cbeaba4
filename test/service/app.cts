/** The routes of the sandbox, and what it answers to everything else. */
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { parse as parseQuery } from 'node:querystring';

import { addChannelRoutes } from './channels.cjs';
import { getEndpoint } from './endpoints.cjs';
import { createBareError, createRejection, getWorkspace, HttpError } from './http.cjs';
import { listCountedCalls } from './limits.cjs';
import { addMetricRoutes } from './metrics.cjs';
import { addConsentRoutes, addTokenRoute } from './oauth.cjs';
import { addPageRoutes } from './page.cjs';
import { addPostRoutes, addPublicPostRoute } from './posts.cjs';
import { publishDue } from './publishing.cjs';
import { addRecordedRoutes } from './recording.cjs';
import type { Sandbox } from './sandbox.cjs';
import { addMediaRoutes, addUploadRoutes } from './uploads.cjs';
import { addVideoRoutes } from './video.cjs';

const DEFAULT_BODY_LIMIT = 102_400;
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
		const { statusCode = 500, message } = error as { statusCode?: number; message: string };
		if (statusCode === 413)
			return reply.status(413).send({ statusCode, message: 'request entity too large' });
		const response = statusCode < 500 ? createRejection(statusCode, message) : createBareError();
		return reply.status(response.status).send(response.body);
	});
}

/**
 * Below the base path, which the service doesn't know of, the answer is a 404. Elsewhere, the web app asks people to
 * sign in.
 */
const sendNotFound = (basePath: string) => (request: FastifyRequest, reply: FastifyReply) => {
	const { url } = request;
	if (!url.startsWith(basePath)) return reply.redirect(`/auth?returnUrl=${url}`, 307);
	const path = url.slice(basePath.length);
	return reply.status(404).send(createRejection(404, `Cannot ${request.method} ${path}`).body);
};

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

export async function createApp(sandbox: Sandbox, bodyLimit = DEFAULT_BODY_LIMIT) {
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
