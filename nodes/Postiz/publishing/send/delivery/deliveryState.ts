import { Problem, toRemedy } from '../../../common/problem';
import { CANCELLED_BEFORE_START } from '../../../execution/nodeContext';
import type { Outcome } from '../../../posts/postResult';
import type { RunContext } from '../../../posts/run/run';
import { blocksFurtherRequests } from '../../../transport/blockingProblems';
import { formatWait } from '../../../transport/formatWait';
import { TOO_MANY_REQUESTS } from '../../../transport/httpStatus';
import { HOUR_SECONDS } from '../../../transport/rateLimitWait';
import {
	type ApiResponse,
	getSecondsToWait,
	type RequestResult,
} from '../../../transport/response';
import type { DeliveryResult, OutgoingPost } from '../outgoingPost';
import { type Batch, measureBatch, toPostRequest } from './batches';

/** A request as it was sent, and what came back. */
export interface SentRequest {
	posts: OutgoingPost[];
	result: RequestResult;
	/** In ms. */
	sentAt: number;
}

/** What follows a batch: the results of some of its posts, and the batches to send for the others. */
export interface FollowUp {
	results?: DeliveryResult[];
	batches?: Batch[];
}

export const toFailedResults = (
	posts: OutgoingPost[],
	outcome: Outcome,
	problem: Problem,
): DeliveryResult[] => posts.map(({ desired }) => ({ desired, outcome, problem }));

/** After so many errors in a row, the posts after the one that failed aren't sent again. */
const MAX_CONSECUTIVE_FAILURES = 3;
/** After so many unclear responses in a row, the delivery stops: each may cost a minute of lookups. */
const MAX_CONSECUTIVE_UNCLEAR = 3;

const STOPPED_AFTER_UNCLEAR = new Problem(
	'This item was not sent because three requests in a row failed',
	'Check that Postiz is running, then run this again. Existing posts are skipped.',
	{ isConsequence: true, hasRetryAdvice: true },
);

const NOT_SENT_AFTER_FAILURE = new Problem(
	'This item was not sent because another one failed',
	'Fix the item that failed, and run this one again.',
	{ isConsequence: true, hasRetryAdvice: true },
);

/** How to go on after a failure. */
export interface DeliveryOptions {
	/** Only the items that fail are left out; otherwise, the first failure stops the delivery. */
	continuesOnError: boolean;
	/** Posts of an unclear request are looked up once, without waiting for them. */
	looksUpOnce?: boolean;
}

/** The state of a delivery, from the responses to its requests. */
export class DeliveryState {
	readonly continuesOnError: boolean;
	readonly looksUpOnce: boolean;
	/** Why nothing more is sent; undefined unless the delivery has stopped. */
	stopReason?: Problem;
	/** The response that used up the hourly limit, and when it is reset (ms). */
	private exhaustedLimit?: { until: number; result: RequestResult };
	/** The smallest body that was rejected as too large, in bytes. */
	private tooLargeBytes = Infinity;
	/** How many requests in a row failed and created nothing. */
	private consecutiveFailures = 0;
	/** How many requests in a row had no clear response, and created nothing that was found. */
	private consecutiveUnclear = 0;

	constructor(
		readonly run: RunContext,
		{ continuesOnError, looksUpOnce = false }: DeliveryOptions,
	) {
		this.continuesOnError = continuesOnError;
		this.looksUpOnce = looksUpOnce;
	}

	/** Sends nothing more. The first reason counts. */
	stopSending(reason: Problem): void {
		this.stopReason ??= reason;
	}

	/** Gives these posts an outcome, and sends nothing more if the problem affects all others, too. */
	failAndStopIfBlocked(posts: OutgoingPost[], outcome: Outcome, problem: Problem) {
		if (blocksFurtherRequests(problem)) this.stopSending(problem);
		return { results: toFailedResults(posts, outcome, problem) };
	}

	/** Gives these posts an outcome, and sends nothing more, for the same reason. */
	failAndStop(posts: OutgoingPost[], outcome: Outcome, problem: Problem): FollowUp {
		this.stopSending(problem);
		return { results: toFailedResults(posts, outcome, problem) };
	}

	/** Records a request that created its posts: all counts of failures and of waits start again. */
	recordSuccess(): void {
		this.consecutiveFailures = 0;
		this.consecutiveUnclear = 0;
		this.run.client.rateLimitWait.reset();
	}

	/** Records a request that certainly created nothing, though others may succeed. */
	recordNothingCreated(): void {
		this.consecutiveFailures = 0;
		this.consecutiveUnclear = 0;
	}

	/** Records a request that the service answered with an error. */
	recordFailure({ hasCreated }: { hasCreated: boolean }): void {
		this.consecutiveUnclear = 0;
		this.consecutiveFailures = hasCreated ? 0 : this.consecutiveFailures + 1;
	}

	/** True if the service failed so often that other posts would fail, too. */
	get isServiceDown(): boolean {
		return this.consecutiveFailures >= MAX_CONSECUTIVE_FAILURES;
	}

	/** Records a request without a clear response. After several in a row, stops. */
	recordUnclear({ hasCreated }: { hasCreated: boolean }): void {
		this.consecutiveUnclear = hasCreated ? 0 : this.consecutiveUnclear + 1;
		if (this.consecutiveUnclear >= MAX_CONSECUTIVE_UNCLEAR) this.stopSending(STOPPED_AFTER_UNCLEAR);
	}

	/** Records a batch that was rejected as too large. */
	recordTooLarge(batch: Batch): void {
		this.tooLargeBytes = Math.min(this.tooLargeBytes, measureBatch(batch));
	}

	/** True if a batch is as large as a rejected one. */
	isTooLarge(batch: Batch): boolean {
		return this.tooLargeBytes !== Infinity && measureBatch(batch) >= this.tooLargeBytes;
	}

	/** Explains what came back instead of a success. */
	createProblem(batch: Batch, result: RequestResult): Problem {
		return this.run.client.createProblem(result, toPostRequest(batch));
	}

	/** Stops after the first failure, unless only the items that fail are left out. */
	stopIfFailed(results: DeliveryResult[]): void {
		if (!this.continuesOnError && results.some(({ problem }) => problem))
			this.stopSending(NOT_SENT_AFTER_FAILURE);
	}

	/** Waits until the hourly limit is reset, if that isn't too long; otherwise stops. */
	async waitForLimit(
		batch: Batch,
		result: RequestResult,
		seconds = HOUR_SECONDS,
	): Promise<FollowUp> {
		const waited = await this.run.client.rateLimitWait.wait(seconds);
		if (waited === 'over') return { batches: [batch] };
		if (waited === 'cancelled') return this.failAndStop(batch, 'notSent', CANCELLED_BEFORE_START);
		const remedy = toRemedy(
			`Run this again in ${formatWait(seconds)}.`,
			'to wait for it, use the option Wait If Rate-Limited (Minutes).',
		);
		const problem = this.createProblem(batch, result).withRemedy(remedy, {
			hasRetryAdvice: true,
		});
		return this.failAndStop(batch, 'notSent', problem);
	}

	/** Waits if an earlier response used up the hourly limit. */
	async waitIfLimitIsExhausted(batch: Batch): Promise<FollowUp | undefined> {
		const { until = 0, result } = this.exhaustedLimit ?? {};
		const waitMs = until - Date.now();
		if (!result || waitMs <= 0) return undefined;
		return await this.waitForLimit(batch, result, Math.ceil(waitMs / 1000));
	}

	/** If this was the last request of the hour, remembers when requests are allowed again. */
	recordRemainingRequests({ headers }: ApiResponse): void {
		const seconds = getSecondsToWait(headers);
		if (String(headers['x-ratelimit-remaining']) !== '0' || seconds === undefined) return;
		this.exhaustedLimit = {
			until: Date.now() + seconds * 1000,
			result: {
				kind: 'response',
				response: { status: TOO_MANY_REQUESTS, headers, body: undefined },
			},
		};
	}
}
