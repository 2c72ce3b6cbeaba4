/** Why a row is refused, as the words of the node say it: those of today and those that take their place. */
const REASONS = {
	start: /only the beginning of this thread/,
	unsure: /failed in Postiz, but (?:it )?may be online/,
	stillTrying: /Postiz is still trying/,
	files: /this post with other files/,
	settings: /this post with other settings/,
	unknownFiles: /files cannot be compared/,
	notDraft: /and it is scheduled/,
	draft: /this post as a draft/,
	twiceInRun: /(?:ha(?:s|ve)|uses) the (?:same )?Row ID/,
	published: /is already published/,
	other: /a post with another text and time/,
	hidden: /cannot be read completely/,
	unknownKey: /n8n cannot read its Row ID/,
	lostKey: /does not keep Row IDs/,
	two: /two posts for this row/,
	approved: /This post was scheduled in Postiz/,
	alike: /a post without a Row ID that may belong/,
	past: /is in the past|is due at|passed before the item/,
	gone: /no post with the ID|may have been deleted/,
	/** What befell the run. */
	run: /unclear whether|It is unknown whether|did not create|hourly limit|limit of|status \d+|Postiz failed|was not changed again|not be reached|doesn't allow this|connection|Postiz could not|unreadable answer/i,
} as const;

export type Reason = keyof typeof REASONS;

/** The reason that an error gives; undefined if it is none that is known. */
export const reasonOf = (error: string): Reason | undefined =>
	(Object.keys(REASONS) as Reason[]).find((reason) => REASONS[reason].test(error));
