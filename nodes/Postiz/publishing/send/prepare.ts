import { PostFinder } from '../../calendar/postFinder';
import { createKeyId } from '../../common/postKey';
import { Problem, quote } from '../../common/problem';
import { mapConcurrently, type ItemFailures } from '../../execution/itemResults';
import type { MediaFile } from '../../media/mediaFile';
import type { DesiredPost } from '../../posts/desiredPost';
import { downgradeIfSkipped } from '../../posts/issue';
import { findUnreachablePlaces, toUnreachableIssue } from '../../posts/issues/unreachableFiles';
import { isToSend, type PlannedPost, type PlannedPostOf } from '../../posts/plannedPost';
import type { Run } from '../../posts/run/run';
import type { ImageRef } from '../../transport/apiTypes';
import { getFiles, toPayload, type OutgoingPost } from './requests';
import { mergeRow } from './updates/mergeRow';
import { planUpdate } from './updates/planUpdate';
import { prepareUpdate, type PreparedUpdate } from './updates/prepareUpdate';

type References = Map<MediaFile, ImageRef>;

/** The latest plan of each update: it may turn out that nothing changes. */
export type PreparedUpdates = Map<DesiredPost, PreparedUpdate>;

/** Posts that are ready to be sent. */
export interface PreparedPosts {
	/** All posts, with issues about uploaded files. */
	plannedPosts: PlannedPost[];
	outgoing: OutgoingPost[];
	updates: PreparedUpdates;
	failures: ItemFailures;
}

/** Uploads the files of all posts to send, and merges updates with what the calendar has. */
export async function prepare(
	plannedPosts: PlannedPost[],
	run: Run,
	earlierFailures: ItemFailures,
): Promise<PreparedPosts> {
	const updates: PreparedUpdates = new Map();
	const finder = new PostFinder(run.client);
	const toSend = findPostsToSend(plannedPosts, earlierFailures);
	const { values, failures } = await mapConcurrently(
		plannedPosts
			.filter(({ desired }) => toSend.has(desired))
			.map((planned) => ({ index: planned.desired.item.index, planned })),
		async ({ planned }) =>
			planned.action === 'update'
				? await toOutgoingUpdate(planned, { updates, finder, run })
				: await prepareNew(planned, run),
	);
	const outgoing = values.filter((post) => post !== undefined);
	const prepared = new Map(outgoing.map(({ planned }) => [planned.desired, planned]));
	return {
		plannedPosts: plannedPosts.map((planned) => prepared.get(planned.desired) ?? planned),
		outgoing,
		updates,
		failures,
	};
}

/** The prepared posts whose items haven't failed since. */
export function selectOutgoing(
	outgoing: OutgoingPost[],
	plannedPosts: PlannedPost[],
	earlierFailures: ItemFailures,
): OutgoingPost[] {
	const toSend = findPostsToSend(plannedPosts, earlierFailures);
	return outgoing.filter(({ planned }) => toSend.has(planned.desired));
}

/** The posts that items which haven't failed need: their own, or the ones that they are duplicates of. */
function findPostsToSend(
	plannedPosts: PlannedPost[],
	earlierFailures: ItemFailures,
): Set<DesiredPost> {
	const neededByItems = new Set<DesiredPost>();
	for (const planned of plannedPosts) {
		if (earlierFailures.has(planned.desired.item.index)) continue;
		neededByItems.add(planned.action === 'duplicate' ? planned.duplicateOf : planned.desired);
	}
	const toSend = plannedPosts.filter(
		(planned) => isToSend(planned) && neededByItems.has(planned.desired),
	);
	return new Set(toSend.map(({ desired }) => desired));
}

async function prepareNew(planned: PlannedPost, run: Run): Promise<OutgoingPost> {
	const { desired } = planned;
	const { item } = desired;
	const references = await run.uploads.uploadAll(getFiles(desired));
	const { type } = item.requestFields;
	const isForSlot = type === 'nextSlot';
	return {
		planned: withUnreachableFiles(planned, references),
		payload: toPayload(desired, references),
		keyId: createKeyId(),
		requestFields: { ...item.requestFields, type: isForSlot ? 'schedule' : type },
		...(isForSlot && { isForSlot }),
	};
}

/** Adds issues about files that their network cannot reach: only an upload shows where the instance keeps files. */
function withUnreachableFiles(planned: PlannedPost, references: References): PlannedPost {
	const { desired, issues } = planned;
	if (desired.key.isDraft) return planned;
	const places = findUnreachablePlaces(desired, 'never', (file) => references.get(file)?.path);
	const unreachable = places
		.map(toUnreachableIssue)
		.filter(({ message }) => issues.every((existing) => existing.message !== message));
	return { ...planned, issues: [...issues, ...downgradeIfSkipped(unreachable, desired.item)] };
}

interface UpdateContext {
	updates: PreparedUpdates;
	finder: PostFinder;
	run: Run;
}

/** The update of a row, ready to be sent, also in `context.updates`; undefined if nothing is left to change. */
async function toOutgoingUpdate(
	planned: PlannedPostOf<'update'>,
	context: UpdateContext,
): Promise<OutgoingPost | undefined> {
	const { desired } = planned;
	const update = await prepareMergedRow(planned, context);
	context.updates.set(desired, update);
	const { changed, requestFields, payload, plannedAt } = update;
	if (changed.length === 0) return undefined;
	return {
		planned,
		requestFields,
		payload,
		keyId: createKeyId(),
		isForSlot: desired.item.requestFields.type === 'nextSlot' && changed.includes('date'),
		replan: { plannedAt, planAgain: async () => await toOutgoingUpdate(planned, context) },
	};
}

async function prepareMergedRow(
	{ desired, post, changedKeyFields }: PlannedPostOf<'update'>,
	{ finder, run }: UpdateContext,
): Promise<PreparedUpdate & { plannedAt: number }> {
	return await prepareUpdate(async () => {
		const plannedAt = Date.now();
		finder.clearLists();
		const before = await finder.fetch(post.id);
		const plan = planUpdate(before, mergeRow(before, desired, changedKeyFields), run.timezone);
		// The decision may be outdated, such as for a draft that somebody has approved since.
		if (before.state === post.state) return { ...plan, plannedAt };
		throw new Problem(
			`The post ${quote(post.id)} was changed in Postiz in the meantime`,
			'Nothing was changed. Run this again.',
			{ hasRetryAdvice: true },
		);
	}, run);
}
