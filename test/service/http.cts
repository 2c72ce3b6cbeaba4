import type { FastifyReply } from 'fastify';
import { checkFields, isObject, type Fields, type Values } from './schema.cjs';
import type { StoredPost, ServiceState } from './state.cjs';
import type { Uploads } from './uploads.cjs';

/** An answer other than success, with the body the service gives it. API: Endpoints, error bodies. */
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
	413: 'Payload Too Large',
};

export const refusal = (status: number, message: string | string[]) =>
	new HttpError(status, { message, error: REASONS[status], statusCode: status });

/** The bare 500 that the service answers to ids it does not know. */
export const bareError = () =>
	new HttpError(500, { statusCode: 500, message: 'Internal server error' });

/** A query or body that fits the fields. Throws a 400 that lists what does not. */
export function checkInput(fields: Fields, input: unknown): Values {
	const values = isObject(input) ? input : {};
	const messages = checkFields(fields, values);
	if (messages.length) throw refusal(400, messages);
	return values;
}

/** What every part of the service needs to do its work. */
export interface Context {
	state: ServiceState;
	now(): number;
	origin(): string;
	/** Leaves the caller without an answer until the service closes. */
	neverAnswer(reply: FastifyReply): void;
	/** Waits the given ms; never ends when the service closes meanwhile. */
	delay(ms: number): Promise<void>;
	uploads: Uploads;
}

/** The stored post with this id; deleted ones are found as well. */
export const findPost = (state: ServiceState, id: string): StoredPost | undefined =>
	state.posts.find((post) => post.id === id);
