/** Why a row is refused, as the words of the node say it: those of today and those that take their place. */
const REASONS = {
	start: /only (?:has )?the start of (?:this|the) thread/,
	unsure: /failed(?: in Postiz)?, but it (?:is|may be) online/,
	stillTrying: /Postiz is still trying/,
	files: /this post with other files/,
	settings: /this post with other settings/,
	unknownFiles: /files cannot be compared/,
	notDraft: /and not as a draft|and it is scheduled/,
	draft: /this post as a draft/,
	twiceInRun: /ha(?:s|ve) the (?:same )?Row ID|has the post .*, too/,
	published: /is out already|is already published/,
	other: /says something else at another time/,
	hidden: /cannot be read completely/,
	unknownKey: /n8n cannot see whether it is/,
	lostKey: /does not keep Row IDs/,
	two: /two posts of this row/,
	approved: /Somebody has scheduled this post/,
	alike: /a post that may be this row's/,
	past: /is in the past|is due at|passed before this item/,
	gone: /no post with the ID|may have been deleted/,
	/** What befell the run. */
	run: /unclear whether|It is unknown whether|did not create|hourly limit|limit of|status \d+|Postiz failed|was not changed again|not be reached|doesn't allow this|connection|Postiz could not/i,
} as const;

export type Reason = keyof typeof REASONS;

/** The reason that an error gives; undefined if it is none that is known. */
export const reasonOf = (error: string): Reason | undefined =>
	(Object.keys(REASONS) as Reason[]).find((reason) => REASONS[reason].test(error));
