import { getChannelLabel } from '../../../channels/channelLabel';
import { Problem } from '../../../common/problem';
import { quote } from '../../../common/text';
import type { DesiredPost } from '../../../posts/desiredPost';
import { CONFLICTS } from '../../../posts/existing/conflictProblems';
import type { LookupResult } from '../../../posts/existing/findSentPost';
import type { DeliveryResult, OutgoingPost } from '../outgoingPost';
import { toStoredResult } from './postResponses';

/**
 * The result of a post whose request has no clear response, by what has arrived of it. `isFinished`: the service creates
 * nothing later. `cause`: why its response is unclear.
 */
export function toLookedUpResult(
	post: OutgoingPost,
	lookup: LookupResult,
	{ isFinished, cause }: { isFinished: boolean; cause: Pick<Problem, 'message' | 'httpCode'> },
): DeliveryResult {
	const { desired, update } = post;
	const { message, httpCode } = cause;
	if (lookup.kind === 'stored') return toStoredResult(post, lookup.postId);
	if (lookup.kind === 'absent' && isFinished) {
		const problem = createMissingPostProblem(desired, message, {
			httpCode,
			isUpdate: update !== undefined,
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

/** True if the service has a post that was sent, or part of it. */
export const hasArrived = (lookup: LookupResult): boolean =>
	lookup.kind !== 'absent' && lookup.postId !== undefined;

/**
 * Returns the posts after the one at which a request failed, which can be sent again: the service creates posts in order
 * (docs/api.md, What cannot be stored). If A is stored and B is absent, B failed, and C and D follow.
 */
export function getPostsAfterFailedOne(
	posts: OutgoingPost[],
	lookups: LookupResult[],
): OutgoingPost[] {
	const arrived = lookups.map(hasArrived);
	const firstAbsent = arrived.indexOf(false);
	const last = (firstAbsent < 0 ? posts.length : firstAbsent) - 1;
	// If parts of it may be missing, the last one that arrived is the one that failed.
	const isLastComplete = last < 0 || lookups[last]!.kind === 'stored';
	const failedAt = isLastComplete ? last + 1 : last;
	const isInOrder = !arrived.slice(last + 1).includes(true);
	return isInOrder ? posts.slice(failedAt + 1) : [];
}

/** It is unclear whether the service has received the post, or stored all of it. */
const createUnclearProblem = (desired: DesiredPost, cause: string, httpCode?: string) =>
	new Problem(
		`${getChannelLabel(desired.target)} – ${CONFLICTS.unclear.message}: ${cause}`,
		CONFLICTS.unclear.remedy,
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

/** The service has completed the request, but doesn't have the post. */
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
