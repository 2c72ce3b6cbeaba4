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

/** What to do with a text that is too long for a network; the values of the option. */
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
	/** Its date was entered, and not taken from the clock or a free slot. */
	namesDate: boolean;
	/** Its date is named by the clock, such as an hour from now: the next run names another one. */
	followsClock?: boolean;
	/** What its form does not have, so that existing posts keep it. */
	keeps?: Kept[];
	/** Why its posts cannot be sent any more, unless they are there already. */
	pastDate?: Problem;
	/** What is wrong with its date in any case; told together with problems of its channels. */
	invalidDate?: Problem;
	/** Its date has no time, so that its posts go out at midnight. */
	lacksTime?: boolean;
}

/** What a form can leave as it is in a post. */
export type Kept = 'media' | 'thread' | 'tags' | 'inter';

/** What to do with a post that is there already; the values of the option. */
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
	/** Settings that are sent as they are, besides those of a form. */
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
	/** The channel it is limited to; empty if it is for all channels of the network. */
	channelId: string;
	form: IDataObject;
	json: IDataObject;
	/** In place of the text that all channels get. */
	text: string;
	/** The files of the item, which settings may name. */
	binary: IBinaryKeyData;
}

/** What the form says for all its channels, before they are looked up. */
export interface WrittenForm extends Pick<WrittenPost, 'parts' | 'format' | 'mergesThread'> {
	channels: NamedChannel[];
	/** The name or ID of the group to look for them in; empty for all channels. */
	group: string;
	networks: NetworkSettings[];
}

/** An input item as it was written. Nothing has been looked up, opened or sent for it. */
export interface WrittenItem extends ItemOptions {
	written: WrittenForm | WrittenPost[];
	/** The posts to change, one for each channel; undefined to create new ones. */
	postIds?: string[];
	/** What was read differently from how it was written in a JSON body. */
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

/** Where a post comes from: a form with Network Settings for its network or without, JSON, or the calendar. */
export type Origin = 'formWithSettings' | 'form' | 'json' | 'calendar';

/** A planned post for one channel, complete except for the upload of its files. */
export interface PlannedPost {
	origin: Origin;
	target: Target;
	parts: PlannedPart[];
	/** By the service's own keys, without those in {@link settingFiles}. */
	settings: IDataObject;
	settingFiles: Record<string, PlannedFile>;
	/** The parts of it that the instance ignores. */
	ignored?: Ignored[];
	/** It is there already and not to be sent. */
	sameAs?: SamePost;
	/** The post that becomes this one, and what differs, such as `text`. */
	existing?: { id: string; changed: string[] };
	/** What to do with texts that are too long; undefined if the form has no such option. */
	tooLong?: TooLong;
}

/** An input item whose posts are ready but for the upload of their files. */
export interface PlannedItem extends ItemOptions {
	posts: PlannedPost[];
	/** Channels of a chosen group that are disabled and so get no post. */
	leftOut: Channel[];
	/** Networks with settings, but without a chosen channel. */
	unusedNetworks: string[];
	/** What is sent differently from how it was written in a JSON body. */
	corrections: Set<string>;
	/** Where characters were removed that cannot be sent. */
	mended: Set<string>;
}
