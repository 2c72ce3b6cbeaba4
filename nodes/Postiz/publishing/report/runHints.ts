import { formatCount, joinSentences, wasOrWere } from '../../common/text';
import { dropEmptyHints, type Hint } from '../../execution/operationResult';
import { describeNotes } from '../../posts/issues/issueProblems';
import type { PostResult } from '../../posts/postResult';
import type { Run } from '../../posts/run/run';
import type { CompletedRun } from '../../posts/run/runSteps';
import { describeDuplicates } from './describeDuplicates';
import { describeMissingTags } from './describeMissingTags';
import { describeKeptPosts, describeOutcomes, describeSkippedChannels } from './describeOutcomes';
import { describePublishDates } from './describePublishDates';
import { createExistingPostHints } from './existingPostHints';

/** Facts about a run for its hints, in addition to the results. */
export interface RunSummary extends Pick<
	CompletedRun,
	'plannedPosts' | 'failures' | 'writtenFingerprints'
> {
	itemHints: Hint[];
}

export function createRunHints(
	{ context, timezone, client }: Run,
	{ plannedPosts, failures, itemHints, writtenFingerprints }: RunSummary,
	results: PostResult[],
): Hint[] {
	const sentPosts = results
		.filter(({ outcome }) => outcome === 'created' || outcome === 'updated')
		.map(({ planned: { desired, issues } }) => ({ target: desired.target, issues }));
	const missingTags = results.flatMap((result) => result.missingTags ?? []);
	const describePosts = ({ isForModel = false } = {}) =>
		joinSentences(
			describeOutcomes(results, {
				failedItemCount: failures.size,
				sentFingerprintCount: writtenFingerprints.sentCount,
				isForModel,
			}),
			describeKeptPosts(results),
			describePublishDates(results, timezone, client.serviceNow()),
		);
	return dropEmptyHints([
		{
			text: describePosts(),
			forModel: describePosts({ isForModel: true }),
		},
		{ text: describeSkippedChannels(results) },
		{ text: describeDuplicates(plannedPosts, results, context) },
		...createExistingPostHints(plannedPosts, results, timezone),
		...itemHints,
		{ text: describeNotes(sentPosts) },
		{ text: describeMissingTags(missingTags) },
		{ text: describeWrittenRowIds(writtenFingerprints.rowIdCount) },
	]);
}

/** Counts the posts made by Create that got a Row ID; empty if there are none. */
const describeWrittenRowIds = (count: number) =>
	count > 0
		? `${formatCount(count, 'post')} ${wasOrWere(count)} linked to ${count === 1 ? 'its row' : 'their rows'}.`
		: '';
