import { Problem } from '../../../common/problem';
import { getRerunAdvice } from '../../../posts/existing/rerunAdvice';
import type { Outcome, DeliveryResult } from '../../../posts/postResult';
import type { Run } from '../../../posts/run/run';
import { blocksFurtherRequests } from '../../../transport/blockingProblems';
import { TOO_MANY_REQUESTS } from '../../../transport/httpStatus';
import {
	type ApiResponse,
	getSecondsToWait,
	type RequestResult,
} from '../../../transport/response';
import type { OutgoingPost } from '../outgoingPost';
import { type Batch, measureBatch, toPostRequest } from './batches';

/** A sent request and its result. */
export interface SentRequest {
	posts: OutgoingPost[];
	result: RequestResult;
	sentAt: number;
}

/** What follows a batch: results, and batches to send for posts without a result. Empty batches are dropped. */
export interface FollowUp {
	results?: DeliveryResult[];
	batches?: Batch[];
}

export const toFailedResults = (
	posts: OutgoingPost[],
	outcome: Outcome,
	problem: Problem,
): DeliveryResult[] => posts.map(({ desired }) => ({ desired, outcome, problem }));

/** After this many error responses in a row, the remaining posts of a failed request aren't sent again. */
const MAX_CONSECUTIVE_ERROR_RESPONSES = 3;
/** After this many unclear responses in a row, the delivery stops: each may cost a minute of lookups. */
const MAX_CONSECUTIVE_UNCLEAR = 3;

const createStoppedProblem = (posts: OutgoingPost[]) =>
	new Problem(
		'This item was not sent because three requests in a row failed',
		['Check that Postiz is running.', ...getRerunAdvice(posts.map(({ desired }) => desired.item))],
		{ isConsequence: true, hasRetryAdvice: true },
	);

const NOT_SENT_AFTER_FAILURE = new Problem(
	'This item was not sent because another item failed',
	'Fix the item that failed, and run this one again.',
	{ isConsequence: true, hasRetryAdvice: true },
);

/** The state of a delivery, which changes with each response. */
export class Delivery {
	/** Why the delivery has stopped. */
	stopReason?: Problem;
	/** The response that used up the hourly limit, and the time of its reset. */
	exhaustedLimit?: { until: number; result: RequestResult };
	/** The smallest body that was too large, in bytes. */
	private tooLargeBytes = Infinity;
	/** Failed requests in a row that created nothing. */
	private consecutiveErrorResponses = 0;
	/** Unclear requests in a row for which no post was found. */
	private consecutiveUnclear = 0;

	constructor(
		readonly run: Run,
		readonly looksUpOnce: boolean,
	) {}

	/** Stops the delivery. Only the first reason counts. */
	stop(reason: Problem): void {
		this.stopReason ??= reason;
	}

	/** Fails these posts. Also stops the delivery if the problem affects all further requests. */
	failAndStopIfBlocked(posts: OutgoingPost[], outcome: Outcome, problem: Problem) {
		if (blocksFurtherRequests(problem)) this.stop(problem);
		return { results: toFailedResults(posts, outcome, problem) };
	}

	/** Fails these posts and stops the delivery, for the same reason. */
	failAndStop(posts: OutgoingPost[], outcome: Outcome, problem: Problem): FollowUp {
		this.stop(problem);
		return { results: toFailedResults(posts, outcome, problem) };
	}

	/** Records a successful request: resets the counts and the rate limit wait. */
	recordSuccess(): void {
		this.resetFailureCounts();
		this.run.client.rateLimitWait.reset();
	}

	/** Resets the counts of error responses and unclear requests in a row. */
	resetFailureCounts(): void {
		this.consecutiveErrorResponses = 0;
		this.consecutiveUnclear = 0;
	}

	/** Counts an error response of the service, unless it created posts. */
	countErrorResponse({ hasCreated }: { hasCreated: boolean }): void {
		this.consecutiveUnclear = 0;
		this.consecutiveErrorResponses = hasCreated ? 0 : this.consecutiveErrorResponses + 1;
	}

	/** True if other posts would probably fail, too. */
	get isServiceDown(): boolean {
		return this.consecutiveErrorResponses >= MAX_CONSECUTIVE_ERROR_RESPONSES;
	}

	/** Counts an unclear request with `posts`, unless it created some. Stops the delivery after several in a row. */
	countUnclear(posts: OutgoingPost[], { hasCreated }: { hasCreated: boolean }): void {
		this.consecutiveUnclear = hasCreated ? 0 : this.consecutiveUnclear + 1;
		if (this.consecutiveUnclear >= MAX_CONSECUTIVE_UNCLEAR) this.stop(createStoppedProblem(posts));
	}

	recordTooLarge(batch: Batch): void {
		this.tooLargeBytes = Math.min(this.tooLargeBytes, measureBatch(batch));
	}

	/** True if a batch is at least as large as a batch that was too large. */
	isTooLarge(batch: Batch): boolean {
		return this.tooLargeBytes !== Infinity && measureBatch(batch) >= this.tooLargeBytes;
	}

	/** Explains why a request didn't succeed. */
	createProblem(result: RequestResult, batch: Batch): Problem {
		return this.run.client.createProblem(result, toPostRequest(batch));
	}

	/** Stops the delivery after a failure, unless the run continues on errors. */
	stopOnFailure(results: DeliveryResult[]): void {
		if (!this.run.options.continuesOnError && results.some(({ problem }) => problem))
			this.stop(NOT_SENT_AFTER_FAILURE);
	}

	/** If no request is left this hour, remembers when the limit is reset. */
	recordExhaustedLimit({ headers }: ApiResponse): void {
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
