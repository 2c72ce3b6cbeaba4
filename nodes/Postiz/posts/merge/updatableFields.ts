import { type CalendarPost, getDate, getSettings, getTags } from '../../calendar/calendarPost';
import { readFingerprint, type StoredFingerprint } from '../../common/fingerprint';
import type { PostState } from '../../transport/apiTypes';
import type { PostContent } from '../desiredPost';
import { toPostContent } from '../toPostContent';

/** What a `PostUpdate` may change in an existing post (postUpdate.ts). */
export interface UpdatableFields {
	/** Without its public data, it lacks files and the rest of its thread. */
	post: PostContent;
	/** Undefined without a readable fingerprint. */
	fingerprint?: StoredFingerprint;
	state: PostState;
	/** In UTC, with milliseconds and Z. */
	date: string;
	/** The names of its tags. */
	tags: string[];
	/** After how many days it is repeated; 0 if it isn't. */
	repeatDays: number;
}

export const toUpdatableFields = (post: CalendarPost): UpdatableFields => ({
	post: toPostContent(post),
	fingerprint: readFingerprint(getSettings(post)),
	state: post.state,
	date: getDate(post),
	tags: getTags(post),
	repeatDays: post.intervalInDays ?? 0,
});
