import type { IPollFunctions } from 'n8n-workflow';

import type { KnownChannel } from '../channels/channelAlerts';
import { quietTriggerMemories } from '../common/processState';
import { isObject } from '../common/value';

/** What a trigger remembers of a post. */
export interface KnownPost {
	/** Its date while it is scheduled, and since when it is late, in ms. */
	due?: number;
	lateSince?: number;
	/** Identifies its last publication, its last failure, and the last date at which it was overdue. */
	publication?: string;
	failure?: string;
	overdue?: number;
}

/**
 * What a trigger remembers of earlier polls, without lists for events that aren't chosen. Times are in ms, by the
 * service's clock.
 */
export interface TriggerMemory {
	/** A hash of the API key and the instance. */
	account: string;
	/** When the last successful poll began. */
	polledAt: number;
	/** When the last list that had posts was requested, or else the first one. */
	listedAt: number;
	/** By ID. */
	posts?: Record<string, KnownPost>;
	channels?: Record<string, KnownChannel>;
	/** When each notification was created, by ID. */
	notifications?: Record<string, number>;
	/** When problems of channels were reported, as Postiz repeats them. */
	problems?: Record<string, number>;
	/** The IDs of the channels that each name in the filters refers to. */
	named?: Record<string, string[]>;
}

/** The memory with the number of polls that reported events, which tells the newer of two. */
export type StoredMemory = TriggerMemory & { reportedPolls: number };

const isNumber = (value: unknown) => typeof value === 'number';

/** True for what {@link storeMemory} stores; n8n lets other nodes write there, too. */
const isStoredMemory = (value: unknown): value is StoredMemory =>
	isObject(value) && [value.reportedPolls, value.polledAt, value.listedAt].every(isNumber);

/** A key in the workflow's static data. n8n keeps the node's own under its name: a renamed trigger would forget it. */
const toStaticDataKey = (context: IPollFunctions) =>
	`postizTrigger ${context.getNode().id || context.getNode().name}`;
export const getTriggerKey = (context: IPollFunctions) =>
	`${context.getWorkflow().id} ${toStaticDataKey(context)}`;

function readUnstoredMemory(context: IPollFunctions): StoredMemory | undefined {
	const memory = quietTriggerMemories.get(getTriggerKey(context));
	return isStoredMemory(memory) ? memory : undefined;
}

/** What a trigger remembers; undefined in its first poll, or if it is unreadable. */
export function readMemory(context: IPollFunctions): StoredMemory | undefined {
	const stored = context.getWorkflowStaticData('global')[toStaticDataKey(context)];
	const unstored = readUnstoredMemory(context);
	if (stored === undefined) return unstored;
	if (!isStoredMemory(stored)) {
		context.logger.warn('Postiz Trigger: its memory is unreadable, so it starts over');
		return unstored;
	}
	const difference =
		(unstored?.reportedPolls ?? -1) - stored.reportedPolls ||
		(unstored?.polledAt ?? 0) - stored.polledAt;
	return unstored && difference >= 0 ? unstored : stored;
}

/**
 * Remembers a poll. n8n stores the memory together with the events, or discards both: only the memory of a quiet poll is
 * kept beyond its context.
 */
export function storeMemory(
	context: IPollFunctions,
	memory: StoredMemory,
	{ isQuiet }: { isQuiet: boolean },
): void {
	context.getWorkflowStaticData('global')[toStaticDataKey(context)] = memory as never;
	if (isQuiet) quietTriggerMemories.set(getTriggerKey(context), memory);
}
