import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import type { ChannelChoice } from '../channels/target';
import type { Problem } from '../common/problem';
import type { FileSource } from '../media/fileSource';
import type { TextFormat } from '../text/textInput';
import type { RequestFields } from '../transport/apiTypes';
import type { Issue } from './issue';

/** When to publish a post. */
export type PostType = Exclude<RequestFields['type'], 'update'> | 'nextSlot';

/** An input item as it was entered: nothing has been looked up, opened or sent yet. */
export interface Item {
	index: number;
	/** What its posts are made from: the form for its channels, or the posts of a JSON body. */
	source: FormInput | PostInput[];
	/** The Row ID of Create or Update. */
	rowId?: string;
	/** With `nextSlot`, each channel has its own date. */
	requestFields: Omit<RequestFields, 'type'> & { type: PostType };
	/** The date is entered, and so the same in each run: it is neither now nor a free slot. */
	hasFixedDate: boolean;
	/** Posts are adapted to the limits of their networks. */
	adapts: boolean;
	/** Channels that the post doesn't fit are skipped. */
	skipsUnfitChannels: boolean;
	allowsPast: boolean;
	skipsValidation: boolean;
	/** Posts are created even if they exist. */
	ignoresExisting: boolean;
	/** Why the date can't be used: the item fails even if its posts exist. */
	dateProblem?: Problem;
	/** A note on the date. */
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
	/** The settings in the form; empty without any, undefined in JSON. */
	formSettings?: IDataObject;
	/** Settings to send unchanged, in addition to the form. */
	jsonSettings: IDataObject;
	/** Settings with a file, by key. */
	settingFiles: Record<string, FileSource>;
}

/** An entry of Network Settings. */
export interface NetworkSettingsEntry {
	/** How errors name the entry. */
	label: string;
	/** The network's identifier in the API. */
	identifier: string;
	/** The ID or name of the channel it is limited to; empty for all channels of the network. */
	onlyChannel: string;
	formSettings: IDataObject;
	jsonSettings: IDataObject;
	/** Replaces the text for all channels. */
	text: string;
	/** The binary data of the item, for settings with files. */
	binary: IBinaryKeyData;
}

/** A form before its channels are looked up. */
export interface FormInput extends Pick<PostInput, 'parts' | 'format'> {
	channels: string[][];
	/** Name or ID of the group that limits them; empty for no limit. */
	group: string;
	networkSettings: NetworkSettingsEntry[];
}
