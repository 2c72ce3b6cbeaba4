import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Cache } from '../../common/memoize';
import type { Problem } from '../../common/problem';
import { runMemories } from '../../common/processState';
import type { Channel, ListedPost, UploadedFile } from '../../transport/apiTypes';
import { Journal } from './journal';

/** What a request for a video led to. If it is unclear whether there is one, it may have cost credits. */
export type VideoOutcome =
	{ kind: 'made'; videos: IDataObject[] } | { kind: 'notMade' | 'unclear'; problem: Problem };

/** What the attempts of one run of the node have done, so that Retry On Fail doesn't repeat it. */
export class RunMemory {
	/** What the requests for videos led to, by item index. */
	readonly videoOutcomes = new Map<number, VideoOutcome>();
	/** The outputs of deleted posts, by ID. */
	readonly deletedPosts = new Map<string, IDataObject>();
	/** The groups of posts that Postiz was asked to delete, by post ID: a post that is gone since was deleted. */
	readonly groupsToDelete = new Map<string, ListedPost[]>();
	readonly deletedChannelIds = new Set<string>();
	/** The channels that Postiz was asked to delete, by ID: one that is gone since was deleted. */
	readonly channelsToDelete = new Map<string, Channel>();
	/** Uploaded files, by the keys of their sources (media/uploads.ts). */
	readonly files: Cache<UploadedFile> = new Map();
	readonly journal = new Journal();
}

/** The memory that all attempts of this run share. */
export function getRunMemory(
	context: Pick<IExecuteFunctions, 'getInputData' | 'getNode'>,
): RunMemory {
	const [first] = context.getInputData();
	if (!first) return new RunMemory();
	const { name: node } = context.getNode();
	// With Retry On Fail, each attempt gets the same item objects; loops and other nodes get copies.
	const stored = runMemories.get(first);
	if (stored?.node === node && stored.memory instanceof RunMemory) return stored.memory;
	const memory = new RunMemory();
	runMemories.set(first, { node, memory });
	return memory;
}
