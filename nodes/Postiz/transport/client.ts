import { createHash } from 'node:crypto';

import type { IDataObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { getOrCreate } from '../common/lists';
import { memoize, type Cache } from '../common/memoize';
import { getProperties, isObject } from '../common/parseValue';
import { Problem } from '../common/problem';
import { type Instance, instances } from '../common/processState';
import { removeUnstorable } from '../common/wording';
import { CANCELLED_BEFORE_START, isCancelled, type NodeContext } from '../execution/nodeContext';
import { sleepUnlessCancelled } from '../execution/sleep';
import { isSuccess, UNAUTHORIZED, redactSecrets, type ApiAnswer, type Exchange } from './answer';
import { type Authentication, type Channel, parseChannel } from './apiTypes';
import { getFrontendUrl, PUBLIC_API_PATH, readCredential } from './credential';
import { endpoints, type ApiCall } from './endpoints';
import { explainAnswer, explainMissingApi, toUnansweredExchange } from './explainAnswer';
import { RateLimitWait } from './rateLimitWait';

/** The credential types by the way of signing in. */
const CREDENTIAL_TYPES: Record<Authentication, string> = {
	apiKey: 'postizApi',
	oAuth2: 'postizOAuth2Api',
};

const CANCELLED = CANCELLED_BEFORE_START.with({ concernsAllItems: true });
// n8n aborts requests when an execution is cancelled.
const ABORTED = new Problem(
	'The execution was cancelled before Postiz answered',
	'Check Postiz before you run this again.',
	{ concernsAllItems: true },
);

const DEFAULT_TIMEOUT_MS = 120_000;
/** How long no request is sent after a failure that would affect all of them: items fail right after each other. */
const FAILURE_TTL_MS = 10_000;

export interface ApiRequest extends ApiCall {
	query?: IDataObject;
	body?: IHttpRequestOptions['body'];
	/** In ms, for the whole answer; two minutes by default. */
	timeout?: number;
	/** The caller handles the hourly limit itself, as the request can't simply be repeated. */
	handlesLimit?: boolean;
	/** Explains an error answer that has a special meaning for this call. Such answers aren't retried. */
	explain?: (answer: ApiAnswer) => Problem | undefined;
}

export interface ListPage<T> {
	rows: T[];
	hasMore: boolean;
}

/** The waits before a request is sent again. */
const PAUSES_MS = [500, 1500];
/** For other requests, which are only sent again if they never left, such as while a container starts. */
const PAUSES_IF_NOT_SENT_MS = [1000, 3000];

/** True if sending the request twice does no harm. */
const isRepeatable = ({ endpoint: { method, isCostly } }: ApiRequest) =>
	(method === 'GET' && !isCostly) || method === 'DELETE';

function isWorthRetrying(exchange: Exchange, request: ApiRequest): boolean {
	if (exchange.kind === 'notSent') return exchange.isTemporary;
	if (!isRepeatable(request)) return false;
	if (exchange.kind === 'unknown') return true;
	return exchange.answer.status >= 500 && !request.explain?.(exchange.answer);
}

/** True if the API can't be reached, or rejects the key. Tools also return 401 if the network rejects the channel. */
const affectsAllRequests = ({ kind, answer }: Exchange, { endpoint }: ApiRequest) =>
	kind === 'notSent' ||
	(answer?.status === UNAUTHORIZED &&
		!endpoint.isOpen &&
		endpoint.template !== endpoints.runTool.template);

/** What clients with one credential share. */
interface Connection {
	context: NodeContext;
	authentication: Authentication;
	baseUrl: string;
	/** The secrets of the credential, which no message may contain. */
	secrets: string[];
	/** Where people open the instance in the browser, if known. */
	frontendUrl: string | null;
	instance: Instance;
	channels: Cache<Channel[]>;
	/** Why no request would succeed at the moment. */
	failure?: { problem: Problem; until: number };
}

/** Sends all requests: adds the credential, never follows redirects, and explains failures. */
export class PostizClient {
	/** The connected channels, fetched once per connection unless that failed (docs/api.md, Channels). */
	readonly listChannels: () => Promise<Channel[]>;

	private constructor(
		private readonly connection: Connection,
		/** Waits for the hourly limit before a request is repeated; by default, nothing waits. */
		readonly rateLimitWait = RateLimitWait.none(),
	) {
		const { channels: cache } = connection;
		this.listChannels = memoize(this.fetchChannels.bind(this), { cache });
	}

	private async fetchChannels(): Promise<Channel[]> {
		const rows = await this.requestList(endpoints.listChannels());
		return rows.flatMap((row) => parseChannel(row) ?? []);
	}

	/** Reads the credential that the parameter `authentication` selects. */
	static async connect(context: NodeContext): Promise<PostizClient> {
		const { parameters } = context.getNode();
		const authentication = parameters.authentication === 'oAuth2' ? 'oAuth2' : 'apiKey';
		const credential = await context.getCredentials(CREDENTIAL_TYPES[authentication]);
		const { host, frontendUrl, apiKey, oauthTokenData } = credential;
		const { baseUrl, secret } = readCredential(host, apiKey);
		return new PostizClient({
			context,
			authentication,
			baseUrl,
			secrets: [secret, getProperties(oauthTokenData).access_token].filter(
				(entered) => typeof entered === 'string',
			),
			frontendUrl: getFrontendUrl(baseUrl, frontendUrl),
			instance: getOrCreate(instances, baseUrl, () => ({ clockOffset: 0 })),
			channels: new Map(),
		});
	}

	/** A client with the same connection that waits for the hourly limit in another way. */
	withRateLimitWait(rateLimitWait: RateLimitWait): PostizClient {
		return new PostizClient(this.connection, rateLimitWait);
	}

	/** The address of the instance. */
	get baseUrl(): string {
		return this.connection.baseUrl;
	}

	get instance(): Instance {
		return this.connection.instance;
	}

	/** The time by the service's clock, in ms, as far as it is known. */
	now(): number {
		return Date.now() + this.instance.clockOffset;
	}

	/** Identifies the instance and the account, without containing secrets. */
	get identity(): string {
		const { authentication, secrets } = this.connection;
		const account = JSON.stringify([authentication, secrets]);
		return `${createHash('sha256').update(account).digest('base64')} ${this.baseUrl}`;
	}

	/** The public page of a post; null if its address is unknown (docs/api.md, Page of a post). */
	getPreviewUrl(postId: string): string | null {
		const { frontendUrl } = this.connection;
		return frontendUrl && `${frontendUrl}/p/${encodeURIComponent(postId)}?share=true`;
	}

	/**
	 * Sends a request, repeats it where that is safe, and returns the outcome. `sendOnce` prepares each sending, such as by
	 * opening a file. Only throws for bugs in the node.
	 */
	async exchange(
		request: ApiRequest,
		sendOnce = async (send: (prepared: ApiRequest) => Promise<Exchange>) => await send(request),
	): Promise<Exchange> {
		const pauses = [...(isRepeatable(request) ? PAUSES_MS : PAUSES_IF_NOT_SENT_MS)];
		let mayHaveHappened = false;
		for (;;) {
			const problem = this.getReasonNotToSend(mayHaveHappened);
			if (problem) return { kind: 'notSent', problem, isTemporary: false, mayHaveHappened };
			const exchange = await sendOnce(async (prepared) => await this.send(prepared));
			if (!request.handlesLimit && (await this.rateLimitWait.waitIfLimited(exchange))) continue;
			const pauseMs = isWorthRetrying(exchange, request) ? pauses.shift() : undefined;
			if (
				pauseMs === undefined ||
				!(await sleepUnlessCancelled(this.connection.context, pauseMs))
			) {
				this.rememberFailure(exchange, request);
				return { ...exchange, mayHaveHappened };
			}
			// Behind a proxy's error, the service may have acted.
			mayHaveHappened ||= exchange.kind !== 'notSent';
		}
	}

	/** Why a request can't be sent now. */
	private getReasonNotToSend(mayHaveHappened: boolean): Problem | undefined {
		const { context, failure } = this.connection;
		if (isCancelled(context)) return mayHaveHappened ? ABORTED : CANCELLED;
		return failure && Date.now() < failure.until ? failure.problem : undefined;
	}

	private rememberFailure(exchange: Exchange, request: ApiRequest): void {
		if (!affectsAllRequests(exchange, request)) return;
		const problem = this.explain(exchange, request).with({ concernsAllItems: true });
		this.connection.failure = { problem, until: Date.now() + FAILURE_TTL_MS };
	}

	/** Sends it once, with the credential if it needs one. */
	private async send(request: ApiRequest): Promise<Exchange> {
		const { context, authentication, baseUrl, secrets, instance } = this.connection;
		const { endpoint, timeout = DEFAULT_TIMEOUT_MS } = request;
		const options: IHttpRequestOptions = {
			// Redirects could lead the credential elsewhere.
			disableFollowRedirect: true,
			sendCredentialsOnCrossOriginRedirect: false,
			ignoreHttpStatusErrors: true,
			returnFullResponse: true,
			json: true,
			method: endpoint.method,
			url: `${baseUrl}${endpoint.isOpen ? '' : PUBLIC_API_PATH}${request.path}`,
			headers: { Accept: 'application/json' },
			qs: request.query,
			body: removeUnstorable(request.body),
			timeout,
		};
		try {
			const response = (
				endpoint.isOpen
					? await context.helpers.httpRequest(options)
					: await context.helpers.httpRequestWithAuthentication.call(
							context,
							CREDENTIAL_TYPES[authentication],
							options,
							// The service expects the bare token, and has no refresh tokens.
							{ oauth2: { keepBearer: false, skipTokenRefresh: true } },
						)
			) as IN8nHttpFullResponse;
			const { statusCode: status, headers = {}, body } = response;
			// The header has no milliseconds.
			const offset = Date.parse(String(headers.date)) - Date.now();
			if (!Number.isNaN(offset)) instance.clockOffset = offset;
			const answer = redactSecrets({ status, headers, body }, secrets);
			return { kind: 'answer', answer };
		} catch (error) {
			const exchange = toUnansweredExchange(error, baseUrl);
			return isCancelled(context) ? { ...exchange, problem: ABORTED } : exchange;
		}
	}

	/** The body of a successful answer. Throws {@link Problem} for any other. */
	async request<T = unknown>(request: ApiRequest): Promise<T> {
		return this.getBody<T>(await this.exchange(request), request);
	}

	/** The body of a successful exchange. Throws {@link Problem}, with `httpCode` if there was an answer. */
	getBody<T>(exchange: Exchange, request: ApiRequest): T {
		if (exchange.answer && isSuccess(exchange.answer)) return exchange.answer.body as T;
		throw this.explain(exchange, request);
	}

	/** Explains an exchange without a usable answer. */
	explain(exchange: Exchange, request: ApiRequest): Problem {
		if (!exchange.answer) return exchange.problem;
		const { answer } = exchange;
		const { authentication, baseUrl } = this.connection;
		const problem =
			(answer.status < 300 ? undefined : request.explain?.(answer)) ??
			explainAnswer(answer, { call: request, authentication, baseUrl });
		return problem.with({ httpCode: String(answer.status) });
	}

	/** Like {@link request}, for a list, or a list under `key`. */
	async requestList<T = IDataObject>(request: ApiRequest, key?: string): Promise<T[]> {
		return (await this.requestPage<T>(request, key)).rows;
	}

	/** Like {@link requestList}, and returns whether more follow. */
	async requestPage<T>(request: ApiRequest, key?: string): Promise<ListPage<T>> {
		const body = await this.request(request);
		const page = getProperties(body);
		const rows = key === undefined ? body : page[key];
		if (!Array.isArray(rows) || !rows.every(isObject)) {
			throw explainMissingApi(this.baseUrl);
		}
		return { rows: rows as T[], hasMore: Boolean(page.hasMore) };
	}
}
