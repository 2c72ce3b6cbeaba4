interface RemedyRule {
	/** Limits the rule to this network. */
	network?: 'facebook' | 'gmb' | 'instagram' | 'telegram' | 'tiktok' | 'x' | 'youtube';
	/** The rule applies to messages with any of these phrases, in lower case. */
	phrases: string[];
	remedy: string;
}

/** The first matching rule applies. */
const REMEDY_RULES: RemedyRule[] = [
	{
		network: 'telegram',
		phrases: ['not enough rights', 'kicked', 'chat not found'],
		remedy: 'Make the bot an admin of the channel again, and give the post a new date.',
	},
	{
		phrases: ['missing some permissions', 'all scopes', 'additional permissions'],
		remedy: 'Reconnect the channel, and keep all permissions selected.',
	},
	{
		phrases: ['not enough permissions to post', 'no permission to publish the video'],
		remedy: 'Ask an admin of the Facebook page for full access, then reconnect.',
	},
	{
		network: 'instagram',
		phrases: ['not a business account'],
		remedy: 'Change it to a business or creator account in the Instagram app, then reconnect.',
	},
	{
		network: 'instagram',
		phrases: ['session has been invalidated'],
		remedy: 'Reconnect, and publish nothing there for two days.',
	},
	{
		phrases: ['user is restricted', 'user restricted'],
		remedy: 'Open the app of the network, resolve the restriction, and try again.',
	},
	{
		network: 'x',
		phrases: ['blocked your request', 'problem posting', 'url that is not allowed'],
		remedy:
			'Shorten it, remove links and mentions, and check whether the account can post it by hand.',
	},
	{
		phrases: ['blocked your request', 'restrict certain activity'],
		remedy: 'Wait a day and publish less often; look for a warning in the app.',
	},
	{ phrases: ['spam'], remedy: 'Change text, links and picture, and try again tomorrow.' },
	{
		network: 'tiktok',
		phrases: ['daily user limit'],
		remedy: 'Try again tomorrow, and reconnect if Postiz asks; TikTok Business has no such limit.',
	},
	{
		phrases: ['posts per day', 'posting for today', 'maximum for today', 'daily '],
		remedy: 'Wait 24 hours from the first of these posts.',
	},
	{
		network: 'tiktok',
		phrases: [
			'upload the picture to postiz',
			'upload the video to postiz',
			'upload the picture/video to postiz',
			'verified url property',
		],
		remedy:
			'Ask whoever runs Postiz to verify the address of its uploads at TikTok. The file is fine.',
	},
	{
		phrases: [
			'media fetch failed',
			'could not be fetched',
			'downloading media',
			'download failed',
			'pull video from url',
			'pull photo from url',
			'unable to reach',
			'media url is invalid',
			'media urls is invalid',
		],
		remedy:
			'Open the address of the file in a private window. If it opens, try again. If not, Postiz needs a public https address.',
	},
	{
		network: 'instagram',
		phrases: [
			'media expired',
			'builder expired',
			'media not found',
			'failed to create media',
			'unknown upload error',
		],
		remedy: 'Give the post a new date. If it fails again, upload the file again.',
	},
	{
		phrases: [
			'processing failed',
			'could not process',
			'failed to process',
			'job failed',
			'corrupted',
		],
		remedy:
			'Convert the video to MP4 with H.264 and AAC, check its length, and give the post a new date.',
	},
	{
		network: 'facebook',
		phrases: [
			'security check',
			'confirm your identity',
			'publishing authorization',
			'limited access',
		],
		remedy: 'Sign in to Facebook as an admin of the page, and complete the check that it shows.',
	},
	{
		phrases: ['too fast', 'rate limit', 'too quickly', 'too many requests'],
		remedy: 'Wait an hour, and leave more time between posts.',
	},
	{
		network: 'tiktok',
		phrases: ['not approved for public posting'],
		remedy:
			'Choose Only You and a private account, or ask whoever runs Postiz for an audited TikTok app.',
	},
	{
		network: 'tiktok',
		phrases: ['privacy level mismatch'],
		remedy: 'Choose one of the audiences that the TikTok app offers this account.',
	},
	{
		network: 'tiktok',
		phrases: ['pending posts to 5'],
		remedy: 'Finish or delete the drafts in the TikTok inbox, then wait a day.',
	},
	{
		network: 'x',
		phrases: ['capped'],
		remedy: 'Wait until the quota of the X app is renewed, or ask whoever runs Postiz to raise it.',
	},
	{
		network: 'x',
		phrases: ['suspended'],
		remedy: 'Sign in at x.com and follow its notice; until then, use another channel.',
	},
	{
		network: 'youtube',
		phrases: ['link your youtube account'],
		remedy: 'Create a YouTube channel for this Google account, then reconnect.',
	},
	{
		network: 'youtube',
		phrases: ['title is too long', 'could not set the title'],
		remedy: 'Nothing is online. Shorten the title to 100 characters, and remove < and >.',
	},
	{
		network: 'gmb',
		phrases: ['access to this business location', 'location not found'],
		remedy: 'Check that the place exists and that this account manages it, then reconnect.',
	},
	{
		network: 'gmb',
		phrases: ['policy violation'],
		remedy: 'Remove phone numbers, prices or claims, and try again.',
	},
	{
		phrases: [
			'access to this channel',
			'lacks permission',
			"can't post",
			'can’t post',
			'cannot post',
			'insufficient permissions',
		],
		remedy: 'Ask an admin there to give this account (or the bot) access.',
	},
	{
		phrases: ['no longer exists', 'board was not found', 'forum or experience not found'],
		remedy: 'Choose the channel, board or forum from the list again.',
	},
	{
		phrases: ['reddit rejected the post to'],
		remedy: 'Follow what Reddit says: wait, choose a flair, or follow the rules of the subreddit.',
	},
	{
		network: 'telegram',
		phrases: ['caption is too long'],
		remedy: 'With a file, shorten the text to 1,024 characters, or move the rest to the thread.',
	},
	{
		phrases: ['temporarily unavailable', 'currently unavailable', 'servers'],
		remedy: 'The post is fine. Give it a new date in an hour.',
	},
];

/** For failed posts that are online. */
const REMEDY_RULES_IF_ONLINE: RemedyRule[] = [
	{
		network: 'youtube',
		phrases: ['thumbnail', 'we have uploaded your video'],
		remedy: "The video is online. Set its thumbnail on YouTube, and don't post it again.",
	},
];

/** Finds a remedy for a network's message, in a sentence. Returns undefined if there is none. */
export function findNetworkRemedy(
	message: string,
	networkIdentifier: string,
	{ isOnline = false } = {},
): string | undefined {
	const lowerCaseMessage = message.toLowerCase();
	const [family] = networkIdentifier.split('-');
	return (isOnline ? REMEDY_RULES_IF_ONLINE : REMEDY_RULES).find(
		({ network = family, phrases }) =>
			network === family && phrases.some((phrase) => lowerCaseMessage.includes(phrase)),
	)?.remedy;
}
