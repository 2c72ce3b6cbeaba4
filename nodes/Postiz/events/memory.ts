import type { IDataObject } from 'n8n-workflow';

import { isObject, propertiesOf } from '../values/read';
import type { ChannelMemory } from './channelEvents';
import type { NotificationMemory } from './notificationEvents';
import type { Scopes } from './options';
import type { PostMemory } from './postEvents';

/** What a trigger keeps between two looks in n8n's static data: what was seen last, as far as its events need it. */
export interface Memory {
	version: 2;
	/** When the first look was, in ms by n8n's clock: another one for each activation. */
	begun: number;
	/** Counts the looks that succeeded. */
	looks: number;
	/** Whose data it is: memories of another scope say nothing about what is new. */
	scopes: Scopes;
	posts?: PostMemory;
	notifications?: NotificationMemory;
	channels?: ChannelMemory;
}

/** The memory in a node's static data; undefined if there is none that can be read. */
export function readMemory({ memory }: IDataObject): Memory | undefined {
	return isMemory(memory) ? memory : undefined;
}

/** The newer of two memories of one node: that of the later activation, or the one of more looks. */
export function newerMemory(a: Memory | undefined, b: Memory | undefined): Memory | undefined {
	if (!a || !b) return a ?? b;
	const difference = a.begun - b.begun || a.looks - b.looks;
	return difference > 0 ? a : b;
}

function isMemory(value: unknown): value is Memory {
	return (
		isObject(value) &&
		value.version === 2 &&
		hasNumbers(value, 'begun', 'looks') &&
		isObject(value.scopes) &&
		isPart(value.posts, (post) => hasNumbers(post, 'date'), 'lookedAt', 'from') &&
		isPart(value.notifications, Number.isFinite, 'since') &&
		isPart(value.channels, isObject) &&
		(value.channels === undefined || isObject(propertiesOf(value.channels).reported))
	);
}

function isPart(part: unknown, isKnown: (value: unknown) => boolean, ...numbers: string[]) {
	if (part === undefined) return true;
	const { known } = propertiesOf(part);
	return hasNumbers(part, ...numbers) && isObject(known) && Object.values(known).every(isKnown);
}

const hasNumbers = (value: unknown, ...keys: string[]) =>
	keys.every((key) => Number.isFinite(propertiesOf(value)[key]));
