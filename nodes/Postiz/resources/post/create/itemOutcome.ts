import type { IDataObject } from 'n8n-workflow';

import {
	isCreated,
	isFailed,
	type FailedOutcome,
	type Outcome,
} from '../../../publishing/deliver/requests';

/** What exists of an input item, for workflows that depend on it. */
export interface ItemOutcome extends IDataObject {
	/**
	 * All of its posts, some, none, or unknown; `notSent` if none, though nothing is wrong with it, as at the hourly
	 * limit; `notChanged` if existing posts weren't all changed.
	 */
	state: 'created' | 'createdInPart' | 'notCreated' | 'notSent' | 'notChanged' | 'unclear';
	/** The IDs of existing posts, including those of earlier runs and of incomplete threads. */
	postIds: string[];
}

/** Summarizes the `outcomes` of an item, the IDs of its `skipped` posts, and whether any post is unsent. */
export function itemOutcome(
	outcomes: Outcome[],
	{ skipped, hasUnsent }: { skipped: string[]; hasUnsent: boolean },
): ItemOutcome {
	const failures = outcomes.filter(isFailed);
	const begun = failures.flatMap(({ start, draft }) => start ?? draft ?? []);
	const postIds = [...skipped, ...outcomes.filter(isCreated).map(({ postId }) => postId), ...begun];
	const isUnclear = failures.some(
		({ reason, start, draft }) => reason === 'unknown' && !start && !draft,
	);
	if (isUnclear) return { state: 'unclear', postIds };
	if (postIds.length === 0) {
		const isKeptBack = ({ reason }: FailedOutcome) => reason === 'limited' || reason === 'unsent';
		const isUnsent = failures.length > 0 && failures.every(isKeptBack);
		return { state: isUnsent ? 'notSent' : 'notCreated', postIds };
	}
	return { state: failures.length > 0 || hasUnsent ? 'createdInPart' : 'created', postIds };
}
