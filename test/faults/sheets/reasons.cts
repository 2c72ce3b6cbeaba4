/** The reasons why the node rejects a row, by the words of its error. */
const REASONS = {
	incompleteThread: /only the beginning of this thread/,
	mayBeOnline: /failed in Postiz, but (?:it )?may be online/,
	stillTrying: /Postiz is still trying/,
	differentFiles: /this post with different files/,
	differentDetails: /this post with different details/,
	uncomparedFiles: /files cannot be compared/,
	uncomparedLinks: /short links cannot be compared/,
	alreadyScheduled: /and it is scheduled/,
	existingDraft: /this post as a draft/,
	reusedRowId: /(?:ha(?:s|ve)|uses) the (?:same )?Row ID/,
	alreadyPublished: /is already published/,
	foreignRow: /a post with a different text and time/,
	hidden: /cannot be read completely/,
	unreadableRowId: /n8n cannot read its Row ID/,
	missingRowId: /but it has no Row ID/,
	severalPostsForRow: /several posts for this row/,
	changedAfterApproval: /This post was scheduled in Postiz/,
	mayBeEarlierVersion: /a post without a Row ID that may belong/,
	past: /is in the past|(?:is|was) due at|passed before this item/,
	gone: /no post with the ID|may have been deleted/,
	/** A failure of the run or the service. */
	run: /unclear whether|It is unknown whether|did not create|hourly limit|limit of|status \d+|Postiz failed|was not changed again|not be reached|doesn't allow this|connection|Postiz could not|unreadable answer/i,
} as const;

export type Reason = keyof typeof REASONS;

/** The reason of an error; undefined if it is unknown. */
export const findReason = (error: string): Reason | undefined =>
	(Object.keys(REASONS) as Reason[]).find((reason) => REASONS[reason].test(error));
