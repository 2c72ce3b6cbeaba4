import { PostFinder } from '../../calendar/postFinder';
import { type ItemFailures, mapConcurrently } from '../../execution/itemResults';
import type { MediaFile } from '../../media/mediaFile';
import type { DesiredPost } from '../../posts/desiredPost';
import { downgradeIfSkipped } from '../../posts/issue';
import { findUnreachableOrigins, toUnreachableIssue } from '../../posts/issues/unreachableFiles';
import {
	getExistingPost,
	getReplaceablePost,
	isToSend,
	type PlannedPost,
} from '../../posts/plannedPost';
import type { RunContext } from '../../posts/run/run';
import type { ImageRef } from '../../transport/apiTypes';
import {
	type DeliveryResult,
	type OutgoingPost,
	toOutgoingPost,
	toUnchangedResult,
} from './outgoingPost';
import { getFiles, toPayload } from './payload';
import { prepareRowUpdate } from './updates/prepareRowUpdate';

type References = Map<MediaFile, ImageRef>;

/** Posts that are ready to be sent. */
export interface PreparedPosts {
	/** All posts, with issues about uploaded files. */
	plannedPosts: PlannedPost[];
	outgoing: OutgoingPost[];
	/** The results of updates that change nothing: a digest may differ although its setting is the same. */
	unchanged: DeliveryResult[];
	failures: ItemFailures;
}

/** Uploads the files of all posts to send, and merges updates with what the calendar has. */
export async function prepare(
	plannedPosts: PlannedPost[],
	run: RunContext,
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
				? { planned, outgoing: await prepareRowUpdate(planned, finder, run) }
				: await prepareNew(planned, run),
	);
	const prepared = new Map(values.map(({ planned }) => [planned.desired, planned]));
	return {
		plannedPosts: plannedPosts.map((planned) => prepared.get(planned.desired) ?? planned),
		outgoing: values.flatMap(({ outgoing }) => outgoing ?? []),
		unchanged: values
			.filter(({ outgoing }) => !outgoing)
			.map(({ planned }) => toUnchangedResult(planned.desired, getExistingPost(planned)?.id)),
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
	return outgoing.filter(({ desired }) => toSend.has(desired));
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

async function prepareNew(
	planned: PlannedPost,
	run: RunContext,
): Promise<{ planned: PlannedPost; outgoing: OutgoingPost }> {
	const { desired } = planned;
	const { requestFields } = desired.item;
	const { type } = requestFields;
	const isForSlot = type === 'nextSlot';
	const references = await run.uploads.uploadAll(getFiles(desired));
	const outgoing = toOutgoingPost(desired, {
		payload: toPayload(desired, references),
		requestFields: { ...requestFields, type: isForSlot ? 'schedule' : type },
		isForSlot,
		replaceablePost: getReplaceablePost(planned),
	});
	return { planned: withUnreachableFiles(planned, references), outgoing };
}

/** Adds issues about files that their network cannot reach: only an upload shows where the instance keeps files. */
function withUnreachableFiles(planned: PlannedPost, references: References): PlannedPost {
	const { desired, issues } = planned;
	if (desired.fingerprint.isDraft) return planned;
	const places = findUnreachableOrigins(desired, 'never', (file) => references.get(file)?.path);
	const unreachable = places
		.map(toUnreachableIssue)
		.filter(({ message }) => issues.every((existing) => existing.message !== message));
	return { ...planned, issues: [...issues, ...downgradeIfSkipped(unreachable, desired.item)] };
}
