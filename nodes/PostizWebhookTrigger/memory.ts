import type { IWebhookFunctions } from 'n8n-workflow';

import { MINUTE_MS } from '../Postiz/values/time';
import type { Seen, Told } from './seen';

/** What a node remembers between two calls. */
export interface Memory {
	seen: Seen;
	told: Told;
}

/** Short, so that a post that the service lists late is not refused for long. */
export const DENIED_MS = MINUTE_MS;
const MOST_DENIED = 1000;
const MOST_NODES = 50;

// n8n gives each call static data of its own, as the database has it, and stores it when the call is
// done: calls at the same time neither see nor keep what the others noted there. This process does.
const memories = new Map<string, Memory>();
const denied = new Map<string, number>();
const turns = new Map<string, { isRunning: boolean; done: Promise<unknown> }>();

/** Names the node among all of this n8n. */
export function nodeKey(context: IWebhookFunctions): string {
	return `${context.getWorkflow().id}|${context.getNode().id}`;
}

/** What the node remembers at this moment. */
export function readMemory(context: IWebhookFunctions): Memory {
	const stored = context.getWorkflowStaticData('node') as Partial<Memory>;
	const own = memories.get(nodeKey(context));
	return {
		seen: { ...stored.seen, ...own?.seen },
		told: { ...stored.told, ...own?.told },
	};
}

/** Replaces what the node remembers. */
export function writeMemory(context: IWebhookFunctions, memory: Memory): void {
	Object.assign(context.getWorkflowStaticData('node'), memory);
	// What is tried out in the editor is to be forgotten, as n8n forgets its static data.
	if (context.getMode() !== 'manual') setBounded(memories, nodeKey(context), memory, MOST_NODES);
}

/** True where the service did not confirm the same a moment ago; it need not be asked again. */
export function wasDenied(context: IWebhookFunctions, key: string, now: number): boolean {
	return now - (denied.get(`${nodeKey(context)}|${key}`) ?? -Infinity) < DENIED_MS;
}

/** Notes that the service did not confirm what a call says. */
export function deny(context: IWebhookFunctions, key: string, now: number): void {
	setBounded(denied, `${nodeKey(context)}|${key}`, now, MOST_DENIED);
}

/**
 * Runs a task when the one before it with the same key is done, so that copies of a call see what
 * became of the first. Gives undefined without running it where another one waits already: that will
 * find all that this one could. Throws what the task throws.
 */
export async function inTurn<T>(key: string, task: () => Promise<T>): Promise<T | undefined> {
	const before = turns.get(key);
	if (before && !before.isRunning) return undefined;
	const start = async () => {
		turn.isRunning = true;
		return await task();
	};
	const done = before ? before.done.then(start, start) : Promise.resolve().then(start);
	const turn = { isRunning: false, done };
	turns.set(key, turn);
	try {
		return await done;
	} finally {
		if (turns.get(key) === turn) turns.delete(key);
	}
}

// A Map keeps the order in which its keys were set: the first one is the oldest.
function setBounded<T>(map: Map<string, T>, key: string, value: T, most: number): void {
	map.delete(key);
	map.set(key, value);
	for (const oldest of [...map.keys()].slice(0, Math.max(0, map.size - most))) map.delete(oldest);
}
