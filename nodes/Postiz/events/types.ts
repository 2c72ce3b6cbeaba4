import type { IDataObject } from 'n8n-workflow';

import type { NotificationPage } from '../transport/notifications';
import type { Channel, PostRow } from '../transport/types';

/** What a trigger can watch for; the values are kept in saved workflows. */
export type EventName =
	'channelNeedsAttention' | 'newNotification' | 'postCreated' | 'postFailed' | 'postPublished';

/** What a person chose. */
export interface TriggerOptions {
	events: EventName[];
	filters: EventFilters;
}

/** Empty lists and an empty group let everything through. */
export interface EventFilters {
	channels: string[];
	providers: string[];
	group: string;
}

/** Names the account, and the group of channels, that a memory is about. */
export interface Scopes {
	account: string;
	posts: string;
}

/** What the service shows at one moment: only the parts that the events need. */
export interface Snapshot {
	posts?: { scope: string; rows: PostRow[] };
	notifications?: { scope: string } & NotificationPage;
	channels?: { scope: string; rows: Channel[] };
}

/**
 * What a trigger remembers between two looks, as JSON in n8n's static data. A `scope` names whose
 * data it is (credential, group); memories of another scope say nothing about what is new.
 */
export interface TriggerState {
	version: 1;
	/** When the first look was, in ms by n8n's clock: another one for each activation. */
	begun: number;
	/** Counts the looks that succeeded. */
	looks: number;
	posts?: PostMemory;
	notifications?: NotificationMemory;
	channels?: ChannelMemory;
}

export interface PostMemory {
	scope: string;
	/** When the last successful look was, in ms by n8n's clock. */
	lookedAt: number;
	/** From which publish date on (ms) the next look has to reach. */
	from: number;
	/** Whether the memory reaches far enough into the future to know a new post as new. */
	knowsFuture: boolean;
	/** Publish date (ms) from which on posts were forgotten for lack of room. */
	reach?: number;
	/** By a short hash of the post or occurrence: state, date and release in short. */
	known: Record<string, string>;
}

export interface NotificationMemory {
	scope: string;
	/** Whatever is older (ms by the service's clock) has been dealt with. */
	since: number;
	/** Since then: id and time in ms. */
	known: Record<string, number>;
}

export interface ChannelMemory {
	scope: string;
	known: Record<string, KnownChannel>;
	/** When a problem was last reported, in ms, by reason and channel. */
	reported: Record<string, number>;
}

/** What is needed to report a channel that is gone. */
export interface KnownChannel {
	name: string;
	identifier: string;
	disabled: boolean;
	group?: { id: string; name: string };
}

/** What a look brings: items for the workflow, and the memory for the next look. */
export interface Advance<Memory> {
	events: IDataObject[];
	memory: Memory;
}
