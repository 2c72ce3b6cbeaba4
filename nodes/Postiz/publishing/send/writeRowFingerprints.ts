import { PostFinder } from '../../calendar/postFinder';
import { ignoreIfProblem } from '../../common/problem';
import type { PlannedPostOf } from '../../posts/plannedPost';
import { Journal } from '../../posts/run/journal';
import type { Run } from '../../posts/run/run';
import type { DeliveredRun, WrittenFingerprints } from '../../posts/run/runSteps';
import { toPostContent } from '../../posts/toPostContent';
import { RateLimitWait } from '../../transport/rateLimitWait';
import { deliver } from './delivery/deliver';
import { type OutgoingPost, toOutgoingUpdate } from './outgoingPost';
import { assertUpdatable } from './updates/assertUpdatable';
import { planUpdateOrThrow } from './updates/planUpdateOrThrow';
import { uploadAndCreatePayload } from './updates/uploadAndCreatePayload';

/**
 * Writes the fingerprints of rows into posts that already have the row's content: Create made the post without a Row
 * ID, or somebody has already made the row's change in Postiz. Writes nothing if a post could not be sent. Ignores
 * failures, and waits neither for the hourly limit nor for lost responses: the next run tries again.
 */
export async function writeRowFingerprints(
	run: Run,
	{ plannedPosts, deliveryResults }: Pick<DeliveredRun, 'plannedPosts' | 'deliveryResults'>,
): Promise<WrittenFingerprints> {
	if (deliveryResults.some(({ outcome }) => outcome === 'notSent'))
		return { sentCount: 0, rowIdCount: 0 };
	const unchanged = new Set(
		deliveryResults.filter(({ outcome }) => outcome === 'unchanged').map(({ desired }) => desired),
	);
	const outdated = plannedPosts.filter((planned): planned is PlannedPostOf<'keep' | 'update'> =>
		planned.action === 'keep'
			? planned.needsRowId === true
			: planned.action === 'update' && unchanged.has(planned.desired),
	);
	const client = run.client.withRateLimitWait(RateLimitWait.none());
	// Uses its own journal: in the run's journal, Retry On Fail would report these as updates of the rows.
	const ownRun = {
		...run,
		client,
		journal: new Journal(),
		options: { ...run.options, continuesOnError: true },
	};
	const finder = new PostFinder(client);
	const prepared = await Promise.all(
		outdated.map(
			async (planned) =>
				await prepareFingerprintUpdate(planned, finder, ownRun).catch(ignoreIfProblem),
		),
	);
	const outgoing = prepared.filter((post) => post !== undefined);
	const results = await deliver(outgoing, ownRun, { looksUpOnce: true });
	const withoutRowId = new Set(
		outdated.filter(({ action }) => action === 'keep').map(({ desired }) => desired),
	);
	const linked = results.filter(
		({ outcome, desired }) => outcome === 'updated' && withoutRowId.has(desired),
	);
	return { sentCount: outgoing.length, rowIdCount: linked.length };
}

/** Prepares an update that only changes the fingerprint. Throws {@link Problem} if the post can't be updated. */
async function prepareFingerprintUpdate(
	planned: PlannedPostOf<'keep' | 'update'>,
	finder: PostFinder,
	run: Run,
): Promise<OutgoingPost> {
	const { desired, existing } = planned;
	const before = await finder.fetchFresh(existing.id);
	assertUpdatable({ before, changesOnlyState: false }, run);
	const update = { post: toPostContent(before), fingerprint: desired.fingerprint };
	const plannedUpdate = planUpdateOrThrow(before, update, run);
	const payload = await uploadAndCreatePayload(plannedUpdate, run);
	const refresh = async () => await prepareFingerprintUpdate(planned, finder, run);
	return toOutgoingUpdate(desired, { ...plannedUpdate, payload }, refresh);
}
