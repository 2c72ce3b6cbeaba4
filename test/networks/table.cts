import { IsDefined, IsString } from 'class-validator';
import { extractUrlsWithIndices } from 'twitter-text';
import {
	anything,
	boolean,
	custom,
	described,
	equals,
	filled,
	group as object,
	isArray,
	isBoolean,
	isDefined,
	isNumber,
	isString,
	isUrl,
	list as listOf,
	matches,
	maxElements,
	maxLength,
	minElements,
	minLength,
	number,
	numbers,
	optional,
	string,
	when,
	withDefault,
	type Field,
	type Values,
} from '../service/schema.cjs';
import { isLink, label, mentionsPost } from '../service/networks/types.cjs';
import type { NetworkFormat } from '../shared/networkText.cjs';
import {
	url,
	choice,
	file,
	group,
	groupList,
	list,
	percent,
	createListLocator,
	row,
	text,
	unused,
	optionalText,
	checkbox,
	type Kind,
	type Settings,
} from './kinds.cjs';
import { HOUR } from '../shared/time.cjs';

/**
 * A network (docs/api.md, Providers): what people fill in, and what Postiz and the network make of it. Written by hand,
 * independently of the node. The sandbox enforces it, and the node is tested against it.
 */
export interface Network extends Settings {
	/** As the form shows it. */
	name: string;
	/** Another identifier of the same network. */
	alias?: string;
	/** The most characters in a part. */
	max: number;
	/** The limit for every account, if some may use more. */
	usual?: number;
	/** Of articles, if they differ. */
	articles?: { max: number; text: NetworkFormat };
	/** How the network itself counts, if not as Postiz does. */
	counts?: 'x' | 'mastodon';
	/** How the text is converted; `plain` by default. */
	text?: NetworkFormat;
	/** What is lost of a thread. */
	drops?: 'laterParts' | 'laterMedia';
	onlyDrafts?: true;
	/** The keys of a file that it uses, besides its path. */
	details?: Array<'alt' | 'thumbnail' | 'thumbnailTimestamp'>;
	/** It fetches files from their paths. */
	fetches?: true;
	/** The files of the smallest and of the largest post. */
	files?: Files;
	/** GET /integration-settings shows none of its settings. */
	hidesSettings?: true;
	/** What POST /posts rejects beyond the settings and the rules of networks. */
	rejects?: (settings: Values) => string | undefined;
	/** Whether these settings leave out the files of the post itself, though it is published. */
	dropsFiles?: (settings: Values) => boolean;
	/** Why an accepted post fails when it is due, if it does. */
	failsWith?: (settings: Values, published: string) => string | undefined;
	/** In words, for GET /integration-settings. */
	rulesInWords?: string;
	/** People connect such a channel with the address of their own server. */
	needsServerAddress?: true;
	/** The platform returns no metrics. */
	noAnalytics?: true;
}
export type Files = 'image' | 'images' | 'shot' | 'video';

/** What other channels do once a post is published: which channels, after how many hours, and what else it needs. */
const createPlugByOthers = (key: string, word: string): Record<string, Kind> => {
	const channels = `plug--${key}--integrations`;
	const delays = [0, 1, 2, 3, 8, 12, 15, 24].map((hours) => String(hours * HOUR));
	const beside = { [channels]: [{ id: 'cm1' }], [`plug--${key}--comment`]: 'Nice' };
	return {
		[channels]: { ...list(`${word} Channels`, { id: 'cm1' }), beside },
		[`plug--${key}--delay`]: { ...choice(`${word} Delay`, delays), schema: undefined, beside },
	};
};

/** Mastodon's own count: every link is 23 characters. */
function countTootCharacters(toot: string): number {
	const links = extractUrlsWithIndices(toot, { extractUrlsWithoutProtocol: false });
	return links.reduce((sum, { url }) => sum + 23 - url.length, toot.length);
}

const isArticle = equals('post_type', 'article');

const linkedin: Omit<Network, 'name'> = {
	max: 3000,
	files: 'images',
	hidesSettings: true,
	rulesInWords: 'A post has pictures or a single video; comments have neither.',
	settings: {
		post_as_images_carousel: checkbox('Carousel', { schema: boolean() }),
		carousel_name: text('Carousel Name', { schema: anything }),
		...createPlugByOthers('linkedin-repost-post-users', 'Repost'),
		...createPlugByOthers('linkedin-add-comment', 'Comment'),
		'plug--linkedin-add-comment--comment': {
			...text('Comment Text'),
			schema: undefined,
			beside: { 'plug--linkedin-add-comment--integrations': [{ id: 'cm1' }] },
		},
	},
	needed: [
		[{}, []],
		[{ 'plug--linkedin-add-comment--integrations': [{ id: 'cm1' }] }, ['Comment Text']],
	],
};

/** A piece of music, as Instagram and TikTok accept it. */
const sound = (id: Kind): Settings => ({
	settings: {
		id,
		title: unused(optionalText),
		artist: unused(optionalText),
		image: unused(optionalText),
		audio_volume: percent('Volume of the Sound'),
		video_volume: percent('Volume of the Video'),
	},
});
const given = string(isDefined, isString);
const audio = group('Audio', sound(text('Sound', { tool: 'audioSearch', schema: given })));

const instagram = (ownAudio: Kind): Omit<Network, 'name'> => ({
	max: 2200,
	files: 'video',
	fullest: { post_type: 'post' },
	fetches: true,
	details: ['thumbnailTimestamp'],
	drops: 'laterMedia',
	rulesInWords: 'A post needs a picture or a video.',
	settings: {
		post_type: choice('Post Type', ['post', 'story'], { rules: [isDefined] }),
		is_trial_reel: checkbox('Trial Reel', { schema: optional(boolean()) }),
		graduation_strategy: choice('Trial Reel Ends', ['MANUAL', 'SS_PERFORMANCE']),
		collaborators: list(
			'Collaborators',
			{ label: 'acme' },
			{ word: '@acme', schema: optional(listOf({ label: given }, isArray)) },
		),
		audio: ownAudio,
	},
});

const toggle = (name: string, description: string) =>
	checkbox(name, { description, schema: boolean(isBoolean) });
const FOR_BUSINESSES = 'Only for businesses';
const track = text('Track', {
	tool: 'musicSearch',
	description: 'From musicSearch',
	schema: given,
});
const music = group('Music', sound(track), FOR_BUSINESSES);
const place = { id: described('From locationSearch', given), name: given, address: optionalText };
const location = described(FOR_BUSINESSES, optional(object(place)));

const tiktok = (
	ofBusinesses: Record<'music' | 'location', Kind>,
): Omit<Network, 'name' | 'max'> => ({
	files: 'video',
	fetches: true,
	drops: 'laterParts',
	rulesInWords: 'A single video, or pictures.',
	settings: {
		title: text('Title', {
			description: 'Only for pictures',
			schema: optional(string(maxLength(90), isString)),
		}),
		privacy_level: choice(
			'Who Can View',
			['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'],
			{ rules: [isString], description: 'Who can see it' },
		),
		duet: toggle('Allow Duet', 'Whether others may make duets'),
		stitch: toggle('Allow Stitch', 'Whether others may stitch it'),
		comment: toggle('Allow Comments', 'Whether others may comment'),
		autoAddMusic: choice('Add Music Automatically', ['yes', 'no'], {
			rules: [],
			description: 'Only for pictures',
		}),
		brand_content_toggle: toggle('Promotes Another Brand', 'Paid partnership'),
		video_made_with_ai: checkbox('Made With AI', { description: 'Made with AI' }),
		brand_organic_toggle: toggle('Promotes Your Brand', 'Promotes the own brand'),
		...ofBusinesses,
		content_posting_method: choice('How to Post', ['DIRECT_POST', 'UPLOAD'], {
			rules: [isString],
			description: 'DIRECT_POST publishes, UPLOAD leaves it in the inbox of the app',
		}),
	},
});

const MAX_TAG_CHARACTERS = 500;
const fitsTogether = custom(
	(tags) =>
		!Array.isArray(tags) ||
		tags.reduce(
			(sum: number, own: { label?: string } | null) => sum + (own?.label?.length ?? 0),
			0,
		) <= MAX_TAG_CHARACTERS,
	`The maximum allowed is ${MAX_TAG_CHARACTERS} characters in total for all tags.`,
);

/** Whether a post goes to a subreddit as one of these kinds. */
const hasKind =
	(...kinds: string[]) =>
	({ subreddit }: { subreddit?: unknown }) =>
		Array.isArray(subreddit) &&
		subreddit.some(({ value }: { value?: { type?: string } }) => kinds.includes(value?.type ?? ''));
/** Accepted like any text of two letters; a file reaches Reddit only for `media`. */
const isOldKind = hasKind('image', 'video', 'videogif');

const NO_BOARD = { message: 'Board is required' };
const tag = { value: 'coffee', label: 'coffee' };

const ofLength = (least: number): Field => string(isDefined, minLength(least), isString);
const title = (least = 2) => text('Title', { schema: ofLength(least) });
/** The several places a post goes to. */
const EACH_PLACE: [Field, Field] = [[isDefined], [minElements(1)]];
const canonical = url('Canonical URL', {
	schema: when(({ canonical: link }) => Boolean(link) && !mentionsPost(link), string(isLink)),
});
const link = optional(string(isLink));
const mainImage = file('Main Image');
const picker = (name: string, tool: string, own: { like?: string; description?: string } = {}) =>
	text(name, { tool, schema: filled, ...own });

/** By identifier, in the order of docs/api.md. */
export const networks: Record<string, Network> = {
	threads: { name: 'Threads', max: 500, fetches: true, noAnalytics: true },
	mastodon: {
		name: 'Mastodon',
		max: 500,
		counts: 'mastodon',
		details: ['alt'],
		noAnalytics: true,
		failsWith: (_settings, published) =>
			countTootCharacters(published) > 500
				? 'Validation failed: Text character limit of 500 exceeded'
				: undefined,
	},
	bluesky: {
		name: 'Bluesky',
		max: 300,
		details: ['alt'],
		noAnalytics: true,
		rulesInWords: 'Up to 4 pictures or a single video.',
	},
	telegram: { name: 'Telegram', max: 4096, text: 'telegram', noAnalytics: true },
	nostr: { name: 'Nostr', max: 100_000, noAnalytics: true },
	vk: { name: 'VK', max: 2048, noAnalytics: true },
	kick: { name: 'Kick', max: 500, drops: 'laterMedia', onlyDrafts: true, noAnalytics: true },

	x: {
		name: 'X',
		max: 4000,
		usual: 280,
		articles: { max: 100_000, text: 'html' },
		counts: 'x',
		text: 'tweet',
		rulesInWords: 'Up to 4 pictures or a single video; articles have pictures only.',
		settings: {
			community: text('Community', {
				like: 'https://x.com/i/communities/123',
				schema: optional(
					string(
						matches(
							/^(https:\/\/x\.com\/i\/communities\/\d+)?$/,
							'Invalid X community URL. It should be in the format: https://x.com/i/communities/1493446837214187523',
						),
					),
				),
			}),
			who_can_reply_post: choice(
				'Who Can Reply',
				['everyone', 'following', 'mentionedUsers', 'subscribers', 'verified'],
				{ on: (settings) => !isArticle(settings) },
			),
			post_type: choice('Article', ['post', 'article'], {
				description: 'A post, or a long article with a title',
			}),
			article_title: text('Article Title', {
				description: 'For articles',
				schema: when(
					isArticle,
					string(minLength(1, { message: 'Article title is required' }), isString),
				),
			}),
			article_status: choice('Article Status', ['draft', 'published'], {
				on: isArticle,
				rules: [],
				description: 'For articles: whether it is published at once',
			}),
			article_cover: file('Article Cover', { description: 'For articles: the picture above' }),
			made_with_ai: checkbox('Made With AI'),
			paid_partnership: checkbox('Paid Partnership'),
			...createPlugByOthers('x-repost-post-users', 'Repost'),
		},
		needed: [
			[{}, ['Who Can Reply']],
			[{ post_type: 'post' }, ['Who Can Reply']],
			[{ post_type: 'article' }, ['Article Status', 'Article Title']],
			[{ post_type: 'article', article_title: 'A', article_status: 'draft' }, []],
		],
	},
	linkedin: { name: 'LinkedIn', ...linkedin },
	'linkedin-page': { name: 'LinkedIn Page', ...linkedin },
	facebook: {
		name: 'Facebook Page',
		fetches: true,
		fullest: { post_type: 'post' },
		max: 63_206,
		rulesInWords: 'A story needs a picture or a video.',
		settings: {
			url: url('Link', { schema: when(({ url }) => Boolean(url), string(isUrl)) }),
			post_type: choice('Post Type', ['post', 'story']),
			text_format_preset_id: text('Text Background'),
		},
	},
	instagram: { name: 'Instagram (Facebook Business)', ...instagram(audio) },
	'instagram-standalone': {
		name: 'Instagram (Standalone)',
		...instagram(unused(audio.schema!)),
	},
	warpcast: {
		name: 'Farcaster (Warpcast)',
		alias: 'wrapcast',
		max: 800,
		rulesInWords: 'Pictures only.',
		settings: {
			subreddit: groupList(
				'Farcaster Channels',
				{
					settings: {
						id: text('Farcaster Channel', { tool: 'subreddits', schema: string(isString) }),
					},
				},
				[[], []],
			),
		},
	},
	youtube: {
		name: 'YouTube',
		max: 5000,
		files: 'video',
		drops: 'laterParts',
		rulesInWords: 'A single video.',
		settings: {
			title: text('Title', { schema: string(isDefined, maxLength(100), minLength(2), isString) }),
			type: choice('Visibility', ['public', 'private', 'unlisted'], { rules: [isDefined] }),
			selfDeclaredMadeForKids: choice('Made for Kids', ['yes', 'no']),
			thumbnail: file('Thumbnail'),
			tags: list('Tags', tag, {
				word: 'coffee',
				schema: optional(listOf(label, fitsTogether, isArray)),
			}),
		},
	},
	tiktok: {
		name: 'TikTok',
		max: 2000,
		...tiktok({ music: unused(music.schema!), location: unused(location) }),
	},
	'tiktok-business': {
		name: 'TikTok Business',
		max: 2200,
		details: ['thumbnail', 'thumbnailTimestamp'],
		...tiktok({ music, location: row('Location', 'locationSearch', location) }),
	},
	reddit: {
		name: 'Reddit',
		details: ['thumbnail'],
		max: 10_000,
		drops: 'laterMedia',
		dropsFiles: hasKind('self', 'link'),
		failsWith: (settings) =>
			isOldKind(settings) ? 'Reddit could not find the media of this post' : undefined,
		settings: {
			subreddit: groupList(
				'Subreddits',
				{
					settings: {
						subreddit: text('Subreddit', {
							tool: 'subreddits',
							like: '/r/coffee',
							description: 'As /r/name',
							schema: ofLength(2),
						}),
						title: title(),
						type: {
							...choice('Post Type', ['self', 'link', 'media'], {
								description: 'self, link or media',
								schema: ofLength(2),
							}),
							// The files of the post decide which of these it becomes.
							choices: ['automatic', 'self', 'link', 'media'],
						},
						url: url('Link', {
							schema: when(
								({ type, url }) => type === 'link' && Boolean(url) && !mentionsPost(url),
								string(isLink, isDefined, isUrl),
							),
						}),
						is_flair_required: checkbox('Add Flair', { schema: boolean(isDefined, isBoolean) }),
						flair: row(
							'Flair',
							'restrictions',
							when(
								equals('is_flair_required', true),
								object({ id: given, name: given }, isDefined),
							),
						),
					},
					needed: [
						[{ type: 'self', is_flair_required: false }, []],
						[{ type: 'link' }, ['Link']],
						[{ is_flair_required: true }, ['Flair']],
					],
					fullest: { type: 'link' },
				},
				EACH_PLACE,
			),
		},
	},
	lemmy: {
		name: 'Lemmy',
		max: 10_000,
		drops: 'laterMedia',
		needsServerAddress: true,
		settings: {
			subreddit: groupList(
				'Communities',
				{
					settings: {
						subreddit: {
							label: 'Community',
							tool: 'subreddits',
							entered: [[createListLocator({ id: 301, name: 'coffee' }), 'coffee']],
							beside: { id: '301' },
							schema: ofLength(2),
						},
						id: unused(given),
						title: title(),
						url: url('Link'),
					},
				},
				EACH_PLACE,
			),
		},
	},
	discord: {
		name: 'Discord',
		max: 1980,
		text: 'markdown',
		settings: {
			channel: picker('Discord Channel', 'channels', {
				like: '1187654321098765432',
				description: 'From channels',
			}),
		},
	},
	slack: {
		name: 'Slack',
		max: 400_000,
		settings: {
			channel: picker('Slack Channel', 'channels', {
				like: 'C0123456789',
				description: 'From channels',
			}),
		},
	},
	skool: {
		name: 'Skool',
		max: 5000,
		settings: {
			group: picker('Skool Group', 'groups', { description: 'From groups' }),
			label: picker('Label', 'label', { description: 'From label, of the group' }),
			title: text('Title', { description: 'The headline', schema: filled }),
		},
	},
	whop: {
		name: 'Whop',
		max: 50_000,
		text: 'markdown',
		settings: {
			company: picker('Company', 'companies', { description: 'From companies' }),
			experience: picker('Experience', 'experiences', {
				description: 'From experiences, of the company',
			}),
			title: text('Title'),
		},
	},
	mewe: {
		name: 'MeWe',
		max: 63_206,
		drops: 'laterParts',
		settings: {
			postType: choice('Post To', ['timeline', 'group'], {
				rules: [],
				description: 'Where it is posted',
			}),
			group: text('MeWe Group', {
				tool: 'groups',
				description: 'From groups',
				schema: optional(string(isString, minLength(1))),
			}),
		},
		needed: [
			[{ postType: 'timeline' }, []],
			[{ postType: 'group' }, ['MeWe Group']],
		],
	},
	moltbook: {
		name: 'Moltbook',
		max: 300,
		drops: 'laterMedia',
		hidesSettings: true,
		settings: { submolt: text('Submolt', { like: 'general', schema: filled }) },
	},
	pinterest: {
		name: 'Pinterest',
		files: 'image',
		fetches: true,
		max: 500,
		drops: 'laterParts',
		rulesInWords:
			'Pinterest takes up to 5 pictures of one size, or a video and the picture that is its cover.',
		settings: {
			title: text('Title', { schema: optional(string(maxLength(100), isString)) }),
			link: url('Link'),
			dominant_color: text('Dominant Color'),
			board: text('Board', {
				tool: 'boards',
				like: '549755885175',
				description: 'From boards',
				schema: string(minLength(1, NO_BOARD), IsString(NO_BOARD), IsDefined(NO_BOARD)),
			}),
		},
	},
	dribbble: {
		name: 'Dribbble',
		files: 'shot',
		max: 40_000,
		drops: 'laterParts',
		settings: { title: title(1), team: url('Team', { tool: 'teams' }) },
	},
	medium: {
		name: 'Medium',
		max: 100_000,
		text: 'markdown',
		drops: 'laterParts',
		settings: {
			title: title(),
			subtitle: text('Subtitle', { schema: ofLength(2) }),
			canonical,
			publication: text('Publication', { tool: 'publications' }),
			tags: list('Tags', tag, {
				word: 'coffee',
				schema: optional(listOf(label, maxElements(4))),
			}),
		},
	},
	devto: {
		name: 'Dev.to',
		max: 100_000,
		text: 'markdown',
		drops: 'laterParts',
		settings: {
			title: title(),
			main_image: mainImage,
			canonical,
			organization: text('Organization', { tool: 'organizations' }),
			tags: list(
				'Tags',
				{ value: 11, label: 'coffee' },
				{
					word: '11 | coffee',
					tool: 'tags',
					schema: withDefault(
						[],
						listOf({ value: number(isNumber), label: string(isString) }, maxElements(4)),
					),
				},
			),
		},
	},
	hashnode: {
		name: 'Hashnode',
		max: 10_000,
		text: 'markdown',
		drops: 'laterParts',
		settings: {
			title: title(6),
			subtitle: text('Subtitle', { schema: optional(string(minLength(2), isString)) }),
			main_image: mainImage,
			canonical,
			publication: text('Publication', { tool: 'publications', schema: given }),
			tags: list(
				'Tags',
				{ value: 'tea', label: 'tea' },
				{ word: 'tea', tool: 'tagsList', schema: listOf(label, minElements(1), isArray) },
			),
		},
	},
	wordpress: {
		name: 'WordPress',
		max: 100_000,
		text: 'html',
		drops: 'laterParts',
		needsServerAddress: true,
		settings: {
			title: title(),
			main_image: mainImage,
			type: text('Content Type', { tool: 'postTypes', like: 'posts', schema: given }),
			categories: list('Categories', 11, { tool: 'categoriesList', schema: optional(numbers) }),
			tags: list('Tags', 11, { tool: 'tagsList', schema: optional(numbers) }),
			status: choice('Status', ['publish', 'draft', 'pending', 'private']),
		},
	},
	tumblr: {
		name: 'Tumblr',
		details: ['alt'],
		max: 32_768,
		drops: 'laterParts',
		settings: {
			title: text('Title', { schema: optional(string(maxLength(4096), isString, minLength(1))) }),
			link: url('Link', { schema: link }),
			sourceUrl: url('Source', { schema: link }),
			tags: text('Tags', { schema: optional(string(maxLength(4096), isString)) }),
		},
	},
	gmb: {
		name: 'Google My Business',
		fetches: true,
		max: 1500,
		drops: 'laterParts',
		rejects: ({ topicType, eventTitle }) =>
			topicType === 'EVENT' && !eventTitle ? 'Event posts require an event title' : undefined,
		rulesInWords: 'A single picture, no video; an event needs a title.',
		settings: {
			topicType: choice('About', ['STANDARD', 'EVENT', 'OFFER']),
			callToActionType: choice('Button', [
				'NONE',
				'BOOK',
				'ORDER',
				'SHOP',
				'LEARN_MORE',
				'SIGN_UP',
				'GET_OFFER',
				'CALL',
			]),
			callToActionUrl: url('Button Link'),
			eventTitle: text('Event Title'),
			eventStartDate: text('Event Starts On', { like: '2028-02-29' }),
			eventEndDate: text('Event Ends On', { like: '2028-12-31' }),
			eventStartTime: text('Event Starts At', { like: '09:30' }),
			eventEndTime: text('Event Ends At', { like: '18:00' }),
			offerCouponCode: text('Offer Code'),
			offerRedeemUrl: url('Offer Link'),
			offerTerms: text('Offer Terms'),
		},
		needed: [
			[{ topicType: 'STANDARD', callToActionType: 'NONE' }, []],
			[{ topicType: 'OFFER', callToActionType: 'CALL' }, []],
			[{ topicType: 'EVENT' }, ['Event Title']],
			...['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'GET_OFFER'].map(
				(button): [Values, string[]] => [{ callToActionType: button }, ['Button Link']],
			),
		],
		fullest: { topicType: 'EVENT', callToActionType: 'BOOK' },
	},
	listmonk: {
		name: 'Listmonk',
		max: Infinity,
		text: 'mail',
		drops: 'laterParts',
		needsServerAddress: true,
		settings: {
			subject: text('Subject', { schema: string(minLength(1), isString) }),
			preview: text('Preview Text', { schema: string(isString) }),
			list: text('List', {
				tool: 'list',
				like: '3',
				description: 'From list',
				schema: string(isString),
			}),
			template: text('Template', { tool: 'templates', like: '17', description: 'From templates' }),
		},
	},
	twitch: {
		name: 'Twitch',
		max: 500,
		drops: 'laterMedia',
		settings: {
			messageType: choice('Announcement', ['message', 'announcement']),
			announcementColor: choice('Announcement Color', [
				'primary',
				'blue',
				'green',
				'orange',
				'purple',
			]),
		},
	},
};

/** A number as people read it. */
export const formatNumber = (number: number) => number.toLocaleString('en');

/** A text that is one character too long for most accounts of a network, and the message about it. */
export function createTooLongText(network: string): { text: string; message: string } {
	const { max, usual = max } = networks[network];
	return {
		text: 'x'.repeat(usual + 1),
		message: `${formatNumber(usual + 1)} of ${formatNumber(usual)} characters`,
	};
}
