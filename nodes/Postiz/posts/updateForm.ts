import type { IDataObject } from 'n8n-workflow';

import type { FileSource } from '../media/fileSource';
import type { TextFormat } from '../text/content';
import type { Issue } from './issue';
import type { PartInput } from './item';
import type { PostUpdate } from './postUpdate';

/** What the form of Post > Update changes. Empty fields stay unchanged. */
export interface UpdateForm {
	newValues: Pick<PostUpdate, 'state' | 'date' | 'tags'> & {
		text?: string;
		media?: FileSource[];
		/** The thread after the post itself. */
		thread?: PartInput[];
	};
	/** By network, as the network of the post isn't known yet. */
	settingChanges: SettingChanges[];
	format: TextFormat;
	allowsPastDates: boolean;
	dateNote?: string;
	/** Notes on the values of expressions. */
	notes: Issue[];
}

/** Changes of settings for a network. */
export interface SettingChanges {
	/** The network's identifier in the API. */
	identifier: string;
	settings: IDataObject;
	settingFiles: Record<string, FileSource>;
}
