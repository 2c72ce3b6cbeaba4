import type { IExecuteFunctions } from 'n8n-workflow';

import { getChannelLabel } from '../../channels/channelLabel';
import { groupBy } from '../../common/collections';
import type { Problem, Remedy } from '../../common/problem';
import { formatCount, joinSentences, joinNames, wasOrWere } from '../../common/text';
import { describeOtherItems, nameItems } from '../../execution/inputItems';
import type { ItemFailures } from '../../execution/itemResults';
import { getRerunAdvice } from '../../posts/existing/rerunAdvice';
import type { Outcome, PostResult } from '../../posts/postResult';
import { isInPostiz, type ResultsByItem } from './resultsByItem';

/** Creates the problems of items that failed while sending, the most severe first. Leaves out earlier failures. */
export function createItemProblems(
	resultsByItem: ResultsByItem,
	earlierFailures: ItemFailures,
): Map<number, Problem> {
	const failures = [...resultsByItem].flatMap(([index, results]) => {
		const problem = earlierFailures.has(index) ? undefined : createItemProblem(results);
		return problem ? [{ index, problem, severity: getSeverityRank(getWorstResult(results)) }] : [];
	});
	failures.sort((a, b) => a.severity - b.severity);
	return new Map(failures.map(({ index, problem }) => [index, problem]));
}

/** Outcomes with a problem, the most severe first. An updated post has a problem if it wasn't stored as sent. */
const BY_SEVERITY: Outcome[] = ['unknown', 'rejected', 'notSent', 'updated'];
const getSeverityRank = ({ outcome, problem }: PostResult) =>
	problem ? BY_SEVERITY.indexOf(outcome) : BY_SEVERITY.length;

/** Returns the most severe result of an item. */
export const getWorstResult = (results: PostResult[]): PostResult =>
	results.reduce((worst, result) =>
		getSeverityRank(result) < getSeverityRank(worst) ? result : worst,
	);

/** Creates the problem of an item, with what Postiz stored of it. Returns undefined if the item didn't fail. */
function createItemProblem(results: PostResult[]): Problem | undefined {
	const worst = getWorstResult(results);
	const { problem } = worst;
	const storedResults = results.filter(isInPostiz);
	// A stored post may also have a problem: it may differ from what was sent, or be unreadable.
	if (!problem || storedResults.length === 0 || isInPostiz(worst)) return problem;
	const failedResults = results.filter((result) => result.problem && !isInPostiz(result));
	return problem.with({
		message: `${failedResults.length} of the ${results.length} posts of this item failed: ${problem.message}`,
		remedy: [
			`Postiz has ${joinIds(storedResults)}.`,
			...groupBy(failedResults, describeFailure).map(
				(group) => `${describeFailure(group[0])}: ${joinChannels(group)}.`,
			),
			...getRetryAdvice(results, problem),
			...problem.remedy,
		],
		hasRetryAdvice: true,
	});
}

/** Postiz keeps a post that it didn't update. */
function describeFailure({ outcome, planned }: PostResult): string {
	if (outcome === 'unknown') return 'Unclear';
	return planned.action === 'update' ? 'Not changed' : 'Not created';
}

const joinChannels = (results: PostResult[]) =>
	joinNames(
		results.map(({ planned }) => getChannelLabel(planned.desired.target)),
		100,
	);

/** How to send the other posts, unless the remedy already says so. */
function getRetryAdvice(results: PostResult[], { hasRetryAdvice }: Problem): Remedy {
	const items = results.map(({ planned }) => planned.desired.item);
	const wouldRepeat = items.some(({ ignoresExistingPosts }) => ignoresExistingPosts);
	return hasRetryAdvice && !wouldRepeat ? [] : getRerunAdvice(items);
}

const MAX_IDS = 3;

function joinIds(results: PostResult[]): string {
	const ids = results.slice(0, MAX_IDS).map(({ postId }) => postId);
	return [...ids, ...(results.length > MAX_IDS ? ['…'] : [])].join(', ');
}

/** Adds what happened to the other items to the problem that ends the run. */
export function addOtherItems(
	[index, problem]: [index: number, problem: Problem],
	resultsByItem: ResultsByItem,
	context: IExecuteFunctions,
): Problem {
	const others = [...resultsByItem].filter(([other]) => other !== index);
	const results = [...resultsByItem.values()].flat();
	const countWith = (outcome: Outcome) =>
		new Set(results.filter((result) => result.outcome === outcome && !result.problem)).size;
	const [createdCount, updatedCount] = [countWith('created'), countWith('updated')];
	const listItemsWith = (outcome: Outcome) =>
		others
			.filter(([, itemResults]) => itemResults.some((result) => result.outcome === outcome))
			.map(([other]) => other);
	const [unknownItems, unsentItems] = [listItemsWith('unknown'), listItemsWith('notSent')];
	const rest = joinSentences(
		createdCount > 0 && `${formatCount(createdCount, 'post')} ${wasOrWere(createdCount)} created.`,
		updatedCount > 0 && `${formatCount(updatedCount, 'post')} ${wasOrWere(updatedCount)} updated.`,
		unknownItems.length > 0 &&
			`It is also unclear what Postiz stored of ${nameItems(context, unknownItems)}.`,
		describeOtherItems(context, unsentItems, 'not sent'),
	);
	const retry = createdCount + updatedCount > 0 ? getRetryAdvice(results, problem) : [];
	return problem.with({ closing: [...problem.closing, rest, ...retry] });
}
