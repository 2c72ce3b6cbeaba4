import { getChannelLabel } from '../../../../channels/channelLabel';
import { Problem } from '../../../../common/problem';
import { quote } from '../../../../common/text';
import type { DesiredPost } from '../../../../posts/desiredPost';
import { CONFLICTS } from '../../../../posts/existing/conflictProblems';
import type { LookupResult } from '../../../../posts/existing/findSentPost';
import { createUnclearProblem } from '../../../../posts/existing/unclearProblem';
import type { DeliveryResult } from '../../../../posts/postResult';
import type { OutgoingPost } from '../../outgoingPost';
import { toStoredResult } from '../parseStoredPosts';

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
	const isUpdate = pendingUpdate !== undefined;
	if (lookup.kind === 'stored') return toStoredResult(post, lookup.postId);
	if (lookup.kind === 'absent' && isFinished) {
		const problem = createMissingPostProblem(desired, message, { httpCode, isUpdate });
		return { desired, outcome: 'rejected', problem };
	}
	const postId = lookup.kind === 'absent' ? undefined : lookup.postId;
	const problem =
		lookup.kind === 'incompleteThread'
			? createIncompleteThreadProblem(desired, lookup.postId, message, httpCode)
			: createUnclearProblem(desired, message, { httpCode, isUpdate });
	return { desired, outcome: 'unknown', postId, problem };
}

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
