import type { Problem } from '../../common/problem';
import type { ItemFailures } from '../../execution/itemResults';
import type { Channel } from '../../transport/apiTypes';
import type { DesiredPost } from '../desiredPost';
import type { CalendarSnapshot } from '../existingPost';
import type { Item } from '../item';
import type { PlannedPost } from '../plannedPost';
import type { PostResult } from '../postResult';
import type { RunOptions } from './runOptions';

/** The items of a run after they were read. */
export interface ReadState {
	options: RunOptions;
	/** The indexes of blank rows. */
	blankRows: ReadonlySet<number>;
	/** The indexes of all other items. */
	itemIndexes: number[];
	items: Item[];
	/** The items that have failed so far. */
	failures: ItemFailures;
}

/** The posts of an item, and what hints need to know about it. */
export interface ResolvedItem {
	item: Item;
	desiredPosts: DesiredPost[];
	/** Channels of a chosen group that get no post. */
	disabledChannels: Channel[];
	/** Networks with settings, but without a chosen channel. */
	unusedNetworks: string[];
}

/** What is known of a run before the calendar is read. */
export interface ResolvedState extends ReadState {
	resolvedItems: ResolvedItem[];
	/** Items failed before they were resolved. */
	hasUnresolvedItems: boolean;
	/** Posts of items that have not failed so far. */
	desiredPosts: DesiredPost[];
}

/** What is known of a run before anything is sent. Validation adds issues to its posts. */
export interface MatchedState extends ResolvedState {
	plannedPosts: PlannedPost[];
	calendar: CalendarSnapshot;
	/** Why posts are rejected because of existing ones. */
	conflictProblems: ReadonlyMap<DesiredPost, Problem>;
}

/** What is known of a run after its posts were sent. */
export interface SentState extends MatchedState {
	results: PostResult[];
	/** How many posts of Create got the ID of their row. */
	writtenRowIdCount: number;
}
