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
} from '../schema.cjs';
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

const linkedin: OwnProvider = {
	settings: { post_as_images_carousel: boolean(), carousel_name: anything },
	plugs: [...plug('linkedin-repost-post-users'), ...plug('linkedin-add-comment', 'comment')],
	hidesSettings: true,
	rulesInWords: 'A post has pictures or a single video; comments have neither.',
};

const instagramSettings: Fields = {
	post_type: string(isDefined, isIn('post', 'story')),
	is_trial_reel: optional(boolean()),
	graduation_strategy: optional(string(isIn('MANUAL', 'SS_PERFORMANCE'))),
	collaborators: optional(list({ label: string(isDefined, isString) }, isArray)),
	audio: optional(group(sound())),
};
const instagram: OwnProvider = {
	settings: instagramSettings,
	rulesInWords: 'A post needs a picture or a video.',
};

const farcaster: OwnProvider = {
	settings: {
		subreddit: list({ value: group({ id: string(isString) }) }),
	},
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
		rulesInWords: 'Up to 4 pictures or a single video.',
	},
	telegram: withoutSettings,
	nostr: withoutSettings,
	vk: withoutSettings,
	kick: {
		...withoutSettings,
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
		rulesInWords: 'A story needs a picture or a video.',
	},
	instagram: {
		...instagram,
	},
	'instagram-standalone': { ...instagram, unused: ['audio'] },
	warpcast: farcaster,
	wrapcast: farcaster,
};
