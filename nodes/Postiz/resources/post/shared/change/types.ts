import type { IDataObject } from 'n8n-workflow';

import type { FileSource } from '../../../../media/fileSource';
import type { PlannedPost, WrittenPart } from '../../../../publishing/types';
import type { ContentFormat } from '../../../../text/content';
import type { PostType, SharedFields } from '../../../../transport/types';

/** Settings to change, as the service has them. */
export interface SettingsChange {
	settings: IDataObject;
	/** By the name of the setting that takes the file. */
	settingFiles: Record<string, FileSource>;
}

/** What a person wants to change; what is undefined stays as it is. */
export interface PostChange {
	/** UTC with milliseconds and Z. */
	date?: string;
	/** A draft becomes a scheduled post. */
	schedules?: true;
	text?: string;
	format: ContentFormat;
	media?: FileSource[];
	thread?: WrittenPart[];
	tags?: SharedFields['tags'];
	/** Days; null ends the repetition. */
	inter?: number | null;
	settings?: SettingsChange;
}

/** A post as it is to be written back. */
export interface MergedPost {
	post: PlannedPost;
	/** The IDs of the parts; undefined for new ones. */
	ids: Array<string | undefined>;
	/** `update` leaves the state, and the time at which the post goes out, as they are. */
	type: Exclude<PostType, 'now'> | 'update';
	date: string;
	tags: SharedFields['tags'];
	inter?: number;
	/** Parts that the post has now, or may have, are not among those to write. */
	removesParts: boolean;
}
