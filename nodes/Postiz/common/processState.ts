import type { IPollFunctions } from 'n8n-workflow';

import { Locks } from './locks';
import type { Cache } from './memoize';
import type { Queue } from './queue';

// All that this process remembers between executions; another worker has its own. Each store says who needs it, by which
// key, and how long it lives. Where a higher folder has the type of the values, a function takes that type.

/** Runs that may change the same posts wait for each other. Until the last of them ends. */
export const locks = new Locks();

const memories = new WeakMap<object, { node: string; memory: unknown }>();
/** What earlier tries of Retry On Fail sent, by the first input item. As long as n8n keeps the item. */
export const getRunMemories = <Memory>() =>
	memories as WeakMap<object, { node: string; memory: Memory }>;

const histories = new Map<string, unknown>();
/** What earlier rounds of a loop created, by execution and node. Until there are too many (publishing/loopHistory.ts). */
export const getLoopHistories = <History>() => histories as Map<string, History>;

/** What is known of an instance. */
export interface Instance {
	/** The origin of its uploads, such as `https://your-domain`; undefined before the first one. */
	filesOrigin?: string;
	/** By how many ms its clock was ahead of n8n's when it last answered. */
	clockOffset: number;
}
/** For agents, which upload a file in one run and post it in another, by base URL. Until n8n restarts. */
export const instances = new Map<string, Instance>();

/** The limit of parallel previews that all items of a run share, by client. As long as the client. */
export const previewQueues = new WeakMap<object, Queue>();

/** A post of a list in the editor. */
export interface ShownPost {
	name: string;
	value: string;
	url?: string | null;
	state: string;
}
/** For the editor, which reloads lists often, though requests are limited, by credential. For a minute (docs/api.md, Limits). */
export const shownPosts: Cache<ShownPost[]> = new Map();

const triggerMemories = new Map<string, unknown>();
/** What triggers remember, which n8n only stores with an event or an activation, by trigger. Until n8n restarts. */
export const getUnstoredTriggerMemories = <Memory>() => triggerMemories as Map<string, Memory>;

/** The newest context of a trigger, as n8n discards what older ones find, by trigger. Until n8n restarts. */
export const newestPollContexts = new Map<string, { context: IPollFunctions; polledAt: number }>();

/** Contexts after their first poll: only that one starts anew, though n8n reports the activation in all. As long as the context. */
export const usedPollContexts = new WeakSet<IPollFunctions>();

/** Contexts whose poll takes longer than the interval: it isn't started again. Until it ends. */
export const pollingContexts = new WeakSet<IPollFunctions>();
