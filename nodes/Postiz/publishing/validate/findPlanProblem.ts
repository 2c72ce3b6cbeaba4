import { toProblemOrRethrow, type Problem } from '../../common/problem';
import type { Item } from '../../posts/item';
import { mergeParts } from '../../posts/merge/mergeParts';
import { getRowChanges } from '../../posts/merge/rowChanges';
import type { PlannedPost } from '../../posts/plannedPost';
import type { Run } from '../../posts/run/run';
import { toParts } from '../../posts/toChannelPost';
import { explainPlannedPastDate } from './dateProblems';

/**
 * Finds why the plan of an item can't be carried out: it would create posts in the past, or move posts there, or its row
 * can't be merged into a post.
 */
export const findPlanProblem = (
	item: Item,
	plannedPosts: PlannedPost[],
	run: Run,
): Problem | undefined =>
	explainPlannedPastDate(item, plannedPosts, run) ??
	plannedPosts.map(findMergeProblem).find(Boolean);

/** Finds why a row can't be merged into its post. Undefined if it can, or if the parts of the post weren't read. */
function findMergeProblem(planned: PlannedPost): Problem | undefined {
	if (planned.action !== 'update') return undefined;
	const { desired, existing } = planned;
	if (!existing.parts) return undefined;
	try {
		mergeParts(desired, toParts(existing.parts), getRowChanges(planned));
		return undefined;
	} catch (error) {
		return toProblemOrRethrow(error);
	}
}
