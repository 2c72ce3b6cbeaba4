/** Options that hold for the whole run; those of the first item count. */
export interface RunOptions {
	/** Output posts with the fields and files of their items. */
	includesInput: boolean;
	/** The total time to wait for the hourly limit, in ms. */
	maxWaitMs: number;
	/** Nothing is uploaded or sent. */
	previewsOnly: boolean;
	/** The first failure before posts are sent ends the run. */
	stopsAtFailure: boolean;
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
