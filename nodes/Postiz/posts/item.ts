import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import type { ChannelChoice } from '../channels/target';
import type { Problem } from '../common/problem';
import type { FileSource } from '../media/fileSource';
import type { TextFormat } from '../text/content';
import type { RequestFields } from '../transport/apiTypes';
import type { Issue } from './issue';

/** When to publish a post. */
export type PostType = Exclude<RequestFields['type'], 'update'> | 'nextSlot';

/**
 * Where the date of a post comes from. A `fixed` date is the same in each run, one from the `clock`, such as `{{ $now }}`,
 * is not. `none`: published now or at a free slot, or a draft without a date.
 */
export type DateSource = 'fixed' | 'clock' | 'none';

/** An input item as entered. Nothing has been looked up, opened or sent yet. */
export interface Item {
	index: number;
	/** What its posts are made from: the form for its channels, or the posts of a JSON body. */
	input: { kind: 'form'; form: FormInput } | { kind: 'json'; posts: PostInput[] };
	/** Only in Create or Update. */
	rowId?: string;
	/** With `nextSlot`, each channel gets its own date. */
	requestFields: Omit<RequestFields, 'type'> & { type: PostType };
	dateSource: DateSource;
	/** Whether to adapt posts to the limits of their networks. */
	adaptsIfUnsupported: boolean;
	/** Whether to skip channels for which the post isn't valid. */
	skipsIfUnsupported: boolean;
	allowsPastDates: boolean;
	skipsValidation: boolean;
	/** Whether to create posts even if they exist. */
	ignoresExistingPosts: boolean;
	/** Why the date is invalid. The item then fails even if its posts exist. */
	dateProblem?: Problem;
	dateNote?: string;
	/** Notes on the values of expressions. */
	notes: Issue[];
}

/** A part of a post, as entered. */
export interface PartInput {
	text: string;
	/** In minutes. */
	delay?: number;
	files: FileSource[];
}

/** A post for a channel, as entered in a form or in JSON. */
export interface PostInput {
	channel: ChannelChoice;
	parts: PartInput[];
	format: TextFormat;
	/** The settings in the form: empty without settings, undefined for JSON. */
	formSettings?: IDataObject;
	/** Settings from JSON, in addition to the form. */
	jsonSettings: IDataObject;
	/** Settings with a file, by name. */
	settingFiles: Record<string, FileSource>;
}

export interface NetworkSettingsEntry {
	/** The name of the entry in errors. */
	label: string;
	/** The network's identifier in the API. */
	identifier: string;
	/** The ID or name of the only channel for this entry; empty for all channels of the network. */
	onlyChannel: string;
	formSettings: IDataObject;
	jsonSettings: IDataObject;
	/** Replaces the text that all channels share. */
	text: string;
	/** The binary data of the item, for settings with files. */
	binary: IBinaryKeyData;
}

/** A form before its channels are looked up. */
export interface FormInput extends Pick<PostInput, 'parts' | 'format'> {
	channels: string[][];
	/** The name or ID of the group to which channels are limited; empty for no limit. */
	onlyInGroup: string;
	networkSettings: NetworkSettingsEntry[];
}
