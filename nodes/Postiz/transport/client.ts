import { createHash } from 'node:crypto';

import {
	sleep,
	type IDataObject,
	type IHttpRequestOptions,
	type IN8nHttpFullResponse,
} from 'n8n-workflow';

import { KeptAnswers } from '../values/keptAnswers';
import { Problem, type Explanation } from '../values/problem';
import { isObject, tryJson } from '../values/read';
import { toChannel } from './channels';
import { unanswered } from './connection';
import { frontendOf, normalizeBaseUrl, PUBLIC_API_PATH } from './credential';
import { endpoints, type ApiCall } from './endpoints';
import { explainAnswer, explainForeignAnswer, isWebPage, lacksCall } from './explain';
import { instanceAt, type Instance } from './instance';
import type { LimitWait } from './limit';
import { isCancelled } from './pause';
import type { ApiAnswer, Authentication, Channel, Exchange, PostizContext } from './types';

/** The credential type that belongs to each way of signing in. */
export const CREDENTIAL_TYPES: Record<Authentication, string> = {
	apiKey: 'postizApi',
	oAuth2: 'postizOAuth2Api',
};

// n8n cuts off what is under way when an execution is cancelled.
const CANCELLED: Explanation = {
	message: 'The execution was cancelled before Postiz answered',
	description: 'Check in Postiz what was done before you run the workflow again.',
	forModel: 'Look at what was done before you try again.',
};

const DEFAULT_TIMEOUT_MS = 120_000;

export interface ApiRequest extends ApiCall {
	query?: IDataObject;
	body?: IHttpRequestOptions['body'];
	/** Milliseconds to wait for the whole answer; two minutes by default. */
	timeout?: number;
	/** The maximum size of a list in bytes; a longer one throws {@link ListTooLong}. */
	maxBytes?: number;
	/** The caller handles the hourly limit itself, as what is sent cannot simply be sent again. */
	handlesLimit?: boolean;
	/** What an error answer means to this call alone, if it does; such an answer is final. */
	explain?: (answer: ApiAnswer) => Explanation | undefined;
}

/** A part of a list, and whether the service says that more of it follows. */
export interface ListPage<T> {
	rows: T[];
	hasMore: boolean;
}

/** A list is longer than the caller wants to read. */
export class ListTooLong extends Problem {}

/** True for an answer of the API itself with a success status. */
export function isSuccess(answer: ApiAnswer): boolean {
	return answer.status >= 200 && answer.status < 300 && !isWebPage(answer);
}

/** True for a refusal because of the key or the plan, which every request would get. */
const isAboutAccount = (error: unknown) =>
	error instanceof Problem && ['401', '402', '403', '406'].includes(error.httpCode ?? '');

const TOO_LONG = Symbol('too long');

/** The body of an answer, parsed if it is JSON; reading stops at a limit of bytes and time. */
async function readBody(body: unknown, maxBytes: number, timeout: number): Promise<unknown> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	const stream = body as AsyncIterable<Uint8Array> & { destroy: (error?: Error) => void };
	// The time-out of the request ends with the head of the answer.
	AbortSignal.timeout(timeout).addEventListener('abort', () => {
		stream.destroy(Object.assign(new Error('The answer broke off'), { code: 'ETIMEDOUT' }));
	});
	for await (const chunk of stream) {
		chunks.push(chunk);
		length += chunk.length;
		if (length <= maxBytes) continue;
		// Leaving the loop does not end the connection.
		stream.destroy();
		return TOO_LONG;
	}
	const text = Buffer.concat(chunks).toString();
	return tryJson(text) ?? text;
}

function isWorthRetrying(exchange: Exchange, { explain }: ApiRequest): boolean {
	if (exchange.kind === 'notSent') return exchange.temporary;
	if (exchange.kind === 'unknown') return true;
	return exchange.answer.status >= 500 && !explain?.(exchange.answer);
}

export function authenticationOf(context: PostizContext): Authentication {
	return context.getNode().parameters.authentication === 'oAuth2' ? 'oAuth2' : 'apiKey';
}

interface Connection {
	authentication: Authentication;
	baseUrl: string;
	/** Identifies a credential; changes if its key does. */
	credential: string;
	/** Where people open the instance in the browser, if that is known. */
	frontendUrl: string | null;
	instance: Instance;
}

/** The one way to the service: adds the credential, never follows a redirect, explains every failure. */
export class PostizClient {
	private readonly channelLists = new KeptAnswers<Channel[]>(Infinity, isAboutAccount);

	private constructor(
		private readonly context: PostizContext,
		private readonly connection: Connection,
		private readonly limit?: LimitWait,
	) {}

	/** Reads the credential that the node's `authentication` parameter names. Throws {@link Problem}. */
	static async connect(context: PostizContext): Promise<PostizClient> {
		const authentication = authenticationOf(context);
		const type = CREDENTIAL_TYPES[authentication];
		const credential = await context.getCredentials(type);
		const { host, frontendUrl } = credential;
		const baseUrl = normalizeBaseUrl(host);
		return new PostizClient(context, {
			authentication,
			baseUrl,
			credential: createHash('sha256').update(JSON.stringify(credential)).digest('base64'),
			frontendUrl: frontendOf(baseUrl, frontendUrl),
			instance: instanceAt(baseUrl, context.getNode().credentials?.[type]?.id),
		});
	}

	/** What the instance showed of its age. */
	get instance(): Instance {
		return this.connection.instance;
	}

	/** The same text for the same instance with the same key; there are no secrets in it. */
	get identity(): string {
		const { authentication, baseUrl, credential } = this.connection;
		return [authentication, credential, baseUrl].join(' ');
	}

	/** The page that shows a post to whoever has the link; null if its address is not known (docs/api.md, Page of a post). */
	previewUrl(postId: string): string | null {
		const { frontendUrl } = this.connection;
		return frontendUrl && `${frontendUrl}/p/${encodeURIComponent(postId)}?share=true`;
	}

	/** The address of the instance, the same for everybody who uses it. */
	get baseUrl(): string {
		return this.connection.baseUrl;
	}

	/** The same client, except that requests that reach the hourly limit are sent again after it. */
	waitingFor(limit: LimitWait): PostizClient {
		return new PostizClient(this.context, this.connection, limit);
	}

	/** Waits if the exchange reached the limit and this client may wait. True if it can be sent again. */
	async isLimitOver(exchange: Exchange): Promise<boolean> {
		return (await this.limit?.isOverAfter(exchange)) ?? false;
	}

	/** Sends one request and returns what came of it; throws nothing but a mistake of the node. */
	async exchange(request: ApiRequest): Promise<Exchange> {
		for (;;) {
			const exchange = await this.send(request);
			if (exchange.kind === 'answer' && isSuccess(exchange.answer)) {
				this.instance.hasAnswered(request.endpoint);
			}
			if (request.handlesLimit || !(await this.isLimitOver(exchange))) return exchange;
		}
	}

	private async send(request: ApiRequest): Promise<Exchange> {
		const { authentication, baseUrl } = this.connection;
		const { endpoint, maxBytes, timeout = DEFAULT_TIMEOUT_MS } = request;
		const options: IHttpRequestOptions = {
			method: endpoint.method,
			url: `${baseUrl}${endpoint.isOpen ? '' : PUBLIC_API_PATH}${request.path}`,
			headers: { Accept: 'application/json' },
			qs: request.query,
			body: request.body,
			json: true,
			timeout,
			encoding: maxBytes === undefined ? undefined : 'stream',
			disableFollowRedirect: true,
			sendCredentialsOnCrossOriginRedirect: false,
			ignoreHttpStatusErrors: true,
			returnFullResponse: true,
		};
		try {
			const { statusCode, headers, body } = (
				endpoint.isOpen
					? await this.context.helpers.httpRequest(options)
					: await this.context.helpers.httpRequestWithAuthentication.call(
							this.context,
							CREDENTIAL_TYPES[authentication],
							options,
							// The service wants the bare token, and has no refresh token to renew it with.
							{ oauth2: { keepBearer: false, skipTokenRefresh: true } },
						)
			) as IN8nHttpFullResponse;
			const read = maxBytes === undefined ? body : await readBody(body, maxBytes, timeout);
			return { kind: 'answer', answer: { status: statusCode, headers: headers ?? {}, body: read } };
		} catch (error) {
			return unanswered(error, baseUrl, isCancelled(this.context) ? CANCELLED : undefined);
		}
	}

	/** The body of a successful answer to {@link attempt}. Throws {@link Problem} for any other. */
	async request<T = unknown>(request: ApiRequest): Promise<T> {
		const { exchange } = await this.attempt(request);
		return this.bodyOf<T>(exchange, request);
	}

	/** As {@link request}; undefined if the instance is too old for the call (docs/api.md, Releases). */
	async requestIfThere<T = unknown>(request: ApiRequest): Promise<T | undefined> {
		const { exchange } = await this.attempt(request);
		if (exchange.kind === 'answer' && lacksCall(exchange.answer)) return undefined;
		return this.bodyOf<T>(exchange, request);
	}

	/** What came of a request; GET and DELETE are repeated, and an earlier try may have worked. */
	async attempt(request: ApiRequest) {
		let exchange = await this.exchange(request);
		let mayHaveHappened = false;
		if (!['GET', 'DELETE'].includes(request.endpoint.method)) return { exchange, mayHaveHappened };
		for (const pause of [500, 1500]) {
			if (!isWorthRetrying(exchange, request) || isCancelled(this.context)) break;
			// A proxy that gave up says nothing of what the service behind it did.
			mayHaveHappened ||= exchange.kind !== 'notSent';
			await sleep(pause);
			exchange = await this.exchange(request);
		}
		return { exchange, mayHaveHappened };
	}

	/** The body of a successful exchange. Throws {@link Problem}, with `httpCode` if something answered. */
	bodyOf<T>(exchange: Exchange, request: ApiRequest): T {
		if (exchange.kind === 'answer' && isSuccess(exchange.answer)) return exchange.answer.body as T;
		throw Problem.from(this.explain(exchange, request));
	}

	/** Explains an exchange without a usable answer. */
	explain(exchange: Exchange, request: ApiRequest): Explanation {
		if (exchange.kind !== 'answer') return { ...exchange.explanation, isUnanswered: true };
		const { answer } = exchange;
		const own = answer.status < 300 ? undefined : request.explain?.(answer);
		const explanation = own ?? explainAnswer(answer, { call: request, ...this.connection });
		return { ...explanation, httpCode: String(answer.status) };
	}

	/** The connected channels, listed once per client; again if that failed but may succeed (docs/api.md, Channels). */
	async channels(): Promise<Channel[]> {
		return await this.channelLists.get('all', async () => {
			const rows = await this.requestList(endpoints.listChannels());
			return rows.map(toChannel);
		});
	}

	/** As {@link request}, for a list, or one under `key`, without what is no row in it. */
	async requestList<T = IDataObject>(request: ApiRequest, key?: string): Promise<T[]> {
		return (await this.requestPage<T>(request, key)).rows;
	}

	/** As {@link requestList}, and whether the service says that more of the list follows. */
	async requestPage<T>(request: ApiRequest, key?: string): Promise<ListPage<T>> {
		return this.pageIn<T>(await this.request(request), key);
	}

	/** As {@link requestPage}; undefined if the instance is too old for the call (docs/api.md, Releases). */
	async requestPageIfThere<T>(request: ApiRequest, key?: string): Promise<ListPage<T> | undefined> {
		const body = await this.requestIfThere(request);
		return body === undefined ? undefined : this.pageIn<T>(body, key);
	}

	private pageIn<T>(body: unknown, key?: string): ListPage<T> {
		if (body === TOO_LONG) throw new ListTooLong('The list is too long', 'Ask for less of it.');
		const page = Object(body) as IDataObject;
		const rows = key === undefined ? body : page[key];
		if (!Array.isArray(rows)) throw Problem.from(explainForeignAnswer(this.baseUrl));
		return { rows: rows.filter(isObject) as T[], hasMore: Boolean(page.hasMore) };
	}
}
