/** Options of the whole run, from its first item. */
export interface RunOptions {
	/** Whether outputs include the fields and files of their items. */
	includesInputFields: boolean;
	/** The total time that its requests wait for the hourly limit. */
	waitAtLimitMs: number;
	/** Whether to upload and send nothing. */
	previewsOnly: boolean;
	/** Whether to go on after a failed item. A preview always does. */
	continuesOnError: boolean;
	page?: PageOptions;
}

/** Options of the preview page. */
export interface PageOptions {
	/** Empty for the default title. */
	title: string;
	/** Whether to hide posts that aren't ready, and technical details. */
	isForClient: boolean;
	/** The address for approvals; empty for none. */
	approvalLink: string;
}
