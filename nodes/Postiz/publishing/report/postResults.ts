import { findMissingTags, indexById, PostFinder } from '../../calendar/calendarPost';
import { DAY_MS } from '../../common/date';
import { getOrCreate } from '../../common/lists';
import { asProblem, ignoreProblem } from '../../common/problem';
import type { ItemFailures } from '../../execution/itemResults';
import { listPosts } from '../../transport/listPosts';
import type { DesiredPost, PlannedPost, PostResult } from '../model';
import type { Run } from '../run';
import { withSameMinuteNotes } from '../sameMinute';
import { readAgain, type SentChange } from '../send/planChange';

/** The results of the posts of each item, by its index. */
export type ResultsByItem = Map<number, PostResult[]>;

/** What was sent, of which steps, and what is known of its changes. */
export interface SentPosts {
	steps: PlannedPost[];
	sent: PostResult[];
	changes: Map<DesiredPost, SentChange>;
}

/** Collects what became of each post, with what Postiz stored of it. Items that say the same share a result. */
export async function collectResults(
	{ steps, sent, changes }: SentPosts,
	run: Run,
	failures: ItemFailures,
): Promise<ResultsByItem> {
	const known = new Map(sent.map((result) => [result.planned, result]));
	const results = steps.flatMap((step) => {
		if (step.action === 'duplicate') return [];
		const isUnchanged = changes.get(step.desired)?.changed.length === 0;
		return [known.get(step) ?? toUnsentResult(step, isUnchanged, failures)];
	});
	const stored = withDateNotes(await withStoredPosts(results, changes, run));
	return groupByItem(steps, stored, failures);
}

/** Counts only posts that were created: others of their minute may have failed. */
function withDateNotes(results: PostResult[]): PostResult[] {
	const created = new Set(
		results.flatMap(({ outcome, planned }) => (outcome === 'created' ? [planned] : [])),
	);
	const noted = withSameMinuteNotes(
		results.map(({ planned }) => planned),
		(step) => created.has(step),
	);
	return results.map((result, index) => ({ ...result, planned: noted[index]! }));
}

/** The result of a post that was not to be sent, or whose item has failed. */
function toUnsentResult(
	planned: Exclude<PlannedPost, { action: 'duplicate' }>,
	isUnchanged: boolean,
	failures: ItemFailures,
): PostResult {
	const { action, desired } = planned;
	if (action === 'alreadySent') {
		const { postId, date, isChange } = planned;
		return { planned, outcome: isChange ? 'updated' : 'created', postId, date };
	}
	if (action === 'skip') return { planned, outcome: 'skipped' };
	// What differs by its digest may be the same after all.
	if (action === 'keep' || (action === 'update' && isUnchanged))
		return { planned, outcome: 'unchanged', postId: planned.post.id };
	// Items that say the same fail for the same reason.
	const problem = asProblem(failures.get(desired.item.index));
	// Postiz may have what an earlier try sent, or the start of it.
	const isUnclear = action === 'reject' && desired.earlierAttempt !== undefined;
	return { planned, outcome: isUnclear ? 'unknown' : 'rejected', problem };
}

function groupByItem(
	steps: PlannedPost[],
	results: PostResult[],
	failures: ItemFailures,
): ResultsByItem {
	const resultOf = new Map(results.map((result) => [result.planned.desired, result]));
	const byItem: ResultsByItem = new Map();
	for (const step of steps) {
		const { index } = step.desired.item;
		const result = resultOf.get(step.action === 'duplicate' ? step.duplicateOf : step.desired)!;
		// Of an item that failed before, only what Postiz has counts, or may have from an earlier try.
		const isShown =
			isInPostiz(result) || (step.action === 'reject' && result.outcome === 'unknown');
		if (isShown || !failures.has(index)) getOrCreate(byItem, index, () => []).push(result);
	}
	return byItem;
}

export const isInPostiz = ({ outcome }: PostResult): boolean =>
	['created', 'updated', 'unchanged'].includes(outcome);

/** The results with what the service stored: changed posts are read again, and dropped tags looked for. */
async function withStoredPosts(
	results: PostResult[],
	changes: SentPosts['changes'],
	run: Run,
): Promise<PostResult[]> {
	const posts = new PostFinder(run.client);
	const read: PostResult[] = [];
	for (const result of results) {
		const sent = result.outcome === 'updated' ? changes.get(result.planned.desired) : undefined;
		read.push(sent ? await withChange(result, sent, posts) : result);
	}
	return await withMissingTags(read, run);
}

async function withChange(
	result: PostResult,
	sent: SentChange,
	posts: PostFinder,
): Promise<PostResult> {
	try {
		// A post at a free slot got its date only when it was sent.
		const shared = { ...sent.shared, date: result.date ?? sent.shared.date };
		return { ...result, changed: sent.changed, ...(await readAgain({ ...sent, shared }, posts)) };
	} catch (error) {
		return { ...result, problem: asProblem(error) };
	}
}

/** The results with the tags of created posts that the service dropped; none if it doesn't answer (docs/api.md, Tags). */
async function withMissingTags(results: PostResult[], { client }: Run): Promise<PostResult[]> {
	const tagged = results.filter(
		({ outcome, planned }) => outcome === 'created' && planned.desired.item.shared.tags.length > 0,
	);
	if (tagged.length === 0) return results;
	const dates = tagged.map(({ date = '' }) => Date.parse(date));
	const window = { start: Math.min(...dates) - DAY_MS, end: Math.max(...dates) + DAY_MS };
	const known = indexById((await listPosts(client, window).catch(ignoreProblem)) ?? []);
	return results.map((result) => {
		const listed = result.outcome === 'created' ? known.get(result.postId ?? '') : undefined;
		if (!listed) return result;
		const { tags } = result.planned.desired.item.shared;
		return { ...result, missingTags: findMissingTags(tags, { ...listed, parts: [] }) };
	});
}
