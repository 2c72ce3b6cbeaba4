import { PostFinder } from '../../calendar/postFinder';
import { ignoreProblem } from '../../common/problem';
import type { PlannedPost, PlannedPostOf } from '../../posts/plannedPost';
import { Journal } from '../../posts/run/journal';
import type { Run } from '../../posts/run/run';
import { RateLimitWait } from '../../transport/rateLimitWait';
import { deliver } from './deliver';
import type { OutgoingPost } from './requests';
import { assertUpdatable, getPlanningTime, planUpdate } from './updates/planUpdate';
import { toChannelPost } from './updates/postUpdate';
import { toOutgoingUpdate } from './updates/prepareRowUpdate';
import { prepareUpdate } from './updates/prepareUpdate';

/**
 * Writes the Row ID into the fingerprints of posts that Create made, so that later changes of their rows find them. Returns how
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
			async (planned) => await prepareRowIdUpdate(planned, finder, ownRun).catch(ignoreProblem),
		),
	);
	const outgoing = prepared.filter((post) => post !== undefined);
	const results = await deliver(outgoing, ownRun, { continuesOnError: true });
	return results.filter(({ outcome }) => outcome === 'updated').length;
}

/** Prepares the unchanged post with the fingerprint of its row. Throws {@link Problem} if it can't be written. */
async function prepareRowIdUpdate(
	planned: PlannedPostOf<'keep'>,
	finder: PostFinder,
	run: Run,
): Promise<OutgoingPost> {
	const { desired, post } = planned;
	const prepared = await prepareUpdate(async () => {
		const readAt = Date.now();
		const before = await finder.fetch(post.id);
		const time = getPlanningTime(run);
		assertUpdatable({ before, changesOnlyState: false }, time);
		const update = { post: toChannelPost(before), key: desired.fingerprint };
		return { ...planUpdate(before, update, time), readAt };
	}, run);
	return toOutgoingUpdate(
		{ action: 'update', desired, post, changedFields: [], issues: [] },
		prepared,
		async () => await prepareRowIdUpdate(planned, finder, run),
	);
}
