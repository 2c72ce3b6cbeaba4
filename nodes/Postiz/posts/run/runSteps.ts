import type { Problem } from '../../common/problem';
import type { ItemFailures } from '../../execution/itemResults';
import type { Channel } from '../../transport/apiTypes';
import type { DesiredPost } from '../desiredPost';
import type { CalendarSnapshot } from '../existingPost';
import type { Item } from '../item';
import type { PlannedPost } from '../plannedPost';
import type { DeliveryResult, PostResult } from '../postResult';

/** A run after its items were read. */
export interface ReadRun {
	/** The indexes of blank rows. */
	blankRows: ReadonlySet<number>;
	/** The indexes of all other items. */
	itemIndexes: number[];
	items: Item[];
	/** The items that have failed so far. */
	failures: ItemFailures;
}

/** The posts of an item, and facts for hints about it. */
export interface ResolvedItem {
	item: Item;
	desiredPosts: DesiredPost[];
	/** Disabled channels of a chosen group, which get no post. */
	disabledChannels: Channel[];
	/** Settings that no chosen channel uses, such as `X (only for Acme)`. */
	unusedSettingsLabels: string[];
}

/** A run after its items were resolved to posts. */
export interface ResolvedRun extends ReadRun {
	resolvedItems: ResolvedItem[];
	/** The posts of items that haven't failed so far. */
	desiredPosts: DesiredPost[];
}

/** A run after its posts were compared with the calendar. */
export interface MatchedRun extends ResolvedRun {
	plannedPosts: PlannedPost[];
	/** What the decisions are based on; empty if it was unreadable. */
	calendar: CalendarSnapshot;
	/** Why a post is rejected because of an existing one. */
	conflictProblems: ReadonlyMap<DesiredPost, Problem>;
}

/** A run after validation, which adds issues to its planned posts. */
export interface ValidatedRun extends MatchedRun {
	/** Only for the compiler: without validation, nothing can be sent. */
	isValidated: true;
}

/** A run after its posts were sent. */
export interface DeliveredRun extends ValidatedRun {
	deliveryResults: DeliveryResult[];
}

/** How many unchanged posts were sent again, only to write their fingerprints. */
export interface WrittenFingerprints {
	/** Includes those that failed. */
	sentCount: number;
	/** The number of posts made by Create that got a Row ID. */
	rowIdCount: number;
}

/** A run with the complete results of its posts. */
export interface CompletedRun extends DeliveredRun {
	results: PostResult[];
	writtenFingerprints: WrittenFingerprints;
}
