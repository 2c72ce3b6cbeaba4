import { LOST } from './uploadPostSettings';

/** Fields of the API that are called otherwise than the parameters of the node. */
const RENAMED: Record<string, string> = {
	facebookLink: 'facebook_link_url',
	facebookVideoState: 'video_state',
	tiktokPhotoDescription: 'tiktok_description',
	uploadAsync: 'async_upload',
	waitForCompletion: 'wait',
	xLongTextAsPost: 'x_long_text_as_post',
	xNullcastVideo: 'nullcast',
	xPlaceIdVideo: 'place_id',
	xPollOptions: 'poll_options[]',
	xPostUrlText: 'post_url',
	xTaggedUserIds: 'tagged_user_ids[]',
	youtubeTags: 'tags[]',
};

/** The field of the API that a parameter of the node becomes: in snake case, with some without their network. */
export function fieldOf(parameter: string): string {
	// What is entered in place of a choice from a list has a parameter of its own.
	const name = parameter.replace(/Manual$/, '');
	const [, ofYouTube] = /^youtube(?!Title|Description)(\w+)$/.exec(name) ?? [];
	if (ofYouTube !== undefined) {
		return RENAMED[name] ?? ofYouTube.charAt(0).toLowerCase() + ofYouTube.slice(1);
	}
	const field = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
	return (
		RENAMED[name] ??
		field.replace(/^(?:instagram|linkedin|reddit|tiktok|x)_(?!title$|description$)/, '')
	);
}

/** The fields of the API that are read, are named where they are lost, or say nothing about the post. */
export const FIELDS = [
	...Object.values(LOST).flatMap((lost) => lost.map(([field]) => field)),
	...[
		'title',
		'description',
		'user',
		'scheduled_date',
		'timezone',
		'add_to_queue',
		'tags',
		'tags[]',
	],
	...[
		'bluesky',
		'facebook',
		'instagram',
		'linkedin',
		'pinterest',
		'threads',
		'tiktok',
		'x',
		'youtube',
	].map((network) => `${network}_title`),
	...['facebook', 'linkedin', 'pinterest', 'tiktok', 'youtube'].map(
		(network) => `${network}_description`,
	),
	...[
		'async_upload',
		'wait',
		'platform',
		'platform[]',
		'video',
		'photos',
		'photos[]',
		'visibility',
	],
	...['target_linkedin_page_id', 'facebook_page_id', 'facebook_link_url', 'video_state'],
	...['privacy_level', 'post_mode', 'disable_comment', 'disable_duet', 'disable_stitch', 'is_aigc'],
	...['auto_add_music', 'brand_content_toggle', 'brand_organic_toggle', 'media_type'],
	...['collaborators', 'subreddit', 'flair_id', 'privacyStatus', 'madeForKids', 'thumbnail'],
	...['selfDeclaredMadeForKids', 'pinterest_board_id', 'pinterest_link', 'reply_settings'],
	...['pinterest_cover_image_content_type', 'x_long_text_as_post', 'quote_tweet_id'],
	...['poll_options', 'poll_options[]', 'poll_duration', 'poll_reply_settings', 'community_id'],
	'nullcast',
];

/** Parameters of the node that are no part of what is posted, or of other operations. */
export const OTHERS_OF_NODE = [
	...['resource', 'operation', 'platform', 'photos', 'video', 'caption', 'pollInterval'],
	...['pollTimeout', 'requestId', 'historyPage', 'historyLimit', 'scheduleJobId'],
	...['newScheduledDate', 'newUser', 'deleteUserId', 'analyticsPlatforms'],
	...['analyticsProfileUsername', 'jwtPlatforms', 'jwtToken', 'logoImage', 'redirectUrl'],
	...['redirectButtonText', 'authentication', 'descriptionType', 'toolDescription'],
	'requestOptions',
];
