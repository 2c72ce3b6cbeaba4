import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import type { Ignored } from '../channels/abilities';
import type { NamedChannel } from '../channels/findChannels';
import type { ChannelChoice, Target } from '../channels/targets';
import type { FileSource } from '../media/fileSource';
import type { PlannedFile } from '../media/plannedFile';
import type { ContentFormat } from '../text/content';
import type { WrittenText } from '../text/longText';
import type { Channel, PostType, SharedFields } from '../transport/types';
import type { Problem } from '../values/problem';

/** What all posts of an item share. At the next free slot, each channel has a date of its own. */
export type ItemFields = Omit<SharedFields, 'type'> & { type: PostType | 'nextSlot' };

/** What becomes of a text that is too long for a network; the values of the option. */
export const TOO_LONG_CHOICES = ['fail', 'shorten', 'split', 'splitNumbered'] as const;
export type TooLong = (typeof TOO_LONG_CHOICES)[number];

/** What holds for a whole item. */
export interface ItemOptions {
	fields: ItemFields;
	tooLong: TooLong;
	allowsPast: boolean;
	skipsValidation: boolean;
	/** Nothing of it is uploaded or sent. */
	validatesOnly: boolean;
	/** What to do with a post that is there already; `skip` and `fail` go by its text, within so many days. */
	ifSame: { action: SameAction; days: number };
	/** Its date was named, and not taken from the clock or from a free slot. */
	namesDate: boolean;
	/** Why its posts may not be sent any more; those that are there already need not be. */
	pastDate?: Problem;
	/** What is wrong with its date in any case. It is said with what is wrong with its channels. */
	invalidDate?: Problem;
	/** It is a day alone, so that its posts go out at midnight. */
	lacksTime?: boolean;
}

/** What becomes of a post that is there already; the values of the option. */
export const SAME_ACTIONS = ['finish', 'post', 'skip', 'fail'] as const;
export type SameAction = (typeof SAME_ACTIONS)[number];

/** A post that is there already; of another item of this run it may have no ID yet. */
export interface SamePost {
	postId: string | null;
	/** In words. */
	state: string | null;
	date: string | null;
	/** As people count them. */
	itemIndex?: number;
}

/** One part of a post, as a person wrote it. */
export interface WrittenPart {
	text: string;
	/** Minutes. */
	delay?: number;
	files: FileSource[];
}

/** A post for one channel, as a form or a JSON body says it. */
export interface WrittenPost {
	choice: ChannelChoice;
	parts: WrittenPart[];
	format: ContentFormat;
	/** What the form says of the network; empty if it says nothing, undefined in JSON. */
	form?: IDataObject;
	/** On networks that publish no threads, later parts become part of the text. */
	mergesThread: boolean;
	/** Beside a form, settings that are sent as they are; else all of them. */
	json: IDataObject;
	/** Settings that name a file, by the name of the setting. */
	settingFiles: Record<string, FileSource>;
}

/** An entry of Network Settings. */
export interface NetworkSettings {
	/** What sentences call the entry. */
	place: string;
	/** The network as the service calls it. */
	identifier: string;
	/** Of the only channel that it is for; empty if it is for all of the network. */
	channelId: string;
	form: IDataObject;
	json: IDataObject;
	/** In place of the text that all channels get. */
	text: string;
	/** The files of the item, which settings may name. */
	binary: IBinaryKeyData;
}

/** What the form says once for all its channels; whom it means is known when they are listed. */
export interface WrittenForm extends Pick<WrittenPost, 'parts' | 'format' | 'mergesThread'> {
	channels: NamedChannel[];
	/** The name or ID of the group in which they are looked for; empty for all. */
	group: string;
	networks: NetworkSettings[];
}

/** An input item as it was written. Nothing has been looked up, opened or sent for it. */
export interface WrittenItem extends ItemOptions {
	written: WrittenForm | WrittenPost[];
	/** What of a JSON body was read otherwise than it was written. */
	corrections?: string[];
}

/** One part of a post, its text in the form that the network needs. */
export interface PlannedPart {
	content: string;
	/** What the content was made of. */
	written?: WrittenText;
	/** Minutes. */
	delay?: number;
	files: PlannedFile[];
}

/** A post that is about to be: for one channel, with everything but the upload of its files. */
export interface PlannedPost {
	target: Target;
	parts: PlannedPart[];
	/** By the service's own keys, without those in {@link settingFiles}. */
	settings: IDataObject;
	settingFiles: Record<string, PlannedFile>;
	/** What of it the instance ignores. */
	ignored?: Ignored[];
	/** It is there already and not to be sent. */
	sameAs?: SamePost;
	/** What became of texts that were too long; undefined where a person has no such choice. */
	tooLong?: TooLong;
	/** The form has an option that merges the thread into one post. */
	canMergeThread?: boolean;
}

/** An input item whose posts are ready but for the upload of their files. */
export interface PlannedItem extends ItemOptions {
	posts: PlannedPost[];
	/** Channels of a chosen group that are disabled and so get no post. */
	leftOut: Channel[];
	/** Networks with settings of which no channel is chosen. */
	unusedNetworks: string[];
	/** What of a JSON body is sent otherwise than it was written. */
	corrections: Set<string>;
	/** Where characters stood that cannot be sent. */
	mended: Set<string>;
}
