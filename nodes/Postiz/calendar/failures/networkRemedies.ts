interface RemedyRule {
	/** Limits the rule to this network. */
	network?: 'facebook' | 'gmb' | 'instagram' | 'telegram' | 'tiktok' | 'x' | 'youtube';
	/** Matches the messages to which the rule applies. */
	message: RegExp;
	remedy: string;
}

/** The first matching rule applies. */
const REMEDY_RULES: RemedyRule[] = [
	{
		network: 'telegram',
		message: /not enough rights|kicked|chat not found/i,
		remedy: 'Make the bot an admin of the channel again, and give the post a new date.',
	},
	{
		message: /missing some permissions|all scopes|additional permissions/i,
		remedy: 'Reconnect the channel, and keep all permissions selected.',
	},
	{
		message: /not enough permissions to post|no permission to publish the video/i,
		remedy: 'Ask an admin of the Facebook page for full access, then reconnect.',
	},
	{
		network: 'instagram',
		message: /not a business account/i,
		remedy: 'Change it to a business or creator account in the Instagram app, then reconnect.',
	},
	{
		network: 'instagram',
		message: /session has been invalidated/i,
		remedy: 'Reconnect, and publish nothing there for two days.',
	},
	{
		message: /user is restricted|user restricted/i,
		remedy: 'Open the app of the network, resolve the restriction, and try again.',
	},
	{
		network: 'x',
		message: /blocked your request|problem posting|url that is not allowed/i,
		remedy:
			'Shorten it, remove links and mentions, and check whether the account can post it by hand.',
	},
	{
		message: /blocked your request|restrict certain activity/i,
		remedy: 'Wait a day and publish less often; look for a warning in the app.',
	},
	{ message: /spam/i, remedy: 'Change text, links and picture, and try again tomorrow.' },
	{
		network: 'tiktok',
		message: /daily user limit/i,
		remedy: 'Try again tomorrow, and reconnect if Postiz asks; TikTok Business has no such limit.',
	},
	{
		message: /posts per day|posting for today|maximum for today|daily /i,
		remedy: 'Wait 24 hours from the first of these posts.',
	},
	{
		network: 'tiktok',
		message: /upload the (?:picture|video|picture\/video) to postiz|verified url property/i,
		remedy:
			'Ask whoever runs Postiz to verify the address of its uploads at TikTok. The file is fine.',
	},
	{
		message:
			/media fetch failed|could not be fetched|download(?:ing media| failed)|pull (?:video|photo) from url|unable to reach|media urls? is invalid/i,
		remedy:
			'Open the address of the file in a private window. If it opens, try again. If not, Postiz needs a public https address.',
	},
	{
		network: 'instagram',
		message:
			/media expired|builder expired|media not found|failed to create media|unknown upload error/i,
		remedy: 'Give the post a new date. If it fails again, upload the file again.',
	},
	{
		message: /processing failed|could not process|failed to process|job failed|corrupted/i,
		remedy:
			'Convert the video to MP4 with H.264 and AAC, check its length, and give the post a new date.',
	},
	{
		network: 'facebook',
		message: /security check|confirm your identity|publishing authorization|limited access/i,
		remedy: 'Sign in to Facebook as an admin of the page, and complete the check that it shows.',
	},
	{
		message: /too fast|rate limit|too quickly|too many requests/i,
		remedy: 'Wait an hour, and leave more time between posts.',
	},
	{
		network: 'tiktok',
		message: /not approved for public posting/i,
		remedy:
			'Choose Only You and a private account, or ask whoever runs Postiz for an audited TikTok app.',
	},
	{
		network: 'tiktok',
		message: /privacy level mismatch/i,
		remedy: 'Choose one of the audiences that the TikTok app offers this account.',
	},
	{
		network: 'tiktok',
		message: /pending posts to 5/i,
		remedy: 'Finish or delete the drafts in the TikTok inbox, then wait a day.',
	},
	{
		network: 'x',
		message: /capped/i,
		remedy: 'Wait until the quota of the X app is renewed, or ask whoever runs Postiz to raise it.',
	},
	{
		network: 'x',
		message: /suspended/i,
		remedy: 'Sign in at x.com and follow its notice; until then, use another channel.',
	},
	{
		network: 'youtube',
		message: /link your youtube account/i,
		remedy: 'Create a YouTube channel for this Google account, then reconnect.',
	},
	{
		network: 'youtube',
		message: /title is too long|could not set the title/i,
		remedy: 'Nothing is online. Shorten the title to 100 characters, and remove < and >.',
	},
	{
		network: 'gmb',
		message: /access to this business location|location not found/i,
		remedy: 'Check that the place exists and that this account manages it, then reconnect.',
	},
	{
		network: 'gmb',
		message: /policy violation/i,
		remedy: 'Remove phone numbers, prices or claims, and try again.',
	},
	{
		message:
			/access to this channel|lacks permission|(?:can['’]t|cannot) post|insufficient permissions/i,
		remedy: 'Ask an admin there to give this account (or the bot) access.',
	},
	{
		message: /no longer exists|board was not found|forum or experience not found/i,
		remedy: 'Choose the channel, board or forum from the list again.',
	},
	{
		message: /reddit rejected the post to/i,
		remedy: 'Follow what Reddit says: wait, choose a flair, or follow the rules of the subreddit.',
	},
	{
		network: 'telegram',
		message: /caption is too long/i,
		remedy: 'With a file, shorten the text to 1,024 characters, or move the rest to the thread.',
	},
	{
		message: /temporarily unavailable|currently unavailable|servers/i,
		remedy: 'The post is fine. Give it a new date in an hour.',
	},
];

/** For failed posts that are online. */
const REMEDY_RULES_IF_ONLINE: RemedyRule[] = [
	{
		network: 'youtube',
		message: /thumbnail|we have uploaded your video/i,
		remedy: "The video is online. Set its thumbnail on YouTube, and don't post it again.",
	},
];

/** Finds a remedy for a network's message, in a sentence. Returns undefined if there is none. */
export function findNetworkRemedy(
	message: string,
	networkIdentifier: string,
	{ isOnline = false } = {},
): string | undefined {
	const [family] = networkIdentifier.split('-');
	return (isOnline ? REMEDY_RULES_IF_ONLINE : REMEDY_RULES).find(
		({ network = family, message: pattern }) => network === family && pattern.test(message),
	)?.remedy;
}
