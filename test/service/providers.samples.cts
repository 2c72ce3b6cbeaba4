import { IMAGE, segment, upload, VIDEO } from './client.cjs';
import { pngOf } from './samples.cjs';
import type { Values } from './schema.cjs';
import type { Service } from './server.cjs';

const TIKTOK = {
	privacy_level: 'SELF_ONLY',
	duet: false,
	stitch: false,
	comment: true,
	autoAddMusic: 'no',
	brand_content_toggle: false,
	brand_organic_toggle: false,
	content_posting_method: 'DIRECT_POST',
};
const REDDIT = { subreddit: '/r/coffee', title: 'Beans', type: 'self', is_flair_required: false };
const LEMMY = { subreddit: 'coffee', id: '301', title: 'Beans' };
const COVER = { id: 'cover', path: 'https://media.example/cover.webp' };
const SOUND = {
	id: 's1',
	title: 'Brew',
	artist: 'Acme',
	image: 'https://media.example/s.jpg',
	audio_volume: 0,
	video_volume: 100,
};
const label = (text: string, value: unknown = text) => ({ value, label: text });
const withImage = [segment('Fresh beans', [IMAGE])];
const withVideo = [segment('Fresh beans', [VIDEO])];

/** Settings of a network in their smallest and fullest form, and what is wrong with others. */
export interface Sample {
	smallest: Values;
	/** The parts of the post. */
	value?: object[] | ((service: Service) => Promise<object[]>);
	/** Further settings that make the fullest form. */
	full?: Values;
	/** The parts of the fullest form, if they are others. */
	fullValue?: object[];
	/** A change to the smallest settings, and the beginning of the refusal. */
	invalid?: Array<[Values, string]>;
	/** A change to the smallest settings that is taken, and what is kept of it. */
	converted?: Array<[Values, Values]>;
}
const withoutSettings: Sample = { smallest: {} };
const channelOnly: Sample = {
	smallest: { channel: 'general' },
	invalid: [
		[{ channel: undefined }, 'channel must be a string'],
		[{ channel: '' }, 'channel must be longer'],
	],
};
/** What other channels do once a post is out; nothing of it is looked at. */
const plug = (key: string, more: Values = {}): Values =>
	Object.fromEntries(
		Object.entries({ integrations: [{ id: 'gone' }], delay: '5', active: true, ...more }).map(
			([part, value]) => [`plug--${key}--${part}`, value],
		),
	);
const kept = (settings: Values): [Values, Values] => [settings, settings];
const linkedin: Sample = {
	smallest: {},
	full: { post_as_images_carousel: true, carousel_name: 'Slides' },
	fullValue: [segment('Fresh beans', [IMAGE, IMAGE])],
	converted: [
		kept(plug('linkedin-repost-post-users')),
		kept(plug('linkedin-add-comment', { comment: 'Nice' })),
		kept(plug('linkedin-add-comment', { integrations: [], active: false })),
	],
};
const instagram: Sample = {
	smallest: { post_type: 'post' },
	value: withImage,
	full: {
		collaborators: ['a', 'b', 'c', 'd'].map((name) => ({ label: name })),
		is_trial_reel: true,
		graduation_strategy: 'MANUAL',
		audio: SOUND,
	},
	fullValue: withVideo,
	invalid: [
		[{ post_type: undefined }, 'post_type must be one of the following values: post, story'],
		[{ post_type: 'reel' }, 'post_type must be one of'],
		[
			{ collaborators: ['a'] },
			'collaborators.each value in nested property collaborators must be either object or array',
		],
		[{ collaborators: [{}] }, 'collaborators.0.label must be a string'],
		[{ graduation_strategy: 'auto' }, 'graduation_strategy must be one of'],
		[{ audio: { title: 'Brew' } }, 'audio.id must be a string'],
		[{ audio: { id: 's1', audio_volume: 101 } }, 'audio.audio_volume must not be greater'],
		[{ audio: { id: 's1', video_volume: -1 } }, 'audio.video_volume must not be less'],
	],
	converted: [[{ is_trial_reel: 0 }, { is_trial_reel: false }]],
};
const tiktok: Sample = {
	smallest: TIKTOK,
	value: withVideo,
	full: {
		title: 'Pour',
		video_made_with_ai: true,
		content_posting_method: 'UPLOAD',
		music: SOUND,
		location: { id: 'p', name: 'Acme', address: 'Harbour' },
	},
	invalid: [
		...Object.keys(TIKTOK).map((key): [Values, string] => [{ [key]: undefined }, `${key} must be`]),
		[{ title: 'a'.repeat(91) }, 'title must be shorter'],
		[{ privacy_level: 'PUBLIC' }, 'privacy_level must be one of'],
		[{ location: { id: 'p' } }, 'location.name must be a string'],
	],
	converted: [[{ duet: 'false' }, { duet: true }]],
};

/** By the networks' identifiers. */
export const samples: Record<string, Sample> = {
	...Object.fromEntries(
		['threads', 'mastodon', 'bluesky', 'telegram', 'nostr', 'vk', 'kick'].map((identifier) => [
			identifier,
			withoutSettings,
		]),
	),
	x: {
		smallest: { who_can_reply_post: 'everyone' },
		full: {
			community: 'https://x.com/i/communities/123',
			post_type: 'article',
			article_title: 'Beans',
			article_status: 'draft',
			article_cover: COVER,
			made_with_ai: true,
			paid_partnership: false,
		},
		invalid: [
			[{ who_can_reply_post: undefined }, 'who_can_reply_post must be one of the following values'],
			[{ who_can_reply_post: 'nobody' }, 'who_can_reply_post must be one of the following values'],
			[{ community: '123' }, 'Invalid X community URL'],
			[{ post_type: 'article' }, 'article_title must be a string'],
			[{ post_type: 'article', article_title: 'a' }, 'article_status must be one of'],
			[{ article_cover: { id: 'a' } }, 'article_cover.path must be a string'],
			[
				{ article_cover: { id: 'a', path: 'https://a.example/b.avif' } },
				'article_cover.File must have',
			],
		],
		converted: [
			[{ made_with_ai: 'no' }, { made_with_ai: true }],
			kept(plug('x-repost-post-users')),
		],
	},
	linkedin,
	'linkedin-page': linkedin,
	facebook: {
		smallest: {},
		full: { url: 'https://acme.example', post_type: 'story', text_format_preset_id: '42' },
		fullValue: withImage,
		invalid: [
			[{ url: 'acme' }, 'url must be a URL'],
			[{ post_type: 'reel' }, 'post_type must be one of'],
		],
	},
	instagram,
	'instagram-standalone': instagram,
	wrapcast: {
		smallest: {},
		full: { subreddit: [{ value: { id: '301' } }] },
		invalid: [
			[
				{ subreddit: '301' },
				'each value in nested property subreddit must be either object or array',
			],
			[{ subreddit: [{ value: {} }] }, 'subreddit.0.value.id must be a string'],
		],
	},
	youtube: {
		smallest: { title: 'Ab', type: 'public' },
		value: withVideo,
		full: {
			selfDeclaredMadeForKids: 'no',
			thumbnail: COVER,
			tags: [label('a'.repeat(250)), label('b'.repeat(250))],
		},
		invalid: [
			[{ title: 'A' }, 'title must be longer'],
			[{ title: 'A'.repeat(101) }, 'title must be shorter'],
			[{ type: 'hidden' }, 'type must be one of'],
			[{ selfDeclaredMadeForKids: true }, 'selfDeclaredMadeForKids must be one of'],
			[{ tags: ['a'] }, 'tags.each value in nested property tags must be either object or array'],
			[
				{ tags: [label('a'.repeat(251)), label('b'.repeat(250))] },
				'The maximum allowed is 500 characters in total for all tags.',
			],
		],
	},
	tiktok,
	'tiktok-business': tiktok,
	reddit: {
		smallest: { subreddit: [{ value: REDDIT }] },
		full: {
			subreddit: [
				{ value: { ...REDDIT, type: 'link', url: 'https://acme.example' } },
				{ value: { ...REDDIT, is_flair_required: true, flair: { id: 'f', name: 'News' } } },
			],
		},
		invalid: [
			[{ subreddit: undefined }, 'subreddit must contain at least 1'],
			[{ subreddit: [] }, 'subreddit must contain at least 1'],
			[{ subreddit: [REDDIT] }, 'subreddit.0.value should not be null'],
			[
				{ subreddit: [{ value: { ...REDDIT, subreddit: 'c' } }] },
				'subreddit.0.value.subreddit must be',
			],
			[
				{ subreddit: [{ value: { ...REDDIT, title: 'B' } }] },
				'subreddit.0.value.title must be longer',
			],
			[
				{ subreddit: [{ value: { ...REDDIT, type: 'link', url: 'acme' } }] },
				'subreddit.0.value.Invalid URL',
			],
			[
				{ subreddit: [{ value: { ...REDDIT, type: '' } }] },
				'subreddit.0.value.type must be longer',
			],
			[
				{ subreddit: [{ value: { ...REDDIT, is_flair_required: true } }] },
				'subreddit.0.value.flair should not be null',
			],
			[
				{ subreddit: [{ value: { ...REDDIT, is_flair_required: undefined } }] },
				'subreddit.0.value.is_flair_required must be a boolean',
			],
		],
	},
	lemmy: {
		smallest: { subreddit: [{ value: LEMMY }] },
		full: { subreddit: [{ value: { ...LEMMY, url: 'https://acme.example' } }] },
		invalid: [
			[
				{ subreddit: [{ value: { ...LEMMY, id: undefined } }] },
				'subreddit.0.value.id must be a string',
			],
			[
				{ subreddit: [{ value: { ...LEMMY, subreddit: 'c' } }] },
				'subreddit.0.value.subreddit must be longer',
			],
			[
				{ subreddit: [{ value: { ...LEMMY, title: undefined } }] },
				'subreddit.0.value.title must be a string',
			],
		],
	},
	discord: channelOnly,
	slack: channelOnly,
	skool: {
		smallest: { group: 'baristas', label: 'news', title: 'Beans' },
		invalid: ['group', 'label', 'title'].map((key) => [
			{ [key]: undefined },
			`${key} must be a string`,
		]),
	},
	whop: {
		smallest: { company: 'acme', experience: 'forum' },
		full: { title: 'Beans' },
		invalid: [
			[{ company: undefined }, 'company must be a string'],
			[{ experience: '' }, 'experience must be longer'],
		],
		converted: [[{ experience: 7 }, { experience: '7' }]],
	},
	mewe: {
		smallest: { postType: 'timeline' },
		full: { postType: 'group', group: 'coffee-lovers' },
		invalid: [
			[{ postType: undefined }, 'postType must be one of'],
			[{ postType: 'group', group: '' }, 'group must be longer'],
		],
	},
	moltbook: {
		smallest: { submolt: 'coffee' },
		invalid: [[{ submolt: undefined }, 'submolt must be a string']],
	},
	pinterest: {
		smallest: { board: 'latte-art' },
		value: withImage,
		full: { title: 'Latte', link: 'https://acme.example', dominant_color: '#ffffff' },
		invalid: [
			[{ board: undefined }, 'Board is required'],
			[{ title: 'a'.repeat(101) }, 'title must be shorter'],
			[{ link: 'acme' }, 'link must be a URL'],
		],
	},
	dribbble: {
		smallest: { title: 'Logo' },
		value: async (service) => [segment('Fresh beans', [await upload(service, pngOf(800, 600))])],
		full: { team: 'https://dribbble.com/acme' },
		invalid: [
			[{ title: undefined }, 'title must be a string'],
			[{ team: 'acme' }, 'team must be a URL'],
		],
	},
	medium: {
		smallest: { title: 'On', subtitle: 'Us' },
		full: {
			canonical: 'https://acme.example',
			publication: 'bean-notes',
			tags: ['a', 'b', 'c', 'd'].map((tag) => label(tag)),
		},
		invalid: [
			[{ title: 'O' }, 'title must be longer'],
			[{ subtitle: undefined }, 'subtitle must be a string'],
			[{ canonical: 'acme' }, 'Invalid URL'],
			[{ tags: Array(5).fill(label('a')) }, 'tags must contain no more than 4'],
			[{ tags: [{ label: 'a' }] }, 'tags.0.value must be a string'],
		],
		converted: [[{ tags: [label('a', 1)] }, { tags: [label('a', '1')] }]],
	},
	devto: {
		smallest: { title: 'On' },
		full: {
			main_image: COVER,
			canonical: 'https://acme.example',
			organization: '501',
			tags: [label('coffee', 1)],
		},
		invalid: [
			[{ title: undefined }, 'title must be a string'],
			[{ tags: [label('coffee', 'x')] }, 'tags.0.value must be a number'],
			[{ tags: Array(5).fill(label('a', 1)) }, 'tags must contain no more than 4'],
			[
				{ main_image: 'https://a.example/b.png' },
				'nested property main_image must be either object or array',
			],
		],
		converted: [[{ tags: [label('coffee', '1')] }, { tags: [label('coffee', 1)] }]],
	},
	hashnode: {
		smallest: { title: 'Onward', publication: 'acme', tags: [label('Coffee')] },
		full: { subtitle: 'Us', main_image: COVER, canonical: 'https://acme.example' },
		invalid: [
			[{ title: 'Short' }, 'title must be longer than or equal to 6'],
			[{ subtitle: 'U' }, 'subtitle must be longer'],
			[{ publication: undefined }, 'publication must be a string'],
			[{ tags: [] }, 'tags must contain at least 1'],
			[{ tags: undefined }, 'tags must be an array'],
		],
	},
	wordpress: {
		smallest: { title: 'On', type: 'posts' },
		full: { main_image: COVER, categories: [11], tags: [11, 12], status: 'pending' },
		invalid: [
			[{ title: 'O' }, 'title must be longer'],
			[{ type: undefined }, 'type must be a string'],
			[{ categories: ['11'] }, 'each value in categories must be a number'],
			[{ tags: [label('a')] }, 'each value in tags must be a number'],
			[{ status: 'live' }, 'status must be one of'],
		],
	},
	tumblr: {
		smallest: {},
		full: { title: 'On', link: 'https://a.example', sourceUrl: 'https://b.example', tags: 'a,b' },
		invalid: [
			[{ title: 'a'.repeat(4097) }, 'title must be shorter'],
			[{ tags: ['a'] }, 'tags must be a string'],
			[{ link: 'acme' }, 'Invalid URL'],
		],
	},
	gmb: {
		smallest: {},
		full: {
			topicType: 'EVENT',
			callToActionType: 'SHOP',
			callToActionUrl: 'https://acme.example',
			eventTitle: 'Tasting',
			eventStartDate: '2030-01-31',
			eventEndDate: '2030-02-01',
			eventStartTime: '09:00',
			eventEndTime: '23:59',
			offerCouponCode: 'BEANS',
			offerRedeemUrl: 'https://acme.example/offer',
			offerTerms: 'While it lasts',
		},
		invalid: [
			[{ topicType: 'NEWS' }, 'topicType must be one of'],
			[{ callToActionType: 'CALLING' }, 'callToActionType must be one of'],
			[{ callToActionUrl: '' }, 'callToActionUrl must be a URL'],
			[{ offerRedeemUrl: 'acme' }, 'offerRedeemUrl must be a URL'],
		],
	},
	listmonk: {
		smallest: { subject: 'News', preview: 'Beans', list: 'newsletter' },
		full: { template: 'plain-letter' },
		invalid: ['subject', 'preview', 'list'].map((key) => [
			{ [key]: undefined },
			`${key} must be a string`,
		]),
	},
	twitch: {
		smallest: {},
		full: { messageType: 'announcement', announcementColor: 'purple' },
		invalid: [
			[{ messageType: 'shout' }, 'messageType must be one of'],
			[{ announcementColor: 'red' }, 'announcementColor must be one of'],
		],
	},
};
