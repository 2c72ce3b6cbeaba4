import axios, { type AxiosResponse } from 'axios';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { Ledger, type Call } from './ledger.cjs';
import { findBlockReason } from './safetyRules.cjs';

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

export interface SafetyProxyOptions {
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

/** A local proxy, the only way to the instance for the node and for plain calls: it forwards and records safe calls. */
export class SafetyProxy {
	readonly ledger = new Ledger();
	/** All forwarded calls, in the order of their responses. */
	readonly calls: Call[] = [];
	/** Blocked calls with their reasons: each is a bug in the suite or the node. */
	readonly blockedCalls: string[] = [];
	/** Whether the instance has rejected a call at its hourly limit. */
	isLimited = false;
	/** Why the last connection failed, such as `ECONNREFUSED`. */
	connectionError?: string;
	/** The API base to use instead of the instance's. */
	url = '';

	private readonly app = fastify({ bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true });
	private readonly pending = new Set<Promise<unknown>>();
	private isEnding = false;

	private constructor(private readonly options: SafetyProxyOptions) {
		this.app.removeAllContentTypeParsers();
		this.app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
			done(null, body),
		);
		this.app.all('/*', async (request, reply) => await this.handle(request, reply));
	}

	static async open(options: SafetyProxyOptions): Promise<SafetyProxy> {
		const proxy = new SafetyProxy(options);
		const origin = await proxy.app.listen({ host: '127.0.0.1', port: 0 });
		proxy.url = origin + BASE_PATH;
		return proxy;
	}

	private async handle(request: FastifyRequest, reply: FastifyReply) {
		const path = request.url.slice(BASE_PATH.length).split('?')[0];
		const body = parse(request.body as Buffer | undefined);
		const call: Call = { method: request.method, path, body };
		const { ledger, isEnding } = this;
		const { earliest } = this.options;
		const reason = findBlockReason(call, { ledger, earliest, isEnding });
		if (reason) {
			if (!isEnding) this.blockedCalls.push(`${call.method} ${path}: ${reason}`);
			return await reply.status(599).send({ message: reason });
		}
		const forwarding = this.forward(request, reply, call);
		this.pending.add(forwarding);
		try {
			const { status, headers, data } = await forwarding;
			return await reply.status(status).headers(pick(headers, RETURNED_HEADERS)).send(data);
		} catch (error) {
			this.connectionError = (error as { code?: string }).code ?? (error as Error).message;
			// A failed connection also fails for the caller.
			reply.hijack();
			return request.raw.socket.destroy();
		} finally {
			this.pending.delete(forwarding);
			this.calls.push(call);
		}
	}

	private async forward(request: FastifyRequest, reply: FastifyReply, call: Call) {
		const abort = new AbortController();
		reply.raw.once('close', () => abort.abort());
		const response: AxiosResponse<Buffer> = await axios.request({
			method: request.method,
			url: this.options.target + request.url.slice(BASE_PATH.length),
			headers: pick(request.headers, FORWARDED_HEADERS),
			data: request.body,
			responseType: 'arraybuffer',
			maxRedirects: 0,
			maxBodyLength: Infinity,
			timeout: TIMEOUT_MS,
			signal: abort.signal,
			validateStatus: () => true,
		});
		Object.assign(call, { status: response.status, response: parse(response.data) });
		this.isLimited ||= response.status === 429;
		this.ledger.record(call);
		return response;
	}

	/** Blocks new posts, and resolves once all pending calls have ended. */
	async end(): Promise<void> {
		this.isEnding = true;
		await Promise.allSettled(this.pending);
	}

	async close(): Promise<void> {
		await this.app.close();
	}
}
