import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { Context } from './http.cjs';

export type FaultKind =
	/** The response is `delay` ms late. */
	| 'latency'
	/** The connection is cut before the request is processed. */
	| 'resetBefore'
	/** The connection is cut after the request is processed. */
	| 'resetAfter'
	/** The connection is cut, and the request is processed `delay` ms later. */
	| 'late'
	/** A response of the rule's `status`, `headers` and `body`. */
	| 'status'
	/** A proxy's HTML page instead of a response, with 502 or the rule's `status`. */
	| 'html502'
	/** The request is processed; the response has half of its JSON. */
	| 'truncatedJson'
	/** The request is processed; the response is the rule's `body`. */
	| 'wrongJson'
	/** The request is processed; `change` edits the response. */
	| 'changedJson'
	/** The request is processed; the response arrives slowly over `delay` ms. */
	| 'slowBody'
	/** Redirects to `location`. */
	| 'redirect';

export interface FaultRule {
	/** The requests that fail; `path` matches the path without its query. */
	match: { method?: string; path?: RegExp };
	kind: FaultKind;
	/** How many requests fail; one by default. */
	times?: number;
	/** How many matching requests succeed before. */
	skip?: number;
	/** In ms. */
	delay?: number;
	status?: number;
	headers?: Record<string, string>;
	body?: unknown;
	/** Changes a response in place. */
	change?(response: object): void;
	location?: string;
	/** For status, html502 and redirect: the request is processed anyway. */
	processed?: boolean;
	/** How many posts of the request are created, as it is no transaction. */
	keep?: number;
}

interface PlannedFault {
	rule: FaultRule;
	skip: number;
	times: number;
}

declare module 'fastify' {
	interface FastifyRequest {
		fault?: FaultRule;
		postsBefore?: number;
	}
}

const DEFAULT_DELAY_MS = 1000;
const DRIPS = 10;
const PROXY_PAGE =
	'<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';

const ALWAYS_PROCESSED: FaultKind[] = [
	'latency',
	'resetAfter',
	'late',
	'truncatedJson',
	'wrongJson',
	'changedJson',
	'slowBody',
];

/** True if the request is processed before it fails. */
const isProcessed = ({ kind, processed = false }: FaultRule) =>
	ALWAYS_PROCESSED.includes(kind) || (kind !== 'resetBefore' && processed);

function prepareResponse(rule: FaultRule, reply: FastifyReply): string | undefined {
	const toJson = (value: unknown) => {
		reply.type('application/json');
		return JSON.stringify(value);
	};
	reply.removeHeader('content-length').headers(rule.headers ?? {});
	switch (rule.kind) {
		case 'status': {
			const statusCode = rule.status ?? 500;
			reply.status(statusCode);
			return toJson(rule.body ?? { statusCode, message: 'Internal server error' });
		}
		case 'html502':
			reply.status(rule.status ?? 502).type('text/html');
			return PROXY_PAGE;
		case 'redirect':
			reply.status(rule.status ?? 307).header('location', rule.location ?? '/');
			return '';
		case 'wrongJson':
			return toJson(rule.body === undefined ? 'unexpected' : rule.body);
		default:
			return undefined;
	}
}

async function* sendSlowly(payload: string, delay: number, context: Context) {
	const size = Math.ceil(payload.length / DRIPS);
	for (let start = 0; start < payload.length; start += size) {
		await context.delay(delay / DRIPS);
		yield payload.slice(start, start + size);
	}
}

/** The rules that tests plan, and which of them applies to a request. */
function createPlan() {
	let planned: PlannedFault[] = [];
	/** The faults so far, in order. */
	const log: Array<{ kind: FaultKind; method: string; path: string }> = [];
	const plan = {
		/** Adds rules; the first matching one that is not used up applies. */
		push(...rules: FaultRule[]) {
			planned.push(
				...rules.map((rule) => ({ rule, skip: rule.skip ?? 0, times: rule.times ?? 1 })),
			);
		},
		clear() {
			planned = [];
			log.length = 0;
		},
		log,
	};

	function take({ method, url }: FastifyRequest): FaultRule | undefined {
		const path = url.split('?')[0];
		const fitting = planned.filter(({ rule: { match } }) => {
			const fitsMethod = !match.method || match.method.toUpperCase() === method;
			return fitsMethod && (!match.path || match.path.test(path));
		});
		const next = fitting.find(({ skip }) => skip === 0);
		fitting.filter((fault) => fault.skip > 0).forEach((fault) => (fault.skip -= 1));
		if (!next) return undefined;
		next.times -= 1;
		planned = planned.filter(({ times }) => times > 0);
		log.push({ kind: next.rule.kind, method, path });
		return next.rule;
	}

	return { plan, take };
}

function cutConnection(request: FastifyRequest, reply: FastifyReply): void {
	request.record!.status = 0;
	reply.raw.socket?.destroy();
}

/** The payload of a processed request, after its fault. */
async function applyToResponse(
	rule: FaultRule,
	payload: unknown,
	request: FastifyRequest,
	reply: FastifyReply,
	context: Context,
): Promise<unknown> {
	const delay = rule.delay ?? DEFAULT_DELAY_MS;
	const text = typeof payload === 'string' ? payload : '';
	switch (rule.kind) {
		case 'late':
			return payload;
		case 'latency':
			await context.delay(delay);
			return payload;
		case 'resetAfter':
			cutConnection(request, reply);
			return payload;
		case 'truncatedJson':
			reply.removeHeader('content-length');
			return text.slice(0, Math.floor(text.length / 2));
		case 'changedJson': {
			const response: unknown = JSON.parse(text);
			rule.change!(response as object);
			reply.removeHeader('content-length');
			return JSON.stringify(response);
		}
		case 'slowBody':
			reply.removeHeader('content-length');
			return Readable.from(sendSlowly(text, delay, context));
		default: {
			const response = prepareResponse(rule, reply);
			request.record!.status = reply.statusCode;
			return response;
		}
	}
}

/** Planned faults, and the hooks that apply them to the calls of a scope. */
export function createFaults(context: Context) {
	const { plan, take } = createPlan();
	function install(scope: FastifyInstance): void {
		scope.addHook('preHandler', async (request, reply) => {
			const rule = take(request);
			if (!rule) return undefined;
			request.record!.fault = rule.kind;
			if (isProcessed(rule)) {
				request.fault = rule;
				if (rule.kind === 'late') {
					cutConnection(request, reply);
					await context.delay(rule.delay ?? DEFAULT_DELAY_MS);
				}
				request.postsBefore = context.state.posts.length;
				return undefined;
			}
			if (rule.kind === 'resetBefore') {
				reply.hijack();
				return cutConnection(request, reply);
			}
			return reply.send(prepareResponse(rule, reply));
		});
		scope.addHook('onSend', async (request, reply, payload) => {
			const rule = request.fault;
			if (!rule) return payload;
			if (rule.keep !== undefined) context.state.posts.splice(request.postsBefore! + rule.keep);
			return await applyToResponse(rule, payload, request, reply, context);
		});
	}
	return { plan, install };
}
