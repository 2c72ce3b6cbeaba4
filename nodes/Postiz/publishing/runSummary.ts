import type { Channel } from '../transport/apiTypes';
import type { DesiredPost, Item, PlannedPost } from './model';

/** What the options of the first item decide for the whole run. */
export interface RunOptions {
	/** Output posts with the fields and files of their items. */
	includesInput: boolean;
	/** The total time to wait for the hourly limit, in ms. */
	maxWaitMs: number;
	/** Nothing is uploaded or sent. */
	previewsOnly: boolean;
	/** What the page of a preview is like. */
	page?: PageOptions;
}

/** How the maker of the workflow wants the page. */
export interface PageOptions {
	/** Empty for the usual one. */
	title: string;
	/** Only what is ready, and nothing technical. */
	isForClient: boolean;
	/** Where the posts are approved; empty if they are not. */
	approvalLink: string;
}

/** The posts that an item asks for, and what a hint says about it. */
export interface ResolvedItem {
	item: Item;
	desired: DesiredPost[];
	/** Channels of a chosen group that get no post. */
	disabled: Channel[];
	/** Networks with settings, but without a chosen channel. */
	unusedNetworks: string[];
}

/** What a run knows of its items before anything is sent. */
export interface RunSummary extends RunOptions {
	/** The indexes of blank rows. */
	blank: ReadonlySet<number>;
	resolved: ResolvedItem[];
	/** Items failed before they were resolved. */
	isPartial: boolean;
	steps: PlannedPost[];
	/** How many posts may be a row's, and weren't read. */
	unread: number;
}
