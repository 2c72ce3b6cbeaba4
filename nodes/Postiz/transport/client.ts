import { createHash } from 'node:crypto';

import type { IDataObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { getOrCreate } from '../common/lists';
import { memoize, type Cache } from '../common/memoize';
import { getProperties, isObject } from '../common/parseValue';
import { Problem } from '../common/problem';
import { type Instance, instances } from '../common/processState';
import { removeUnstorable } from '../common/mapTexts';
import { CANCELLED_BEFORE_START, isCancelled, type NodeContext } from '../execution/nodeContext';
import { sleepUnlessCancelled } from '../execution/sleep';
import {
	isSuccess,
	isUnclear,
	UNAUTHORIZED,
	redactSecrets,
	type ApiResponse,
	type RequestResult,
} from './response';
import { type Authentication, type Channel, parseChannel } from './apiTypes';
import { getFrontendUrl, PUBLIC_API_PATH, readCredential } from './credential';
import { endpoints, type ApiCall } from './endpoints';
import { createResponseProblem, createMissingApiProblem } from './responseProblem';
import { classifyConnectionError } from './connectionError';
import { RateLimitWait } from './rateLimitWait';

/** The credential types by the way of signing in. */
const CREDENTIAL_TYPES: Record<Authentication, string> = {
	apiKey: 'postizApi',
	oAuth2: 'postizOAuth2Api',
};

const CANCELLED = CANCELLED_BEFORE_START.with({ affectsAllItems: true });
// n8n aborts requests when an execution is cancelled.
const ABORTED = new Problem(
	'The execution was cancelled before Postiz answered',
	'Check Postiz before you run this again.',
	{ affectsAllItems: true, hasRetryAdvice: true },
);

const DEFAULT_TIMEOUT_MS = 120_000;
/** How long no request is sent after a failure that would affect all of them: items fail right after each other. */
const FAILURE_TTL_MS = 10_000;

export interface ApiRequest extends ApiCall {
	query?: IDataObject;
	body?: IHttpRequestOptions['body'];
	/** In ms, for the whole response; two minutes by default. */
	timeout?: number;
	/** The caller handles the hourly limit itself, as the request can't simply be repeated. */
	skipsRateLimitWait?: boolean;
	/** Explains an error response that has a special meaning for this call. Such responses aren't retried. */
	explainError?: (response: ApiResponse) => Problem | undefined;
}

/** Prepares an attempt to send a request, such as by opening a file, and sends it. */
type Attempt = (send: (prepared: ApiRequest) => Promise<RequestResult>) => Promise<RequestResult>;

export interface ListPage<T> {
	entries: T[];
	hasMore: boolean;
}

/** The pauses before a request is sent again. */
const RETRY_DELAYS_MS = [500, 1500];
/** For other requests, which are only sent again if they never left, such as while a container starts. */
const RETRY_DELAYS_IF_NOT_SENT_MS = [1000, 3000];

/** True if sending the request twice does no harm. */
const isRepeatable = ({ endpoint: { method, isCostly } }: ApiRequest) =>
	(method === 'GET' && !isCostly) || method === 'DELETE';

function shouldRetry(result: RequestResult, request: ApiRequest): boolean {
	if (result.kind === 'notSent') return result.isTemporary;
	if (!isRepeatable(request)) return false;
	if (result.kind === 'noResponse') return true;
	return result.response.status >= 500 && !request.explainError?.(result.response);
}

/** True if the API can't be reached, or rejects the key. Tools also return 401 if the network rejects the channel. */
const isApiUnavailable = ({ kind, response }: RequestResult, { endpoint }: ApiRequest) =>
	kind === 'notSent' ||
	(response?.status === UNAUTHORIZED &&
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
		const entries = await this.requestList(endpoints.listChannels());
		return entries.flatMap((entry) => parseChannel(entry) ?? []);
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
	getPublicPageUrl(postId: string): string | null {
		const { frontendUrl } = this.connection;
		return frontendUrl && `${frontendUrl}/p/${encodeURIComponent(postId)}?share=true`;
	}

	/**
	 * Sends a request, and repeats it where that is safe. Returns failures of the request; throws what `attempt` throws,
	 * such as a {@link Problem} of a file that can't be opened.
	 */
	async send(
		request: ApiRequest,
		attempt: Attempt = async (send) => await send(request),
	): Promise<RequestResult> {
		const pauses = [...(isRepeatable(request) ? RETRY_DELAYS_MS : RETRY_DELAYS_IF_NOT_SENT_MS)];
		let hasUnclearAttempt = false;
		for (;;) {
			const problem = this.getReasonNotToSend(hasUnclearAttempt);
			if (problem) return { kind: 'notSent', problem, isTemporary: false, hasUnclearAttempt };
			const result = await attempt(async (prepared) => await this.sendOnce(prepared));
			if (!request.skipsRateLimitWait && (await this.rateLimitWait.waitIfLimited(result))) continue;
			const pauseMs = shouldRetry(result, request) ? pauses.shift() : undefined;
			if (
				pauseMs === undefined ||
				!(await sleepUnlessCancelled(this.connection.context, pauseMs))
			) {
				this.rememberFailure(result, request);
				return { ...result, hasUnclearAttempt };
			}
			hasUnclearAttempt ||= isUnclear(result);
		}
	}

	/** Why a request can't be sent now. */
	private getReasonNotToSend(hasUnclearAttempt: boolean): Problem | undefined {
		const { context, failure } = this.connection;
		if (isCancelled(context)) return hasUnclearAttempt ? ABORTED : CANCELLED;
		return failure && Date.now() < failure.until ? failure.problem : undefined;
	}

	private rememberFailure(result: RequestResult, request: ApiRequest): void {
		if (!isApiUnavailable(result, request)) return;
		const problem = this.createProblem(result, request).with({ affectsAllItems: true });
		this.connection.failure = { problem, until: Date.now() + FAILURE_TTL_MS };
	}

	/** Sends a request once, with the credential unless its endpoint is open. */
	private async sendOnce(request: ApiRequest): Promise<RequestResult> {
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
			const received = (
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
			const { statusCode: status, headers = {}, body } = received;
			// The header has no milliseconds.
			const offset = Date.parse(String(headers.date)) - Date.now();
			if (!Number.isNaN(offset)) instance.clockOffset = offset;
			const response = redactSecrets({ status, headers, body }, secrets);
			return { kind: 'response', response };
		} catch (error) {
			const result = classifyConnectionError(error, baseUrl);
			return isCancelled(context) ? { ...result, problem: ABORTED } : result;
		}
	}

	/** The body of a successful response. Throws {@link Problem} for any other. */
	async request<T = unknown>(request: ApiRequest): Promise<T> {
		return this.getBodyOrThrow<T>(await this.send(request), request);
	}

	/** The body of a successful response. Throws {@link Problem}, with `httpCode` if there was a response. */
	getBodyOrThrow<T>(result: RequestResult, request: ApiRequest): T {
		if (result.response && isSuccess(result.response)) return result.response.body as T;
		throw this.createProblem(result, request);
	}

	/** Explains a failed request. */
	createProblem(result: RequestResult, request: ApiRequest): Problem {
		if (!result.response) return result.problem;
		const { response } = result;
		const { authentication, baseUrl } = this.connection;
		const problem =
			(response.status < 300 ? undefined : request.explainError?.(response)) ??
			createResponseProblem(response, { call: request, authentication, baseUrl });
		return problem.with({ httpCode: String(response.status) });
	}

	/** Like {@link request}, for a list, or a list under `key`. */
	async requestList<T = IDataObject>(request: ApiRequest, key?: string): Promise<T[]> {
		return (await this.requestPage<T>(request, key)).entries;
	}

	/** Like {@link requestList}, and returns whether more follow. */
	async requestPage<T>(request: ApiRequest, key?: string): Promise<ListPage<T>> {
		const body = await this.request(request);
		const page = getProperties(body);
		const entries = key === undefined ? body : page[key];
		if (!Array.isArray(entries) || !entries.every(isObject)) {
			throw createMissingApiProblem(this.baseUrl);
		}
		return { entries: entries as T[], hasMore: Boolean(page.hasMore) };
	}
}
