import axios, { type AxiosResponse } from 'axios';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { Ledger, type Call } from './ledger.cjs';
import { findObjection } from './rules.cjs';

const BASE_PATH = '/api';
const MAX_BODY_BYTES = 67_108_864;
/** Longer than any call of the suite takes. */
const TIMEOUT_MS = 130_000;
const FORWARDED_HEADERS = ['accept', 'authorization', 'content-type'];
const RETURNED_HEADERS = [
	'content-type',
	'date',
	'location',
	'retry-after',
	'x-ratelimit-limit',
	'x-ratelimit-remaining',
	'x-ratelimit-reset',
];

export interface GateOptions {
	/** The API base of the instance. */
	target: string;
	/** No post may be dated before this, in ms. */
	earliest: number;
}

/** Parses JSON; undefined for anything else. */
function parse(body: Buffer | undefined): unknown {
	try {
		return body && (JSON.parse(body.toString('utf8')) as unknown);
	} catch {
		return undefined;
	}
}

const pick = (headers: Record<string, unknown>, names: string[]): Record<string, string> =>
	Object.fromEntries(
		names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
	);

/** Starts a local proxy, the only way to the instance for the node and for plain calls: it forwards and records safe calls. */
export async function openGate({ target, earliest }: GateOptions) {
	const ledger = new Ledger();
	const calls: Call[] = [];
	const objections: string[] = [];
	const pending = new Set<Promise<unknown>>();
	let isEnding = false;
	let isLimited = false;
	let failure: string | undefined;

	const app = fastify({ bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true });
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

	async function forward(request: FastifyRequest, reply: FastifyReply, call: Call) {
		const gone = new AbortController();
		reply.raw.once('close', () => gone.abort());
		const response: AxiosResponse<Buffer> = await axios.request({
			method: request.method,
			url: target + request.url.slice(BASE_PATH.length),
			headers: pick(request.headers, FORWARDED_HEADERS),
			data: request.body,
			responseType: 'arraybuffer',
			maxRedirects: 0,
			maxBodyLength: Infinity,
			timeout: TIMEOUT_MS,
			signal: gone.signal,
			validateStatus: () => true,
		});
		Object.assign(call, { status: response.status, response: parse(response.data) });
		isLimited ||= response.status === 429;
		ledger.record(call);
		return response;
	}

	async function handle(request: FastifyRequest, reply: FastifyReply) {
		const path = request.url.slice(BASE_PATH.length).split('?')[0];
		const body = parse(request.body as Buffer | undefined);
		const call: Call = { method: request.method, path, body };
		const objection = findObjection(call, { ledger, earliest, isEnding });
		if (objection) {
			if (!isEnding) objections.push(`${call.method} ${path}: ${objection}`);
			return await reply.status(599).send({ message: objection });
		}
		const work = forward(request, reply, call);
		pending.add(work);
		try {
			const { status, headers, data } = await work;
			return await reply.status(status).headers(pick(headers, RETURNED_HEADERS)).send(data);
		} catch (error) {
			failure = (error as { code?: string }).code ?? (error as Error).message;
			// A failed connection also fails for the caller.
			reply.hijack();
			return request.raw.socket.destroy();
		} finally {
			pending.delete(work);
			calls.push(call);
		}
	}

	app.all('/*', handle);
	const origin = await app.listen({ host: '127.0.0.1', port: 0 });
	return {
		/** The API base to use instead of the instance's. */
		url: origin + BASE_PATH,
		ledger,
		/** All forwarded calls, in the order of their responses. */
		calls,
		/** Blocked calls with their reasons: each is a bug in the suite or the node. */
		objections,
		/** True if the instance has rejected a call at its hourly limit. */
		isLimited: () => isLimited,
		/** Why the last connection failed, such as `ECONNREFUSED`. */
		failure: () => failure,
		/** Blocks new posts, and resolves once all pending calls have ended. */
		async end() {
			isEnding = true;
			await Promise.allSettled(pending);
		},
		close: async () => await app.close(),
	};
}

export type Gate = Awaited<ReturnType<typeof openGate>>;
