import type { IPollFunctions } from 'n8n-workflow';

import type { KnownChannel } from '../channels/channelAlerts';
import { isObject } from '../common/parseValue';
import { quietTriggerMemories } from '../common/processState';

/** What a poll has found of a post. */
export interface KnownPost {
	/** The date for which it is scheduled, and since when it is late for it, in ms. */
	due?: number;
	lateSince?: number;
	/** Identifies its last publication, its last failure, and the last date at which it was overdue. */
	publication?: string;
	failure?: string;
	overdue?: number;
}

/** What a trigger remembers of earlier polls, as far as its events need it; times are in ms, by the service's clock. */
export interface TriggerMemory {
	/** Identifies the key and the instance. */
	account: string;
	/** When the last successful poll began. */
	polledAt: number;
	/** When the last list that had posts was requested, or else the first one. */
	listedAt: number;
	/** By ID. */
	posts?: Record<string, KnownPost>;
	channels?: Record<string, KnownChannel>;
	/** When they were created, by ID. */
	notifications?: Record<string, number>;
	/** When problems of channels were reported, as Postiz repeats them. */
	problems?: Record<string, number>;
	/** The channels that names in the filters refer to. */
	named?: Record<string, string[]>;
}

/** With the number of polls that have reported events. */
export type StoredMemory = TriggerMemory & { reportedPolls: number };

const isNumber = (value: unknown) => typeof value === 'number';

/** True for what {@link storeMemory} stores; n8n lets other nodes write there, too. */
const isStoredMemory = (value: unknown): value is StoredMemory =>
	isObject(value) && [value.reportedPolls, value.polledAt, value.listedAt].every(isNumber);

/** The node's own static data is kept under its name: a renamed trigger would forget everything. */
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
