import type { INodeListSearchItems, IPollFunctions } from 'n8n-workflow';

import { Locks } from './locks';
import type { Cache } from './memoize';
import type { ConcurrencyLimiter } from './concurrencyLimiter';

// All that this process remembers between executions; another worker has its own. Where the type of a value belongs to a
// higher folder, it is unknown here, and checked there.

/**
 * Makes runs that may change the same posts wait for each other. Lifetime: until the last of them ends. Nested locks are
 * taken in this order, to avoid deadlocks: the texts of posts, the IDs of posts to update, the slots of channels.
 */
export const locks = new Locks();

/**
 * The RetryMemory (posts/run/retryMemory.ts) that the attempts of Retry On Fail share. Key: the first input item.
 * Lifetime: that of the item.
 */
export const retryMemories = new WeakMap<object, { node: string; memory: unknown }>();

/**
 * The LoopRecords (publishing/match/loopHistory.ts) of the rounds of a loop. Key: execution and node. Lifetime: until
 * there are too many.
 */
export const loopRecords = new Map<string, unknown>();

/**
 * The limit of public posts fetched in parallel, which all items of a run share. Key: the client. Lifetime: that of the
 * client.
 */
export const publicPostLimiters = new WeakMap<object, ConcurrencyLimiter>();

/**
 * The limit of files read in parallel, which checks and uploads of a run share. Key: the context of the run. Lifetime:
 * that of the context.
 */
export const fileReadLimiters = new WeakMap<object, ConcurrencyLimiter>();

/** A post of a list in the editor. */
export interface PostListEntry extends INodeListSearchItems {
	state: string;
}

/**
 * The posts that the editor lists: it reloads lists often, and requests are limited. Key: the credential and the time
 * zone. Lifetime: a minute (docs/api.md, Limits).
 */
export const postListCache: Cache<PostListEntry[]> = new Map();

/** What this process knows of an instance of Postiz. */
export interface Instance {
	/** The origin of its uploads, such as `https://your-domain`; undefined before the first one. */
	filesOrigin?: string;
	/**
	 * How far its clock was ahead of n8n's at its last response. It may be further ahead, by up to a second and the
	 * time that the response took.
	 */
	clockOffset: number;
}

/** Agents upload a file in one run and post it in another. Key: the base URL. Lifetime: until n8n restarts. */
export const instances = new Map<string, Instance>();

/**
 * The VersionedMemory (trigger/triggerMemory.ts) of polls without events: n8n only stores it with an event or an
 * activation. Key: the trigger. Lifetime: until n8n restarts.
 */
export const unstoredTriggerMemories = new Map<string, unknown>();

/**
 * The latest poll of a trigger, because n8n discards the events of polls with an older context. Key: the trigger.
 * Lifetime: until n8n restarts; the context, which holds the workflow, only as long as n8n keeps it.
 */
export const latestPolls = new Map<
	string,
	{ context: WeakRef<IPollFunctions>; polledAt: number }
>();

/**
 * The contexts of finished polls. n8n reports the activation to all polls of a context, but only the first may start
 * over. Lifetime: that of the context.
 */
export const finishedPolls = new WeakSet<IPollFunctions>();

/** The contexts of running polls, which aren't started again. Lifetime: until a poll ends, or fails as too slow. */
export const runningPolls = new WeakSet<IPollFunctions>();
