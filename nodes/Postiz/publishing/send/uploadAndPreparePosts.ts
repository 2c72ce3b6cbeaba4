import { PostFinder } from '../../calendar/postFinder';
import { type ItemFailures, mapConcurrently } from '../../execution/itemResults';
import type { DesiredPost } from '../../posts/desiredPost';
import { toNotesIfValidationSkipped } from '../../posts/issue';
import {
	createPlannedAddressGetter,
	findUnreachableOrigins,
	toUnreachableIssue,
} from '../../posts/issues/unreachableFiles';
import {
	withIssues,
	getExistingPost,
	getOriginal,
	getSimilarPost,
	isToSend,
	type PlannedPost,
} from '../../posts/plannedPost';
import { listPostFiles } from '../../posts/postFiles';
import type { DeliveryResult } from '../../posts/postResult';
import type { Run } from '../../posts/run/run';
import type { PostizClient } from '../../transport/client';
import { type OutgoingPost, toOutgoingPost, toUnchangedResult } from './outgoingPost';
import { toPayload } from './payload';
import { uploadAndPrepareRowUpdate } from './updates/uploadAndPrepareRowUpdate';

/** Posts that are ready to be sent. */
export interface PreparedPosts {
	/** All posts. Uploads may have added issues about files. */
	plannedPosts: PlannedPost[];
	outgoing: OutgoingPost[];
	/** Updates without changes. Digests may differ although the settings are the same. */
	unchanged: DeliveryResult[];
	failures: ItemFailures;
}

/** Uploads the files of the posts to send, and merges updates with the calendar. */
export async function uploadAndPreparePosts(
	plannedPosts: PlannedPost[],
	run: Run,
	earlierFailures: ItemFailures,
): Promise<PreparedPosts> {
	const finder = new PostFinder(run.client);
	const postsToSend = findPostsToSend(plannedPosts, earlierFailures);
	const { values, failures } = await mapConcurrently(
		plannedPosts
			.filter(({ desired }) => postsToSend.has(desired))
			.map((planned) => ({ index: planned.desired.item.index, planned })),
		async ({ planned }) => ({
			planned,
			outgoing:
				planned.action === 'update'
					? await uploadAndPrepareRowUpdate(planned, finder, run)
					: await uploadAndPrepareNewPost(planned, run),
		}),
	);
	const outgoing = values.flatMap((value) => value.outgoing ?? []);
	// An update may leave its post a draft, which nobody publishes yet.
	const postsToPublish = new Set(
		outgoing
			.filter(({ requestFields: { type } }) => type !== 'draft')
			.map(({ desired }) => desired),
	);
	return {
		plannedPosts: plannedPosts.map((planned) =>
			postsToPublish.has(planned.desired)
				? withUnreachableFileIssues(planned, run.client)
				: planned,
		),
		outgoing,
		unchanged: values
			.filter((value) => !value.outgoing)
			.map(({ planned }) => toUnchangedResult(planned.desired, getExistingPost(planned)?.id)),
		failures,
	};
}

/** Drops prepared posts of items that have failed since. */
export function selectOutgoing(
	outgoing: OutgoingPost[],
	plannedPosts: PlannedPost[],
	earlierFailures: ItemFailures,
): OutgoingPost[] {
	const toSend = findPostsToSend(plannedPosts, earlierFailures);
	return outgoing.filter(({ desired }) => toSend.has(desired));
}

/** Finds the posts to send. A post is sent if its own item, or the item of a duplicate, hasn't failed. */
function findPostsToSend(
	plannedPosts: PlannedPost[],
	earlierFailures: ItemFailures,
): Set<DesiredPost> {
	const neededByItems = new Set<DesiredPost>();
	for (const planned of plannedPosts) {
		if (earlierFailures.has(planned.desired.item.index)) continue;
		neededByItems.add(getOriginal(planned));
	}
	return new Set(
		plannedPosts
			.filter((planned) => isToSend(planned) && neededByItems.has(planned.desired))
			.map(({ desired }) => desired),
	);
}

async function uploadAndPrepareNewPost(planned: PlannedPost, run: Run): Promise<OutgoingPost> {
	const { desired } = planned;
	const { requestFields } = desired.item;
	const { type } = requestFields;
	const isForSlot = type === 'nextSlot';
	const references = await run.uploads.uploadAll(listPostFiles(desired));
	return toOutgoingPost(desired, {
		payload: toPayload(desired, references),
		requestFields: { ...requestFields, type: isForSlot ? 'schedule' : type },
		isForSlot,
		similarPost: getSimilarPost(planned),
	});
}

/**
 * Adds issues about files that the network can't reach. Where the instance keeps files is only known after an upload.
 */
function withUnreachableFileIssues(
	planned: PlannedPost,
	{ instance: { filesOrigin } }: PostizClient,
): PlannedPost {
	const { desired, issues } = planned;
	const origins = findUnreachableOrigins(desired, 'never', createPlannedAddressGetter(filesOrigin));
	const unreachable = origins
		.map(toUnreachableIssue)
		.filter(({ message }) => issues.every((existing) => existing.message !== message));
	return withIssues(planned, toNotesIfValidationSkipped(unreachable, desired.item));
}
