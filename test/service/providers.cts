import {
	checkFields,
	filled,
	flag,
	group,
	list,
	number,
	oneOf,
	required,
	requiredWhen,
	schemaOf,
	text,
	url,
	without,
	type Field,
	type Fields,
	type Values,
} from './schema.cjs';

/** What a provider's platform code is handed. API: Content is HTML to the service. */
export type TextKind = 'plain' | 'markdown' | 'html';
export type ImageRef = { id: string; path: string; alt?: string; thumbnail?: string };
export interface Segment {
	content: string;
	image: ImageRef[];
	delay?: number;
}
export interface Provider {
	/** The display name of API: Providers. */
	name: string;
	/** The most characters of one segment. */
	max: number | ((settings: Values, verified: boolean) => number);
	settings: Fields;
	text?: TextKind | ((settings: Values) => TextKind);
	/** How a text is counted; by its UTF-16 units where nothing is said. */
	countAs?: 'x';
	/** The media the first segment needs. */
	needs?: 'media' | 'video' | 'image';
	/** A rule on settings and content together; the answer is the message. Drafts skip it. */
	rule?: (settings: Values, segments: Segment[]) => string | undefined;
	/** A person connects such a channel by the address of their own server. */
	needsServerAddress?: true;
	/** The platform gives no figures back. */
	noAnalytics?: true;
}

/** The endings that a media path must have. API: Limits. */
export const POSTABLE_ENDING = /\.(png|jpe?g|gif|webp|mp4)(\?.*)?$/i;
const VIDEO_ENDING = /\.mp4(\?.*)?$/i;

export const isVideo = (path: string) => VIDEO_ENDING.test(path);

const mediaFields = group({
	id: filled,
	path: required(text({ url: true })),
	alt: text(),
	thumbnail: url,
});
/** An ImageRef: both keys, and a path that can be posted. */
export const media: Field = {
	...mediaFields,
	check(value, name) {
		const messages = mediaFields.check(value, name);
		const path = (value as Values | undefined)?.path;
		if (typeof path === 'string' && !POSTABLE_ENDING.test(path))
			messages.push(
				`${name}.File must have a valid extension: .png, .jpg, .jpeg, .gif, .webp or .mp4`,
			);
		return messages;
	},
};

const title = (min: number, max?: number) => required(text({ min, max }));
const labelledText = group({ value: filled, label: filled });
const labelledNumber = group({ value: required(number()), label: filled });
const volume = number({ min: 0, max: 100 });
const sound = group({
	id: filled,
	title: text(),
	artist: text(),
	image: text(),
	audio_volume: volume,
	video_volume: volume,
});
const equals = (key: string, value: unknown) => (settings: Values) => settings[key] === value;
const wrapped = (fields: Fields, min = 1) =>
	required(list(group({ value: required(group(fields)) }), { min }));

const YOUTUBE_TAG_CHARACTERS = 500;
const FACEBOOK_PRESET_CHARACTERS = 130;
const CALL_TO_ACTION_WITHOUT_URL = ['NONE', 'CALL'];

const withoutSettings = (name: string, max: number, more: Partial<Provider> = {}): Provider => ({
	name,
	max,
	settings: {},
	noAnalytics: true,
	...more,
});

const linkedin = (name: string): Provider => ({
	name,
	max: 3000,
	settings: { post_as_images_carousel: flag, carousel_name: text() },
});

const instagramSettings: Fields = {
	post_type: required(oneOf('post', 'story')),
	collaborators: list(group({ label: filled }), { max: 3 }),
	is_trial_reel: flag,
	graduation_strategy: oneOf('MANUAL', 'SS_PERFORMANCE'),
};

const tiktokSettings: Fields = {
	title: text({ max: 90 }),
	privacy_level: required(
		oneOf('PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'),
	),
	duet: required(flag),
	stitch: required(flag),
	comment: required(flag),
	autoAddMusic: required(oneOf('yes', 'no')),
	brand_content_toggle: required(flag),
	brand_organic_toggle: required(flag),
	video_made_with_ai: flag,
	content_posting_method: required(oneOf('DIRECT_POST', 'UPLOAD')),
};

const farcaster: Provider = {
	name: 'Farcaster (Warpcast)',
	max: 800,
	settings: {
		subreddit: list(group({ value: required(group({ id: filled })) })),
	},
};

const channelOnly = { channel: filled };

/** Every row of API: Providers, by `__type`. */
export const providers: Record<string, Provider> = {
	threads: withoutSettings('Threads', 500),
	mastodon: withoutSettings('Mastodon', 500),
	bluesky: withoutSettings('Bluesky', 300),
	telegram: withoutSettings('Telegram', 4096, { text: 'html' }),
	nostr: withoutSettings('Nostr', 100_000),
	vk: withoutSettings('VK', 2048),
	kick: withoutSettings('Kick', 500),
	x: {
		name: 'X',
		max: (settings, verified) =>
			settings.post_type === 'article' ? 100_000 : verified ? 4000 : 280,
		countAs: 'x',
		text: (settings) => (settings.post_type === 'article' ? 'html' : 'plain'),
		settings: {
			who_can_reply_post: required(
				oneOf('everyone', 'following', 'mentionedUsers', 'subscribers', 'verified'),
			),
			community: text({
				pattern: [
					/^https:\/\/x\.com\/i\/communities\/\d+$/,
					'like https://x.com/i/communities/ and the digits of its id',
				],
			}),
			post_type: oneOf('post', 'article'),
			article_title: requiredWhen(equals('post_type', 'article'), text({ min: 1 })),
			article_status: requiredWhen(equals('post_type', 'article'), oneOf('draft', 'published')),
			article_cover: media,
			made_with_ai: flag,
			paid_partnership: flag,
		},
	},
	linkedin: linkedin('LinkedIn'),
	'linkedin-page': linkedin('LinkedIn Page'),
	facebook: {
		name: 'Facebook Page',
		max: 63_206,
		settings: { url, post_type: oneOf('post', 'story'), text_format_preset_id: text() },
		rule: (settings, segments) =>
			settings.text_format_preset_id &&
			(segments[0].image.length > 0 || segments[0].content.length > FACEBOOK_PRESET_CHARACTERS)
				? `a text format preset works only for posts without media, of at most ${FACEBOOK_PRESET_CHARACTERS} characters`
				: undefined,
	},
	instagram: {
		name: 'Instagram (Facebook Business)',
		max: 2200,
		settings: { ...instagramSettings, audio: sound },
		needs: 'media',
	},
	'instagram-standalone': {
		name: 'Instagram (Standalone)',
		max: 2200,
		settings: instagramSettings,
		needs: 'media',
	},
	warpcast: farcaster,
	wrapcast: farcaster,
	youtube: {
		name: 'YouTube',
		max: 5000,
		settings: {
			title: title(2, 100),
			type: required(oneOf('public', 'private', 'unlisted')),
			selfDeclaredMadeForKids: oneOf('yes', 'no'),
			thumbnail: media,
			tags: list(labelledText, {
				whole: (tags) =>
					(tags as Array<{ label: string }>).reduce((sum, tag) => sum + tag.label.length, 0) >
					YOUTUBE_TAG_CHARACTERS
						? `must have at most ${YOUTUBE_TAG_CHARACTERS} characters together`
						: undefined,
			}),
		},
		needs: 'video',
	},
	tiktok: { name: 'TikTok', max: 2000, settings: tiktokSettings },
	'tiktok-business': {
		name: 'TikTok Business',
		max: 2200,
		settings: {
			...tiktokSettings,
			music: sound,
			location: group({ id: filled, name: filled, address: text() }),
		},
	},
	reddit: {
		name: 'Reddit',
		max: 10_000,
		settings: {
			subreddit: wrapped({
				subreddit: required(text({ pattern: [/^\/r\/\w+$/, 'like /r/name'] })),
				title: title(2),
				type: required(oneOf('self', 'link', 'image', 'video', 'videogif')),
				url: requiredWhen(equals('type', 'link'), url),
				is_flair_required: required(flag),
				flair: requiredWhen(equals('is_flair_required', true), group({ id: filled, name: filled })),
			}),
		},
	},
	lemmy: {
		name: 'Lemmy',
		max: 10_000,
		settings: {
			subreddit: wrapped({ subreddit: title(2), id: filled, title: title(2), url }),
		},
		needsServerAddress: true,
	},
	discord: { name: 'Discord', max: 1980, text: 'markdown', settings: channelOnly },
	slack: { name: 'Slack', max: 400_000, settings: channelOnly },
	skool: {
		name: 'Skool',
		max: 5000,
		settings: { group: filled, label: filled, title: filled },
	},
	whop: {
		name: 'Whop',
		max: 50_000,
		text: 'markdown',
		settings: { company: filled, experience: filled, title: text() },
	},
	mewe: {
		name: 'MeWe',
		max: 63_206,
		settings: {
			postType: required(oneOf('timeline', 'group')),
			group: requiredWhen(equals('postType', 'group'), text({ min: 1 })),
		},
	},
	moltbook: { name: 'Moltbook', max: 300, settings: { submolt: filled } },
	pinterest: {
		name: 'Pinterest',
		max: 500,
		settings: { board: filled, title: text({ max: 100 }), link: url, dominant_color: text() },
		needs: 'media',
	},
	dribbble: {
		name: 'Dribbble',
		max: 40_000,
		settings: { title: filled, team: url },
		needs: 'image',
	},
	medium: {
		name: 'Medium',
		max: 100_000,
		text: 'markdown',
		settings: {
			title: title(2),
			subtitle: title(2),
			canonical: url,
			publication: text(),
			tags: list(labelledText, { max: 4 }),
		},
	},
	devto: {
		name: 'Dev.to',
		max: 100_000,
		text: 'markdown',
		settings: {
			title: title(2),
			main_image: media,
			canonical: url,
			organization: text(),
			tags: list(labelledNumber, { max: 4 }),
		},
	},
	hashnode: {
		name: 'Hashnode',
		max: 10_000,
		text: 'markdown',
		settings: {
			title: title(6),
			subtitle: text({ min: 2 }),
			main_image: media,
			canonical: url,
			publication: filled,
			tags: required(list(labelledText, { min: 1 })),
		},
	},
	wordpress: {
		name: 'WordPress',
		max: 100_000,
		text: 'html',
		settings: {
			title: title(2),
			type: filled,
			main_image: media,
			categories: list(number()),
			tags: list(number()),
			status: oneOf('publish', 'draft', 'pending', 'private'),
		},
		needsServerAddress: true,
	},
	tumblr: {
		name: 'Tumblr',
		max: 32_768,
		settings: { title: text({ max: 4096 }), link: url, sourceUrl: url, tags: text() },
	},
	gmb: {
		name: 'Google My Business',
		max: 1500,
		settings: {
			topicType: oneOf('STANDARD', 'EVENT', 'OFFER'),
			callToActionType: oneOf(
				'NONE',
				'BOOK',
				'ORDER',
				'SHOP',
				'LEARN_MORE',
				'SIGN_UP',
				'GET_OFFER',
				'CALL',
			),
			callToActionUrl: requiredWhen(
				({ callToActionType }) =>
					typeof callToActionType === 'string' &&
					!CALL_TO_ACTION_WITHOUT_URL.includes(callToActionType),
				url,
			),
			eventTitle: requiredWhen(equals('topicType', 'EVENT'), text({ min: 1 })),
			...Object.fromEntries(
				['eventStartDate', 'eventEndDate'].map((key) => [
					key,
					text({ pattern: [/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'like YYYY-MM-DD'] }),
				]),
			),
			...Object.fromEntries(
				['eventStartTime', 'eventEndTime'].map((key) => [
					key,
					text({ pattern: [/^([01]\d|2[0-3]):[0-5]\d$/, 'like HH:mm'] }),
				]),
			),
			offerCouponCode: text(),
			offerRedeemUrl: url,
			offerTerms: text(),
		},
	},
	listmonk: {
		name: 'Listmonk',
		max: Infinity,
		text: 'html',
		settings: { subject: filled, preview: filled, list: filled, template: text() },
		needsServerAddress: true,
	},
	twitch: {
		name: 'Twitch',
		max: 500,
		settings: {
			messageType: oneOf('message', 'announcement'),
			announcementColor: oneOf('primary', 'blue', 'green', 'orange', 'purple'),
		},
	},
};

/** Messages about a post's settings, relative to them; `__type` is checked elsewhere. */
export function checkSettings(identifier: string, settings: Values): string[] {
	return checkFields(providers[identifier].settings, without(settings, '__type'));
}

/** The JSON schema of a provider's settings, or a sentence where it has none. */
export function settingsSchema(identifier: string): object | string {
	const fields = providers[identifier].settings;
	return Object.keys(fields).length ? schemaOf(fields) : 'This provider has no settings';
}

export function maxLength(identifier: string, settings: Values, verified: boolean): number {
	const { max } = providers[identifier];
	return typeof max === 'number' ? max : max(settings, verified);
}

export function textKind(identifier: string, settings: Values): TextKind {
	const kind = providers[identifier].text ?? 'plain';
	return typeof kind === 'string' ? kind : kind(settings);
}
