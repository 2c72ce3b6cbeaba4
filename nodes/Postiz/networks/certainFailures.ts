/** The network rejected it, and neither for a conflict nor a timeout. */
const CLIENT_ERROR = '"status"\\s*:\\s*4(?!0[89])\\d\\d';
/** Any code except those after which Meta may have published. */
const META_REJECTION = '"code"\\s*:\\s*(?!(?:1|2|4|24|506|9007)\\b)\\d+';

/**
 * The failures after which certainly nothing is online, by network. A key lists conditions that must all be met, with `|`
 * between alternatives (calendar/storedFailure.ts knows them). Its value is a pattern for the message of Postiz; with the
 * condition `answer` or `step`, for the network's answer or the failed step. After any other failure, something may be
 * online (docs/api.md, What failed posts left on their networks).
 */
export const NOTHING_ONLINE: Record<string, Record<string, string>> = {
	all: {
		'bad_body oneTarget':
			'Could not determine the media size for upload|Media server did not honor the range request|Could not read the media for upload',
	},
	instagram: {
		postSocialPending: '',
		'bad_body oneStory':
			"This account doesn't support Trial Reels|Timeout downloading media|Failed to create media, please try again|Unknown upload error, please try again|Media fetch failed, please try again|Invalid thumbnail offset for video|Unsupported video format|Unknown media type|Carousel validation failed|Caption is too long|Product tag positions not supported|Product tag positions required|Product tag validation failed|Too many product tags|Image is too large|Unsupported image format|Aspect ratio not supported|Invalid Instagram image resolution|Collaborators are not allowed for carousel|Instagram Video download failed|Instagram carousel should have between 2 and 10|Could not upload your media|The account is missing some permissions",
		'bad_body oneStory firstAttempt':
			'Instagram user is restricted|You have reached the maximum of 25 posts per day|Not enough permissions to post',
		'bad_body finalizePost|checkPostStatus oneStory firstAttempt':
			'Page posting for today is limited',
		'refresh_token finalizePost|checkPostStatus oneStory': '',
		'refresh_token oneStory':
			'Your Instagram account is not a business account|Please re-authenticate your Instagram account',
		'refresh_token postSocial oneStory notSubcode33':
			'^Something is wrong with your connected user',
		exception: 'Media processing timed out',
		bad_body: 'Media processing timed out',
		'bad_body answer oneStory': '"status_code"\\s*:\\s*"(?:ERROR|EXPIRED)"',
		'bad_body answer': 'instagram_content_publish',
		'bad_body answer finalizePost oneStory': META_REJECTION,
	},
	threads: {
		postSocialPending: '',
		bad_body:
			'Post text exceeds 500 characters limit|One of the media URLs is invalid or inaccessible|Threads took too long to process the media',
		'bad_body firstAttempt': 'User restricted',
		refresh_token: '^Threads access token expired',
		'bad_body answer': '"status"\\s*:\\s*"(?:ERROR|EXPIRED)"',
		exception: '^\\d{10,}$',
		'refresh_token finalizePost|checkPostStatus': '',
		'bad_body answer finalizePost': META_REJECTION,
	},
	youtube: {
		postSocialPending: '',
		bad_body:
			'We have uploaded your video but we could not set the title|The maximum allowed is 500 characters in total|Your video description is invalid|The selected video category is invalid|The scheduled publishing time is invalid|The recording details for the video are invalid|The video game rating is invalid|The video file name is invalid|We could not set the localized video details|Some of the video details are invalid|You have to link your youtube account|Could not determine the video size for the YouTube upload|Could not start the video upload|The media storage did not return the requested byte range|The video upload took too long|Failed to upload the video to YouTube|The upload session expired before the video was uploaded',
		'bad_body firstAttempt': 'You have reached your daily upload limit',
		'bad_body noThumbnail': 'The video file is missing or could not be read',
		'bad_body noThumbnail firstAttempt': 'You are sending requests too quickly',
		'refresh_token postSocial': '',
		'refresh_token finalizePost|checkPostStatus noThumbnail': '',
	},
	bluesky: {
		refresh_token: '',
		bad_body:
			'Could not determine the video size for Bluesky upload|Could not upload video, job failed|Video upload timed out, job did not complete|Could not prepare the post for Bluesky, nothing was published|Bluesky rejected the post, nothing was published',
		exception: '^Failed to fetch video|^Invalid app\\.bsky\\.feed\\.post record',
	},
	mastodon: {
		refresh_token: '',
		bad_body:
			'The media was still processing when the post was published|The media took too long to process',
		exception: '^Failed to fetch media',
		'bad_body answer': 'Validation failed',
	},
	linkedin: {
		bad_body:
			'LinkedIn kept failing the media status check, nothing was published|LinkedIn took too long to process the media|^LinkedIn (?:video|image|document) processing failed|^Timed out waiting for LinkedIn',
		'bad_body forbidden': '^Resource is forbidden',
		'bad_body step': '^linkedin$',
		refresh_token: '',
		'bad_body answer': CLIENT_ERROR,
	},
	pinterest: {
		bad_body:
			'You can upload a maximum of 5 images|Pinterest was unable to reach the URL provided|The board ID must be a numeric string|The specified board was not found|When uploading a video, you must add also an image|The file is corrupted and cannot be uploaded|The file took too long to process',
		'bad_body answer': 'does not match|Invalid request',
		refresh_token: '',
		exception: 'status code 4\\d\\d',
	},
	reddit: {
		'bad_body firstTarget': '^Reddit rejected the post to r/',
		'bad_body oneTarget': 'Reddit media upload did not return a location',
		'exception oneTarget': "reading '(?:websocket_url|1)'",
		'bad_body step oneTarget': '^reddit$',
		'refresh_token oneTarget': '',
		'bad_body answer oneTarget': '"error"\\s*:\\s*4(?!0[89])\\d\\d',
	},
	x: {
		bad_body:
			'There is a problem posting, please edit your post|There can be maximum of one cashtag|There must be a maximum of 4 items|X blocked your request|The Tweet contains a URL that is not allowed|The video you are trying to post is longer than 2 minutes|^X failed to process the uploaded video|X took too long to process the media|X could not create the article draft',
		'bad_body firstAttempt': 'Your X account has been suspended|Posting failed - capped reached',
		refresh_token: '',
		'bad_body answer': CLIENT_ERROR,
	},
	devto: {
		refresh_token: '',
		'bad_body answer': CLIENT_ERROR,
	},
	discord: {
		bad_body:
			"Bot doesn't have access to this channel|Bot lacks permission to send messages|Channel no longer exists|Attachment exceeds Discord's size limit",
		'bad_body firstAttempt': '^Rate limited by Discord',
		'bad_body answer': '"code"\\s*:\\s*[1-9]\\d{4}',
		refresh_token: '',
	},
	dribbble: { exception: 'status code 4\\d\\d' },
	facebook: {
		'bad_body oneStory noBackground':
			"Photos should be smaller than 4 MB|Content flagged as abusive by Facebook|We couldn't post your comment, A security check|Content violates Facebook Community Standards|Cannot post Facebook\\.com links|Invalid URL format in post content|Invalid content format|For security reasons, your account has limited access|Post content is too long|Invalid file|Confirm your identity before you can publish|Facebook return: No permission to publish the video|An unknown error occurred, please try again later or contact support",
		'bad_body oneStory noBackground firstAttempt': '^You are posting too fast',
		'bad_body oneStory': '^Video processing (?:failed|timed out)',
		'exception oneStory': '^Video processing (?:failed|timed out)',
		'bad_body step oneStory':
			'^(?:upload images slides|start video story upload|upload video story|upload photo story)$',
		'refresh_token oneStory': '^(?!Access token expired, please re-auth)',
		'refresh_token oneStory code190': '',
		'bad_body answer oneStory noBackground notSubcode33':
			'^(?!.*nonexisting field).*"code"\\s*:\\s*(?!(?:1|2|10|506)\\b)\\d+',
	},
	wrapcast: { 'exception oneTarget': 'status code 4(?!0[89])\\d\\d' },
	gmb: {
		bad_body:
			'Business location not found|Invalid post content\\. Please check your post details|Google rejected this post for a content policy violation',
		'bad_body firstAttempt': '^Rate limit exceeded',
		refresh_token: '',
		'bad_body answer': '"code"\\s*:\\s*4(?!0[89])\\d\\d\\b',
	},
	hashnode: { refresh_token: '' },
	kick: { refresh_token: '' },
	twitch: {
		refresh_token: '',
		'bad_body answer': CLIENT_ERROR,
	},
	lemmy: { 'exception oneTarget': "reading 'post'" },
	listmonk: { refresh_token: '' },
	medium: { exception: "reading 'id'" },
	mewe: {
		exception:
			'^Photo upload failed|^(?:Insufficient permissions for this action|Access token expired, please re-authenticate)$',
	},
	moltbook: { exception: 'status code 4(?!0[89])\\d\\d|^Failed to create post' },
	nostr: { exception: '^(?:jwt|invalid (?:token|signature))' },
	skool: {
		bad_body:
			"You can't post to this channel|Cannot post to this label|Failed to upload the media file",
		exception: '^Failed to fetch media',
		'bad_body step': '^create file record$',
		refresh_token: '',
	},
	telegram: { 'exception upTo10Files': 'ETELEGRAM: 4(?!0[89])\\d\\d' },
	tiktok: {
		'bad_body answer': '"status"\\s*:\\s*"FAILED"',
		bad_body:
			'File format is invalid|Video duration is invalid|Video frame rate is invalid|Failed to pull video from URL|Failed to pull photo from URL|TikTok detected potential spam|Invalid request parameters, please check content format|Video must be at least|Missing required permissions|Additional permissions required|App not approved for public posting|Privacy level mismatch|Invalid file format or specifications not met|URL ownership not verified|You have to upload the picture/video to Postiz|In order to use the TikTok upload feature|Picture / Video size is invalid|Could not determine the video size for TikTok upload|The media storage did not return the requested byte range|The media domain is not a verified URL property|TikTok cancelled the upload',
		'bad_body firstAttempt':
			'Account banned from posting|TikTok says your daily post limit reached|TikTok limit the maximum of pending posts to 5|TikTok limits pending posts to 5|Daily post limit reached|Daily active user quota reached|TikTok daily user limit reached, please try again tomorrow',
		'bad_body postSocialPending|postSocial firstAttempt':
			'TikTok daily user limit reached, please re-connect',
		'bad_body postSocialPending firstAttempt': '^TikTok API rate limit exceeded',
		'refresh_token postSocial|postSocialPending': '',
		'bad_body answer postSocialPending': '"code"\\s*:\\s*4\\d{4}',
	},
	tumblr: {
		bad_body:
			'Tumblr rejected the post content format|Tumblr rejected the reblog parent|Tumblr rejected one of the uploaded media|Tumblr does not allow uploaded videos in reblog|Tumblr rejected the ask content|Tumblr had a media upload error|Tumblr had a video upload error',
		'bad_body firstAttempt':
			'Tumblr blog queue limit reached|Tumblr daily media upload limit reached|Tumblr daily posting limit reached|Tumblr daily video upload limit reached|Tumblr API rate limit reached',
		refresh_token: '',
		'bad_body answer': CLIENT_ERROR,
	},
	vk: {
		exception: "status code 4\\d\\d|reading '(?:upload_url|0)'",
		refresh_token: '',
	},
	whop: {
		bad_body:
			'Invalid request parameters|Forum or experience not found|Failed to upload the media file',
		exception: '^(?:File upload (?:failed|timed out)|Failed to fetch media)',
		'bad_body step': '^(?:create file record|check file status)$',
		refresh_token: '',
	},
	wordpress: {
		bad_body: 'The connect user has insufficient permissions',
		refresh_token: '',
		'bad_body answer': CLIENT_ERROR,
	},
};
