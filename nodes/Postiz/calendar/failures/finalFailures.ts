import { findNetwork } from '../../networks/index';
import type { FinalFailureRule } from './finalFailureRule';
import { META_FAILURES } from './metaFailures';
import { VIDEO_FAILURES } from './videoFailures';

/** Any client error except 408 (timeout) and 409 (conflict). */
const CLIENT_ERROR = /"status"\s*:\s*4(?!0[89])\d\d/;

const FAILURES_ON_ANY_NETWORK: FinalFailureRule[] = [
	{
		type: 'bad_body',
		requires: ['hasAtMostOneCommunity'],
		messages: [
			'Could not determine the media size for upload',
			'Media server did not honor the range request',
			'Could not read the media for upload',
		],
	},
];

const FAILURES: Record<string, FinalFailureRule[]> = {
	...META_FAILURES,
	...VIDEO_FAILURES,
	bluesky: [
		{ type: 'refresh_token' },
		{
			type: 'bad_body',
			messages: [
				'Could not determine the video size for Bluesky upload',
				'Could not upload video, job failed',
				'Video upload timed out, job did not complete',
				'Could not prepare the post for Bluesky, nothing was published',
				'Bluesky rejected the post, nothing was published',
			],
		},
		{
			type: 'exception',
			messages: [/^Failed to fetch video/, /^Invalid app\.bsky\.feed\.post record/],
		},
	],
	devto: [{ type: 'refresh_token' }, { type: 'bad_body', responses: [CLIENT_ERROR] }],
	discord: [
		{
			type: 'bad_body',
			messages: [
				"Bot doesn't have access to this channel",
				'Bot lacks permission to send messages',
				'Channel no longer exists',
				"Attachment exceeds Discord's size limit",
			],
		},
		{ type: 'bad_body', requires: ['isFirstAttempt'], messages: [/^Rate limited by Discord/] },
		{ type: 'bad_body', responses: [/"code"\s*:\s*[1-9]\d{4}/] },
		{ type: 'refresh_token' },
	],
	dribbble: [{ type: 'exception', messages: [/status code 4\d\d/] }],
	gmb: [
		{
			type: 'bad_body',
			messages: [
				'Business location not found',
				'Invalid post content. Please check your post details',
				'Google rejected this post for a content policy violation',
			],
		},
		{ type: 'bad_body', requires: ['isFirstAttempt'], messages: [/^Rate limit exceeded/] },
		{ type: 'refresh_token' },
		{ type: 'bad_body', responses: [/"code"\s*:\s*4(?!0[89])\d\d\b/] },
	],
	hashnode: [{ type: 'refresh_token' }],
	kick: [{ type: 'refresh_token' }],
	lemmy: [{ type: 'exception', requires: ['hasAtMostOneCommunity'], messages: ["reading 'post'"] }],
	linkedin: [
		{
			type: 'bad_body',
			messages: [
				'LinkedIn kept failing the media status check, nothing was published',
				'LinkedIn took too long to process the media',
				/^LinkedIn (?:video|image|document) processing failed/,
				/^Timed out waiting for LinkedIn/,
			],
		},
		{ type: 'bad_body', requires: ['isForbidden'], messages: [/^Resource is forbidden/] },
		{ type: 'bad_body', steps: ['linkedin'] },
		{ type: 'refresh_token' },
		{ type: 'bad_body', responses: [CLIENT_ERROR] },
	],
	listmonk: [{ type: 'refresh_token' }],
	mastodon: [
		{ type: 'refresh_token' },
		{
			type: 'bad_body',
			messages: [
				'The media was still processing when the post was published',
				'The media took too long to process',
			],
		},
		{ type: 'exception', messages: [/^Failed to fetch media/] },
		{ type: 'bad_body', responses: ['Validation failed'] },
	],
	medium: [{ type: 'exception', messages: ["reading 'id'"] }],
	mewe: [
		{
			type: 'exception',
			messages: [
				/^Photo upload failed/,
				/^Insufficient permissions for this action$/,
				/^Access token expired, please re-authenticate$/,
			],
		},
	],
	moltbook: [
		{ type: 'exception', messages: [/status code 4(?!0[89])\d\d/, /^Failed to create post/] },
	],
	nostr: [{ type: 'exception', messages: [/^(?:jwt|invalid (?:token|signature))/] }],
	pinterest: [
		{
			type: 'bad_body',
			messages: [
				'You can upload a maximum of 5 images',
				'Pinterest was unable to reach the URL provided',
				'The board ID must be a numeric string',
				'The specified board was not found',
				'When uploading a video, you must add also an image',
				'The file is corrupted and cannot be uploaded',
				'The file took too long to process',
			],
		},
		{ type: 'bad_body', responses: ['does not match', 'Invalid request'] },
		{ type: 'refresh_token' },
		{ type: 'exception', messages: [/status code 4\d\d/] },
	],
	reddit: [
		{
			type: 'bad_body',
			requires: ['isAboutFirstSubreddit'],
			messages: [/^Reddit rejected the post to r\//],
		},
		{
			type: 'bad_body',
			requires: ['hasAtMostOneCommunity'],
			messages: ['Reddit media upload did not return a location'],
		},
		{
			type: 'exception',
			requires: ['hasAtMostOneCommunity'],
			messages: [/reading '(?:websocket_url|1)'/],
		},
		{ type: 'bad_body', requires: ['hasAtMostOneCommunity'], steps: ['reddit'] },
		{ type: 'refresh_token', requires: ['hasAtMostOneCommunity'] },
		{
			type: 'bad_body',
			requires: ['hasAtMostOneCommunity'],
			responses: [/"error"\s*:\s*4(?!0[89])\d\d/],
		},
	],
	skool: [
		{
			type: 'bad_body',
			messages: [
				"You can't post to this channel",
				'Cannot post to this label',
				'Failed to upload the media file',
			],
		},
		{ type: 'exception', messages: [/^Failed to fetch media/] },
		{ type: 'bad_body', steps: ['create file record'] },
		{ type: 'refresh_token' },
	],
	telegram: [
		{ type: 'exception', requires: ['hasAtMostTenFiles'], messages: [/ETELEGRAM: 4(?!0[89])\d\d/] },
	],
	tumblr: [
		{
			type: 'bad_body',
			messages: [
				'Tumblr rejected the post content format',
				'Tumblr rejected the reblog parent',
				'Tumblr rejected one of the uploaded media',
				'Tumblr does not allow uploaded videos in reblog',
				'Tumblr rejected the ask content',
				'Tumblr had a media upload error',
				'Tumblr had a video upload error',
			],
		},
		{
			type: 'bad_body',
			requires: ['isFirstAttempt'],
			messages: [
				'Tumblr blog queue limit reached',
				'Tumblr daily media upload limit reached',
				'Tumblr daily posting limit reached',
				'Tumblr daily video upload limit reached',
				'Tumblr API rate limit reached',
			],
		},
		{ type: 'refresh_token' },
		{ type: 'bad_body', responses: [CLIENT_ERROR] },
	],
	twitch: [{ type: 'refresh_token' }, { type: 'bad_body', responses: [CLIENT_ERROR] }],
	vk: [
		{ type: 'exception', messages: [/status code 4\d\d/, /reading '(?:upload_url|0)'/] },
		{ type: 'refresh_token' },
	],
	whop: [
		{
			type: 'bad_body',
			messages: [
				'Invalid request parameters',
				'Forum or experience not found',
				'Failed to upload the media file',
			],
		},
		{
			type: 'exception',
			messages: [/^File upload (?:failed|timed out)/, /^Failed to fetch media/],
		},
		{ type: 'bad_body', steps: ['create file record', 'check file status'] },
		{ type: 'refresh_token' },
	],
	wordpress: [
		{ type: 'bad_body', messages: ['The connect user has insufficient permissions'] },
		{ type: 'refresh_token' },
		{ type: 'bad_body', responses: [CLIENT_ERROR] },
	],
	warpcast: [
		{
			type: 'exception',
			requires: ['hasAtMostOneCommunity'],
			messages: [/status code 4(?!0[89])\d\d/],
		},
	],
	x: [
		{
			type: 'bad_body',
			messages: [
				'There is a problem posting, please edit your post',
				'There can be maximum of one cashtag',
				'There must be a maximum of 4 items',
				'X blocked your request',
				'The Tweet contains a URL that is not allowed',
				'The video you are trying to post is longer than 2 minutes',
				/^X failed to process the uploaded video/,
				'X took too long to process the media',
				'X could not create the article draft',
			],
		},
		{
			type: 'bad_body',
			requires: ['isFirstAttempt'],
			messages: ['Your X account has been suspended', 'Posting failed - capped reached'],
		},
		{ type: 'refresh_token' },
		{ type: 'bad_body', responses: [CLIENT_ERROR] },
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
