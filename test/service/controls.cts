import type { FastifyInstance } from 'fastify';

import type { Context } from './http.cjs';
import { listIgnoredSettings } from './providers.cjs';
import { loseConnection, publishDue } from './publishing.cjs';
import type { Sandbox } from './sandbox.cjs';
import type { StoredPost } from './state.cjs';

interface InjectedRequest {
	method: 'DELETE' | 'GET' | 'POST' | 'PUT';
	url: string;
	query?: Record<string, string>;
	headers?: Record<string, string>;
}

function disconnectChannel(context: Context, channelId: string, reason?: string): void {
	const { state } = context;
	const channel = state.channels.find(({ id }) => id === channelId);
	if (!channel) throw new Error(`There is no channel ${channelId}`);
	loseConnection(state, channel, context.now(), reason);
}

function resetSandbox({ context, createState, clock, requests, limits, faults }: Sandbox): void {
	Object.assign(context.state, createState());
	clock.reset();
	requests.length = 0;
	limits.reset();
	faults.plan.clear();
	context.uploads.clear();
}

/** What tests see and change of a sandbox that listens. */
export function createControls(app: FastifyInstance, sandbox: Sandbox, timer?: NodeJS.Timeout) {
	const { context, basePath, clock, connections, faults, requests, endpoints } = sandbox;
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
		inject: async (request: InjectedRequest) => await app.inject(request),
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
		loseConnection: (channelId: string, reason?: string) =>
			disconnectChannel(context, channelId, reason),
		/** Advances its clock, in ms. */
		advance(ms: number) {
			clock.advance(ms);
			publishDue(context);
		},
		/** Starts over with a new workspace, with the same key and OAuth app. */
		reset: () => resetSandbox(sandbox),
		async close() {
			clearInterval(timer);
			connections.close();
			await app.close();
			uploads.clear();
		},
	};
}
