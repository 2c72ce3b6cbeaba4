/** A reason as networks and Postiz word it, where it is said, and what a person should do. */
type Reason = [words: RegExp, network: string, todo: string];

const ANY = '';
const RETRY = 'give the post a new date';

/** The first that fits counts; `network` is the start of an identifier. */
const REASONS: Reason[] = [
	[
		/not enough rights|kicked|chat not found/i,
		'telegram',
		`Make the bot an admin of the channel again, then ${RETRY}.`,
	],
	[
		/missing some permissions|all scopes|additional permissions/i,
		ANY,
		'Reconnect the channel, and leave every permission ticked.',
	],
	[
		/not enough permissions to post|no permission to publish the video/i,
		ANY,
		'Ask an admin of the Facebook page for full access, then reconnect.',
	],
	[
		/not a business account/i,
		'instagram',
		'Change it to a business or creator account in the Instagram app, then reconnect.',
	],
	[
		/session has been invalidated/i,
		'instagram',
		'Reconnect, and publish nothing there for two days.',
	],
	[
		/user is restricted|user restricted/i,
		ANY,
		'Open the app of the network, settle the restriction that it shows, then try again.',
	],
	[
		/blocked your request/i,
		'x',
		'Shorten it, leave out links and mentions, and check that the account may do this by hand.',
	],
	[
		/blocked your request|restrict certain activity/i,
		ANY,
		'Wait a day and publish less often; look for a warning in the app.',
	],
	[/\bspam\b/i, ANY, 'Change text, links and picture, and try again tomorrow.'],
	[
		/posts per day|posting for today|daily post limit|daily upload limit|maximum for today|\bdaily (?!user)/i,
		ANY,
		'Wait until 24 hours have passed since the first of these posts.',
	],
	[
		/upload the (?:picture|video)(?:\/video)? to postiz|verified url property/i,
		'tiktok',
		'Ask whoever runs Postiz to verify the address of its uploads at TikTok; the file is fine.',
	],
	[
		/media fetch failed|could not be fetched|downloading media|download failed|pull .* from url|unable to reach|media urls? is invalid/i,
		ANY,
		'Open the address of the file in a private window: if it shows, try again; if not, Postiz needs a public https address.',
	],
	[
		/media expired|builder expired|media not found|failed to create media|unknown upload error/i,
		'instagram',
		`Give the post a new date; if it fails again, upload the file anew.`,
	],
	[
		/processing failed|could not process|failed to process|job failed|corrupted/i,
		ANY,
		`Convert the video to MP4 with H.264 and AAC, check its length, and ${RETRY}.`,
	],
	[/trial reels/i, 'instagram', "Turn Trial Reel off: Instagram doesn't offer it to this account."],
	[
		/2207018/,
		'instagram',
		'Leave out the collaborator, or ask them to allow tags and a public account.',
	],
	[
		/security check|confirm your identity|publishing authorization|limited access/i,
		'facebook',
		'Sign in to Facebook as an admin of the page, and finish the check that it shows or wait the days that it names.',
	],
	[
		/too fast|rate limit|too quickly|too many requests/i,
		ANY,
		'Wait an hour, and leave more time between posts.',
	],
	[
		/abusive|community standards/i,
		'facebook',
		'Change the words or the link, or ask Facebook for a review.',
	],
	[
		/photos were already posted/i,
		'facebook',
		'Look on the page: these photos are there. Use other ones for a second post.',
	],
	[
		/not approved for public posting/i,
		'tiktok',
		'Choose Only You and a private account, or ask whoever runs Postiz for an audited TikTok app.',
	],
	[
		/privacy level mismatch/i,
		'tiktok',
		'Choose one of the audiences that the TikTok app offers this account.',
	],
	[
		/daily user limit/i,
		'tiktok',
		'Try again tomorrow, and reconnect if Postiz asks; TikTok Business has no such limit.',
	],
	[
		/pending posts to 5/i,
		'tiktok',
		'Finish or delete the drafts in the TikTok inbox, then wait a day.',
	],
	[
		/banned from posting/i,
		'tiktok',
		'Look at the account status in the TikTok app, and appeal there.',
	],
	[/latest version/i, 'tiktok', 'Update the TikTok app on the phone, then try again.'],
	[
		/picture_size_check_failed|picture size/i,
		'tiktok',
		'Make each picture at most 1,080 pixels on its shorter and 1,920 on its longer side.',
	],
	[
		/duplicate|already posted this post/i,
		ANY,
		'Change the text, or wait a day: the network has the same one.',
	],
	[
		/\bcapped\b/i,
		'x',
		'Wait until the quota of the X app is renewed, or ask whoever runs Postiz to raise it.',
	],
	[/suspended/i, 'x', 'Sign in at x.com and follow its notice; until then, use another channel.'],
	[
		/problem posting|url that is not allowed/i,
		'x',
		'Shorten it, leave out links and mentions, and check that the account may do this by hand.',
	],
	[
		/link your youtube account/i,
		'youtube',
		'Create a YouTube channel for this Google account, then reconnect.',
	],
	[
		/uploaded your video but/i,
		'youtube',
		"The video is online: correct its title or thumbnail on YouTube (or verify the channel), and don't post it again.",
	],
	[
		/title is too long/i,
		'youtube',
		'Shorten the title to 100 characters, and take < and > out of it.',
	],
	[
		/access to this business location|location not found/i,
		'gmb',
		'Check that the place still exists and that this account manages it, then reconnect.',
	],
	[/policy violation/i, 'gmb', 'Take out phone numbers, prices or claims, and try again.'],
	[
		/access to this channel|lacks permission|can['’]t post|cannot post|insufficient permissions/i,
		ANY,
		'Ask an admin there to let this account (or the bot) see and write.',
	],
	[
		/no longer exists|board was not found|forum or experience not found/i,
		ANY,
		'Choose the channel, board or forum from the list again.',
	],
	[
		/reddit rejected the post to/i,
		ANY,
		'Do what Reddit says after the colon: wait, choose a flair, or follow the rules of that subreddit.',
	],
	[
		/caption is too long/i,
		'telegram',
		'Shorten the text to 1,024 characters beside a file, or put the rest into the thread.',
	],
	[
		/temporarily unavailable|currently unavailable|servers\b/i,
		ANY,
		`The post is fine: ${RETRY} in an hour.`,
	],
];

/** What a person should do about a reason of a network, in a sentence; undefined if nobody knows. */
export const todoFor = (words: string, identifier: string): string | undefined =>
	REASONS.find(
		([pattern, network]) =>
			pattern.test(words) && (network === ANY || identifier === '' || isOf(identifier, network)),
	)?.[2];

const isOf = (identifier: string, network: string) =>
	network === 'x' ? identifier === 'x' : identifier.startsWith(network);
