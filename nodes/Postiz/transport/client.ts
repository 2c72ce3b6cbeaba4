import type { IDataObject } from 'n8n-workflow';

import { memoize } from '../common/memoize';
import type { Problem } from '../common/problem';
import type { Instance } from '../common/processState';
import { getProperties, isObject } from '../common/value';
import { CANCELLED_BEFORE_START, isCancelled, type NodeContext } from '../execution/nodeContext';
import { sleepUnlessCancelled } from '../execution/sleep';
import type { ApiRequest } from './apiRequest';
import type { Channel } from './apiTypes';
import { connect, type Connection, getIdentity } from './connection';
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
/** How long no request is sent after a failure that would affect all of them: items fail right after each other. */
const FAILURE_TTL_MS = 10_000;

/** Prepares a request for each try, such as by opening a file, and sends it. */
type PrepareAndSend = (
	send: (prepared: ApiRequest) => Promise<RequestResult>,
) => Promise<RequestResult>;

export interface ListPage<T> {
	entries: T[];
	hasMore: boolean;
}

/** True if the API can't be reached, or rejects the key. Tools also return 401 if the network rejects the channel. */
const isApiUnavailable = ({ kind, response }: RequestResult, { endpoint }: ApiRequest) =>
	kind === 'notSent' ||
	(response?.status === UNAUTHORIZED &&
		!endpoint.isOpen &&
		endpoint.template !== endpoints.runTool.template);

/** Sends all requests: adds the credential, never follows redirects, and explains failures. */
export class PostizClient {
	/** The connected channels, fetched once per connection unless that failed (docs/api.md, Channels). */
	readonly fetchChannels: () => Promise<Channel[]>;

	private constructor(
		private readonly connection: Connection,
		/** Waits for the hourly limit before a request is repeated; by default, nothing waits. */
		readonly rateLimitWait = RateLimitWait.none(),
	) {
		const { channels: cache } = connection;
		this.fetchChannels = memoize(this.requestChannels.bind(this), { cache });
	}

	private async requestChannels(): Promise<Channel[]> {
		const entries = await this.requestList(endpoints.listChannels());
		return entries.flatMap((entry) => parseChannel(entry) ?? []);
	}

	/** Connects with the credential that the parameter `authentication` selects. */
	static async connect(context: NodeContext): Promise<PostizClient> {
		return new PostizClient(await connect(context));
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
		return getIdentity(this.connection);
	}

	/** The public page of a post; null if its address is unknown (docs/api.md, Page of a post). */
	getPublicPageUrl(postId: string): string | null {
		const { frontendUrl } = this.connection;
		return frontendUrl && `${frontendUrl}/p/${encodeURIComponent(postId)}?share=true`;
	}

	/**
	 * Sends a request, and repeats it where that is safe. Returns failures of the request; throws what `prepareAndSend`
	 * throws, such as a {@link Problem} of a file that can't be opened.
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
			if (problem) return { kind: 'notSent', problem, isTemporary: false, hasUnclearTry };
			const result = await prepareAndSend(
				async (prepared) => await sendOnce(this.connection, prepared),
			);
			if (!request.skipsRateLimitWait && (await this.rateLimitWait.waitIfLimited(result))) continue;
			const delayMs = shouldRetry(result, request) ? delays.shift() : undefined;
			if (delayMs === undefined || !(await sleepUnlessCancelled(context, delayMs))) {
				this.rememberFailure(result, request);
				return { ...result, hasUnclearTry };
			}
			hasUnclearTry ||= isUnclear(result);
		}
	}

	/** Why a request can't be sent now. */
	private getReasonNotToSend(hasUnclearTry: boolean): Problem | undefined {
		const { context, failure } = this.connection;
		if (isCancelled(context)) return hasUnclearTry ? ABORTED : CANCELLED;
		return failure && Date.now() < failure.until ? failure.problem : undefined;
	}

	private rememberFailure(result: RequestResult, request: ApiRequest): void {
		if (!isApiUnavailable(result, request)) return;
		const problem = this.createProblem(result, request).with({ affectsAllItems: true });
		this.connection.failure = { problem, until: Date.now() + FAILURE_TTL_MS };
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
