import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../values/read';
import type { ChannelMemory } from './channelEvents';
import type { NotificationMemory } from './notificationEvents';
import type { TriggerContext } from './options';
import type { PostMemory } from './postMemory';

/** What a trigger keeps in n8n's static data: the last known state, as far as its events need it. */
export interface Memory {
	/** Counts how often it was stored. */
	serial?: number;
	/** Identifies the key. With another one, it depends on what is there whether the workspace is another one, too. */
	account: string;
	/** The channels that names in the filters refer to. */
	named?: Record<string, string[]>;
	posts?: PostMemory;
	notifications?: NotificationMemory;
	channels?: ChannelMemory;
}

/** The newest memories that this process knows, by workflow and node. */
export const newest = new Map<string, Map<string, Memory>>();

/** By the ID of the node, as its name may change. */
const keyOf = (context: TriggerContext) =>
	`postizTrigger ${context.getNode().id || context.getNode().name}`;

/** The newest memory of a trigger, if there is any. */
export function readMemory(context: TriggerContext): Memory | undefined {
	const key = keyOf(context);
	const known = newest.get(context.getWorkflow().id ?? '')?.get(key);
	return newerOf(storedUnder(key, context.getWorkflowStaticData('global')), known);
}

/**
 * Stores the memory of a trigger with those of other triggers in the workflow: n8n stores all static data of a workflow
 * together, and that of a polling trigger as it was at the activation.
 */
export function keepMemory(context: TriggerContext, memory: Memory): void {
	const serial = (readMemory(context)?.serial ?? 0) + 1;
	const workflow = context.getWorkflow().id ?? '';
	const known = newest.get(workflow) ?? new Map<string, Memory>();
	newest.set(workflow, known.set(keyOf(context), { ...memory, serial }));
	const store = context.getWorkflowStaticData('global');
	for (const [key, one] of known)
		Object.assign(store, { [key]: newerOf(storedUnder(key, store), one) });
}

function storedUnder(key: string, store: IDataObject): Memory | undefined {
	const stored = store[key];
	return isObject(stored) && 'serial' in stored ? (stored as unknown as Memory) : undefined;
}

/** The one that was stored later. */
const newerOf = (a: Memory | undefined, b: Memory | undefined) =>
	(a?.serial ?? 0) > (b?.serial ?? 0) ? a : b;
