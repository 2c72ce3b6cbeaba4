import type { Explanation } from '../../values/problem';
import { postsOf, type PostOfRow, type Row } from './requests';

/**
 * `refused`: nothing was created. `unsent`, `expired` and `limited`: never sent, the last two for its
 * date and for the hourly limit. `unknown`: it may exist.
 */
export type FailureReason = 'refused' | 'unsent' | 'expired' | 'limited' | 'unknown';

/** Why a post was not created. */
export interface SendFailure extends Explanation {
	reason: FailureReason;
	/** Seconds after which the limit lets requests through again. */
	retryAfter?: number;
	/** The ID of the post if it exists all the same, as a draft. */
	draft?: string;
	/** How it became unclear what the service took. */
	unclear?: Unclear;
}

/** A request after which it was not known what the service had taken of it. */
export interface Unclear {
	cause: Pick<Explanation, 'message' | 'httpCode'>;
	/** When it was sent, in ms. */
	sentAt: number;
	/** Nothing of it can follow later. */
	hasEnded: boolean;
}

/** What became of one post. */
export type Outcome = PostOfRow &
	({ kind: 'created'; postId: string } | ({ kind: 'failed' } & SendFailure));

export type FailedOutcome = Extract<Outcome, { kind: 'failed' }>;
export type CreatedOutcome = Extract<Outcome, { kind: 'created' }>;

/** The same failure for all posts of several rows. */
export function failed(rows: Row[], failure: SendFailure): FailedOutcome[] {
	return postsOf(rows).map((post) => ({ ...post, kind: 'failed', ...failure }));
}

export const isFailed = (outcome: Outcome): outcome is FailedOutcome => outcome.kind === 'failed';
export const isCreated = (outcome: Outcome): outcome is CreatedOutcome =>
	outcome.kind === 'created';

export const NOT_SENT_AFTER_FAILURE: SendFailure = {
	reason: 'unsent',
	message: 'This item was not sent, because another one failed',
	description: 'Correct the item that failed and run this one again.',
};

export const CANCELLED: SendFailure = {
	reason: 'unsent',
	message: 'The execution was cancelled before this item was sent',
	description: 'Run the workflow again to send it.',
};
