import type { CalendarPost } from '../../calendar/post';
import type { PostPayload, PostType, SharedFields } from '../../transport/types';
import type { Problem } from '../../values/problem';
import type { PlannedPost } from '../types';

/** The states that people can choose, with the service's own words. */
export const STATE_OF = { draft: 'DRAFT', scheduled: 'QUEUE' } as const;
export type WantedState = keyof typeof STATE_OF;

/** A post as it should be. What is undefined stays. */
export interface Change {
	/** Complete; only its files may still have to be uploaded. */
	post: PlannedPost;
	state?: WantedState;
	/** In UTC, with milliseconds and Z. */
	date?: string;
	tags?: SharedFields['tags'];
	/** In days; null ends the repetition. */
	inter?: number | null;
	/** Links may be replaced with short ones. */
	shortLink?: boolean;
	/** What the form names, such as `text`: it counts as changed if the post can't be read. */
	named?: string[];
	/** Why nothing may be changed, unless the post is as it should be already. */
	refusal?: Problem;
	/** It was validated already, or validation is skipped. */
	isChecked?: boolean;
}

/** What is left to do: the whole post to write, with what stays (docs/api.md, Changing a post). */
export interface PlannedChange extends Pick<Change, 'post' | 'isChecked'> {
	before: CalendarPost;
	/** What changes, such as `text` or `settings.title`; empty if the post is as it should be. */
	changed: string[];
	/** Nothing else changes, which takes no rewriting. */
	isStateAlone: boolean;
	/** `update` keeps the state and the date. */
	shared: Omit<SharedFields, 'type'> & { type: PostType | 'update' };
	/** The group of the post, if parts are removed. */
	group?: string;
}

/** A change as sent. */
export interface SentChange extends PlannedChange {
	payload: PostPayload;
	/** What to report if the post wasn't changed as sent. */
	problem?: Problem;
}

/** The time in ms, and the time zone of the workflow. */
export interface Clock {
	now: number;
	timezone: string;
}
