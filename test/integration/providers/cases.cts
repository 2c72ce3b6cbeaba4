/**
 * What the contract tests send for every provider, and what the service must get.
 */
import type { IDataObject } from 'n8n-workflow';

import { upload } from '../../service/client.cjs';
import { pngOf } from '../../service/samples.cjs';
import type { Service } from '../../service/server.cjs';
import { stableId } from '../../service/state.cjs';

export interface ContractCase {
	/** The network as the form names it. */
	provider: string;
	name: string;
	/** `smallest`: nothing but what is required; `fullest`: every setting; or a special case. */
	kind: 'smallest' | 'fullest' | 'conditional';
	/** Identifier of the channel, where the network goes by several. */
	channel?: string;
	/** The fields of the entry of Channels, besides the network and the channel. */
	form: IDataObject;
	/** The settings that arrive, without `__type`. */
	settings: IDataObject;
	text?: string;
	media?: 'image' | 'images' | 'shot' | 'video' | 'none';
}

const PICTURE = { id: 'picture', path: 'https://media.example/picture.png' };
const FILM = { id: 'film', path: 'https://media.example/film.mp4' };

/** The files of a case; the service measures a shot, and so has to have it. */
export async function mediaOf(
	service: Service,
	kind: ContractCase['media'] = 'none',
): Promise<Array<{ id: string; path: string }>> {
	switch (kind) {
		case 'image':
			return [PICTURE];
		case 'images':
			return [PICTURE, { ...PICTURE, id: 'second' }];
		case 'shot':
			return [await upload(service, pngOf(400, 300))];
		case 'video':
			return [FILM];
		case 'none':
			return [];
	}
}

/** Connects a channel under the reference's name of Farcaster; a new workspace has the other one. */
export function addWarpcast({ state }: Service): void {
	const known = state.channels.find(({ identifier }) => identifier === 'wrapcast')!;
	state.channels.push({ ...known, id: stableId('warpcast'), identifier: 'warpcast' });
}

export interface RefusalCase {
	provider: string;
	name: string;
	form: IDataObject;
	text?: string;
	media?: ContractCase['media'];
	/** Part of the sentence that the person sees. */
	refusal: string;
}

/** A row that was chosen from a picker's list. */
export const picked = (value: string | IDataObject): IDataObject => ({
	__rl: true,
	mode: 'list',
	value: typeof value === 'string' ? value : JSON.stringify(value),
});

/** A value that was entered by hand instead. */
export const byHand = (value: string): IDataObject => ({ __rl: true, mode: 'id', value });

const group = (...entries: IDataObject[]): IDataObject => ({ entry: entries });
const wrapped = (...values: IDataObject[]) => values.map((value) => ({ value }));
const label = (text: string) => ({ value: text, label: text });

const COVER = { id: 'cover', path: 'https://media.example/cover.webp' };
const UPLOADED_COVER = JSON.stringify(COVER);

const SOUND = {
	id: 'music-1',
	title: 'Morning Brew',
	artist: 'Acme House Band',
	image: 'https://media.example/music-1.jpg',
};
const FLAIR = { id: 'question', name: 'Question' };

const same = (provider: string, kind: ContractCase['kind'], name: string, values: IDataObject) => ({
	provider,
	kind,
	name,
	form: values,
	settings: values,
});

const withoutSettings = [
	'bluesky',
	'kick',
	'mastodon',
	'nostr',
	'telegram',
	'threads',
	'vk',
].flatMap((provider): ContractCase[] => [
	same(provider, 'smallest', 'nothing but its type', {}),
	{
		...same(provider, 'fullest', 'its own text, and nothing of what the form does not have', {}),
		form: { content: 'Only here', title: 'Not a setting', settings: { title: 'Not a setting' } },
	},
]);

const linkedin = ['linkedin', 'linkedin-page'].flatMap((provider): ContractCase[] => [
	same(provider, 'smallest', 'nothing but its type', {}),
	{
		provider,
		kind: 'fullest',
		name: 'a carousel with a name',
		form: { settings: { post_as_images_carousel: true, carousel_name: 'Our menu' } },
		settings: { post_as_images_carousel: true, carousel_name: 'Our menu' },
		media: 'images',
	},
]);

const instagramSettings = {
	collaborators: '@acmecoffee, acmeroasters,acmebakery',
	is_trial_reel: true,
	graduation_strategy: 'SS_PERFORMANCE',
};
const instagramSent = {
	post_type: 'post',
	collaborators: [{ label: 'acmecoffee' }, { label: 'acmeroasters' }, { label: 'acmebakery' }],
	is_trial_reel: true,
	graduation_strategy: 'SS_PERFORMANCE',
};
const instagram = ['instagram', 'instagram-standalone'].flatMap((provider): ContractCase[] => [
	{
		provider,
		kind: 'smallest',
		name: 'a post without being asked for',
		form: {},
		settings: { post_type: 'post' },
		media: 'image',
	},
	{
		...same(provider, 'conditional', 'a story', { post_type: 'story' }),
		media: 'video',
	},
	{
		provider,
		kind: 'conditional',
		name: 'a trial reel that ends by hand',
		form: { post_type: 'post', settings: { is_trial_reel: true, graduation_strategy: 'MANUAL' } },
		settings: { post_type: 'post', is_trial_reel: true, graduation_strategy: 'MANUAL' },
		media: 'video',
	},
]);

const tiktokRequired = {
	content_posting_method: 'DIRECT_POST',
	privacy_level: 'PUBLIC_TO_EVERYONE',
	comment: true,
	duet: false,
	stitch: false,
	autoAddMusic: 'no',
	brand_content_toggle: false,
	brand_organic_toggle: false,
};
const tiktokOther = {
	content_posting_method: 'DIRECT_POST',
	privacy_level: 'FOLLOWER_OF_CREATOR',
	comment: false,
	duet: true,
	stitch: true,
	autoAddMusic: 'yes',
	brand_content_toggle: true,
	brand_organic_toggle: true,
};
const tiktokOptional = { title: 'Our winter menu', video_made_with_ai: true };
const tiktok = ['tiktok', 'tiktok-business'].flatMap((provider): ContractCase[] => [
	{
		provider,
		kind: 'smallest',
		name: 'published at once for everyone, with all its switches',
		form: {},
		settings: tiktokRequired,
		media: 'video',
	},
	{
		provider,
		kind: 'conditional',
		name: 'only sent to the inbox',
		form: { content_posting_method: 'UPLOAD', privacy_level: 'SELF_ONLY' },
		settings: {
			...tiktokRequired,
			content_posting_method: 'UPLOAD',
			privacy_level: 'SELF_ONLY',
		},
		media: 'video',
	},
]);

/** Every provider's smallest and fullest form, and each case in which a setting depends on another. */
export const contractCases: ContractCase[] = [
	...withoutSettings,
	...linkedin,
	...instagram,
	...tiktok,
	{
		provider: 'instagram',
		kind: 'fullest',
		name: 'collaborators, a trial reel and music',
		form: {
			post_type: 'post',
			settings: instagramSettings,
			audio: {
				entry: { kind: 'music', id: picked(SOUND), audio_volume: 80, video_volume: 0 },
			},
		},
		settings: { ...instagramSent, audio: { ...SOUND, audio_volume: 80, video_volume: 0 } },
		media: 'video',
	},
	{
		provider: 'instagram',
		kind: 'conditional',
		name: 'a sound by its ID, at full volume',
		form: { audio: { entry: { id: byHand('18012345678901234') } } },
		settings: {
			post_type: 'post',
			audio: { id: '18012345678901234', audio_volume: 100, video_volume: 100 },
		},
		media: 'video',
	},
	{
		provider: 'instagram-standalone',
		kind: 'fullest',
		name: 'collaborators and a trial reel',
		form: { post_type: 'post', settings: instagramSettings },
		settings: instagramSent,
		media: 'video',
	},
	{
		provider: 'tiktok',
		kind: 'fullest',
		name: 'every switch turned over',
		form: { ...tiktokOther, settings: tiktokOptional },
		settings: { ...tiktokOther, ...tiktokOptional },
		media: 'video',
	},
	{
		provider: 'tiktok-business',
		kind: 'fullest',
		name: 'every switch turned over, music and a place',
		form: {
			...tiktokOther,
			settings: tiktokOptional,
			location: picked({ id: 'place-1', name: 'Acme Coffee Harbour', address: '1 Harbour Street' }),
			music: { entry: { id: picked(SOUND), audio_volume: 40, video_volume: 60 } },
		},
		settings: {
			...tiktokOther,
			...tiktokOptional,
			location: { id: 'place-1', name: 'Acme Coffee Harbour', address: '1 Harbour Street' },
			music: { ...SOUND, audio_volume: 40, video_volume: 60 },
		},
		media: 'video',
	},
	{
		provider: 'tiktok-business',
		kind: 'conditional',
		name: 'a place by its ID and name',
		form: { location: byHand('225358 | Acme Coffee | Harbour') },
		settings: {
			...tiktokRequired,
			location: { id: '225358', name: 'Acme Coffee | Harbour' },
		},
		media: 'image',
	},

	{
		provider: 'x',
		kind: 'smallest',
		name: 'everyone may reply without being asked for',
		form: {},
		settings: { who_can_reply_post: 'everyone' },
	},
	{
		provider: 'x',
		kind: 'fullest',
		name: 'an article with every setting',
		form: {
			who_can_reply_post: 'subscribers',
			settings: {
				article_cover: UPLOADED_COVER,
				article_status: 'published',
				article_title: 'How we roast',
				community: 'https://x.com/i/communities/1493446837214187523',
				made_with_ai: true,
				paid_partnership: true,
				post_type: 'article',
			},
		},
		settings: {
			who_can_reply_post: 'subscribers',
			article_cover: COVER,
			article_status: 'published',
			article_title: 'How we roast',
			community: 'https://x.com/i/communities/1493446837214187523',
			made_with_ai: true,
			paid_partnership: true,
			post_type: 'article',
		},
		text: 'A long text. '.repeat(600),
	},
	{
		provider: 'x',
		kind: 'conditional',
		name: 'an article that stays a draft',
		form: {
			who_can_reply_post: 'verified',
			settings: { post_type: 'article', article_title: 'How we roast', article_status: 'draft' },
		},
		settings: {
			who_can_reply_post: 'verified',
			post_type: 'article',
			article_title: 'How we roast',
			article_status: 'draft',
		},
	},
	{
		provider: 'x',
		kind: 'conditional',
		name: 'a community by an old link',
		form: {
			who_can_reply_post: 'mentionedUsers',
			settings: { community: 'twitter.com/i/communities/1493446837214187523/', post_type: 'post' },
		},
		settings: {
			who_can_reply_post: 'mentionedUsers',
			community: 'https://x.com/i/communities/1493446837214187523',
			post_type: 'post',
		},
	},

	same('facebook', 'smallest', 'nothing but its type', {}),
	{
		provider: 'facebook',
		kind: 'fullest',
		name: 'a link, a kind and a background',
		form: {
			settings: {
				url: 'https://example.com/menu',
				post_type: 'post',
				text_format_preset_id: 106018623298955,
			},
		},
		settings: {
			url: 'https://example.com/menu',
			post_type: 'post',
			text_format_preset_id: '106018623298955',
		},
	},
	{
		provider: 'facebook',
		kind: 'conditional',
		name: 'a story',
		form: { settings: { post_type: 'story' } },
		settings: { post_type: 'story' },
		media: 'image',
	},

	same('warpcast', 'smallest', 'to the own feed, of the identifier that instances use', {}),
	{
		provider: 'warpcast',
		kind: 'fullest',
		name: 'to two topic channels',
		form: { subreddit: group({ id: picked('301') }, { id: byHand('302') }) },
		settings: { subreddit: wrapped({ id: '301' }, { id: '302' }) },
	},
	{
		...same('warpcast', 'conditional', 'of the identifier of the reference', {}),
		channel: 'warpcast',
	},

	{
		...same('youtube', 'smallest', 'public without being asked for', {}),
		form: { title: 'How we roast' },
		settings: { title: 'How we roast', type: 'public' },
		media: 'video',
	},
	{
		provider: 'youtube',
		kind: 'fullest',
		name: 'every setting',
		form: {
			title: 'How we roast',
			type: 'unlisted',
			settings: {
				selfDeclaredMadeForKids: 'yes',
				thumbnail: UPLOADED_COVER,
				tags: 'coffee, how to, roasting',
			},
		},
		settings: {
			title: 'How we roast',
			type: 'unlisted',
			selfDeclaredMadeForKids: 'yes',
			thumbnail: COVER,
			tags: [label('coffee'), label('how to'), label('roasting')],
		},
		media: 'video',
	},

	{
		provider: 'reddit',
		kind: 'smallest',
		name: 'a text in one subreddit',
		form: { subreddit: group({ subreddit: picked('/r/coffee'), title: 'Beans' }) },
		settings: {
			subreddit: wrapped({
				subreddit: '/r/coffee',
				title: 'Beans',
				type: 'self',
				is_flair_required: false,
			}),
		},
	},
	{
		provider: 'reddit',
		kind: 'fullest',
		name: 'a link with a flair in one, a picture in another subreddit',
		form: {
			subreddit: group(
				{
					subreddit: picked('/r/coffee'),
					title: 'Beans',
					type: 'link',
					url: 'https://example.com/beans',
					is_flair_required: true,
					flair: picked(FLAIR),
				},
				{ subreddit: byHand('r/espresso'), title: 'Shots', type: 'image' },
			),
		},
		settings: {
			subreddit: wrapped(
				{
					subreddit: '/r/coffee',
					title: 'Beans',
					type: 'link',
					url: 'https://example.com/beans',
					is_flair_required: true,
					flair: FLAIR,
				},
				{ subreddit: '/r/espresso', title: 'Shots', type: 'image', is_flair_required: false },
			),
		},
		media: 'image',
	},
	{
		provider: 'reddit',
		kind: 'conditional',
		name: 'a flair by its ID and name, in a subreddit by its link',
		form: {
			subreddit: group({
				subreddit: byHand('https://www.reddit.com/r/coffee/new/?sort=top'),
				title: 'Beans',
				is_flair_required: true,
				flair: byHand('question | Question'),
			}),
		},
		settings: {
			subreddit: wrapped({
				subreddit: '/r/coffee',
				title: 'Beans',
				type: 'self',
				is_flair_required: true,
				flair: FLAIR,
			}),
		},
	},
	{
		provider: 'reddit',
		kind: 'conditional',
		name: 'a picture, and a flair that was chosen but switched off',
		form: {
			subreddit: group({
				subreddit: byHand('roasting'),
				title: 'First crack',
				type: 'image',
				is_flair_required: false,
				flair: picked(FLAIR),
			}),
		},
		settings: {
			subreddit: wrapped({
				subreddit: '/r/roasting',
				title: 'First crack',
				type: 'image',
				is_flair_required: false,
			}),
		},
		media: 'image',
	},

	{
		provider: 'lemmy',
		kind: 'smallest',
		name: 'one community',
		form: {
			subreddit: group({ subreddit: picked({ id: '301', name: 'coffee' }), title: 'Beans' }),
		},
		settings: { subreddit: wrapped({ subreddit: 'coffee', id: '301', title: 'Beans' }) },
	},
	{
		provider: 'lemmy',
		kind: 'fullest',
		name: 'two communities, one with a link and entered by hand',
		form: {
			subreddit: group(
				{ subreddit: picked({ id: 301, name: 'coffee' }), title: 'Beans' },
				{
					subreddit: byHand('302 | espresso'),
					title: 'Shots',
					url: 'https://example.com/shots',
				},
			),
		},
		settings: {
			subreddit: wrapped(
				{ subreddit: 'coffee', id: '301', title: 'Beans' },
				{ subreddit: 'espresso', id: '302', title: 'Shots', url: 'https://example.com/shots' },
			),
		},
	},

	...['discord', 'slack'].flatMap((provider): ContractCase[] => [
		{
			provider,
			kind: 'smallest',
			name: 'a channel from the list',
			form: { channel: picked('general') },
			settings: { channel: 'general' },
		},
		{
			provider,
			kind: 'fullest',
			name: 'a channel by its ID',
			form: { channel: byHand('1187654321098765432') },
			settings: { channel: '1187654321098765432' },
		},
	]),

	{
		provider: 'skool',
		kind: 'smallest',
		name: 'a group, a label and a title',
		form: { group: picked('baristas'), label: picked('news'), title: 'Fresh beans' },
		settings: { group: 'baristas', label: 'news', title: 'Fresh beans' },
	},
	{
		provider: 'skool',
		kind: 'fullest',
		name: 'all of them by hand',
		form: { group: byHand('home-brewers'), label: byHand('recipes'), title: 2026 },
		settings: { group: 'home-brewers', label: 'recipes', title: '2026' },
	},

	{
		provider: 'whop',
		kind: 'smallest',
		name: 'an experience of a company',
		form: { company: picked('acme-coffee'), experience: picked('forum') },
		settings: { company: 'acme-coffee', experience: 'forum' },
	},
	{
		provider: 'whop',
		kind: 'fullest',
		name: 'with a title',
		form: {
			company: byHand('acme-roasters'),
			experience: byHand('roast-lab'),
			settings: { title: 'Fresh beans' },
		},
		settings: { company: 'acme-roasters', experience: 'roast-lab', title: 'Fresh beans' },
	},

	{
		provider: 'mewe',
		kind: 'smallest',
		name: 'the timeline without being asked for',
		form: {},
		settings: { postType: 'timeline' },
	},
	{
		provider: 'mewe',
		kind: 'fullest',
		name: 'a group',
		form: { postType: 'group', group: picked('coffee-lovers') },
		settings: { postType: 'group', group: 'coffee-lovers' },
	},
	{
		provider: 'mewe',
		kind: 'conditional',
		name: 'the timeline, after a group was chosen',
		form: { postType: 'timeline', group: picked('coffee-lovers') },
		settings: { postType: 'timeline' },
	},

	same('moltbook', 'smallest', 'a submolt', { submolt: 'general' }),
	same('moltbook', 'fullest', 'another submolt', { submolt: 'coffee' }),

	{
		provider: 'pinterest',
		kind: 'smallest',
		name: 'a board',
		form: { board: picked('latte-art') },
		settings: { board: 'latte-art' },
		media: 'image',
	},
	{
		provider: 'pinterest',
		kind: 'fullest',
		name: 'every setting',
		form: {
			board: byHand('549755885175'),
			settings: {
				title: 'Latte art',
				link: 'https://example.com/latte',
				dominant_color: '#78350f',
			},
		},
		settings: {
			board: '549755885175',
			title: 'Latte art',
			link: 'https://example.com/latte',
			dominant_color: '#78350f',
		},
		media: 'image',
	},

	{ ...same('dribbble', 'smallest', 'a title', { title: 'Packaging' }), media: 'shot' },
	{
		provider: 'dribbble',
		kind: 'fullest',
		name: 'for a team',
		form: { title: 'Packaging', team: picked('https://dribbble.com/acme') },
		settings: { title: 'Packaging', team: 'https://dribbble.com/acme' },
		media: 'shot',
	},

	same('medium', 'smallest', 'title and subtitle', { title: 'Beans', subtitle: 'And cups' }),
	{
		provider: 'medium',
		kind: 'fullest',
		name: 'every setting',
		form: {
			title: 'Beans',
			subtitle: 'And cups',
			publication: picked('acme-stories'),
			settings: { canonical: 'https://example.com/beans', tags: 'coffee, craft, home, taste' },
		},
		settings: {
			title: 'Beans',
			subtitle: 'And cups',
			publication: 'acme-stories',
			canonical: 'https://example.com/beans',
			tags: ['coffee', 'craft', 'home', 'taste'].map(label),
		},
	},

	same('devto', 'smallest', 'a title', { title: 'Beans' }),
	{
		provider: 'devto',
		kind: 'fullest',
		name: 'every setting, tags with their numbers',
		form: {
			title: 'Beans',
			organization: picked('501'),
			tags: ['{"value":1,"label":"coffee"}', '2 | productivity'],
			settings: { canonical: 'https://example.com/beans', main_image: UPLOADED_COVER },
		},
		settings: {
			title: 'Beans',
			organization: '501',
			tags: [
				{ value: 1, label: 'coffee' },
				{ value: 2, label: 'productivity' },
			],
			canonical: 'https://example.com/beans',
			main_image: COVER,
		},
	},

	{
		provider: 'hashnode',
		kind: 'smallest',
		name: 'a title, a publication and a tag',
		form: {
			title: 'Our beans',
			publication: picked('acme-engineering'),
			tags: ['{"value":"tag-coffee","label":"Coffee"}'],
		},
		settings: {
			title: 'Our beans',
			publication: 'acme-engineering',
			tags: [{ value: 'tag-coffee', label: 'Coffee' }],
		},
	},
	{
		provider: 'hashnode',
		kind: 'fullest',
		name: 'every setting',
		form: {
			title: 'Our beans',
			publication: byHand('64f1c2d3e4a5b6c7d8e9f0a1'),
			tags: ['{"value":"tag-coffee","label":"Coffee"}', '56744721958ef13879b94f0e'],
			settings: {
				subtitle: 'And cups',
				canonical: 'https://example.com/beans',
				main_image: UPLOADED_COVER,
			},
		},
		settings: {
			title: 'Our beans',
			publication: '64f1c2d3e4a5b6c7d8e9f0a1',
			tags: [
				{ value: 'tag-coffee', label: 'Coffee' },
				{ value: '56744721958ef13879b94f0e', label: '56744721958ef13879b94f0e' },
			],
			subtitle: 'And cups',
			canonical: 'https://example.com/beans',
			main_image: COVER,
		},
	},

	{
		provider: 'hashnode',
		kind: 'conditional',
		name: 'tags as the tools of the channel give them',
		form: {
			title: 'Our beans',
			publication: picked('acme-engineering'),
			tags: '={{ [{ objectID: "tag-startup", name: "Startup" }] }}',
		},
		settings: {
			title: 'Our beans',
			publication: 'acme-engineering',
			tags: [{ value: 'tag-startup', label: 'Startup' }],
		},
	},

	{
		provider: 'wordpress',
		kind: 'smallest',
		name: 'a post of the blog without being asked for',
		form: { title: 'Beans' },
		settings: { title: 'Beans', type: 'posts' },
	},
	{
		provider: 'wordpress',
		kind: 'fullest',
		name: 'every setting, with the numbers of categories and tags',
		form: {
			title: 'Beans',
			type: byHand('pages'),
			categories: [11, 12],
			tags: ['11', 13],
			settings: { main_image: UPLOADED_COVER, status: 'pending' },
		},
		settings: {
			title: 'Beans',
			type: 'pages',
			categories: [11, 12],
			tags: [11, 13],
			main_image: COVER,
			status: 'pending',
		},
	},

	same('tumblr', 'smallest', 'nothing but its type', {}),
	{
		provider: 'tumblr',
		kind: 'fullest',
		name: 'every setting',
		form: {
			settings: {
				title: 'Beans',
				link: 'https://example.com/beans',
				sourceUrl: 'https://example.com/source',
				tags: 'coffee,  winter menu ,',
			},
		},
		settings: {
			title: 'Beans',
			link: 'https://example.com/beans',
			sourceUrl: 'https://example.com/source',
			tags: 'coffee,winter menu',
		},
	},

	same('gmb', 'smallest', 'nothing but its type', {}),
	{
		provider: 'gmb',
		kind: 'fullest',
		name: 'every setting',
		form: {
			settings: {
				topicType: 'EVENT',
				callToActionType: 'BOOK',
				callToActionUrl: 'https://example.com/book',
				eventTitle: 'Tasting',
				eventStartDate: '2026-12-14T00:00:00',
				eventStartTime: '9:30',
				eventEndDate: '2026-12-15',
				eventEndTime: '18:00:00',
				offerCouponCode: 'WINTER10',
				offerRedeemUrl: 'https://example.com/offer',
				offerTerms: 'Once per guest',
			},
		},
		settings: {
			topicType: 'EVENT',
			callToActionType: 'BOOK',
			callToActionUrl: 'https://example.com/book',
			eventTitle: 'Tasting',
			eventStartDate: '2026-12-14',
			eventStartTime: '09:30',
			eventEndDate: '2026-12-15',
			eventEndTime: '18:00',
			offerCouponCode: 'WINTER10',
			offerRedeemUrl: 'https://example.com/offer',
			offerTerms: 'Once per guest',
		},
	},
	{
		provider: 'gmb',
		kind: 'conditional',
		name: 'an offer with a button that calls',
		form: {
			settings: { topicType: 'OFFER', callToActionType: 'CALL', offerCouponCode: 'WINTER10' },
		},
		settings: { topicType: 'OFFER', callToActionType: 'CALL', offerCouponCode: 'WINTER10' },
	},
	{
		provider: 'gmb',
		kind: 'conditional',
		name: 'an update without a button',
		form: { settings: { topicType: 'STANDARD', callToActionType: 'NONE' } },
		settings: { topicType: 'STANDARD', callToActionType: 'NONE' },
	},
	{
		provider: 'gmb',
		kind: 'conditional',
		name: 'an event from a date of an expression',
		form: {
			settings: {
				topicType: 'EVENT',
				eventTitle: 'Tasting',
				eventStartDate: '={{ DateTime.fromISO("2026-12-14T23:30:00") }}',
			},
		},
		settings: { topicType: 'EVENT', eventTitle: 'Tasting', eventStartDate: '2026-12-14' },
	},

	{
		provider: 'listmonk',
		kind: 'smallest',
		name: 'a subject, a preview and a list',
		form: { subject: 'Beans', preview: 'And cups', list: picked('newsletter') },
		settings: { subject: 'Beans', preview: 'And cups', list: 'newsletter' },
	},
	{
		provider: 'listmonk',
		kind: 'fullest',
		name: 'with a template',
		form: {
			subject: 'Beans',
			preview: 'And cups',
			list: byHand('3'),
			template: picked('weekly-digest'),
		},
		settings: { subject: 'Beans', preview: 'And cups', list: '3', template: 'weekly-digest' },
	},

	same('twitch', 'smallest', 'nothing but its type', {}),
	{
		provider: 'twitch',
		kind: 'fullest',
		name: 'a coloured announcement',
		form: { settings: { messageType: 'announcement', announcementColor: 'purple' } },
		settings: { messageType: 'announcement', announcementColor: 'purple' },
	},
];

/** What is refused before a request is spent, beyond what holds for every field of its kind. */
export const refusalCases: RefusalCase[] = [
	{
		provider: 'x',
		name: 'an article without a title',
		form: { settings: { post_type: 'article', article_status: 'draft' } },
		refusal: 'Article Title is required if Article is Yes',
	},
	{
		provider: 'x',
		name: 'an article without a status',
		form: { settings: { post_type: 'article', article_title: 'Beans' } },
		refusal:
			'Article Status is required if Article is Yes. Allowed: Draft (draft), Published (published)',
	},
	{
		provider: 'x',
		name: 'a community that is none',
		form: { settings: { community: 'https://x.com/acmecoffee' } },
		refusal: 'Community cannot be “https://x.com/acmecoffee”; it must be the link of a community',
	},
	{
		provider: 'x',
		name: 'a repost by a channel of another network',
		form: { settings: { 'plug--x-repost-post-users--integrations': 'acme-coffee.bsky.social' } },
		refusal: 'Repost Channels: no channel, group or network is called “acme-coffee.bsky.social”',
	},
	...['linkedin', 'linkedin-page'].map((provider) => ({
		provider,
		name: 'a comment without its text',
		form: { settings: { 'plug--linkedin-add-comment--integrations': 'Acme Roasters' } },
		refusal: 'Comment Text is required if other channels are to comment',
	})),
	{
		provider: 'facebook',
		name: 'a background for a long text',
		form: { settings: { text_format_preset_id: '1' } },
		text: 'A'.repeat(131),
		refusal: 'Text Background is only for posts without media and with at most 130 characters',
	},
	{
		provider: 'facebook',
		name: 'a background for a post with a picture',
		form: { settings: { text_format_preset_id: '1' } },
		media: 'image',
		refusal: 'Text Background is only for posts without media',
	},
	...['instagram', 'instagram-standalone'].flatMap((provider): RefusalCase[] => [
		{
			provider,
			name: 'four collaborators',
			form: { settings: { collaborators: 'a,b,c,d' } },
			media: 'image',
			refusal: 'Collaborators has 4 entries; the maximum is 3',
		},
		{ provider, name: 'no media', form: {}, refusal: 'the post has no picture or video' },
	]),
	{
		provider: 'instagram',
		name: 'audio without a sound',
		form: { audio: { entry: { audio_volume: 50 } } },
		media: 'video',
		refusal: 'Audio: Sound is required',
	},
	{
		provider: 'instagram',
		name: 'a volume above 100',
		form: { audio: { entry: { id: picked(SOUND), audio_volume: 101 } } },
		media: 'video',
		refusal: 'Audio: Volume of the Sound is 101; it must be between 0 and 100',
	},
	{
		provider: 'tiktok',
		name: 'a title of 91 characters',
		form: { settings: { title: 'A'.repeat(91) } },
		refusal: 'Title has 91 characters; the maximum is 90',
	},
	{
		provider: 'tiktok-business',
		name: 'a place without its name',
		form: { location: byHand('225358') },
		refusal: 'Location needs an ID and a name',
	},
	{
		provider: 'warpcast',
		name: 'a topic channel that was not chosen',
		form: { subreddit: group({}) },
		refusal: 'Farcaster Channel is required',
	},
	{
		provider: 'youtube',
		name: 'a title of one character',
		form: { title: 'A' },
		media: 'video',
		refusal: 'Title must have at least 2 characters',
	},
	{
		provider: 'youtube',
		name: 'tags of more than 500 characters together',
		form: { title: 'Beans', settings: { tags: ['a'.repeat(300), 'b'.repeat(201)].join(',') } },
		media: 'video',
		refusal: 'Tags has 501 characters together; the maximum is 500',
	},
	{
		provider: 'youtube',
		name: 'a tag that is none',
		form: { title: 'Beans', settings: { tags: '={{ ({ a: 1 }) }}' } },
		media: 'video',
		refusal: 'Tags cannot have “{"a":1}”: each entry needs a value and a label',
	},
	{
		provider: 'youtube',
		name: 'a picture instead of a video',
		form: { title: 'Beans' },
		media: 'image',
		refusal: 'the post has no video. YouTube requires exactly 1 video',
	},
	{
		provider: 'reddit',
		name: 'no subreddit at all',
		form: { subreddit: {} },
		refusal: 'Subreddits is required',
	},
	{
		provider: 'reddit',
		name: 'a link without its address',
		form: {
			subreddit: group({ subreddit: picked('/r/coffee'), title: 'Beans', type: 'link' }),
		},
		refusal: 'Subreddit: Link is required if Post Type is Link',
	},
	{
		provider: 'reddit',
		name: 'no flair where one is demanded',
		form: {
			subreddit: group({ subreddit: picked('/r/coffee'), title: 'Beans', is_flair_required: true }),
		},
		refusal: 'Subreddit: Flair is required if Add Flair is on',
	},
	{
		provider: 'reddit',
		name: 'a kind of post and a switch of which expressions give nothing',
		form: {
			subreddit: group({
				subreddit: picked('/r/coffee'),
				title: 'Beans',
				type: '={{ $json.kind }}',
				is_flair_required: '={{ $json.flair }}',
			}),
		},
		refusal: 'Subreddit: Add Flair is required',
	},
	{
		provider: 'reddit',
		name: 'a flair without its name',
		form: {
			subreddit: group({
				subreddit: picked('/r/coffee'),
				title: 'Beans',
				is_flair_required: true,
				flair: byHand('question'),
			}),
		},
		refusal: 'Flair needs an ID and a name',
	},
	{
		provider: 'reddit',
		name: 'what is no subreddit, in the second of two',
		form: {
			subreddit: group(
				{ subreddit: picked('/r/coffee'), title: 'Beans' },
				{ subreddit: byHand('https://example.com/coffee'), title: 'Beans' },
			),
		},
		refusal: 'Subreddit 2: Subreddit cannot be “https://example.com/coffee”',
	},
	{
		provider: 'lemmy',
		name: 'a community without its name',
		form: { subreddit: group({ subreddit: byHand('301'), title: 'Beans' }) },
		refusal: 'Community needs an ID and a name',
	},
	{
		provider: 'lemmy',
		name: 'a link that is none',
		form: {
			subreddit: group({ subreddit: byHand('301 | coffee'), title: 'Beans', url: 'example.com' }),
		},
		refusal: 'Community: Link cannot be “example.com”; it must be a web address',
	},
	{
		provider: 'mewe',
		name: 'a group that was not chosen',
		// n8n itself refuses an empty field; it cannot know what an expression returns.
		form: { postType: 'group', group: byHand('={{ "" }}') },
		refusal: 'MeWe Group is required if Post To is MeWe Group',
	},
	{
		provider: 'pinterest',
		name: 'no media',
		form: { board: picked('latte-art') },
		refusal: 'the post has no picture or video',
	},
	{
		provider: 'pinterest',
		name: 'a title of 101 characters',
		form: { board: picked('latte-art'), settings: { title: 'A'.repeat(101) } },
		media: 'image',
		refusal: 'Title has 101 characters; the maximum is 100',
	},
	{
		provider: 'dribbble',
		name: 'a video instead of a picture',
		form: { title: 'Packaging' },
		media: 'video',
		refusal:
			'the post has no picture. Dribbble requires exactly 1 picture of 400x300 or 800x600 pixels',
	},
	{
		provider: 'medium',
		name: 'five tags',
		form: { title: 'Beans', subtitle: 'And cups', settings: { tags: 'a,b,c,d,e' } },
		refusal: 'Tags has 5 entries; the maximum is 4',
	},
	{
		provider: 'devto',
		name: 'five tags',
		form: { title: 'Beans', tags: ['1|a', '2|b', '3|c', '4|d', '5|e'] },
		refusal: 'Tags has 5 entries; the maximum is 4',
	},
	{
		provider: 'devto',
		name: 'a tag without its number',
		form: { title: 'Beans', tags: ['coffee'] },
		refusal: 'Tags cannot have “coffee”: each entry needs the number and the name of a tag',
	},
	{
		provider: 'hashnode',
		name: 'a tag that is none',
		form: {
			title: 'Our beans',
			publication: picked('acme-engineering'),
			tags: '={{ [{ slug: "coffee" }] }}',
		},
		refusal: 'Tags cannot have “{"slug":"coffee"}”: each entry needs the ID and the name of a tag',
	},
	{
		provider: 'hashnode',
		name: 'a title of five characters',
		form: { title: 'Beans', publication: picked('acme-engineering'), tags: ['a'] },
		refusal: 'Title must have at least 6 characters',
	},
	{
		provider: 'wordpress',
		name: 'a category by its name',
		form: { title: 'Beans', categories: ['News'] },
		refusal: 'Categories cannot have “News”: each entry needs a number',
	},
	{
		provider: 'tumblr',
		name: 'a title of 4097 characters',
		form: { settings: { title: 'A'.repeat(4097) } },
		refusal: 'Title has 4097 characters; the maximum is 4096',
	},
	...['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'GET_OFFER'].map(
		(callToActionType): RefusalCase => ({
			provider: 'gmb',
			name: `the button ${callToActionType} without a link`,
			form: { settings: { callToActionType } },
			refusal: 'Button Link is required if Button is',
		}),
	),
	{
		provider: 'gmb',
		name: 'an event without a title',
		form: { settings: { topicType: 'EVENT' } },
		refusal: 'Event Title is required if About is Event',
	},
	{
		provider: 'gmb',
		name: 'a day that is none',
		form: { settings: { eventStartDate: '14.12.2026' } },
		refusal: 'Event Starts On cannot be “14.12.2026”; it must be a day, such as 2026-12-14',
	},
	{
		provider: 'gmb',
		name: 'a day that no calendar has',
		form: { settings: { eventStartDate: '2026-02-31' } },
		refusal: 'Event Starts On cannot be “2026-02-31”; it must be a day',
	},
	{
		provider: 'gmb',
		name: 'a time that is none',
		form: { settings: { eventEndTime: '25:00' } },
		refusal: 'Event Ends At cannot be “25:00”; it must be a time of day, such as 18:30',
	},
];
