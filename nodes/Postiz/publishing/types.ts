import type { IDataObject } from 'n8n-workflow';

import type { ChannelChoice, Target } from '../channels/targets';
import type { FileSource } from '../media/fileSource';
import type { PlannedFile } from '../media/plannedFile';
import type { ContentFormat } from '../text/content';
import type { WrittenText } from '../text/longText';
import type { PostType, SharedFields } from '../transport/types';

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
	skipsChecks: boolean;
	/** Nothing of it is uploaded or sent. */
	onlyChecks: boolean;
}

/** One part of a post, as a person wrote it. */
export interface WrittenPart {
	text: string;
	/** Minutes. */
	delay?: number;
	files: FileSource[];
}

/** One entry of Channels, or one post of a JSON body. */
export interface WrittenPost {
	choice: ChannelChoice;
	parts: WrittenPart[];
	format: ContentFormat;
	/** The entry of the form, with the settings of the network; none in JSON. */
	entry?: IDataObject;
	/** On networks that publish no threads, later parts become part of the text. */
	joinsThread: boolean;
	/** Settings that are sent as they are. */
	json: IDataObject;
	/** Settings that name a file, by the name of the setting. */
	settingFiles: Record<string, FileSource>;
}

/** An input item as its form says it. Nothing has been looked up, opened or sent for it. */
export interface WrittenItem extends ItemOptions {
	posts: WrittenPost[];
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
	/** What became of texts that were too long; undefined where a person has no such choice. */
	tooLong?: TooLong;
}

/** An input item whose posts are ready but for the upload of their files. */
export interface PlannedItem extends ItemOptions {
	posts: PlannedPost[];
}
