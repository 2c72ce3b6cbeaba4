import { groupBy } from '../../common/collections';
import { isRequestError, Problem } from '../../common/problem';
import { continueSentence } from '../../common/text';
import {
	type ItemFailure,
	type ItemFailures,
	type ItemResults,
	mergeFailures,
} from '../../execution/itemResults';
import type { DesiredPost } from '../../posts/desiredPost';
import { toErrorIssues, type ChannelIssue } from '../../posts/issue';
import { createValidationProblem } from '../../posts/issues/explainIssues';
import type { Item } from '../../posts/item';
import { findPlannedPastDateProblem } from '../../posts/merge/plannedDate';
import type { PlannedPost } from '../../posts/plannedPost';
import { findPastDateProblem } from '../../posts/run/findPastDateProblem';
import type { Run } from '../../posts/run/run';
import type { ResolvedItem } from '../../posts/run/runStates';
import { findPostIssues } from './findPostIssues';

/**
 * Finds a date problem that doesn't depend on existing posts: the date is invalid, or the item posts again and its date
 * is in the past.
 */
const findDateProblemBeforeMatching = (item: Item, run: Run): Problem | undefined =>
	item.dateProblem ?? (item.postsAgainIfExists ? findPastDateProblem(item, run) : undefined);

/**
 * Adds the date problems of items to the failures of resolving them. Items with an invalid date fail even if they were
 * resolved.
 */
export function addDateFailures(
	items: Item[],
	{ values, failures }: ItemResults<ResolvedItem>,
	run: Run,
): ItemFailures {
	const itemsByIndex = new Map(items.map((item) => [item.index, item]));
	const withDateProblems = [...failures].map(([index, reason]): ItemFailure => [
		index,
		addDateProblem(itemsByIndex.get(index)!, reason, run),
	]);
	const dateFailures = findDateFailures(
		values.flatMap(({ desiredPosts }) => desiredPosts),
		run,
	);
	return mergeFailures(withDateProblems, dateFailures);
}

/** Finds the items that fail because of their date. The failures also list the errors of their posts. */
function findDateFailures(desiredPosts: DesiredPost[], run: Run): ItemFailures {
	const failures = groupBy(desiredPosts, ({ item }) => item).flatMap((posts) => {
		const [{ item }] = posts;
		const dateProblem = findDateProblemBeforeMatching(item, run);
		if (!dateProblem) return [];
		const isDraft = item.requestFields.type === 'draft';
		const errors = item.skipsValidation
			? []
			: posts.flatMap((post) => {
					const issues = findPostIssues(
						{ ...post, unsupportedSettings: post.unknownSettings },
						{ isDraft },
					);
					return toErrorIssues(post.target, issues);
				});
		return [[item.index, addErrorsOfPosts(dateProblem, errors, run)] as const];
	});
	return new Map(failures);
}

/** Adds the date problem of an item to the reason why the item has no posts. */
function addDateProblem(item: Item, reason: unknown, run: Run): unknown {
	if (!(reason instanceof Problem) || reason.needsPerson || isRequestError(reason)) return reason;
	const dateProblem = findDateProblemBeforeMatching(item, run);
	return dateProblem ? appendProblem(dateProblem, reason) : reason;
}

/** Explains that an item can't get its date. If only some channels failed, the remedy says how to retry these. */
export function explainPlannedPastDate(
	item: Item,
	plannedPosts: PlannedPost[],
	run: Run,
): Problem | undefined {
	const problem = findPlannedPastDateProblem(item, plannedPosts, run);
	const remedy = describeFailedPosts(plannedPosts);
	const isPartlyKept = plannedPosts.some(({ action }) => action === 'keep');
	return remedy && isPartlyKept ? problem?.withRemedy([remedy]) : problem;
}

/** Says how to retry the failed posts of an item whose date has passed. */
function describeFailedPosts(plannedPosts: PlannedPost[]): string {
	const ids = plannedPosts.flatMap((planned) =>
		planned.action === 'create' && planned.failedPost ? [planned.failedPost.id] : [],
	);
	return ids.length > 0
		? `To retry only what failed, give ${ids.length === 1 ? 'that post' : 'those posts'} a later date with Post > Update: ${ids.join(', ')}.`
		: '';
}

/** Adds the errors of an item's posts to a problem of the item. */
export const addErrorsOfPosts = (
	problem: Problem,
	errors: ChannelIssue[],
	{ context }: Run,
): Problem =>
	errors.length > 0 ? appendProblem(problem, createValidationProblem(errors, context)) : problem;

const appendProblem = (problem: Problem, { message, remedy, closing }: Problem): Problem =>
	new Problem(`${problem.message}; ${continueSentence(message)}`, [
		...problem.remedy,
		'\n',
		...remedy,
		...closing,
	]);
