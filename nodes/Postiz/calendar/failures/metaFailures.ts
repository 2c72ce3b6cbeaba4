import { createFinalFailureRule, type FinalFailureRule } from './finalFailureRule';

/** Matches any code except the codes after which Meta may have published the post. */
const META_ERROR_CODE = /"code"\s*:\s*(?!(?:1|2|4|24|506|9007)\b)\d+/;

/** Failures of Meta's networks after which nothing is online. */
export const META_FAILURES: Record<string, FinalFailureRule[]> = {
	facebook: [
		createFinalFailureRule(
			{ type: 'bad_body', requires: ['hasAtMostOneStory', 'hasNoTextBackground'] },
			[
				'Photos should be smaller than 4 MB',
				'Content flagged as abusive by Facebook',
				"We couldn't post your comment, A security check",
				'Content violates Facebook Community Standards',
				'Cannot post Facebook.com links',
				'Invalid URL format in post content',
				'Invalid content format',
				'For security reasons, your account has limited access',
				'Post content is too long',
				'Invalid file',
				'Confirm your identity before you can publish',
				'Facebook return: No permission to publish the video',
				'An unknown error occurred, please try again later or contact support',
			],
		),
		createFinalFailureRule(
			{
				type: 'bad_body',
				requires: ['hasAtMostOneStory', 'hasNoTextBackground', 'isFirstAttempt'],
			},
			[/^You are posting too fast/],
		),
		createFinalFailureRule({ type: 'bad_body', requires: ['hasAtMostOneStory'] }, [
			/^Video processing (?:failed|timed out)/,
		]),
		createFinalFailureRule({ type: 'exception', requires: ['hasAtMostOneStory'] }, [
			/^Video processing (?:failed|timed out)/,
		]),
		{
			type: 'bad_body',
			requires: ['hasAtMostOneStory'],
			steps: [
				'upload images slides',
				'start video story upload',
				'upload video story',
				'upload photo story',
			],
		},
		createFinalFailureRule({ type: 'refresh_token', requires: ['hasAtMostOneStory'] }, [
			/^(?!Access token expired, please re-auth)/,
		]),
		{ type: 'refresh_token', requires: ['hasAtMostOneStory', 'hasErrorCode190'] },
		{
			type: 'bad_body',
			requires: ['hasAtMostOneStory', 'hasNoTextBackground', 'hasNoErrorSubcode33'],
			responses: [/^(?!.*nonexisting field).*"code"\s*:\s*(?!(?:1|2|10|506)\b)\d+/s],
		},
	],
	instagram: [
		{ jobs: ['postSocialPending'] },
		createFinalFailureRule({ type: 'bad_body', requires: ['hasAtMostOneStory'] }, [
			"This account doesn't support Trial Reels",
			'Timeout downloading media',
			'Failed to create media, please try again',
			'Unknown upload error, please try again',
			'Media fetch failed, please try again',
			'Invalid thumbnail offset for video',
			'Unsupported video format',
			'Unknown media type',
			'Carousel validation failed',
			'Caption is too long',
			'Product tag positions not supported',
			'Product tag positions required',
			'Product tag validation failed',
			'Too many product tags',
			'Image is too large',
			'Unsupported image format',
			'Aspect ratio not supported',
			'Invalid Instagram image resolution',
			'Collaborators are not allowed for carousel',
			'Instagram Video download failed',
			'Instagram carousel should have between 2 and 10',
			'Could not upload your media',
			'The account is missing some permissions',
		]),
		createFinalFailureRule(
			{ type: 'bad_body', requires: ['hasAtMostOneStory', 'isFirstAttempt'] },
			[
				'Instagram user is restricted',
				'You have reached the maximum of 25 posts per day',
				'Not enough permissions to post',
			],
		),
		createFinalFailureRule(
			{
				type: 'bad_body',
				jobs: ['finalizePost', 'checkPostStatus'],
				requires: ['hasAtMostOneStory', 'isFirstAttempt'],
			},
			['Page posting for today is limited'],
		),
		{
			type: 'refresh_token',
			jobs: ['finalizePost', 'checkPostStatus'],
			requires: ['hasAtMostOneStory'],
		},
		createFinalFailureRule({ type: 'refresh_token', requires: ['hasAtMostOneStory'] }, [
			'Your Instagram account is not a business account',
			'Please re-authenticate your Instagram account',
		]),
		createFinalFailureRule(
			{
				type: 'refresh_token',
				jobs: ['postSocial'],
				requires: ['hasAtMostOneStory', 'hasNoErrorSubcode33'],
			},
			[/^Something is wrong with your connected user/],
		),
		createFinalFailureRule({ type: 'exception' }, ['Media processing timed out']),
		createFinalFailureRule({ type: 'bad_body' }, ['Media processing timed out']),
		{
			type: 'bad_body',
			requires: ['hasAtMostOneStory'],
			responses: [/"status_code"\s*:\s*"(?:ERROR|EXPIRED)"/],
		},
		{ type: 'bad_body', responses: ['instagram_content_publish'] },
		{
			type: 'bad_body',
			jobs: ['finalizePost'],
			requires: ['hasAtMostOneStory'],
			responses: [META_ERROR_CODE],
		},
	],
	threads: [
		{ jobs: ['postSocialPending'] },
		createFinalFailureRule({ type: 'bad_body' }, [
			'Post text exceeds 500 characters limit',
			'One of the media URLs is invalid or inaccessible',
			'Threads took too long to process the media',
		]),
		createFinalFailureRule({ type: 'bad_body', requires: ['isFirstAttempt'] }, ['User restricted']),
		createFinalFailureRule({ type: 'refresh_token' }, [/^Threads access token expired/]),
		{ type: 'bad_body', responses: [/"status"\s*:\s*"(?:ERROR|EXPIRED)"/] },
		createFinalFailureRule({ type: 'exception' }, [/^\d{10,}$/]),
		{ type: 'refresh_token', jobs: ['finalizePost', 'checkPostStatus'] },
		{ type: 'bad_body', jobs: ['finalizePost'], responses: [META_ERROR_CODE] },
	],
};
