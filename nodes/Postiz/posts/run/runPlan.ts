import type { Channel } from '../../transport/apiTypes';
import type { DesiredPost, Item, PlannedPost } from '../model';

/** Options that hold for the whole run; those of the first item count. */
export interface RunOptions {
	/** Output posts with the fields and files of their items. */
	includesInput: boolean;
	/** The total time to wait for the hourly limit, in ms. */
	maxWaitMs: number;
	/** Nothing is uploaded or sent. */
	previewsOnly: boolean;
	page?: PageOptions;
}

/** Options of the preview page. */
export interface PageOptions {
	/** Empty for the usual one. */
	title: string;
	/** Shows only posts that are ready, and no technical details. */
	isForClient: boolean;
	/** Where the posts are approved; empty if they are not. */
	approvalLink: string;
}

/** The posts of an item, and what hints need to know about it. */
export interface ResolvedItem {
	item: Item;
	desired: DesiredPost[];
	/** Channels of a chosen group that get no post. */
	disabled: Channel[];
	/** Networks with settings, but without a chosen channel. */
	unusedNetworks: string[];
}

/** What is known of a run's items before anything is sent. */
export interface RunPlan extends RunOptions {
	/** The indexes of blank rows. */
	blank: ReadonlySet<number>;
	resolvedItems: ResolvedItem[];
	/** Items failed before they were resolved. */
	isPartial: boolean;
	plannedPosts: PlannedPost[];
	/** How many posts that may belong to a row weren't read, as there are too many. */
	unreadCount: number;
}
