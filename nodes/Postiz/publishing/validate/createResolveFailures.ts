import { appendProblem, isRequestError, Problem } from '../../common/problem';
import {
	type ItemFailure,
	type ItemFailures,
	type ItemResults,
	mergeFailures,
} from '../../execution/itemResults';
import type { DesiredPost } from '../../posts/desiredPost';
import { toErrorIssues, type ChannelIssue } from '../../posts/issue';
import { appendErrors } from '../../posts/issues/issueProblems';
import type { Item } from '../../posts/item';
import { findPastDateProblem } from '../../posts/merge/pastDate';
import type { Run } from '../../posts/run/run';
import type { ResolvedItem } from '../../posts/run/runSteps';
import { findPostIssues } from './findPostIssues';

/**
 * Creates the failures of resolving items, and those of resolved items with an invalid date. The failure of an invalid
 * date also explains everything else that is wrong with the item.
 */
export function createResolveFailures(
	items: Item[],
	{ values, failures }: ItemResults<ResolvedItem>,
	run: Run,
): ItemFailures {
	const itemsByIndex = new Map(items.map((item) => [item.index, item]));
	const unresolved = [...failures].map(([index, reason]): ItemFailure => {
		const dateProblem = findInvalidDateProblem(itemsByIndex.get(index)!, run);
		return [index, dateProblem && isMistake(reason) ? appendProblem(dateProblem, reason) : reason];
	});
	const resolved = values.flatMap(({ item, desiredPosts }): ItemFailure[] => {
		const dateProblem = findInvalidDateProblem(item, run);
		return dateProblem
			? [[item.index, appendErrors(dateProblem, findErrors(desiredPosts), run.context)]]
			: [];
	});
	return mergeFailures(unresolved, resolved);
}

/**
 * Finds a date that is invalid whichever posts exist. A past date may be that of an existing post, unless the item posts
 * again.
 */
const findInvalidDateProblem = (item: Item, run: Run): Problem | undefined =>
	item.dateProblem ?? (item.ignoresExistingPosts ? findPastDateProblem(item, run) : undefined);

const isMistake = (reason: unknown): reason is Problem =>
	reason instanceof Problem && !reason.needsPerson && !isRequestError(reason);

const findErrors = (desiredPosts: DesiredPost[]): ChannelIssue[] =>
	desiredPosts
		.filter(({ item }) => !item.skipsValidation)
		.flatMap((post) => {
			const issues = findPostIssues(
				{ ...post, unsupportedSettings: post.unknownSettings },
				{ isDraft: post.item.requestFields.type === 'draft' },
			);
			return toErrorIssues(post.target, issues);
		});
