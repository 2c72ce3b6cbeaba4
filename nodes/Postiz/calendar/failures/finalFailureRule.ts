/** The facts about a failed post, and about the network's response, that a {@link FinalFailureRule} can require. */
export interface FailureFacts {
	/** No earlier attempt can have published the post. */
	isFirstAttempt: boolean;
	/** Postiz publishes each file of a story on its own, so some may be online. */
	hasAtMostOneStory: boolean;
	/** Postiz posts to several subreddits, communities or Farcaster channels one after another. */
	hasAtMostOneCommunity: boolean;
	/** The first subreddit rejected the post, so Postiz didn't try the others. */
	isAboutFirstSubreddit: boolean;
	/** Telegram publishes files in groups of ten, so a group may be online. */
	hasAtMostTenFiles: boolean;
	/** YouTube sets a thumbnail after the video is online. */
	hasNoThumbnail: boolean;
	hasNoTextBackground: boolean;
	/** The network responded with 403. */
	isForbidden: boolean;
	/** Codes in Meta's response. */
	hasErrorCode190: boolean;
	hasNoErrorSubcode33: boolean;
}

/** A string that the text contains, or a pattern that it matches. */
export type TextPattern = string | RegExp;

/**
 * A failure, as Postiz stores it, after which the post is certainly not online (docs/api.md, Reason of a failure). All
 * given properties must match.
 */
export interface FinalFailureRule {
	type?: 'bad_body' | 'refresh_token' | 'exception';
	/** Any of these jobs failed. */
	jobs?: Array<'postSocial' | 'postSocialPending' | 'finalizePost' | 'checkPostStatus'>;
	requires?: Array<keyof FailureFacts>;
	/** Postiz says any of these. */
	messages?: TextPattern[];
	/** The network responded with any of these. Ignored if the response or Postiz hints that the post may be online. */
	responses?: TextPattern[];
	/**
	 * Any of these steps failed. Ignored if Postiz gives a message, or if the response hints that the post may be
	 * online.
	 */
	steps?: string[];
}

/** Creates a rule for failures with any of these messages. */
export const createFinalFailureRule = (
	rule: Omit<FinalFailureRule, 'messages'>,
	messages: TextPattern[],
): FinalFailureRule => ({ ...rule, messages });
