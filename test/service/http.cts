import type { FastifyReply } from 'fastify';
import type { Size } from './networks/types.cjs';
import type { Providers } from './providers.cjs';
import type { Release } from './releases/release.cjs';
import { isObject, readFields, type Fields, type Values } from './schema.cjs';
import { workspacesOf, type ServiceState, type StoredPost, type Workspace } from './state.cjs';
import type { Uploads } from './uploads.cjs';

declare module 'fastify' {
	interface FastifyRequest {
		/** The one that the caller's key opens. */
		workspace?: Workspace;
	}
}

/** An answer other than success, with the service's body. */
export class HttpError extends Error {
	constructor(
		readonly status: number,
		readonly body: unknown,
		readonly headers: Record<string, string> = {},
	) {
		super(`${status} ${JSON.stringify(body)}`);
	}
}

const REASONS: Record<number, string> = {
	400: 'Bad Request',
	401: 'Unauthorized',
	404: 'Not Found',
};

export const refusal = (status: number, message: string | string[]) =>
	new HttpError(status, { message, error: REASONS[status], statusCode: status });

/** The other shape of a refusal, of a single word more than the status. */
export const shortRefusal = (status: number, msg: string) => new HttpError(status, { msg });

/** The bare 500 that the service answers to ids it does not know. */
export const bareError = () =>
	new HttpError(500, { statusCode: 500, message: 'Internal server error' });

/** A query or body that fits the fields, converted. Throws a 400 that lists what does not. */
export function checkInput(fields: Fields, input: unknown): Values {
	const { values, messages } = readFields(fields, isObject(input) ? input : {});
	if (messages.length) throw refusal(400, messages);
	return values;
}

/** What every part of the service needs to do its work. */
export interface Context {
	state: ServiceState;
	/** The release that it behaves as, and its networks. */
	release: Release;
	providers: Providers;
	now(): number;
	origin(): string;
	/** The origin of the paths of uploads. */
	uploadsAt(): string;
	/** Leaves the caller without an answer until the service closes. */
	neverAnswer(reply: FastifyReply): void;
	/** Waits the given ms; never ends when the service closes meanwhile. */
	delay(ms: number): Promise<void>;
	dropsUnknownSettings: boolean;
	stripsLinksOnX: boolean;
	uploads: Uploads;
	/** The pixels of a picture at an address; undefined if it cannot be reached or measured. */
	measure: (path: string) => Promise<Size | undefined>;
}

/** The stored post with this id; deleted ones are found as well. */
export const findPost = ({ posts }: Workspace, id: string): StoredPost | undefined =>
	posts.find((post) => post.id === id);

/**
 * The workspace that an API key or a living OAuth token opens, as the bare header value. Throws the
 * 401 otherwise.
 */
export function workspaceFor(state: ServiceState, header: string | undefined): Workspace {
	if (!header) throw new HttpError(401, { msg: 'No API Key found' });
	const found = workspacesOf(state).find(
		({ apiKey, tokens }) => header === apiKey || tokens.some(({ token }) => token === header),
	);
	if (found) return found;
	const what = header.startsWith('pos_') ? 'OAuth token' : 'API key';
	throw new HttpError(401, { msg: `Invalid ${what}` });
}
