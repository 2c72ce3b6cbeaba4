import type { OnlineStatus } from '../calendar/failures/onlineStatus';
import type { PublicPart } from '../calendar/publicPost';
import { DAY_MS, MINUTE_MS } from '../common/date';
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
	failureExplanation?: string;
	link?: string | null;
	time: number;
	/** Time since it was created. */
	age: number;
	/** Undefined if another client created the post, or if it is unreadable. */
	fingerprint?: StoredFingerprint;
	/** Whether the fingerprint is unreadable, as neither the list nor the public data includes the settings. */
	isFingerprintUnreadable: boolean;
	/** Whether a person created it in Postiz; false if unknown. */
	wasCreatedInPostiz: boolean;
	content: string;
	comparableText: string;
	/** Undefined if the public data is unread or unreadable. */
	parts?: PublicPart[];
	isEdited: boolean;
}

/**
 * How late Postiz still publishes a post, if its worker was down: once an hour, it searches for such posts (docs/api.md,
 * Posts that do not go out).
 */
export const MAX_PUBLISH_DELAY_MS = 2 * DAY_MS;

/** A scheduled post isn't changed this long before its date, as Postiz may publish it in the meantime. */
export const FREEZE_BEFORE_DUE_MS = 5 * MINUTE_MS;
/**
 * A scheduled post isn't changed this long after its date, either. After that, it can be given a new date: Postiz may
 * still publish it, up to {@link MAX_PUBLISH_DELAY_MS} late, but is unlikely to do so during the update.
 */
export const FREEZE_AFTER_DUE_MS = 60 * MINUTE_MS;

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
