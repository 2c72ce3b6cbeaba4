import { PostFinder } from '../../calendar/postFinder';
import { createKeyId } from '../../common/postKey';
import { ignoreProblem } from '../../common/problem';
import type { PlannedPost, PlannedPostOf } from '../../posts/plannedPost';
import { Journal } from '../../posts/run/journal';
import type { Run } from '../../posts/run/run';
import { RateLimitWait } from '../../transport/rateLimitWait';
import { deliver } from './deliver';
import type { OutgoingPost } from './requests';
import { assertUpdatable, planUpdate } from './updates/planUpdate';
import { toPostContent } from './updates/postDifferences';
import { prepareUpdate } from './updates/prepareUpdate';

/**
 * Writes the Row ID into the keys of posts that Create made, so that later changes of their rows find them. Returns how
 * many were linked. Failures are ignored, and nothing waits for the hourly limit: the next run links the others.
 */
export async function writeRowIds(plannedPosts: PlannedPost[], run: Run): Promise<number> {
	const toWrite = plannedPosts
		.filter((planned) => planned.action === 'keep')
		.filter(({ needsRowId }) => needsRowId);
	const client = run.client.withRateLimitWait(RateLimitWait.none());
	const ownRun = { ...run, client, journal: new Journal() };
	const finder = new PostFinder(client);
	const prepared = await Promise.all(
		toWrite.map(
			async (planned) => await planRowIdUpdate(planned, finder, ownRun).catch(ignoreProblem),
		),
	);
	const outgoing = prepared.filter((post) => post !== undefined);
	const results = await deliver(outgoing, ownRun, true);
	return results.filter(({ outcome }) => outcome === 'updated').length;
}

/** The unchanged post with the key of its row. Throws {@link Problem} if it can't be written. */
async function planRowIdUpdate(
	planned: PlannedPostOf<'keep'>,
	finder: PostFinder,
	run: Run,
): Promise<OutgoingPost> {
	const { desired, post } = planned;
	const { payload, requestFields } = await prepareUpdate(async () => {
		const before = await finder.fetch(post.id);
		assertUpdatable({ before, changesOnlyState: false }, run.timezone);
		return planUpdate(before, { post: toPostContent(before), key: desired.key }, run.timezone);
	}, run);
	return {
		planned: { action: 'update', desired, post, changedKeyFields: [], issues: [] },
		payload,
		keyId: createKeyId(),
		requestFields,
		replan: {
			plannedAt: Date.now(),
			planAgain: async () => await planRowIdUpdate(planned, finder, run),
		},
	};
}
