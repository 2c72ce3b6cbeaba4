import { isEmpty } from '../../nodes/Postiz/values/read';
import type { Json } from '../types';
import { madeForKids, storyIf, tiktokSettings } from './networks';
import { given, isGiven, isWord, lostIn, mayDiffer, type Lost } from './values';

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

/** What Postiz has no field for, by the networks that it concerns. */
export const LOST: Record<string, Lost[]> = {
	facebook: [['facebook_media_type', 'the kind of the video', 'stories']],
	instagram: [
		['audio_name', 'the name of the sound'],
		['cover_url', 'the cover picture'],
		['location_id', 'the place'],
		['share_to_feed', 'that the reel is not shown in the feed', 'true'],
		['thumb_offset', 'the moment of the cover'],
		['user_tags', 'the people on it'],
	],
	pinterest: [
		['pinterest_cover_image_data', 'the cover picture'],
		['pinterest_cover_image_key_frame_time', 'the moment of the cover', '0'],
		['pinterest_cover_image_url', 'the cover picture'],
	],
	threads: [['threads_long_text_as_post', 'that a long text stays in one piece', 'false']],
	tiktok: [
		['cover_timestamp', 'the moment of the cover', '1000'],
		['photo_cover_index', 'the cover among the pictures', '0'],
	],
	x: [
		['card_uri', 'a card'],
		['direct_message_deep_link', 'the link to a message'],
		['for_super_followers_only', 'that only subscribers see it', 'false'],
		['geo_place_id', 'the place'],
		['place_id', 'the place'],
		['post_url', 'the link to another post'],
		['share_with_followers', 'that followers see it, too', 'false'],
		['tagged_user_ids[]', 'the people on it'],
	],
	youtube: [
		['allowedCountries', 'the countries that may see it'],
		['blockedCountries', 'the countries that may not see it'],
		['categoryId', 'the category', '22'],
		['containsSyntheticMedia', 'the label for synthetic media', 'false'],
		['defaultAudioLanguage', 'the language'],
		['defaultLanguage', 'the language'],
		['embeddable', 'that it cannot be embedded', 'true'],
		['hasPaidProductPlacement', 'the label for paid promotion', 'false'],
		['license', 'the license', 'youtube'],
		['publicStatsViewable', 'that nobody sees its figures', 'true'],
		['recordingDate', 'the day of the recording'],
	],
};

/** What of a call is lost on the networks that it posts to. */
export const lostOf = (values: Json, networks: string[]): string[] =>
	lostIn(
		values,
		networks.flatMap((network) => LOST[network] ?? []),
	);

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
