import { getChannelLabel } from '../../../channels/channelLabel';
import { Problem } from '../../../common/problem';
import { quote } from '../../../common/text';
import type { DesiredPost } from '../../../posts/desiredPost';
import { CONFLICTS } from '../../../posts/existing/conflictProblems';
import type { LookupResult } from '../../../posts/existing/findSentPost';
import type { DeliveryResult, OutgoingPost } from '../outgoingPost';
import { toStoredResult } from './postResponses';

/**
 * Converts a lookup to the result of a post whose response was unclear. `isFinished`: the service has responded, so it
 * creates nothing later. `cause`: why the response was unclear.
 */
export function toLookedUpResult(
	post: OutgoingPost,
	lookup: LookupResult,
	{ isFinished, cause }: { isFinished: boolean; cause: Pick<Problem, 'message' | 'httpCode'> },
): DeliveryResult {
	const { desired, pendingUpdate } = post;
	const { message, httpCode } = cause;
	if (lookup.kind === 'stored') return toStoredResult(post, lookup.postId);
	if (lookup.kind === 'absent' && isFinished) {
		const problem = createMissingPostProblem(desired, message, {
			httpCode,
			isUpdate: pendingUpdate !== undefined,
		});
		return { desired, outcome: 'rejected', problem };
	}
	const postId = lookup.kind === 'absent' ? undefined : lookup.postId;
	const problem =
		lookup.kind === 'partial'
			? createIncompleteThreadProblem(desired, lookup.postId, message, httpCode)
			: createUnclearProblem(desired, message, httpCode);
	return { desired, outcome: 'unknown', postId, problem };
}

/** True if the service has the post, or part of it. */
export const hasArrived = (lookup: LookupResult): boolean =>
	lookup.kind !== 'absent' && lookup.postId !== undefined;

/**
 * Returns the posts after the failed post of a request. They can be sent again, as the service creates posts in order
 * (docs/api.md, What cannot be stored). Example: A is stored and B is absent, so B failed, and C and D are returned.
 */
export function getPostsAfterFailedOne(
	posts: OutgoingPost[],
	lookups: LookupResult[],
): OutgoingPost[] {
	const arrived = lookups.map(hasArrived);
	const firstAbsent = arrived.indexOf(false);
	const last = (firstAbsent < 0 ? posts.length : firstAbsent) - 1;
	// If the last post that arrived is incomplete, it is the failed post.
	const isLastComplete = last < 0 || lookups[last]!.kind === 'stored';
	const failedAt = isLastComplete ? last + 1 : last;
	const isInOrder = !arrived.slice(last + 1).includes(true);
	return isInOrder ? posts.slice(failedAt + 1) : [];
}

/** For a post that the service may have, completely or in part. */
const createUnclearProblem = (desired: DesiredPost, cause: string, httpCode?: string) =>
	new Problem(
		`${getChannelLabel(desired.target)} – ${CONFLICTS.mayBeStored.message}: ${cause}`,
		CONFLICTS.mayBeStored.remedy,
		{ httpCode, hasRetryAdvice: true },
	);

const createIncompleteThreadProblem = (
	desired: DesiredPost,
	id: string,
	cause: string,
	httpCode?: string,
) =>
	new Problem(
		`${getChannelLabel(desired.target)} – ${CONFLICTS.incompleteThread.message}, ${quote(id)}: ${cause}`,
		CONFLICTS.incompleteThread.remedy,
		{ httpCode, hasRetryAdvice: true },
	);

/** For a post that the service doesn't have, although it has completed the request. */
const createMissingPostProblem = (
	desired: DesiredPost,
	cause: string,
	{ httpCode, isUpdate }: { httpCode?: string; isUpdate: boolean },
) =>
	new Problem(
		`${getChannelLabel(desired.target)} – Postiz did not ${isUpdate ? 'change' : 'create'} this post: ${cause}`,
		'Run this again. If it fails again, Postiz cannot store part of it.',
		{ httpCode, hasRetryAdvice: true },
	);
