import type { IPollFunctions } from 'n8n-workflow';

import { Locks } from './locks';
import type { Cache } from './memoize';
import type { Queue } from './queue';

// All that this process remembers between executions; another worker has its own. A store whose values have the type of
// a higher room is a function, which takes that type.

/** Runs that may change the same posts go one after another; until the last of them ends. */
export const locks = new Locks();

const memories = new WeakMap<object, { node: string; memory: unknown }>();
/** A try of Retry On Fail finds what earlier ones sent, by the first input item; as long as n8n has the item. */
export const getRunMemories = <Memory>() =>
	memories as WeakMap<object, { node: string; memory: Memory }>;

const histories = new Map<string, unknown>();
/** A loop finds what its earlier rounds created, by execution and node; the oldest of many goes (publishing/run.ts). */
export const getLoopHistories = <History>() => histories as Map<string, History>;

/** What an instance said of itself. */
export interface InstanceFacts {
	/** The origin of its uploads, such as `https://your-domain`; undefined before the first one. */
	filesOrigin?: string;
	/** How far its clock was ahead of n8n's, in ms, when it last answered. */
	clockOffset: number;
}
/** An agent uploads a file in one run and posts it in another, by base URL; until n8n restarts. */
export const instanceFacts = new Map<string, InstanceFacts>();

/** All items of a run share the number of parallel previews, by client; as long as the client. */
export const previewQueues = new WeakMap<object, Queue>();

/** A post of a list in the editor. */
export interface ShownPost {
	name: string;
	value: string;
	url?: string | null;
	state: string;
}
/** The editor reloads lists often, though some instances allow few requests, by credential; for a minute (docs/api.md, Limits). */
export const shownPosts: Cache<ShownPost[]> = new Map();

const triggerMemories = new Map<string, unknown>();
/** n8n stores what a trigger remembers only with an event or an activation, by trigger; until n8n restarts. */
export const getUnstoredTriggerMemories = <Memory>() => triggerMemories as Map<string, Memory>;

/** n8n discards what the older contexts of a trigger find, by trigger; until n8n restarts. */
export const newestPollContexts = new Map<string, { context: IPollFunctions; polledAt: number }>();

/** n8n reports in all polls of a context how it was activated: only its first poll begins anew; as long as the context. */
export const usedPollContexts = new WeakSet<IPollFunctions>();

/** A poll that takes longer than the interval isn't started again; until it ends. */
export const pollingContexts = new WeakSet<IPollFunctions>();
