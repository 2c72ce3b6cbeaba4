const NETWORKS = [
	...['bluesky', 'facebook', 'instagram', 'linkedin', 'pinterest', 'threads', 'tiktok', 'x'],
	'youtube',
];

const PARAMETERS = [
	...['title', 'description', 'user', 'scheduledDate', 'uploadAsync', 'waitForCompletion'],
	...NETWORKS.map((network) => `${network}Title`),
	...['facebookDescription', 'linkedinDescription', 'pinterestDescription', 'tiktokDescription'],
	...['youtubeDescription', 'tiktokPhotoDescription', 'linkedinVisibility'],
	...['targetLinkedinPageId', 'facebookPageId', 'facebookLink', 'facebookMediaType'],
	...['facebookVideoState', 'tiktokAutoAddMusic', 'tiktokDisableComment', 'tiktokDisableDuet'],
	...['tiktokDisableStitch', 'tiktokPrivacyLevel', 'tiktokPostMode', 'tiktokIsAigc'],
	...['tiktokCoverTimestamp', 'tiktokPhotoCoverIndex', 'brand_content_toggle'],
	...['brand_organic_toggle', 'instagramMediaType', 'instagramCollaborators'],
	...['instagramCoverUrl', 'instagramAudioName', 'instagramUserTags', 'instagramLocationId'],
	...['instagramThumbOffset', 'instagramShareToFeed', 'redditSubreddit', 'redditFlairId'],
	...['youtubeTags', 'youtubeCategoryId', 'youtubePrivacyStatus', 'youtubeLicense'],
	...['youtubeEmbeddable', 'youtubePublicStatsViewable', 'youtubeMadeForKids'],
	...['youtubeSelfDeclaredMadeForKids', 'youtubeContainsSyntheticMedia', 'youtubeThumbnail'],
	...['youtubeDefaultLanguage', 'youtubeDefaultAudioLanguage', 'youtubeAllowedCountries'],
	...['youtubeBlockedCountries', 'youtubeHasPaidProductPlacement', 'youtubeRecordingDate'],
	...['pinterestBoardId', 'pinterestLink', 'pinterestCoverImageUrl', 'pinterestCoverImageData'],
	...['pinterestCoverImageContentType', 'pinterestCoverImageKeyFrameTime', 'xReplySettings'],
	...['xLongTextAsPost', 'xQuoteTweetId', 'xPollOptions', 'xPollDuration', 'xPollReplySettings'],
	...['xDirectMessageDeepLink', 'threadsLongTextAsPost', 'xTaggedUserIds', 'xGeoPlaceId'],
	...['xPlaceIdVideo', 'xForSuperFollowersOnly', 'xCommunityId', 'xShareWithFollowers'],
	...['xNullcastVideo', 'xCardUri', 'xPostUrlText'],
	// What is entered in place of a choice from a list.
	...['userManual', 'targetLinkedinPageIdManual', 'facebookPageIdManual', 'pinterestBoardIdManual'],
];

/** Fields of the API that are called otherwise than their parameters. */
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

/** The field of the API that a parameter becomes: in snake case, with some without their network. */
function fieldOf(parameter: string): string {
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

/** The parameters of the node of Upload-Post, and the fields of its API that they become. */
export const FIELDS_OF_NODE = PARAMETERS.map((name): [string, string] => [name, fieldOf(name)]);

/** Fields of the node that are no part of what is posted, or of other operations. */
export const OTHERS_OF_NODE = [
	...['resource', 'operation', 'platform', 'photos', 'video', 'caption', 'pollInterval'],
	...['pollTimeout', 'requestId', 'historyPage', 'historyLimit', 'scheduleJobId'],
	...['newScheduledDate', 'newUser', 'deleteUserId', 'analyticsPlatforms'],
	...['analyticsProfileUsername', 'jwtPlatforms', 'jwtToken', 'logoImage', 'redirectUrl'],
	'redirectButtonText',
];

/** Fields of the API that the node does not have. */
export const OTHERS_OF_API = [
	...['platform[]', 'platform', 'video', 'photos[]', 'photos', 'timezone', 'add_to_queue', 'tags'],
	'poll_options',
];
