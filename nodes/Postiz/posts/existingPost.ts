import type { OnlineStatus } from '../calendar/failures/onlineStatus';
import type { PublicPart } from '../calendar/publicPost';
import type { StoredFingerprint } from '../common/fingerprint';
import type { ListedPost, PostState } from '../transport/apiTypes';

/**
 * What matching needs to know about a post in the calendar: its fingerprint, its state and what to compare.
 * `CalendarPost` (calendar/calendarPost.ts) is a post as the service returns it.
 */
export interface ExistingPost {
	id: string;
	channelId: string;
	/** `PUBLISHED` includes a failed post that is online. */
	state: PostState;
	/** Undefined unless it failed. */
	onlineStatus?: OnlineStatus;
	/** Why it failed. */
	reason?: string;
	link?: string | null;
	/** Its date, in ms. */
	time: number;
	/** Time since it was created, in ms by the service's clock. */
	age: number;
	/** Undefined if another client created it, or if it can't be read. */
	fingerprint?: StoredFingerprint;
	/** Neither the list nor the public data shows its settings, and so its fingerprint. */
	isFingerprintHidden: boolean;
	/** A person created it in Postiz; false if unknown. */
	isByHand: boolean;
	content: string;
	comparableText: string;
	/** Undefined if its public data wasn't read, or is unreadable. */
	parts?: PublicPart[];
	isEdited: boolean;
}

/** True if a post in this state may still be published. */
export const isPending = (state: PostState): boolean => state === 'QUEUE' || state === 'DRAFT';

/** How many posts are opened to find those of rows, in addition to posts with the text or minute of a row. */
export const MAX_SEARCHED_POSTS = 1000;

/** What was read of the calendar for a run. */
export interface CalendarSnapshot {
	/** Those that may match a desired post. */
	posts: ExistingPost[];
	/** False if no post has a fingerprint: the instance may drop them, so texts are compared, too. */
	keepsFingerprints: boolean;
	/** A repeating post is listed once for each occurrence. */
	listedPosts: ListedPost[];
	/** How many posts that may belong to a row are beyond {@link MAX_SEARCHED_POSTS}. */
	unsearchedCount: number;
	/** The IDs of channels with posts that are stuck. */
	stuckChannels: ReadonlySet<string>;
	/** When the run started, in ms by the service's clock, like the dates of posts. */
	now: number;
}
