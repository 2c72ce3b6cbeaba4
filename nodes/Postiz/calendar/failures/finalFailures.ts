import { findNetwork } from '../../networks/index';
import { createFinalFailureRule, type FinalFailureRule } from './finalFailureRule';
import { META_FAILURES } from './metaFailures';

/** Any client error except 408 (timeout) and 409 (conflict). */
const CLIENT_ERROR = /"status"\s*:\s*4(?!0[89])\d\d/;

const FAILURES_ON_ANY_NETWORK: FinalFailureRule[] = [
	createFinalFailureRule({ type: 'bad_body', requires: ['hasAtMostOneCommunity'] }, [
		'Could not determine the media size for upload',
		'Media server did not honor the range request',
		'Could not read the media for upload',
	]),
];

const FAILURES: Record<string, FinalFailureRule[]> = {
	...META_FAILURES,
	bluesky: [
		{ type: 'refresh_token' },
		createFinalFailureRule({ type: 'bad_body' }, [
			'Could not determine the video size for Bluesky upload',
			'Could not upload video, job failed',
			'Video upload timed out, job did not complete',
			'Could not prepare the post for Bluesky, nothing was published',
			'Bluesky rejected the post, nothing was published',
		]),
		createFinalFailureRule({ type: 'exception' }, [
			/^Failed to fetch video/,
			/^Invalid app\.bsky\.feed\.post record/,
		]),
	],
	devto: [{ type: 'refresh_token' }, { type: 'bad_body', responses: [CLIENT_ERROR] }],
	discord: [
		createFinalFailureRule({ type: 'bad_body' }, [
			"Bot doesn't have access to this channel",
			'Bot lacks permission to send messages',
			'Channel no longer exists',
			"Attachment exceeds Discord's size limit",
		]),
		createFinalFailureRule({ type: 'bad_body', requires: ['isFirstAttempt'] }, [
			/^Rate limited by Discord/,
		]),
		{ type: 'bad_body', responses: [/"code"\s*:\s*[1-9]\d{4}/] },
		{ type: 'refresh_token' },
	],
	dribbble: [createFinalFailureRule({ type: 'exception' }, [/status code 4\d\d/])],
	gmb: [
		createFinalFailureRule({ type: 'bad_body' }, [
			'Business location not found',
			'Invalid post content. Please check your post details',
			'Google rejected this post for a content policy violation',
		]),
		createFinalFailureRule({ type: 'bad_body', requires: ['isFirstAttempt'] }, [
			/^Rate limit exceeded/,
		]),
		{ type: 'refresh_token' },
		{ type: 'bad_body', responses: [/"code"\s*:\s*4(?!0[89])\d\d\b/] },
	],
	hashnode: [{ type: 'refresh_token' }],
	kick: [{ type: 'refresh_token' }],
	lemmy: [
		createFinalFailureRule({ type: 'exception', requires: ['hasAtMostOneCommunity'] }, [
			"reading 'post'",
		]),
	],
	linkedin: [
		createFinalFailureRule({ type: 'bad_body' }, [
			'LinkedIn kept failing the media status check, nothing was published',
			'LinkedIn took too long to process the media',
			/^LinkedIn (?:video|image|document) processing failed/,
			/^Timed out waiting for LinkedIn/,
		]),
		createFinalFailureRule({ type: 'bad_body', requires: ['isForbidden'] }, [
			/^Resource is forbidden/,
		]),
		{ type: 'bad_body', steps: ['linkedin'] },
		{ type: 'refresh_token' },
		{ type: 'bad_body', responses: [CLIENT_ERROR] },
	],
	listmonk: [{ type: 'refresh_token' }],
	mastodon: [
		{ type: 'refresh_token' },
		createFinalFailureRule({ type: 'bad_body' }, [
			'The media was still processing when the post was published',
			'The media took too long to process',
		]),
		createFinalFailureRule({ type: 'exception' }, [/^Failed to fetch media/]),
		{ type: 'bad_body', responses: ['Validation failed'] },
	],
	medium: [createFinalFailureRule({ type: 'exception' }, ["reading 'id'"])],
	mewe: [
		createFinalFailureRule({ type: 'exception' }, [
			/^Photo upload failed/,
			/^Insufficient permissions for this action$/,
			/^Access token expired, please re-authenticate$/,
		]),
	],
	moltbook: [
		createFinalFailureRule({ type: 'exception' }, [
			/status code 4(?!0[89])\d\d/,
			/^Failed to create post/,
		]),
	],
	nostr: [createFinalFailureRule({ type: 'exception' }, [/^(?:jwt|invalid (?:token|signature))/])],
	pinterest: [
		createFinalFailureRule({ type: 'bad_body' }, [
			'You can upload a maximum of 5 images',
			'Pinterest was unable to reach the URL provided',
			'The board ID must be a numeric string',
			'The specified board was not found',
			'When uploading a video, you must add also an image',
			'The file is corrupted and cannot be uploaded',
			'The file took too long to process',
		]),
		{ type: 'bad_body', responses: ['does not match', 'Invalid request'] },
		{ type: 'refresh_token' },
		createFinalFailureRule({ type: 'exception' }, [/status code 4\d\d/]),
	],
	reddit: [
		createFinalFailureRule({ type: 'bad_body', requires: ['isAboutFirstSubreddit'] }, [
			/^Reddit rejected the post to r\//,
		]),
		createFinalFailureRule({ type: 'bad_body', requires: ['hasAtMostOneCommunity'] }, [
			'Reddit media upload did not return a location',
		]),
		createFinalFailureRule({ type: 'exception', requires: ['hasAtMostOneCommunity'] }, [
			/reading '(?:websocket_url|1)'/,
		]),
		{ type: 'bad_body', requires: ['hasAtMostOneCommunity'], steps: ['reddit'] },
		{ type: 'refresh_token', requires: ['hasAtMostOneCommunity'] },
		{
			type: 'bad_body',
			requires: ['hasAtMostOneCommunity'],
			responses: [/"error"\s*:\s*4(?!0[89])\d\d/],
		},
	],
	skool: [
		createFinalFailureRule({ type: 'bad_body' }, [
			"You can't post to this channel",
			'Cannot post to this label',
			'Failed to upload the media file',
		]),
		createFinalFailureRule({ type: 'exception' }, [/^Failed to fetch media/]),
		{ type: 'bad_body', steps: ['create file record'] },
		{ type: 'refresh_token' },
	],
	telegram: [
		createFinalFailureRule({ type: 'exception', requires: ['hasAtMostTenFiles'] }, [
			/ETELEGRAM: 4(?!0[89])\d\d/,
		]),
	],
	tiktok: [
		{ type: 'bad_body', responses: [/"status"\s*:\s*"FAILED"/] },
		createFinalFailureRule({ type: 'bad_body' }, [
			'File format is invalid',
			'Video duration is invalid',
			'Video frame rate is invalid',
			'Failed to pull video from URL',
			'Failed to pull photo from URL',
			'TikTok detected potential spam',
			'Invalid request parameters, please check content format',
			'Video must be at least',
			'Missing required permissions',
			'Additional permissions required',
			'App not approved for public posting',
			'Privacy level mismatch',
			'Invalid file format or specifications not met',
			'URL ownership not verified',
			'You have to upload the picture/video to Postiz',
			'In order to use the TikTok upload feature',
			'Picture / Video size is invalid',
			'Could not determine the video size for TikTok upload',
			'The media storage did not return the requested byte range',
			'The media domain is not a verified URL property',
			'TikTok cancelled the upload',
		]),
		createFinalFailureRule({ type: 'bad_body', requires: ['isFirstAttempt'] }, [
			'Account banned from posting',
			'TikTok says your daily post limit reached',
			'TikTok limit the maximum of pending posts to 5',
			'TikTok limits pending posts to 5',
			'Daily post limit reached',
			'Daily active user quota reached',
			'TikTok daily user limit reached, please try again tomorrow',
		]),
		createFinalFailureRule(
			{ type: 'bad_body', jobs: ['postSocialPending', 'postSocial'], requires: ['isFirstAttempt'] },
			['TikTok daily user limit reached, please re-connect'],
		),
		createFinalFailureRule(
			{ type: 'bad_body', jobs: ['postSocialPending'], requires: ['isFirstAttempt'] },
			[/^TikTok API rate limit exceeded/],
		),
		{ type: 'refresh_token', jobs: ['postSocial', 'postSocialPending'] },
		{ type: 'bad_body', jobs: ['postSocialPending'], responses: [/"code"\s*:\s*4\d{4}/] },
	],
	tumblr: [
		createFinalFailureRule({ type: 'bad_body' }, [
			'Tumblr rejected the post content format',
			'Tumblr rejected the reblog parent',
			'Tumblr rejected one of the uploaded media',
			'Tumblr does not allow uploaded videos in reblog',
			'Tumblr rejected the ask content',
			'Tumblr had a media upload error',
			'Tumblr had a video upload error',
		]),
		createFinalFailureRule({ type: 'bad_body', requires: ['isFirstAttempt'] }, [
			'Tumblr blog queue limit reached',
			'Tumblr daily media upload limit reached',
			'Tumblr daily posting limit reached',
			'Tumblr daily video upload limit reached',
			'Tumblr API rate limit reached',
		]),
		{ type: 'refresh_token' },
		{ type: 'bad_body', responses: [CLIENT_ERROR] },
	],
	twitch: [{ type: 'refresh_token' }, { type: 'bad_body', responses: [CLIENT_ERROR] }],
	vk: [
		createFinalFailureRule({ type: 'exception' }, [
			/status code 4\d\d/,
			/reading '(?:upload_url|0)'/,
		]),
		{ type: 'refresh_token' },
	],
	whop: [
		createFinalFailureRule({ type: 'bad_body' }, [
			'Invalid request parameters',
			'Forum or experience not found',
			'Failed to upload the media file',
		]),
		createFinalFailureRule({ type: 'exception' }, [
			/^File upload (?:failed|timed out)/,
			/^Failed to fetch media/,
		]),
		{ type: 'bad_body', steps: ['create file record', 'check file status'] },
		{ type: 'refresh_token' },
	],
	wordpress: [
		createFinalFailureRule({ type: 'bad_body' }, ['The connect user has insufficient permissions']),
		{ type: 'refresh_token' },
		{ type: 'bad_body', responses: [CLIENT_ERROR] },
	],
	warpcast: [
		createFinalFailureRule({ type: 'exception', requires: ['hasAtMostOneCommunity'] }, [
			/status code 4(?!0[89])\d\d/,
		]),
	],
	x: [
		createFinalFailureRule({ type: 'bad_body' }, [
			'There is a problem posting, please edit your post',
			'There can be maximum of one cashtag',
			'There must be a maximum of 4 items',
			'X blocked your request',
			'The Tweet contains a URL that is not allowed',
			'The video you are trying to post is longer than 2 minutes',
			/^X failed to process the uploaded video/,
			'X took too long to process the media',
			'X could not create the article draft',
		]),
		createFinalFailureRule({ type: 'bad_body', requires: ['isFirstAttempt'] }, [
			'Your X account has been suspended',
			'Posting failed - capped reached',
		]),
		{ type: 'refresh_token' },
		{ type: 'bad_body', responses: [CLIENT_ERROR] },
	],
	youtube: [
		{ jobs: ['postSocialPending'] },
		createFinalFailureRule({ type: 'bad_body' }, [
			'We have uploaded your video but we could not set the title',
			'The maximum allowed is 500 characters in total',
			'Your video description is invalid',
			'The selected video category is invalid',
			'The scheduled publishing time is invalid',
			'The recording details for the video are invalid',
			'The video game rating is invalid',
			'The video file name is invalid',
			'We could not set the localized video details',
			'Some of the video details are invalid',
			'You have to link your youtube account',
			'Could not determine the video size for the YouTube upload',
			'Could not start the video upload',
			'The media storage did not return the requested byte range',
			'The video upload took too long',
			'Failed to upload the video to YouTube',
			'The upload session expired before the video was uploaded',
		]),
		createFinalFailureRule({ type: 'bad_body', requires: ['isFirstAttempt'] }, [
			'You have reached your daily upload limit',
		]),
		createFinalFailureRule({ type: 'bad_body', requires: ['hasNoThumbnail'] }, [
			'The video file is missing or could not be read',
		]),
		createFinalFailureRule({ type: 'bad_body', requires: ['hasNoThumbnail', 'isFirstAttempt'] }, [
			'You are sending requests too quickly',
		]),
		{ type: 'refresh_token', jobs: ['postSocial'] },
		{
			type: 'refresh_token',
			jobs: ['finalizePost', 'checkPostStatus'],
			requires: ['hasNoThumbnail'],
		},
	],
};

const FAILURES_BY_NETWORK = new Map(Object.entries(FAILURES));

/**
 * Returns the failures on a network after which a post is certainly not online. After any other failure, it may be
 * online (docs/api.md, What failed posts left on their networks).
 */
export function getFinalFailures(network: string): FinalFailureRule[] {
	const identifier = findNetwork(network)?.identifier ?? network;
	const [family = ''] = identifier.split('-');
	const rules = FAILURES_BY_NETWORK.get(identifier) ?? FAILURES_BY_NETWORK.get(family) ?? [];
	return [...rules, ...FAILURES_ON_ANY_NETWORK];
}
