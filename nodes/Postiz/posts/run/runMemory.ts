import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Cache } from '../../common/memoize';
import type { Problem } from '../../common/problem';
import { runMemories } from '../../common/processState';
import type { Channel, ListedPost, UploadedFile } from '../../transport/apiTypes';
import { Journal } from './journal';

/** The outcome of a request for a video. If it is unclear whether the video was made, it may have cost credits. */
export type VideoOutcome =
	{ kind: 'made'; videos: IDataObject[] } | { kind: 'notMade' | 'unclear'; problem: Problem };

/** What the attempts of a run have done, so that Retry On Fail doesn't repeat it. */
export class RunMemory {
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

/** Returns the memory that all attempts of this run share. */
export function getRunMemory(
	context: Pick<IExecuteFunctions, 'getInputData' | 'getNode'>,
): RunMemory {
	const [first] = context.getInputData();
	if (!first) return new RunMemory();
	const { name: node } = context.getNode();
	// With Retry On Fail, each attempt gets the same item objects. Loops and other nodes get copies.
	const stored = runMemories.get(first);
	if (stored?.node === node && stored.memory instanceof RunMemory) return stored.memory;
	const memory = new RunMemory();
	runMemories.set(first, { node, memory });
	return memory;
}
