import { findMissingTags, indexPostsById } from '../../calendar/calendarPost';
import { PostFinder } from '../../calendar/postFinder';
import { DAY_MS, getTimeSpan } from '../../common/date';
import { toProblemOrRethrow, ignoreIfProblem, Problem } from '../../common/problem';
import type { ItemFailures } from '../../execution/itemResults';
import type { PlannedPost } from '../../posts/plannedPost';
import type { PostResult, DeliveryResult } from '../../posts/postResult';
import type { Run } from '../../posts/run/run';
import type { DeliveredRun } from '../../posts/run/runSteps';
import { fetchPosts } from '../../transport/fetchPosts';
import { verifyUpdate } from './updates/verifyUpdate';

/**
 * Returns the results of all posts except duplicates. Reads updated posts again to show what Postiz has stored, and the
 * calendar to find tags of created posts that Postiz doesn't have.
 */
export async function fetchPostResults(
	run: Run,
	{
		plannedPosts,
		deliveryResults,
		failures,
	}: Pick<DeliveredRun, 'plannedPosts' | 'deliveryResults' | 'failures'>,
): Promise<PostResult[]> {
	const deliveredByPost = new Map(deliveryResults.map((result) => [result.desired, result]));
	const finder = new PostFinder(run.client);
	const results = await Promise.all(
		plannedPosts
			.filter((planned) => planned.action !== 'duplicate')
			.map(async (planned) => {
				const delivered = deliveredByPost.get(planned.desired);
				return delivered
					? await readBack(planned, delivered, finder)
					: toUnsentResult(planned, failures);
			}),
	);
	return await fetchAndAddMissingTags(results, run);
}

/** The result of a post that wasn't sent, because it didn't have to be or its item failed. */
function toUnsentResult(
	planned: Exclude<PlannedPost, { action: 'duplicate' }>,
	failures: ItemFailures,
): PostResult {
	const { action, desired } = planned;
	if (action === 'alreadySent') {
		const { postId, date, isUpdate } = planned;
		return { planned, outcome: isUpdate ? 'updated' : 'created', postId, date };
	}
	if (action === 'skipChannel') return { planned, outcome: 'skipped' };
	if (action === 'keep') return { planned, outcome: 'unchanged', postId: planned.existing.id };
	// Duplicates fail with their original. Other errors, such as of n8n's storage, are reported for their item only.
	const error = failures.get(desired.item.index);
	const problem = error instanceof Problem ? error : undefined;
	// An earlier attempt may have created the post, or part of it.
	const mayExist = action === 'reject' && desired.sentRecord !== undefined;
	return { planned, outcome: mayExist ? 'unknown' : 'rejected', problem };
}

/** Adds what Postiz has stored to the result of an update. */
async function readBack(
	planned: PlannedPost,
	{ outcome, postId, date, problem, sentUpdate }: DeliveryResult,
	finder: PostFinder,
): Promise<PostResult> {
	const result = { planned, outcome, postId, date, problem };
	if (!sentUpdate || outcome !== 'updated') return result;
	try {
		return { ...result, changed: sentUpdate.changed, ...(await verifyUpdate(sentUpdate, finder)) };
	} catch (error) {
		return { ...result, problem: toProblemOrRethrow(error) };
	}
}

/**
 * Adds the tags of created posts that the service dropped. Returns the results unchanged if it doesn't respond
 * (docs/api.md, Tags).
 */
async function fetchAndAddMissingTags(
	results: PostResult[],
	{ client }: Run,
): Promise<PostResult[]> {
	const times = results.flatMap(({ outcome, planned, date }) =>
		outcome === 'created' && date && planned.desired.item.requestFields.tags.length > 0
			? [Date.parse(date)]
			: [],
	);
	if (times.length === 0) return results;
	const { start, end } = getTimeSpan(times);
	const window = { start: start - DAY_MS, end: end + DAY_MS };
	const listed = indexPostsById((await fetchPosts(client, window).catch(ignoreIfProblem)) ?? []);
	return results.map((result) => {
		const post = result.outcome === 'created' ? listed.get(result.postId ?? '') : undefined;
		if (!post) return result;
		const { tags } = result.planned.desired.item.requestFields;
		return { ...result, missingTags: findMissingTags(tags, post) };
	});
}
