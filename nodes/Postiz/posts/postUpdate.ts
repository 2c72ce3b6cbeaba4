import type { CalendarPost } from '../calendar/calendarPost';
import type { Fingerprint } from '../common/fingerprint';
import type { RequestFields } from '../transport/apiTypes';
import type { ChannelPost } from './desiredPost';

/** The states that people can choose, with their names in the API. */
export const API_STATES = { draft: 'DRAFT', scheduled: 'QUEUE' } as const;
export type DesiredState = keyof typeof API_STATES;

/** The desired state of an existing post. Undefined fields stay unchanged. */
export interface PostUpdate {
	/** The whole post. Its files may not be uploaded yet. */
	post: ChannelPost;
	/** The fingerprint of the row, if the update comes from a row. */
	fingerprint?: Fingerprint;
	state?: DesiredState;
	/** In UTC, with milliseconds and Z. */
	date?: string;
	/** Whether it moves to the next free slot, which is looked up later. */
	isForSlot?: boolean;
	tags?: RequestFields['tags'];
	/** In days; 0 ends the repetition. */
	inter?: number;
	/** The number of parts that were sent from the row; by default, as stored. */
	partCount?: number;
	/** Whether Postiz may shorten links. */
	shortLink?: boolean;
}

/**
 * An update, compared with its post. An update always writes the whole post (docs/api.md, Changing a post). mergeRow.ts
 * or resolveUpdate.ts makes a {@link PostUpdate} of a row or a form, compareUpdate.ts compares it with the post,
 * prepareUpdate.ts uploads its files, and verifyUpdate.ts checks what Postiz has stored.
 */
export interface ComparedUpdate extends Pick<PostUpdate, 'post' | 'fingerprint' | 'partCount'> {
	before: CalendarPost;
	/** The changes, such as `text` or `settings.title`; empty if nothing changes. */
	changed: string[];
	/** Whether only the state changes, so that the post isn't written again. */
	changesOnlyState: boolean;
	requestFields: RequestFields;
}

/** The prefix of settings in {@link ComparedUpdate.changed}. */
export const SETTING_PREFIX = 'settings.';
