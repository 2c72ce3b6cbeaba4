import type { IPollFunctions } from 'n8n-workflow';

import { Locks } from './locks';
import type { Cache } from './memoize';
import type { Queue } from './queue';

// All that this process remembers between executions; another worker has its own. Where a higher folder has the type of
// the values, a function takes that type.

/** Makes runs that may change the same posts wait for each other. Lifetime: until the last of them ends. */
export const locks = new Locks();

const memories = new WeakMap<object, { node: string; memory: unknown }>();
/** What earlier attempts of Retry On Fail sent. Key: the first input item. Lifetime: that of the item. */
export const getRunMemories = <Memory>() =>
	memories as WeakMap<object, { node: string; memory: Memory }>;

const histories = new Map<string, unknown>();
/**
 * What earlier rounds of a loop created. Key: execution and node. Lifetime: until there are too many
 * (posts/run/loopHistory.ts).
 */
export const getLoopHistories = <History>() => histories as Map<string, History>;

/** What is known of an instance. */
export interface Instance {
	/** The origin of its uploads, such as `https://your-domain`; undefined before the first one. */
	filesOrigin?: string;
	/** By how many ms its clock was ahead of n8n's when it last answered. */
	clockOffset: number;
}
/**
 * For agents, which upload a file in one run and post it in another. Key: the base URL. Lifetime: until n8n restarts.
 */
export const instances = new Map<string, Instance>();

/** The limit of parallel previews that all items of a run share. Key: the client. Lifetime: that of the client. */
export const previewQueues = new WeakMap<object, Queue>();

/** A post of a list in the editor. */
export interface ShownPost {
	name: string;
	value: string;
	url?: string | null;
	state: string;
}
/**
 * For the editor, which reloads lists often, though requests are limited. Key: the credential. Lifetime: a minute
 * (docs/api.md, Limits).
 */
export const shownPosts: Cache<ShownPost[]> = new Map();

const triggerMemories = new Map<string, unknown>();
/**
 * What triggers remember: n8n only stores it with an event or an activation. Key: the trigger. Lifetime: until n8n
 * restarts.
 */
export const getUnstoredTriggerMemories = <Memory>() => triggerMemories as Map<string, Memory>;

/**
 * The newest context of a trigger, as n8n discards what older ones find. Key: the trigger. Lifetime: until n8n restarts.
 */
export const newestPollContexts = new Map<string, { context: IPollFunctions; polledAt: number }>();

/**
 * Contexts after their first poll: only that one starts anew, though n8n reports the activation in all. Lifetime: that of
 * the context.
 */
export const usedPollContexts = new WeakSet<IPollFunctions>();

/** Contexts with a running poll, which isn't started again. Lifetime: until it ends. */
export const pollingContexts = new WeakSet<IPollFunctions>();
