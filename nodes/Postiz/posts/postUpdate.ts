/**
 * The types of an update, step by step:
 *
 * - Read: an `UpdateForm` of Post > Update (updateForm.ts), or a row, which is a `PlannedPost` with the action `update`.
 * - Merge: a `PostUpdate`, by resolveUpdate.ts from the form or mergeRow.ts from the row.
 * - Plan: a `PlannedUpdate` with what changes, by planUpdateOrThrow.ts. It compares the update with the
 *   `UpdatableFields` of the post (merge/updatableFields.ts).
 * - Prepare: a `PreparedUpdate` with its payload, by uploadAndCreatePayload.ts. For a row, it is the `pendingUpdate` of
 *   an `OutgoingPost` (publishing/send/outgoingPost.ts).
 * - Send: by sendFormUpdate.ts or, for rows, deliver.ts. verifyUpdate.ts then compares the post with the update.
 *
 * `before` and `after` are `CalendarPost`s, read just before and after the update. The `existing` post of a
 * `PlannedPost` is an `ExistingPost`, as matching read it.
 */

import type { CalendarPost } from '../calendar/calendarPost';
import type { Fingerprint } from '../common/fingerprint';
import type { PostPayload, RequestFields } from '../transport/apiTypes';
import type { PostContent } from './desiredPost';

/** The states that people can choose, with their names in the API. */
export const API_STATES = { draft: 'DRAFT', scheduled: 'QUEUE' } as const;
export type EditableState = keyof typeof API_STATES;

/** The desired state of an existing post. Undefined fields stay unchanged. */
export interface PostUpdate {
	/** The whole post. Its files may not be uploaded yet. */
	post: PostContent;
	/** The fingerprint of the row, if the update comes from a row. */
	fingerprint?: Fingerprint;
	state?: EditableState;
	/** In UTC, with milliseconds and Z. */
	date?: string;
	/** Whether it moves to the next free slot, which is looked up later. */
	isForSlot?: boolean;
	tags?: RequestFields['tags'];
	/** After how many days it is repeated; 0 ends the repetition. */
	repeatDays?: number;
	/** The number of parts that were sent from the row; by default, as stored. */
	partCount?: number;
	/** Whether Postiz may shorten links. */
	shortLink?: boolean;
}

/** An update and what it changes in its post. It writes the whole post (docs/api.md, Changing a post). */
export interface PlannedUpdate extends Pick<
	PostUpdate,
	'post' | 'fingerprint' | 'partCount' | 'isForSlot'
> {
	before: CalendarPost;
	/** The changes, such as `text` or `settings.title`; empty if nothing changes. */
	changed: string[];
	/** Whether only the state changes, so that the post isn't written again. */
	changesOnlyState: boolean;
	requestFields: RequestFields;
}

/** An update that is ready to be sent: its files are uploaded. */
export interface PreparedUpdate extends PlannedUpdate {
	/** Without its fingerprint. */
	payload: PostPayload;
}

/** The prefix of settings in {@link PlannedUpdate.changed}. */
export const SETTING_PREFIX = 'settings.';
