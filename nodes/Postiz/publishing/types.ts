import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import type { PostKey } from '../values/postKey';
import type { NamedChannel } from '../channels/findChannels';
import type { ChannelChoice, Target } from '../channels/targets';
import type { FileSource } from '../media/fileSource';
import type { MediaFile } from '../media/mediaFile';
import type { ContentFormat, WrittenText } from '../text/written';
import type { Channel, PostType, SharedFields } from '../transport/types';
import type { Problem } from '../values/problem';

/** What the posts of an item share. At the next free slot, each channel has its own date. */
export type ItemSharedFields = Omit<SharedFields, 'type'> & { type: PostType | 'nextSlot' };

/** The options of an item. */
export interface ItemOptions {
	shared: ItemSharedFields;
	/** Posts are changed into what their networks take, where that is possible. */
	adapts: boolean;
	/** Channels whose networks cannot take the post get none, if others get it. */
	leavesOut: boolean;
	/** A model reads why. */
	forModel?: boolean;
	allowsPast: boolean;
	skipsValidation: boolean;
	/** Nothing is uploaded or sent. */
	previewsOnly: boolean;
	/** Create the post even if it exists. */
	postsAgain: boolean;
	/** The date was entered, not derived from the clock or a free slot. */
	namesDate: boolean;
	/** The date is relative to the clock, such as an hour from now, and different in each run. */
	followsClock?: boolean;
	/** What the form leaves out, so that existing posts keep it. */
	keeps?: Kept[];
	/** The date has passed, which only matters for posts that don't exist yet. */
	pastProblem?: Problem;
	/** The item names a post that is gone: it is an error unless the post is found by its key. */
	goneProblem?: Problem;
	/** The date is invalid; reported together with problems of the channels. */
	dateProblem?: Problem;
	/** The date has no time, so that its posts are published at midnight. */
	lacksTime?: boolean;
}

/** What a form can leave unchanged in a post. */
export type Kept = 'media' | 'thread' | 'tags' | 'inter';

/** A part of a post, as entered. */
export interface WrittenPart {
	text: string;
	/** In minutes. */
	delay?: number;
	files: FileSource[];
}

/** A post for a channel, as entered in a form or in JSON. */
export interface WrittenPost {
	choice: ChannelChoice;
	parts: WrittenPart[];
	format: ContentFormat;
	/** The settings in the form; empty without any, undefined in JSON. */
	form?: IDataObject;
	/** Settings to send as they are, besides those of the form. */
	json: IDataObject;
	/** Settings that name a file, by key. */
	settingFiles: Record<string, FileSource>;
}

/** An entry of Network Settings. */
export interface NetworkSettings {
	/** How errors name the entry. */
	label: string;
	/** The network's identifier in the API. */
	identifier: string;
	/** The channel it is limited to; empty for all channels of the network. */
	channelId: string;
	form: IDataObject;
	json: IDataObject;
	/** Replaces the text for all channels. */
	text: string;
	/** The files of the item, which settings may name. */
	binary: IBinaryKeyData;
}

/** A form before its channels are looked up. */
export interface WrittenForm extends Pick<WrittenPost, 'parts' | 'format'> {
	channels: NamedChannel[];
	/** The name or ID of the group to look for them in; empty for all channels. */
	group: string;
	networks: NetworkSettings[];
}

/** An input item as entered. Nothing has been looked up, opened or sent yet. */
export interface WrittenItem extends ItemOptions {
	written: WrittenForm | WrittenPost[];
	/** The posts to change, one per channel; undefined to create new ones. */
	postIds?: string[];
	/** What was interpreted differently from the JSON as written. */
	corrections?: string[];
}

/** A part of a post, with its text rendered for the network. */
export interface PlannedPart {
	content: string;
	/** What the content was rendered from. */
	written?: WrittenText;
	/** In minutes. */
	delay?: number;
	files: MediaFile[];
}

/** Where a post comes from: a form with or without Network Settings for its network, JSON, or the calendar. */
export type Origin = 'formWithSettings' | 'form' | 'json' | 'calendar';

/** A planned post for a channel. Only its files still have to be uploaded. */
export interface PlannedPost {
	origin: Origin;
	/** What its item says about it; undefined for a post of the calendar without a key. */
	key?: PostKey;
	target: Target;
	parts: PlannedPart[];
	/** By API keys, without those in {@link settingFiles}. */
	settings: IDataObject;
	settingFiles: Record<string, MediaFile>;
	/** What Postiz accepts of it although it may not be published, in sentences without the network. */
	notes?: string[];
	/** Keys of settings that the node doesn't know or, once completed, that the instance doesn't list. */
	unlisted?: string[];
	/** What is decided about it; it is created if nothing is. */
	action?: Action;
	/** It was adapted to its network; undefined if the form has no such option. */
	adapts?: boolean;
}

/** What becomes of a post that isn't created. */
export type Action =
	/** It is there already; the state is in words. */
	| { kind: 'keep'; postId: string; state: string; date: string | null }
	/** The post with this ID becomes it; `changed` is what differs, such as `text`. */
	| { kind: 'change'; id: string; changed: string[] }
	/** Its channel gets none, for this reason, in sentences. */
	| { kind: 'leaveOut'; why: string };

export const isToCreate = ({ action }: PlannedPost): boolean => !action;

/** An input item with planned posts. */
export interface PlannedItem extends ItemOptions {
	posts: PlannedPost[];
	/** Those of a chosen group, which get no post. */
	disabled: Channel[];
	/** Networks with settings, but without a chosen channel. */
	unusedNetworks: string[];
	/** What is sent differently from the JSON as written. */
	corrections: Set<string>;
}
