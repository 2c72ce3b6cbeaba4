import type { IPollFunctions } from 'n8n-workflow';

import type { KnownChannel } from '../channels/channelAlerts';
import { unstoredTriggerMemories } from '../common/processState';
import { isObject } from '../common/value';

/** What a trigger remembers of a post. */
export interface KnownPost {
	/** Its date, while it is scheduled. */
	date?: number;
	/** When it is due: on its date, or later if it was given a past date. */
	dueAt?: number;
	/** Identifies its last publication. */
	publication?: string;
	/** Identifies its last failure. */
	failure?: string;
	/** The last date on which it was overdue. */
	overdue?: number;
}

/**
 * What a trigger remembers of earlier polls, without lists for events that aren't chosen. Times are by the service's
 * clock.
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
	/** When each notification was created, or last listed if it has no valid time. By ID. */
	notifications?: Record<string, number>;
	/** When each problem of a channel was reported, as Postiz repeats them. */
	alertTimes?: Record<string, number>;
	/** The IDs of the channels that each element of the filter Channels stands for. */
	idsByFilter?: Record<string, string[]>;
}

/** A memory with the number of polls that reported events. The higher number is newer. */
export type VersionedMemory = TriggerMemory & { reportedPolls: number };

const isNumber = (value: unknown) => typeof value === 'number';

/** True for what {@link storeMemory} stores; n8n lets other nodes write there, too. */
const isVersionedMemory = (value: unknown): value is VersionedMemory =>
	isObject(value) && [value.reportedPolls, value.polledAt, value.listedAt].every(isNumber);

/** A key in the workflow's static data. n8n keeps the node's own under its name: a renamed trigger would forget it. */
const toStaticDataKey = (context: IPollFunctions) =>
	`postizTrigger ${context.getNode().id || context.getNode().name}`;

/** A key for what this process remembers of a trigger. */
export const getTriggerKey = (context: IPollFunctions) =>
	`${context.getWorkflow().id} ${toStaticDataKey(context)}`;

function readUnstoredMemory(context: IPollFunctions): VersionedMemory | undefined {
	const memory = unstoredTriggerMemories.get(getTriggerKey(context));
	return isVersionedMemory(memory) ? memory : undefined;
}

/** Returns the memory of a trigger. Undefined in its first poll, or if it is unreadable. */
export function readMemory(context: IPollFunctions): VersionedMemory | undefined {
	const stored = context.getWorkflowStaticData('global')[toStaticDataKey(context)];
	const unstored = readUnstoredMemory(context);
	if (stored === undefined) return unstored;
	if (!isVersionedMemory(stored)) {
		context.logger.warn('Postiz Trigger: its memory is unreadable, so it starts over');
		return unstored;
	}
	const difference =
		(unstored?.reportedPolls ?? -1) - stored.reportedPolls ||
		(unstored?.polledAt ?? 0) - stored.polledAt;
	return unstored && difference >= 0 ? unstored : stored;
}

/**
 * Remembers a poll. n8n stores the static data together with the events, or discards both; after a poll without events,
 * it does neither, so this process keeps the memory.
 */
export function storeMemory(
	context: IPollFunctions,
	memory: VersionedMemory,
	{ hasEvents }: { hasEvents: boolean },
): void {
	context.getWorkflowStaticData('global')[toStaticDataKey(context)] = memory as never;
	if (!hasEvents) unstoredTriggerMemories.set(getTriggerKey(context), memory);
}
