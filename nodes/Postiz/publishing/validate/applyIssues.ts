import { groupBy } from '../../common/collections';
import type { Problem } from '../../common/problem';
import { capitalize } from '../../common/text';
import { describeRemedyInOutput } from '../../execution/describeRemedy';
import type { ItemResults } from '../../execution/itemResults';
import { isAgentTool } from '../../execution/nodeContext';
import { namePost } from '../../posts/existing/namePost';
import { isPending } from '../../posts/existingPost';
import { toErrorIssues, type ChannelIssue } from '../../posts/issue';
import { appendErrors, getRemedy, createValidationProblem } from '../../posts/issues/issueProblems';
import type { Item } from '../../posts/item';
import { findPastDateProblemOfPlan } from '../../posts/merge/pastDate';
import { getSimilarPost, mapToOriginalPlans, type PlannedPost } from '../../posts/plannedPost';
import type { Run } from '../../posts/run/run';

/** A planned post with its errors. A duplicate has the errors of its original. */
interface PostWithErrors {
	planned: PlannedPost;
	originalPlan: PlannedPost;
	errors: ChannelIssue[];
}

/**
 * Applies errors: the item fails or, with `skipsIfUnsupported`, only its channels with errors are skipped, unless all
 * have errors. Items that would create posts in the past, or move posts there, also fail.
 */
export function applyIssues(plannedPosts: PlannedPost[], run: Run): ItemResults<PlannedPost> {
	const withErrors = pairWithErrors(plannedPosts);
	const byItem = groupBy(withErrors, ({ planned }) => planned.desired.item);
	const failures = new Map(
		byItem.flatMap((posts) => {
			const { item } = posts[0].planned.desired;
			const problem = findItemProblem(item, posts, run);
			return problem ? [[item.index, problem] as const] : [];
		}),
	);
	const values = withErrors.map(({ planned, errors }) => {
		const isFailed = failures.has(planned.desired.item.index);
		return errors.length > 0 && !isFailed && planned.action !== 'skipChannel'
			? skipPost(planned, errors, run)
			: planned;
	});
	return { values, failures };
}

function pairWithErrors(plannedPosts: PlannedPost[]): PostWithErrors[] {
	const originalPlans = mapToOriginalPlans(plannedPosts);
	return plannedPosts.map((planned) => {
		const { desired } = planned;
		const originalPlan = originalPlans.get(desired)!;
		const errors = desired.item.skipsValidation
			? []
			: toErrorIssues(desired.target, originalPlan.issues);
		return { planned, originalPlan, errors };
	});
}

/** Returns why an item fails. Undefined if it has no errors, or is only skipped on some channels. */
function findItemProblem(item: Item, posts: PostWithErrors[], run: Run): Problem | undefined {
	const errors = posts.flatMap((post) => post.errors);
	const originalPlans = posts.map(({ originalPlan }) => originalPlan);
	const dateProblem = findPastDateProblemOfPlan(item, originalPlans, run);
	if (dateProblem) return appendErrors(dateProblem, errors, run.context);
	if (errors.length === 0) return undefined;
	const failsWholeItem =
		errors.some(([, issue]) => issue.failsWholeItem) ||
		posts.every((post) => post.errors.length > 0);
	return item.skipsIfUnsupported && !failsWholeItem
		? undefined
		: createValidationProblem(errors, run.context, { hasOthers: !failsWholeItem });
}

function skipPost(
	planned: PlannedPost,
	errors: ChannelIssue[],
	{ context, timezone }: Pick<Run, 'context' | 'timezone'>,
): PlannedPost {
	const { desired, issues } = planned;
	const reasons = errors.flatMap(([, issue]) => [
		`${capitalize(issue.message)}.`,
		...getRemedy(issue),
	]);
	const reason = describeRemedyInOutput([...reasons, describeRemainingPost(planned, timezone)], {
		isForModel: isAgentTool(context),
	});
	return { desired, issues, action: 'skipChannel', reason };
}

/** Names the pending post of a skipped channel, which keeps the old text of its row; empty if there is none. */
function describeRemainingPost(planned: PlannedPost, timezone: string): string {
	const post = planned.action === 'update' ? planned.existing : getSimilarPost(planned);
	return post && isPending(post.state)
		? `Postiz still has its earlier post: ${namePost(post, timezone)}.`
		: '';
}
