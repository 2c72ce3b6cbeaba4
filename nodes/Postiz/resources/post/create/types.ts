import type { IDataObject } from 'n8n-workflow';

import type { ChannelChoice, Target } from '../../../channels/targets';
import type { FileSource } from '../../../media/fileSource';
import type { CheckedFile } from '../../../media/uploads';
import type { ContentFormat } from '../../../text/content';
import type { ImageRef, PostSettings, PostType, SharedFields } from '../../../transport/types';

/** What all posts of an item share. At the next free slot, each channel has a date of its own. */
export type ItemFields = Omit<SharedFields, 'type'> & { type: PostType | 'nextSlot' };

/** A file of a post: its place in the item's list of files, or a reference that is ready. */
export type PostFile = number | ImageRef;

/** One part of a post, as a person wrote it. */
export interface WrittenPart {
	text: string;
	/** Minutes. */
	delay?: number;
	files: PostFile[];
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
	/** Settings that name a file: the place of that file by the name of the setting. */
	settingFiles: Record<string, number>;
}

/** An input item as its form says it. Nothing has been looked up, opened or sent for it. */
export interface WrittenItem {
	fields: ItemFields;
	allowsPast: boolean;
	skipsChecks: boolean;
	/** Nothing of it is uploaded or sent. */
	onlyChecks: boolean;
	posts: WrittenPost[];
	files: FileSource[];
}

/** One post for one channel, whose files are not uploaded yet. */
export interface Draft {
	target: Target;
	parts: Array<{ content: string; delay?: number; files: PostFile[] }>;
	settings: PostSettings;
	settingFiles: Record<string, number>;
}

/** An input item whose posts are ready but for the upload of their files. */
export interface DraftedItem extends Omit<WrittenItem, 'posts' | 'files'> {
	drafts: Draft[];
	files: CheckedFile[];
}
