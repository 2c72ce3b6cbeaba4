import type { OnlineStatus } from '../calendar/failures/onlineStatus';
import type { PublicPart } from '../calendar/publicPost';
import type { StoredFingerprint } from '../common/fingerprint';
import type { ListedPost, PostState } from '../transport/apiTypes';

/**
 * A post in the calendar, reduced to what matching compares. `CalendarPost` (calendar/calendarPost.ts) is a post as the
 * service returns it.
 */
export interface ExistingPost {
	id: string;
	channelId: string;
	/** `PUBLISHED` includes a failed post that is online. */
	state: PostState;
	/** Undefined unless it failed. */
	onlineStatus?: OnlineStatus;
	/** Why it failed. */
	failureExplanation?: string;
	link?: string | null;
	time: number;
	/** Time since it was created. */
	age: number;
	/** Undefined if another client created the post, or if it is unreadable. */
	fingerprint?: StoredFingerprint;
	/** Whether the fingerprint is unreadable, as neither the list nor the public data includes the settings. */
	isFingerprintHidden: boolean;
	/** Whether a person created it in Postiz; false if unknown. */
	isByHand: boolean;
	content: string;
	comparableText: string;
	/** Undefined if the public data is unread or unreadable. */
	parts?: PublicPart[];
	isEdited: boolean;
}

/** True if a post in this state may still be published. */
export const isPending = (state: PostState): boolean => state === 'QUEUE' || state === 'DRAFT';

/** How many posts are opened to find the posts of rows, in addition to posts with the text or minute of a row. */
export const MAX_SEARCHED_POSTS = 1000;

/** What a run has read from the calendar. */
export interface CalendarSnapshot {
	/** The posts that may match a desired post. */
	posts: ExistingPost[];
	/** False if no post has a fingerprint. The instance may drop fingerprints, so texts are compared, too. */
	keepsFingerprints: boolean;
	/** A repeating post occurs once per repetition. */
	listedPosts: ListedPost[];
	/** The number of posts that may belong to a row, but exceed {@link MAX_SEARCHED_POSTS}. */
	unsearchedCount: number;
	/** The IDs of channels with failed or overdue posts, which may have lost their connection. */
	suspectChannelIds: ReadonlySet<string>;
	/** When the run started, rounded up to whole seconds. */
	serviceStartTime: number;
}
