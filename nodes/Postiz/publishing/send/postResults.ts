import { findMissingTags, indexPostsById } from '../../calendar/calendarPost';
import { PostFinder } from '../../calendar/postFinder';
import { DAY_MS } from '../../common/date';
import { asProblem, ignoreProblem, Problem } from '../../common/problem';
import type { ItemFailures } from '../../execution/itemResults';
import type { PlannedPost } from '../../posts/plannedPost';
import type { PostResult } from '../../posts/postResult';
import type { Run } from '../../posts/run/run';
import { listPosts } from '../../transport/listPosts';
import { type SentResult, toUnchangedResult } from './outgoingPost';
import type { PreparedUpdate } from './updates/prepareUpdate';
import { verifyUpdate } from './updates/verifyUpdate';

/** Returns the results of all posts but duplicates, with what Postiz stored. */
export async function collectResults(
	plannedPosts: PlannedPost[],
	sentResults: SentResult[],
	run: Run,
	failures: ItemFailures,
): Promise<PostResult[]> {
	const resultsByPost = new Map(sentResults.map((result) => [result.planned.desired, result]));
	const results = plannedPosts.flatMap((planned): SentResult[] => {
		if (planned.action === 'duplicate') return [];
		const sentResult = resultsByPost.get(planned.desired);
		return [sentResult ? { ...sentResult, planned } : toUnsentResult(planned, failures)];
	});
	return await addMissingTags(await verifyUpdates(results, run), run);
}

/** The result of a post that didn't have to be sent, or whose item has failed. */
function toUnsentResult(
	planned: Exclude<PlannedPost, { action: 'duplicate' }>,
	failures: ItemFailures,
): PostResult {
	const { action, desired } = planned;
	if (action === 'alreadySent') {
		const { postId, date, isUpdate } = planned;
		return { planned, outcome: isUpdate ? 'updated' : 'created', postId, date };
	}
	if (action === 'skip') return { planned, outcome: 'skipped' };
	if (action === 'keep') return toUnchangedResult(planned);
	// Duplicates fail for the same reason. An error of n8n, such as of its storage, is reported for the item alone.
	const error = failures.get(desired.item.index);
	const problem = error instanceof Problem ? error : undefined;
	// Postiz may have the post, or part of it, from an earlier attempt.
	const mayExist = action === 'reject' && desired.sentRecord !== undefined;
	return { planned, outcome: mayExist ? 'unknown' : 'rejected', problem };
}

/** Adds what changed in updated posts, which are read again. */
async function verifyUpdates(results: SentResult[], { client }: Run): Promise<PostResult[]> {
	const finder = new PostFinder(client);
	const verified: PostResult[] = [];
	for (const { update, ...result } of results) {
		const isVerifiable = update !== undefined && result.outcome === 'updated';
		verified.push(isVerifiable ? await verifyResult(result, update, finder) : result);
	}
	return verified;
}

async function verifyResult(
	result: PostResult,
	update: PreparedUpdate,
	finder: PostFinder,
): Promise<PostResult> {
	try {
		const stored = await verifyUpdate(update, finder);
		return { ...result, changed: update.changed, ...stored };
	} catch (error) {
		return { ...result, problem: asProblem(error) };
	}
}

/** Adds the tags of created posts that the service dropped; none if it doesn't answer (docs/api.md, Tags). */
async function addMissingTags(results: PostResult[], { client }: Run): Promise<PostResult[]> {
	const tagged = results.filter(
		({ outcome, planned }) =>
			outcome === 'created' && planned.desired.item.requestFields.tags.length > 0,
	);
	if (tagged.length === 0) return results;
	const dates = tagged.map(({ date = '' }) => Date.parse(date));
	const window = { start: Math.min(...dates) - DAY_MS, end: Math.max(...dates) + DAY_MS };
	const listed = indexPostsById((await listPosts(client, window).catch(ignoreProblem)) ?? []);
	return results.map((result) => {
		const post = result.outcome === 'created' ? listed.get(result.postId ?? '') : undefined;
		if (!post) return result;
		const { tags } = result.planned.desired.item.requestFields;
		return { ...result, missingTags: findMissingTags(tags, { ...post, parts: [] }) };
	});
}
