import { type CalendarPost, getDate, getSettings, getTags } from '../../calendar/calendarPost';
import { readFingerprint, type StoredFingerprint } from '../../common/fingerprint';
import type { PostState } from '../../transport/apiTypes';
import type { ChannelPost } from '../desiredPost';
import { toChannelPost } from '../toChannelPost';

/** An existing post before its `PostUpdate` (postUpdate.ts). */
export interface CurrentPost {
	/** Without its public data, it lacks files and the rest of its thread. */
	post: ChannelPost;
	/** Undefined without a readable fingerprint. */
	fingerprint?: StoredFingerprint;
	state: PostState;
	/** In UTC, with milliseconds and Z. */
	date: string;
	/** The names of its tags. */
	tags: string[];
	/** In days; 0 if it isn't repeated. */
	inter: number;
}

export const toCurrentPost = (post: CalendarPost): CurrentPost => ({
	post: toChannelPost(post),
	fingerprint: readFingerprint(getSettings(post)),
	state: post.state,
	date: getDate(post),
	tags: getTags(post),
	inter: post.intervalInDays ?? 0,
});
