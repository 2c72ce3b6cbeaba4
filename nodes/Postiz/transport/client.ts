import {
	NodeApiError,
	NodeOperationError,
	sleep,
	type IDataObject,
	type IHttpRequestOptions,
	type JsonObject,
} from 'n8n-workflow';

import { isObject } from '../post/values';
import { normalizeBaseUrl, PUBLIC_API_PATH, SecretInBaseUrl } from './baseUrl';
import { toChannel } from './channels';
import {
	explainAnswer,
	explainConnectionFailure,
	explainForeignAnswer,
	isUnconnectedCredential,
	isUnknownId,
	isTemporary,
	isWebPage,
	secondsToWait,
	wasNeverSent,
} from './errors';
import type { LimitWait } from './limit';
import type {
	ApiAnswer,
	ApiCall,
	Authentication,
	Channel,
	Exchange,
	Explanation,
	PostizContext,
} from './types';

const TOO_MANY_REQUESTS = 429;

/** The credential type that belongs to each way of signing in. */
export const CREDENTIAL_TYPES: Record<Authentication, string> = {
	apiKey: 'postizApi',
	oAuth2: 'postizOAuth2Api',
};

const NO_WEB_ADDRESS: Explanation = {
	message: 'The Base URL in the credential is not a web address',
	description:
		'Open the credential and set it to https://api.postiz.com for the hosted service, or to the API address of your own instance, usually https://your-domain/api.',
};

const DEFAULT_TIMEOUT_MS = 120_000;
const REPEATABLE = ['GET', 'DELETE'];
const RETRY_PAUSES_MS = [500, 1500];

export interface ApiRequest extends ApiCall {
	query?: IDataObject;
	body?: IHttpRequestOptions['body'];
	/** Milliseconds to wait for the whole answer; two minutes where not given. */
	timeout?: number;
	/** The input item that the request is sent for; errors name it. */
	itemIndex?: number;
	/** The caller deals with the hourly limit itself, as what is sent cannot simply be sent again. */
	meetsLimit?: boolean;
	/**
	 * What an error answer means to this call alone. Such an answer is final; undefined leaves it to
	 * what it means to every call.
	 */
	explain?: (answer: ApiAnswer) => Explanation | undefined;
}

/** A part of a list, and whether the service says that more of it follows. */
export interface ListPage<T> {
	rows: T[];
	hasMore: boolean;
}

/** True for an answer of the API itself with a success status. */
export function isSuccess(answer: ApiAnswer): boolean {
	return answer.status >= 200 && answer.status < 300 && !isWebPage(answer);
}

function isWorthRetrying(exchange: Exchange, { explain }: ApiRequest): boolean {
	if (exchange.kind === 'notSent') return exchange.temporary;
	if (exchange.kind === 'unknown') return true;
	return exchange.answer.status >= 500 && !explain?.(exchange.answer);
}

/**
 * The one way to the service, for one execution, picker or poll. It adds the credential, never
 * follows a redirect, and turns every failure into an error that says what to do
 * (API: Authentication, Limits).
 */
export class PostizClient {
	private channelList?: Promise<Channel[]>;

	private limit?: LimitWait;

	private constructor(
		private readonly context: PostizContext,
		private readonly authentication: Authentication,
		private readonly baseUrl: string,
	) {}

	/** Reads the credential that the node's `authentication` parameter names. */
	static async connect(context: PostizContext): Promise<PostizClient> {
		const authentication: Authentication =
			context.getNode().parameters.authentication === 'oAuth2' ? 'oAuth2' : 'apiKey';
		const { host } = await context.getCredentials(CREDENTIAL_TYPES[authentication]);
		let baseUrl: string;
		try {
			baseUrl = normalizeBaseUrl(host);
		} catch (error) {
			const { message, description } = error instanceof SecretInBaseUrl ? error : NO_WEB_ADDRESS;
			throw new NodeOperationError(context.getNode(), message, { description });
		}
		return new PostizClient(context, authentication, baseUrl);
	}

	/** From now on, requests that meet the hourly limit are sent again once it is over. */
	waitForLimit(limit: LimitWait): void {
		this.limit = limit;
	}

	/** Waits where the exchange met the limit; true where it may be tried again. */
	async isLimitOver(exchange: Exchange): Promise<boolean> {
		if (exchange.kind !== 'answer' || !this.limit) return false;
		const { status, headers } = exchange.answer;
		if (status !== TOO_MANY_REQUESTS) {
			this.limit.passed();
			return false;
		}
		return (await this.limit.wait(secondsToWait(headers))) === 'over';
	}

	/** Sends one request and tells what came of it; never throws. */
	async exchange(request: ApiRequest): Promise<Exchange> {
		for (;;) {
			const exchange = await this.send(request);
			if (request.meetsLimit || !(await this.isLimitOver(exchange))) return exchange;
		}
	}

	private async send(request: ApiRequest): Promise<Exchange> {
		const options: IHttpRequestOptions = {
			method: request.method,
			url: `${this.baseUrl}${PUBLIC_API_PATH}${request.path}`,
			headers: { Accept: 'application/json' },
			qs: request.query,
			body: request.body,
			json: true,
			timeout: request.timeout ?? DEFAULT_TIMEOUT_MS,
			disableFollowRedirect: true,
			sendCredentialsOnCrossOriginRedirect: false,
			ignoreHttpStatusErrors: true,
			returnFullResponse: true,
		};
		try {
			const { statusCode, headers, body } =
				await this.context.helpers.httpRequestWithAuthentication.call(
					this.context,
					CREDENTIAL_TYPES[this.authentication],
					options,
					// The service wants the bare token, and gives no refresh token to renew it with.
					{ oauth2: { keepBearer: false, skipTokenRefresh: true } },
				);
			return {
				kind: 'answer',
				answer: { status: statusCode, headers: headers ?? {}, body },
			};
		} catch (error) {
			const explanation = this.explainUnsent(error);
			return wasNeverSent(error)
				? { kind: 'notSent', explanation, temporary: isTemporary(error) }
				: { kind: 'unknown', explanation };
		}
	}

	/**
	 * Sends one request and gives the body of a successful answer. What can be repeated without harm
	 * (GET and DELETE) is repeated after lost connections and 5xx. Throws a `NodeApiError` with
	 * `httpCode` (none where nothing answered), a description, and the item's index.
	 */
	async request<T = unknown>(request: ApiRequest): Promise<T> {
		let exchange = await this.exchange(request);
		if (!REPEATABLE.includes(request.method)) return this.bodyOf<T>(exchange, request);
		let mayHaveHappened = false;
		for (const pause of RETRY_PAUSES_MS) {
			if (!isWorthRetrying(exchange, request)) break;
			// A proxy that gave up says nothing of what the service behind it did.
			mayHaveHappened ||= exchange.kind !== 'notSent';
			await sleep(pause);
			exchange = await this.exchange(request);
		}
		// The first attempt deleted it, though its answer was lost: now the service no longer knows it.
		const isGone = exchange.kind === 'answer' && isUnknownId(exchange.answer);
		if (mayHaveHappened && request.method === 'DELETE' && isGone) return undefined as T;
		return this.bodyOf<T>(exchange, request);
	}

	/** The body of a successful exchange; throws as {@link request} does for all others. */
	bodyOf<T>(exchange: Exchange, request: ApiRequest): T {
		if (exchange.kind === 'answer' && isSuccess(exchange.answer)) return exchange.answer.body as T;
		throw this.toError(exchange, request);
	}

	/** The error to throw for an exchange that brought nothing usable. */
	toError(exchange: Exchange, request: ApiRequest): NodeApiError {
		if (exchange.kind !== 'answer') return this.failure(exchange.explanation, request);
		const { answer } = exchange;
		const context = { call: request, authentication: this.authentication, baseUrl: this.baseUrl };
		return this.failure(
			answer.status >= 200 && answer.status < 300
				? explainForeignAnswer(this.baseUrl)
				: (request.explain?.(answer) ?? explainAnswer(answer, context)),
			request,
			answer,
		);
	}

	/** The connected channels, asked for once per execution (API: Endpoints). */
	async channels(): Promise<Channel[]> {
		this.channelList ??= this.requestList({ method: 'GET', path: '/integrations' }).then((rows) =>
			rows.map(toChannel),
		);
		return await this.channelList;
	}

	/**
	 * As {@link request}, for endpoints that answer a list of rows, or an object with one under
	 * `key`; anything else is told as no Postiz API. What is no row in a list is left out.
	 */
	async requestList<T = IDataObject>(request: ApiRequest, key?: string): Promise<T[]> {
		return (await this.requestPage<T>(request, key)).rows;
	}

	/** As {@link requestList}, and whether the service says that more of the list follows. */
	async requestPage<T>(request: ApiRequest, key?: string): Promise<ListPage<T>> {
		const body = await this.request(request);
		const { hasMore, [key ?? '']: keyed } = Object(body) as IDataObject;
		const rows = key === undefined ? body : keyed;
		if (!Array.isArray(rows)) throw this.failure(explainForeignAnswer(this.baseUrl), request);
		return { rows: rows.filter(isObject) as T[], hasMore: Boolean(hasMore) };
	}

	private explainUnsent(error: unknown): Explanation {
		if (isUnconnectedCredential(error)) {
			return {
				message: 'The Postiz credential is not connected yet',
				description: 'Open the credential in n8n and choose Connect my account.',
			};
		}
		return explainConnectionFailure(error, this.baseUrl);
	}

	private failure(explanation: Explanation, request: ApiRequest, answer?: ApiAnswer): NodeApiError {
		// Only the service's own words go along: the request holds the credential.
		const response = (answer?.body ?? {}) as JsonObject;
		return new NodeApiError(
			this.context.getNode(),
			typeof response === 'object' && !Array.isArray(response) ? { ...response } : {},
			{
				...explanation,
				httpCode: answer ? String(answer.status) : undefined,
				itemIndex: request.itemIndex,
			},
		);
	}
}
