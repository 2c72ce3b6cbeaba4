/**
 * Advice for people, by fragments of messages in lower case; `network: …` limits them to a network. The first match wins.
 */
const REMEDIES: Record<string, string> = {
	'telegram: not enough rights|kicked|chat not found':
		'Make the bot an admin of the channel again, and give the post a new date.',
	'missing some permissions|all scopes|additional permissions':
		'Reconnect the channel, and keep all permissions selected.',
	'not enough permissions to post|no permission to publish the video':
		'Ask an admin of the Facebook page for full access, then reconnect.',
	'instagram: not a business account':
		'Change it to a business or creator account in the Instagram app, then reconnect.',
	'instagram: session has been invalidated': 'Reconnect, and publish nothing there for two days.',
	'user is restricted|user restricted':
		'Open the app of the network, resolve the restriction, and try again.',
	'x: blocked your request|problem posting|url that is not allowed':
		'Shorten it, remove links and mentions, and check whether the account can post it by hand.',
	'blocked your request|restrict certain activity':
		'Wait a day and publish less often; look for a warning in the app.',
	spam: 'Change text, links and picture, and try again tomorrow.',
	'tiktok: daily user limit':
		'Try again tomorrow, and reconnect if Postiz asks; TikTok Business has no such limit.',
	'posts per day|posting for today|maximum for today|daily ':
		'Wait 24 hours from the first of these posts.',
	'tiktok: upload the picture to postiz|upload the video to postiz|upload the picture/video to postiz|verified url property':
		'Ask whoever runs Postiz to verify the address of its uploads at TikTok. The file is fine.',
	'media fetch failed|could not be fetched|downloading media|download failed|pull video from url|pull photo from url|unable to reach|media url is invalid|media urls is invalid':
		'Open the address of the file in a private window. If it opens, try again. If not, Postiz needs a public https address.',
	'instagram: media expired|builder expired|media not found|failed to create media|unknown upload error':
		'Give the post a new date. If it fails again, upload the file again.',
	'processing failed|could not process|failed to process|job failed|corrupted':
		'Convert the video to MP4 with H.264 and AAC, check its length, and give the post a new date.',
	'facebook: security check|confirm your identity|publishing authorization|limited access':
		'Sign in to Facebook as an admin of the page, and complete the check that it shows.',
	'too fast|rate limit|too quickly|too many requests':
		'Wait an hour, and leave more time between posts.',
	'tiktok: not approved for public posting':
		'Choose Only You and a private account, or ask whoever runs Postiz for an audited TikTok app.',
	'tiktok: privacy level mismatch':
		'Choose one of the audiences that the TikTok app offers this account.',
	'tiktok: pending posts to 5': 'Finish or delete the drafts in the TikTok inbox, then wait a day.',
	'x: capped':
		'Wait until the quota of the X app is renewed, or ask whoever runs Postiz to raise it.',
	'x: suspended': 'Sign in at x.com and follow its notice; until then, use another channel.',
	'youtube: link your youtube account':
		'Create a YouTube channel for this Google account, then reconnect.',
	'youtube: title is too long|could not set the title':
		'Nothing is online. Shorten the title to 100 characters, and remove < and >.',
	'gmb: access to this business location|location not found':
		'Check that the place exists and that this account manages it, then reconnect.',
	'gmb: policy violation': 'Remove phone numbers, prices or claims, and try again.',
	"access to this channel|lacks permission|can't post|can’t post|cannot post|insufficient permissions":
		'Ask an admin there to give this account (or the bot) access.',
	'no longer exists|board was not found|forum or experience not found':
		'Choose the channel, board or forum from the list again.',
	'reddit rejected the post to':
		'Follow what Reddit says: wait, choose a flair, or follow the rules of the subreddit.',
	'telegram: caption is too long':
		'With a file, shorten the text to 1,024 characters, or move the rest to the thread.',
	'temporarily unavailable|currently unavailable|servers':
		'The post is fine. Give it a new date in an hour.',
};

/** The same for posts that failed, but are online. */
const REMEDIES_ONLINE = {
	'youtube: thumbnail|we have uploaded your video':
		"The video is online. Set its thumbnail on YouTube, and don't post it again.",
};

const CONDITION = /^(?:(?<network>\w+): )?(?<fragments>.+)$/;

/** What a person should do about what a network said, in a sentence; undefined if nobody knows. */
export function findRemedy(
	message: string,
	networkIdentifier: string,
	isOnline = false,
): string | undefined {
	const lowerCaseMessage = message.toLowerCase();
	return Object.entries(isOnline ? REMEDIES_ONLINE : REMEDIES).find(([key]) => {
		const { network, fragments = '' } = CONDITION.exec(key)?.groups ?? {};
		const isForNetwork =
			network === undefined ||
			networkIdentifier === '' ||
			networkIdentifier.split('-')[0] === network;
		return (
			isForNetwork && fragments.split('|').some((fragment) => lowerCaseMessage.includes(fragment))
		);
	})?.[1];
}
