import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Cache } from '../../common/memoize';
import type { Problem } from '../../common/problem';
import { retryMemories } from '../../common/processState';
import type { Channel, ListedPost, UploadedFile } from '../../transport/apiTypes';
import { Journal } from './journal';

/** The outcome of a request for a video. If it is unclear whether the video was made, it may have cost credits. */
export type VideoOutcome =
	{ kind: 'made'; videos: IDataObject[] } | { kind: 'notMade' | 'unclear'; problem: Problem };

/** What earlier attempts have done, so that Retry On Fail doesn't repeat it. Each attempt is a run. */
export class RetryMemory {
	/** Outcomes of requests for videos, by item index. */
	readonly videoOutcomes = new Map<number, VideoOutcome>();
	/** Outputs of items that name a deleted post, by its ID. */
	readonly deletionOutputs = new Map<string, IDataObject[]>();
	/**
	 * Groups of posts with a request to delete them, by post ID. If a post is gone afterwards, the request deleted it.
	 */
	readonly groupsToDelete = new Map<string, ListedPost[]>();
	readonly deletedChannelIds = new Set<string>();
	/** Channels with a request to delete them, by ID. If a channel is gone afterwards, the request deleted it. */
	readonly channelsToDelete = new Map<string, Channel>();
	/** Uploaded files, by the keys of their sources (media/uploads.ts). */
	readonly files: Cache<UploadedFile> = new Map();
	readonly journal = new Journal();
}

/** Returns the memory that this run shares with its other attempts. The first attempt creates it. */
export function getOrCreateRetryMemory(
	context: Pick<IExecuteFunctions, 'getInputData' | 'getNode'>,
): RetryMemory {
	const [first] = context.getInputData();
	if (!first) return new RetryMemory();
	const { name: node } = context.getNode();
	// With Retry On Fail, each attempt gets the same item objects. Loops and other nodes get copies.
	const stored = retryMemories.get(first);
	if (stored?.node === node && stored.memory instanceof RetryMemory) return stored.memory;
	const memory = new RetryMemory();
	retryMemories.set(first, { node, memory });
	return memory;
}
