import type { FastifyReply } from 'fastify';
import type { Size } from './networks/types.cjs';
import type { Providers } from './providers.cjs';
import type { Release } from './releases/release.cjs';
import { isObject, readFields, type Fields, type Values } from './schema.cjs';
import { listWorkspaces, type ServiceState, type StoredPost, type Workspace } from './state.cjs';
import type { Uploads } from './uploads.cjs';

declare module 'fastify' {
	interface FastifyRequest {
		/** The workspace of the key. */
		workspace?: Workspace;
	}
}

/** An error response, with the service's body. */
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

export const createRejection = (status: number, message: string | string[]) =>
	new HttpError(status, { message, error: REASONS[status], statusCode: status });

/** The short form of an error. */
export const createShortRejection = (status: number, msg: string) => new HttpError(status, { msg });

/** The bare 500 that the service answers for unknown IDs. */
export const createBareError = () =>
	new HttpError(500, { statusCode: 500, message: 'Internal server error' });

/** Converts a query or body. Throws a 400 that lists what is invalid. */
export function checkInput(fields: Fields, input: unknown): Values {
	const { values, messages } = readFields(fields, isObject(input) ? input : {});
	if (messages.length) throw createRejection(400, messages);
	return values;
}

/** Shared by all parts of the service. */
export interface Context {
	state: ServiceState;
	/** The simulated release, and its networks. */
	release: Release;
	providers: Providers;
	now(): number;
	origin(): string;
	/** The origin of the URLs of uploads. */
	uploadsAt(): string;
	/** Keeps the connection open without a response, until the service closes. */
	holdResponse(reply: FastifyReply): void;
	/** Waits so many ms; never ends if the service closes meanwhile. */
	delay(ms: number): Promise<void>;
	dropsUnknownSettings: boolean;
	shortensLinks: boolean;
	stripsLinksOnX: boolean;
	uploads: Uploads;
	/** The size of the picture at a URL; undefined if it cannot be read. */
	measure: (path: string) => Promise<Size | undefined>;
}

/** Finds a post by its ID, even a deleted one. */
export const findPost = ({ posts }: Workspace, id: string): StoredPost | undefined =>
	posts.find((post) => post.id === id);

/**
 * The workspace that an API key or a living OAuth token opens, as the bare header value. Throws the
 * 401 otherwise.
 */
export function getWorkspace(state: ServiceState, header: string | undefined): Workspace {
	if (!header) throw new HttpError(401, { msg: 'No API Key found' });
	const found = listWorkspaces(state).find(
		({ apiKey, tokens }) => header === apiKey || tokens.some(({ token }) => token === header),
	);
	if (found) return found;
	const what = header.startsWith('pos_') ? 'OAuth token' : 'API key';
	throw new HttpError(401, { msg: `Invalid ${what}` });
}
