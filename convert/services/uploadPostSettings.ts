import { isEmpty } from '../../nodes/Postiz/values/read';
import type { Json } from '../types';
import { madeForKids, storyIf, tiktokSettings } from './networks';
import { given, isGiven, isWord, mayDiffer } from './values';

/** The settings of a network by those of the call. */
export function settingsOf(name: string, values: Json, isPhotos: boolean): Json {
	return SETTINGS[name]?.(values, isPhotos) ?? {};
}

const SETTINGS: Record<string, (values: Json, isPhotos: boolean) => Json> = {
	facebook: (values) => ({
		...storyIf(isWord(values.facebook_media_type, 'STORIES')),
		...given({ url: values.facebook_link_url }),
	}),
	instagram: (values) => ({
		...storyIf(isWord(values.media_type, 'STORIES')),
		...given({ collaborators: values.collaborators }),
	}),
	pinterest: (values) =>
		given({
			board: values.pinterest_board_id,
			link: values.pinterest_link,
			title: values.pinterest_title ?? values.title,
		}),
	tiktok: (values, isPhotos) =>
		tiktokSettings({
			privacyLevel: values.privacy_level,
			disabledComments: values.disable_comment,
			disabledDuet: values.disable_duet,
			disabledStitch: values.disable_stitch,
			isBrandedContent: values.brand_content_toggle,
			isYourBrand: values.brand_organic_toggle,
			isAiGenerated: values.is_aigc,
			autoAddMusic: values.auto_add_music,
			isDraft: isWord(values.post_mode, 'MEDIA_UPLOAD'),
			...(isPhotos &&
				isGiven(values.tiktok_description ?? values.description) && {
					title: values.tiktok_title ?? values.title,
				}),
		}),
	x: (values) =>
		given({ who_can_reply_post: values.reply_settings, community: values.community_id }),
	youtube: (values) => ({
		...given({
			title: values.youtube_title ?? values.title,
			type: isEmpty(values.privacyStatus) ? 'public' : values.privacyStatus,
			tags: [values['tags[]'] ?? values.tags ?? ''].flat().join(', '),
			thumbnail: values.thumbnail,
		}),
		...madeForKids(values.selfDeclaredMadeForKids, values.madeForKids),
	}),
};

const isOff = (value: unknown) => !mayDiffer(value, false);
const isNone = (value: unknown) => isEmpty(value) || Number(value) === 0;
const isOn = (value: unknown) => !mayDiffer(value, true);

/** What Postiz has no field for, by the networks that it concerns, unless it is as it is anyway. */
const LOST: Array<
	[network: string, field: string, label: string, isUsual: (value: unknown) => unknown]
> = [
	['instagram', 'audio_name', 'the name of the sound', isEmpty],
	['instagram', 'cover_url', 'the cover picture', isEmpty],
	['instagram', 'location_id', 'the place', isEmpty],
	[
		'facebook',
		'facebook_media_type',
		'the kind of the video',
		(value) => isEmpty(value) || value === 'STORIES',
	],
	['instagram', 'share_to_feed', 'that the reel is not shown in the feed', isOn],
	['instagram', 'thumb_offset', 'the moment of the cover', isEmpty],
	['instagram', 'user_tags', 'the people on it', isEmpty],
	['pinterest', 'pinterest_cover_image_data', 'the cover picture', isEmpty],
	['pinterest', 'pinterest_cover_image_key_frame_time', 'the moment of the cover', isNone],
	['pinterest', 'pinterest_cover_image_url', 'the cover picture', isEmpty],
	['threads', 'threads_long_text_as_post', 'that a long text stays in one piece', isOff],
	[
		'tiktok',
		'cover_timestamp',
		'the moment of the cover',
		(value) => [undefined, '', 1000, '1000'].includes(value as string),
	],
	['tiktok', 'photo_cover_index', 'the cover among the pictures', isNone],
	['x', 'card_uri', 'a card', isEmpty],
	['x', 'direct_message_deep_link', 'the link to a message', isEmpty],
	['x', 'for_super_followers_only', 'that only subscribers see it', isOff],
	['x', 'geo_place_id', 'the place', isEmpty],
	['x', 'place_id', 'the place', isEmpty],
	['x', 'post_url', 'the link to another post', isEmpty],
	['x', 'share_with_followers', 'that followers see it, too', isOff],
	['x', 'tagged_user_ids[]', 'the people on it', isEmpty],
	['youtube', 'allowedCountries', 'the countries that may see it', isEmpty],
	['youtube', 'blockedCountries', 'the countries that may not see it', isEmpty],
	[
		'youtube',
		'categoryId',
		'the category',
		(value) => [undefined, '', '22', 22].includes(value as string),
	],
	['youtube', 'containsSyntheticMedia', 'the label for synthetic media', isOff],
	['youtube', 'defaultAudioLanguage', 'the language', isEmpty],
	['youtube', 'defaultLanguage', 'the language', isEmpty],
	['youtube', 'embeddable', 'that it cannot be embedded', isOn],
	['youtube', 'hasPaidProductPlacement', 'the label for paid promotion', isOff],
	[
		'youtube',
		'license',
		'the license',
		(value) => [undefined, '', 'youtube'].includes(value as string),
	],
	['youtube', 'publicStatsViewable', 'that nobody sees its figures', isOn],
	['youtube', 'recordingDate', 'the day of the recording', isEmpty],
];

/** What of a call is lost on the networks that it posts to. */
export function lostOf(values: Json, networks: string[]): string[] {
	const lost = LOST.filter(
		([network, field, , isUsual]) => networks.includes(network) && !isUsual(values[field]),
	);
	return [...new Set(lost.map(([, , label]) => label))];
}

/** Why a call cannot be converted; undefined if it can. */
export function refusalOf(values: Json, networks: unknown[]): string | undefined {
	const has = (network: string) => networks.includes(network);
	if (has('linkedin') && isGiven(values.visibility) && values.visibility !== 'PUBLIC') {
		return 'only some people may see it on LinkedIn, which Postiz has no field for';
	}
	if (has('facebook') && isGiven(values.video_state) && values.video_state !== 'PUBLISHED') {
		return 'it saves a draft on Facebook, where Postiz would publish';
	}
	if (
		has('x') &&
		[values.quote_tweet_id, values['poll_options[]'], values.poll_options].some(isGiven)
	) {
		return 'it quotes a post or asks a question on X, which Postiz cannot';
	}
	if (has('x') && mayDiffer(values.nullcast, false)) return 'it is for advertisements only';
	if (has('reddit')) return 'it posts to Reddit, whose subreddit has to be entered by hand';
	return undefined;
}
