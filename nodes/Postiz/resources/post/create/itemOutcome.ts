import type { IDataObject } from 'n8n-workflow';

import { isCreated, isFailed, type Outcome } from '../../../publishing/deliver/requests';

/** What Postiz has of an input item, for workflows that decide by it. */
export interface ItemOutcome extends IDataObject {
	/** All of its posts, some, none, or nobody knows; `notChanged` if existing posts could not all be changed. */
	state: 'created' | 'createdInPart' | 'notCreated' | 'notChanged' | 'unclear';
	/** The posts that exist, including those of an earlier run and of an incomplete thread. */
	postIds: string[];
}

/** What became of an item: `outcomes` of its posts, the IDs of those that were there, and if any was not sent yet. */
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
	if (postIds.length === 0) return { state: 'notCreated', postIds };
	return { state: failures.length > 0 || hasUnsent ? 'createdInPart' : 'created', postIds };
}
