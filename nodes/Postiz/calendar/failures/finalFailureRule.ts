/** What a {@link FinalFailureRule} can require of a failed post and of the network's response. */
export interface FailureFacts {
	/** No earlier attempt can have published anything. */
	isFirstAttempt: boolean;
	/** Not several stories: each file would be published on its own. */
	hasAtMostOneStory: boolean;
	/** Not several subreddits, communities or Farcaster channels: they are posted to in turn. */
	hasAtMostOneCommunity: boolean;
	/** The first subreddit rejected it, so no other was tried. */
	isAboutFirstSubreddit: boolean;
	/** Telegram publishes files in groups of ten. */
	hasAtMostTenFiles: boolean;
	/** YouTube sets a thumbnail once the video is online. */
	hasNoThumbnail: boolean;
	hasNoTextBackground: boolean;
	/** The network answered with this status. */
	isForbidden: boolean;
	/** The codes in a response of Meta. */
	hasErrorCode190: boolean;
	hasNoErrorSubcode33: boolean;
}

/** A text that contains the string, or matches the pattern. */
export type TextPattern = string | RegExp;

/**
 * A kind of failure after which the post is certainly not online, as Postiz stores it (docs/api.md, Reason of a
 * failure). All that is given must apply.
 */
export interface FinalFailureRule {
	type?: 'bad_body' | 'refresh_token' | 'exception';
	/** The job that failed, any of these. */
	jobs?: Array<'postSocial' | 'postSocialPending' | 'finalizePost' | 'checkPostStatus'>;
	requires?: Array<keyof FailureFacts>;
	/** What Postiz says, any of these. */
	messages?: TextPattern[];
	/** What the network responded, any of these, if neither it nor Postiz hints that the post may be online. */
	responses?: TextPattern[];
	/** The step that failed, any of these, if Postiz gives no message and the response has no such hint. */
	steps?: string[];
}
