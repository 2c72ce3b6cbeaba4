import type { CalendarPost } from '../calendar/calendarPost';
import type { Fingerprint } from '../common/fingerprint';
import type { RequestFields } from '../transport/apiTypes';
import type { ChannelPost } from './desiredPost';

/** The states that people can choose, and their names in the API. */
export const API_STATES = { draft: 'DRAFT', scheduled: 'QUEUE' } as const;
export type DesiredState = keyof typeof API_STATES;

/** What a post in the calendar should be like. Undefined fields stay as they are. */
export interface PostUpdate {
	/** The whole post, though its files may not be uploaded yet. */
	post: ChannelPost;
	/** That of its row. */
	fingerprint?: Fingerprint;
	state?: DesiredState;
	/** In UTC, with milliseconds and Z. */
	date?: string;
	/** It moves to the next free slot, which is looked up later. */
	isForSlot?: boolean;
	tags?: RequestFields['tags'];
	/** In days; 0 ends the repetition. */
	inter?: number;
	/** How many parts are those of the row; by default, as many as before. */
	partCount?: number;
	/** Links may be replaced with short ones. */
	shortLink?: boolean;
}

/**
 * An update of a post, which is always written as a whole (docs/api.md, Changing a post). A row (mergeRow.ts) or a form
 * (resolveUpdate.ts) becomes a {@link PostUpdate}. compareUpdate compares it with the post, prepareUpdate uploads its
 * files, and verifyUpdate checks what Postiz has stored.
 */
export interface ComparedUpdate extends Pick<PostUpdate, 'post' | 'fingerprint' | 'partCount'> {
	before: CalendarPost;
	/** What changes, such as `text` or `settings.title`; empty if the post is as it should be. */
	changed: string[];
	/** Only the state changes, so that the post isn't written again. */
	changesOnlyState: boolean;
	requestFields: RequestFields;
}

/** The prefix of settings in {@link ComparedUpdate.changed}. */
export const SETTING_PREFIX = 'settings.';
