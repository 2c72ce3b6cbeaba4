import { formatCount, joinSentences, wasOrWere } from '../../common/text';
import type { ItemFailures } from '../../execution/itemResults';
import { dropEmptyHints, type Hint } from '../../execution/operationResult';
import { describeNotes } from '../../posts/issues/explainIssues';
import type { PlannedPost } from '../../posts/plannedPost';
import type { PostResult } from '../../posts/postResult';
import type { RunContext } from '../../posts/run/run';
import { describeDuplicates } from './describeDuplicates';
import { describeKeptPosts, describeOutcomes, describeSkippedChannels } from './describeOutcomes';
import { describeMissingTags } from './describeMissingTags';
import { describePublishDates } from './describePublishDates';
import { createExistingPostHints } from './existingPostHints';

/** What hints need to know about a run, in addition to its results. */
export interface RunSummary {
	plannedPosts: PlannedPost[];
	failures: ItemFailures;
	/** Hints about its items. */
	itemHints: Hint[];
	/** How many posts of Create got the ID of their row. */
	writtenRowIdCount: number;
}

/** Creates all hints about a run: what it did and found, with those about its items. */
export function createRunHints(
	{ context, timezone, client }: RunContext,
	{ plannedPosts, failures, itemHints, writtenRowIdCount }: RunSummary,
	results: PostResult[],
): Hint[] {
	const details = [
		describeKeptPosts(results),
		describePublishDates(results, timezone, client.now()),
	];
	const createdPosts = results
		.filter(({ outcome }) => outcome === 'created')
		.map(({ planned: { desired, issues } }) => ({ target: desired.target, issues }));
	const missingTags = results.flatMap((result) => result.missingTags ?? []);
	return dropEmptyHints([
		{
			text: joinSentences(describeOutcomes(results, failures.size), ...details),
			// Models see the error itself.
			forModel: joinSentences(describeOutcomes(results, 0), ...details),
		},
		{ text: describeSkippedChannels(results) },
		{ text: describeDuplicates(plannedPosts, results, context) },
		...createExistingPostHints(plannedPosts, results, timezone),
		...itemHints,
		{ text: describeNotes(createdPosts) },
		{ text: describeMissingTags(missingTags) },
		{ text: describeWrittenRowIds(writtenRowIdCount) },
	]);
}

/** How many posts of Create were linked to their rows; empty if none were. */
const describeWrittenRowIds = (count: number) =>
	count > 0
		? `${formatCount(count, 'post')} ${wasOrWere(count)} linked to ${count === 1 ? 'its row' : 'their rows'}.`
		: '';
