import { extractUrlsWithIndices } from 'twitter-text';
import {
	anything,
	boolean,
	described,
	equals,
	group,
	isArray,
	isBoolean,
	isDefined,
	isIn,
	isString,
	isUrl,
	list,
	matches,
	minLength,
	optional,
	string,
	when,
	type Fields,
	type Values,
} from '../schema.cjs';
import {
	always,
	hasThread,
	hasVideo,
	hasVideoAmongOthers,
	inAnyPart,
	inLaterParts,
	inPost,
	moreThan,
	morePicturesThan,
	none,
	onlyIf,
	otherThan,
	either,
	beginsWithPicture,
} from './rules.cjs';
import { networks } from '../../networks/table.cjs';
import { mediaFields, sound, words, type OwnProvider } from './types.cjs';

/** Mastodon's own count: every link is 23 characters. */
function tootLength(text: string): number {
	const links = extractUrlsWithIndices(text, { extractUrlsWithoutProtocol: false });
	return links.reduce((sum, { url }) => sum + 23 - url.length, text.length);
}

const withoutSettings: OwnProvider = { settings: {}, noAnalytics: true };

const isArticle = equals('post_type', 'article');
const flag = optional(boolean(isBoolean));

const plug = (key: string, ...more: string[]) =>
	['integrations', 'delay', ...more].map((part) => `plug--${key}--${part}`);

const NO_CAROUSEL = 'Carousel can only be created with 2 or more images and no videos.';
const linkedin: OwnProvider = {
	settings: { post_as_images_carousel: boolean(), carousel_name: anything },
	plugs: [...plug('linkedin-repost-post-users'), ...plug('linkedin-add-comment', 'comment')],
	hidesSettings: true,
	rules: [
		onlyIf(
			({ post_as_images_carousel: isCarousel }) => Boolean(isCarousel),
			inPost(
				either((files) => files.length < 2, hasVideo),
				NO_CAROUSEL,
			),
		),
		inPost(hasVideoAmongOthers, 'Can have maximum 1 media when selecting a video.'),
		inLaterParts((files) => !none(files), 'Comments can only contain text.'),
	],
	rulesInWords: 'A post has pictures or a single video; comments have neither.',
};

const instagramSettings: Fields = {
	post_type: string(isDefined, isIn('post', 'story')),
	is_trial_reel: optional(boolean()),
	graduation_strategy: optional(string(isIn('MANUAL', 'SS_PERFORMANCE'))),
	collaborators: optional(list({ label: string(isDefined, isString) }, isArray)),
	audio: optional(group(sound())),
};
const hasAudio = ({ audio }: Values) => Boolean(audio);
const isTrialReel = ({ is_trial_reel: isTrial }: Values) => Boolean(isTrial);
const instagramRules = [
	inPost(none, 'Should have at least one media'),
	onlyIf(isTrialReel, inPost(otherThan(1), 'Trial Reels can only have one video')),
	onlyIf(isTrialReel, inPost(beginsWithPicture, 'Trial Reels must be a video')),
];
const instagram: OwnProvider = {
	settings: instagramSettings,
	rules: instagramRules,
	rulesInWords: 'A post needs a picture or a video.',
};

const farcaster: OwnProvider = {
	settings: {
		subreddit: list({ value: group({ id: string(isString) }) }),
	},
	rules: [inAnyPart(hasVideo, 'Can only accept images')],
	rulesInWords: 'Pictures only.',
};

/** Networks of short posts. */
export const social: Record<string, OwnProvider> = {
	threads: withoutSettings,
	mastodon: {
		...withoutSettings,
		failsWith: (_settings, published) =>
			tootLength(published) > 500
				? 'Validation failed: Text character limit of 500 exceeded'
				: undefined,
	},
	bluesky: {
		...withoutSettings,
		rules: [
			inAnyPart(hasVideoAmongOthers, 'You can only upload one video per post.'),
			inAnyPart(morePicturesThan(4), 'There can be maximum 4 pictures in a post.'),
		],
		rulesInWords: 'Up to 4 pictures or a single video.',
	},
	telegram: withoutSettings,
	nostr: withoutSettings,
	vk: withoutSettings,
	kick: {
		...withoutSettings,
		rules: [always('an unknown value was passed to the validate function')],
	},
	x: {
		max: (settings, verified) =>
			isArticle(settings) ? 100_000 : networks.x[verified ? 'max' : 'usual']!,
		countAs: 'x',
		text: (settings) => (isArticle(settings) ? 'html' : 'tweet'),
		settings: {
			community: optional(
				string(
					matches(
						/^(https:\/\/x\.com\/i\/communities\/\d+)?$/,
						'Invalid X community URL. It should be in the format: https://x.com/i/communities/1493446837214187523',
					),
				),
			),
			who_can_reply_post: when(
				(settings) => !isArticle(settings),
				string(isIn('everyone', 'following', 'mentionedUsers', 'subscribers', 'verified')),
			),
			post_type: described(
				'A post, or a long article with a title',
				optional(string(isIn('post', 'article'))),
			),
			article_title: described(
				'For articles',
				when(isArticle, string(minLength(1, { message: 'Article title is required' }), isString)),
			),
			article_status: described(
				'For articles: whether it is published at once',
				when(isArticle, string(isIn('draft', 'published'))),
			),
			article_cover: described('For articles: the picture above', optional(group(mediaFields))),
			made_with_ai: flag,
			paid_partnership: flag,
		},
		plugs: plug('x-repost-post-users'),
		rules: [
			onlyIf(isArticle, inAnyPart(hasVideo, 'X articles only support images')),
			onlyIf(
				(settings) => isArticle(settings) && settings.article_status === 'draft',
				hasThread('A draft article cannot have thread replies, remove them or publish the article'),
			),
		],
		rulesInWords: 'Up to 4 pictures or a single video; articles have pictures only.',
	},
	linkedin,
	'linkedin-page': linkedin,
	facebook: {
		settings: {
			url: when(({ url }) => Boolean(url), string(isUrl)),
			post_type: optional(string(isIn('post', 'story'))),
			text_format_preset_id: words,
		},
		rules: [
			onlyIf(equals('post_type', 'story'), inPost(none, 'Story should have at least one media')),
		],
		rulesInWords: 'A story needs a picture or a video.',
	},
	instagram: {
		...instagram,
		rules: [
			instagramRules[0],
			inPost(moreThan(10), 'Instagram carousel only supports up to 10 media attachments'),
			...instagramRules.slice(1),
			onlyIf(
				(settings) => hasAudio(settings) && settings.post_type === 'story',
				always('Audio can only be added to Reels, not to Stories'),
			),
			onlyIf(
				hasAudio,
				inPost(either(otherThan(1), beginsWithPicture), 'Audio can only be added to a video Reel'),
			),
		],
	},
	'instagram-standalone': { ...instagram, unused: ['audio'] },
	warpcast: farcaster,
	wrapcast: farcaster,
};
