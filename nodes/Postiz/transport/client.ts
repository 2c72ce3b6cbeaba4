import type { IDataObject } from 'n8n-workflow';

import { memoize } from '../common/memoize';
import type { Problem } from '../common/problem';
import type { Instance } from '../common/processState';
import { toObject, isObject } from '../common/value';
import { CANCELLED_BEFORE_START, isCancelled, type NodeContext } from '../execution/nodeContext';
import { sleepUnlessCancelled } from '../execution/sleep';
import type { ApiRequest } from './apiRequest';
import type { Channel } from './apiTypes';
import { readConnection, type Connection, getIdentity } from './connection';
import { endpoints } from './endpoints';
import { UNAUTHORIZED } from './httpStatus';
import { parseChannel } from './knownProperties';
import { createMissingApiProblem } from './proxyProblem';
import { RateLimitWait } from './rateLimitWait';
import { isSuccess, isUnclear, type RequestResult } from './response';
import { createResponseProblem } from './responseProblem';
import { getRetryDelays, shouldRetry } from './retryPolicy';
import { ABORTED, sendOnce } from './sendOnce';

const CANCELLED = CANCELLED_BEFORE_START.with({ affectsAllItems: true });
/** After a failure that affects all requests, the client sends none for this long, so items fail fast. */
const BLOCK_MS = 10_000;

/** Prepares a request for each try, for example opens a file, and sends it. */
type PrepareAndSend = (
	send: (prepared: ApiRequest) => Promise<RequestResult>,
) => Promise<RequestResult>;

export interface ListPage<T> {
	entries: T[];
	hasMore: boolean;
}

/**
 * True if the API is unreachable or rejects the key. Not for tools, which also return 401 if the network rejects the
 * channel.
 */
const isApiUnavailable = ({ kind, response }: RequestResult, { endpoint }: ApiRequest) =>
	kind === 'unreachable' ||
	(response?.status === UNAUTHORIZED &&
		!endpoint.needsNoCredential &&
		endpoint.template !== endpoints.runChannelTool.template);

/** Sends all requests. Adds the credential, never follows redirects, and explains failures. */
export class PostizClient {
	/** Returns the connected channels. Memoized per connection, except failures (docs/api.md, Channels). */
	readonly fetchChannels: () => Promise<Channel[]>;

	private constructor(
		private readonly connection: Connection,
		/** By default, requests don't wait for the hourly limit. */
		readonly rateLimitWait = RateLimitWait.none(),
	) {
		const { channels: cache } = connection;
		this.fetchChannels = memoize(this.requestChannels.bind(this), { cache });
	}

	/**
	 * Creates a client with the credential that the parameter `authentication` selects. `timeout` is for each request;
	 * the default is two minutes.
	 */
	static async create(
		context: NodeContext,
		{ timeout }: { timeout?: number } = {},
	): Promise<PostizClient> {
		return new PostizClient(await readConnection(context, timeout));
	}

	/** Returns a client with the same connection, but a different wait for the hourly limit. */
	withRateLimitWait(rateLimitWait: RateLimitWait): PostizClient {
		return new PostizClient(this.connection, rateLimitWait);
	}

	get baseUrl(): string {
		return this.connection.baseUrl;
	}

	get instance(): Instance {
		return this.connection.instance;
	}

	/** Returns the time by the service's clock, as far as it is known. */
	serviceNow(): number {
		return Date.now() + this.instance.clockOffset;
	}

	/** Identifies the instance and the account. Contains no secrets. */
	get identity(): string {
		return getIdentity(this.connection);
	}

	/** Returns the public page of a post. Null if its address is unknown (docs/api.md, Page of a post). */
	getPublicPageUrl(postId: string): string | null {
		const { frontendUrl } = this.connection;
		return frontendUrl && `${frontendUrl}/p/${encodeURIComponent(postId)}?share=true`;
	}

	/**
	 * Sends a request, and retries it if that is safe. Returns failed requests. Rethrows errors of `prepareAndSend`,
	 * such as a {@link Problem} of an unreadable file.
	 */
	async send(
		request: ApiRequest,
		prepareAndSend: PrepareAndSend = async (send) => await send(request),
	): Promise<RequestResult> {
		const { context } = this.connection;
		const delays = [...getRetryDelays(request)];
		let hasUnclearTry = false;
		for (;;) {
			const problem = this.getReasonNotToSend(hasUnclearTry);
			if (problem) return { kind: 'unreachable', problem, isTemporary: false, hasUnclearTry };
			const result = await prepareAndSend(
				async (prepared) => await sendOnce(this.connection, prepared),
			);
			if (!request.skipsRateLimitWait && (await this.rateLimitWait.waitIfLimited(result))) continue;
			const delayMs = shouldRetry(result, request) ? delays.shift() : undefined;
			if (delayMs === undefined || !(await sleepUnlessCancelled(context, delayMs))) {
				this.blockIfUnavailable(result, request);
				return { ...result, hasUnclearTry };
			}
			hasUnclearTry ||= isUnclear(result);
		}
	}

	/** Returns why no request can be sent now. */
	private getReasonNotToSend(hasUnclearTry: boolean): Problem | undefined {
		const { context, blockedBy } = this.connection;
		if (isCancelled(context)) return hasUnclearTry ? ABORTED : CANCELLED;
		return blockedBy && Date.now() < blockedBy.until ? blockedBy.problem : undefined;
	}

	private blockIfUnavailable(result: RequestResult, request: ApiRequest): void {
		if (!isApiUnavailable(result, request)) return;
		const problem = this.createProblem(result, request).with({ affectsAllItems: true });
		this.connection.blockedBy = { problem, until: Date.now() + BLOCK_MS };
	}

	/** Returns the body of a successful response. Throws {@link Problem} for any other response. */
	async request<T = unknown>(request: ApiRequest): Promise<T> {
		return this.getBodyOrThrow<T>(await this.send(request), request);
	}

	/**
	 * Returns the body of a successful response. Throws {@link Problem}, which has an `httpCode` if there was a
	 * response.
	 */
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
			(response.status < 300 ? undefined : request.createErrorProblem?.(response)) ??
			createResponseProblem(response, { call: request, authentication, baseUrl });
		return problem.with({ httpCode: String(response.status) });
	}

	/** Like {@link request}, for a list. The list may be under `key`. */
	async requestList<T = IDataObject>(request: ApiRequest, key?: string): Promise<T[]> {
		return (await this.requestPage<T>(request, key)).entries;
	}

	/** Like {@link requestList}. Also returns whether there are more pages. */
	async requestPage<T>(request: ApiRequest, key?: string): Promise<ListPage<T>> {
		const body = await this.request(request);
		const page = toObject(body);
		const entries = key === undefined ? body : page[key];
		if (!Array.isArray(entries) || !entries.every(isObject)) {
			throw createMissingApiProblem(this.baseUrl);
		}
		return { entries: entries as T[], hasMore: Boolean(page.hasMore) };
	}

	private async requestChannels(): Promise<Channel[]> {
		const entries = await this.requestList(endpoints.listChannels());
		return entries.flatMap((entry) => parseChannel(entry) ?? []);
	}
}
