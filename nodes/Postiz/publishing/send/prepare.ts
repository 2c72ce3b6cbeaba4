import { PostFinder } from '../../calendar/postFinder';
import { type ItemFailures, mapConcurrently } from '../../execution/itemResults';
import type { MediaFile } from '../../media/mediaFile';
import type { DesiredPost } from '../../posts/desiredPost';
import { downgradeIfSkipped } from '../../posts/issue';
import { findUnreachablePlaces, toUnreachableIssue } from '../../posts/issues/unreachableFiles';
import { isToSend, type PlannedPost } from '../../posts/plannedPost';
import type { PostResult } from '../../posts/postResult';
import type { Run } from '../../posts/run/run';
import type { ImageRef } from '../../transport/apiTypes';
import { getFiles, toPayload } from './payload';
import { isOutgoing, type OutgoingPost } from './outgoingPost';
import { prepareRowUpdate } from './updates/prepareRowUpdate';

type References = Map<MediaFile, ImageRef>;

/** Posts that are ready to be sent. */
export interface PreparedPosts {
	/** All posts, with issues about uploaded files. */
	plannedPosts: PlannedPost[];
	outgoing: OutgoingPost[];
	/** The results of updates that change nothing: a digest may differ although its setting is the same. */
	unchanged: PostResult[];
	failures: ItemFailures;
}

/** Uploads the files of all posts to send, and merges updates with what the calendar has. */
export async function prepare(
	plannedPosts: PlannedPost[],
	run: Run,
	earlierFailures: ItemFailures,
): Promise<PreparedPosts> {
	const finder = new PostFinder(run.client);
	const toSend = findPostsToSend(plannedPosts, earlierFailures);
	const { values, failures } = await mapConcurrently(
		plannedPosts
			.filter(({ desired }) => toSend.has(desired))
			.map((planned) => ({ index: planned.desired.item.index, planned })),
		async ({ planned }) =>
			planned.action === 'update'
				? await prepareRowUpdate(planned, finder, run)
				: await prepareNew(planned, run),
	);
	const outgoing = values.filter(isOutgoing);
	const prepared = new Map(outgoing.map(({ planned }) => [planned.desired, planned]));
	return {
		plannedPosts: plannedPosts.map((planned) => prepared.get(planned.desired) ?? planned),
		outgoing,
		unchanged: values.filter((value): value is PostResult => !isOutgoing(value)),
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
		requestFields: { ...item.requestFields, type: isForSlot ? 'schedule' : type },
		...(isForSlot && { isForSlot }),
	};
}

/** Adds issues about files that their network cannot reach: only an upload shows where the instance keeps files. */
function withUnreachableFiles(planned: PlannedPost, references: References): PlannedPost {
	const { desired, issues } = planned;
	if (desired.fingerprint.isDraft) return planned;
	const places = findUnreachablePlaces(desired, 'never', (file) => references.get(file)?.path);
	const unreachable = places
		.map(toUnreachableIssue)
		.filter(({ message }) => issues.every((existing) => existing.message !== message));
	return { ...planned, issues: [...issues, ...downgradeIfSkipped(unreachable, desired.item)] };
}
