import {
	address,
	choice,
	file,
	group,
	groups,
	list,
	percent,
	picked,
	row,
	text,
	yesOrNo,
	type Settings,
} from './kinds.cjs';

/** A network (docs/api.md, Providers). Written by hand: neither the node nor the sandbox is asked. */
export interface Network extends Settings {
	/** As the form shows it. */
	name: string;
	/** Another identifier of the same network. */
	alias?: string;
	/** The most characters of a part. */
	max: number;
	/** As many may every account use, if some may use more. */
	usual?: number;
	/** How the network itself counts, besides Postiz, if it does so otherwise. */
	counts?: 'x' | 'mastodon';
	/** What is made of a text; `plain` if nothing is said. */
	text?: 'markdown' | 'html' | 'mail' | 'telegram' | 'tweet';
	/** What of a thread never arrives. */
	drops?: 'laterParts' | 'laterMedia';
	onlyDrafts?: true;
	/** What of a file, besides its path, it makes something of. */
	details?: Array<'alt' | 'thumbnail' | 'thumbnailTimestamp'>;
	/** It fetches files from their paths. */
	fetches?: true;
	/** The files of the smallest and the fullest post. */
	files?: Files;
}
export type Files = 'image' | 'images' | 'shot' | 'video';

const HOUR_MS = 3_600_000;
/** What other channels do once a post is out: which, after how many hours, and what else it needs. */
const byOthers = (key: string, word: string) => {
	const channels = `plug--${key}--integrations`;
	const delays = [0, 1, 2, 3, 8, 12, 15, 24].map((hours) => String(hours * HOUR_MS));
	const beside = { [channels]: [{ id: 'cm1' }], [`plug--${key}--comment`]: 'Nice' };
	return {
		[channels]: { ...list(`${word} Channels`, { id: 'cm1' }), beside },
		[`plug--${key}--delay`]: { ...choice(`${word} Delay`, ...delays), beside },
	};
};

const linkedin = {
	max: 3000,
	files: 'images' as const,
	sometimes: {
		'plug--linkedin-add-comment--comment': {
			...text('Comment Text'),
			beside: { 'plug--linkedin-add-comment--integrations': [{ id: 'cm1' }] },
		},
	},
	takes: {
		...byOthers('linkedin-repost-post-users', 'Repost'),
		...byOthers('linkedin-add-comment', 'Comment'),
		post_as_images_carousel: yesOrNo('Carousel'),
		carousel_name: text('Carousel Name'),
	},
	needed: [
		[{}, []],
		[{ 'plug--linkedin-add-comment--integrations': [{ id: 'cm1' }] }, ['Comment Text']],
	] as Settings['needed'],
};

const instagram = {
	max: 2200,
	files: 'video' as const,
	fullest: { post_type: 'post' },
	fetches: true as const,
	details: ['thumbnailTimestamp'] satisfies Network['details'],
	drops: 'laterMedia' as const,
	needs: { post_type: choice('Post Type', 'post', 'story') },
};
const reel = {
	collaborators: list('Collaborators', { label: 'acme' }, { word: '@acme' }),
	is_trial_reel: yesOrNo('Trial Reel'),
	graduation_strategy: choice('Trial Reel Ends', 'MANUAL', 'SS_PERFORMANCE'),
};

const volumes = {
	audio_volume: percent('Volume of the Sound'),
	video_volume: percent('Volume of the Video'),
};

const tiktok = {
	files: 'video' as const,
	fetches: true as const,
	drops: 'laterParts' as const,
	needs: {
		content_posting_method: choice('How to Post', 'DIRECT_POST', 'UPLOAD'),
		privacy_level: choice(
			'Who Can View',
			...['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'],
		),
		duet: yesOrNo('Allow Duet'),
		stitch: yesOrNo('Allow Stitch'),
		comment: yesOrNo('Allow Comments'),
		autoAddMusic: choice('Add Music Automatically', 'yes', 'no'),
		brand_content_toggle: yesOrNo('Promotes Another Brand'),
		brand_organic_toggle: yesOrNo('Promotes Your Brand'),
	},
};
const tiktokVideo = {
	title: text('Title'),
	video_made_with_ai: yesOrNo('Made With AI'),
};

const tag = { value: 'coffee', label: 'coffee' };

/** By identifier, in the order of docs/api.md. */
export const networks: Record<string, Network> = {
	threads: { name: 'Threads', max: 500, fetches: true },
	mastodon: { name: 'Mastodon', max: 500, counts: 'mastodon', details: ['alt'] },
	bluesky: { name: 'Bluesky', max: 300, details: ['alt'] },
	telegram: { name: 'Telegram', max: 4096, text: 'telegram' },
	nostr: { name: 'Nostr', max: 100_000 },
	vk: { name: 'VK', max: 2048 },
	kick: { name: 'Kick', max: 500, drops: 'laterMedia', onlyDrafts: true },

	x: {
		name: 'X',
		max: 4000,
		usual: 280,
		counts: 'x',
		text: 'tweet',
		takes: {
			community: text('Community', { like: 'https://x.com/i/communities/123' }),
			post_type: choice('Article', 'post', 'article'),
			article_cover: file('Article Cover'),
			made_with_ai: yesOrNo('Made With AI'),
			paid_partnership: yesOrNo('Paid Partnership'),
			...byOthers('x-repost-post-users', 'Repost'),
		},
		sometimes: {
			who_can_reply_post: choice(
				'Who Can Reply',
				...['everyone', 'following', 'mentionedUsers', 'subscribers', 'verified'],
			),
			article_title: text('Article Title'),
			article_status: choice('Article Status', 'draft', 'published'),
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
		takes: {
			url: address('Link'),
			post_type: choice('Post Type', 'post', 'story'),
			text_format_preset_id: text('Text Background'),
		},
	},
	instagram: {
		name: 'Instagram (Facebook Business)',
		...instagram,
		takes: {
			...reel,
			audio: group('Audio', {
				needs: { id: text('Sound', { tool: 'audioSearch' }) },
				takes: volumes,
			}),
		},
	},
	'instagram-standalone': { name: 'Instagram (Standalone)', ...instagram, takes: reel },
	warpcast: {
		name: 'Farcaster (Warpcast)',
		alias: 'wrapcast',
		max: 800,
		takes: {
			subreddit: groups('Farcaster Channels', {
				needs: { id: text('Farcaster Channel', { tool: 'subreddits' }) },
			}),
		},
	},
	youtube: {
		name: 'YouTube',
		max: 5000,
		files: 'video',
		drops: 'laterParts',
		needs: {
			title: text('Title'),
			type: choice('Visibility', 'public', 'private', 'unlisted'),
		},
		takes: {
			selfDeclaredMadeForKids: choice('Made for Kids', 'yes', 'no'),
			thumbnail: file('Thumbnail'),
			tags: list('Tags', tag, { word: 'coffee' }),
		},
	},
	tiktok: { name: 'TikTok', max: 2000, ...tiktok, takes: tiktokVideo },
	'tiktok-business': {
		name: 'TikTok Business',
		max: 2200,
		...tiktok,
		details: ['thumbnail', 'thumbnailTimestamp'],
		takes: {
			...tiktokVideo,
			music: group('Music', {
				needs: { id: text('Track', { tool: 'musicSearch' }) },
				takes: volumes,
			}),
			location: row('Location', 'locationSearch'),
		},
	},
	reddit: {
		name: 'Reddit',
		details: ['thumbnail'],
		max: 10_000,
		drops: 'laterMedia',
		needs: {
			subreddit: groups('Subreddits', {
				needs: {
					subreddit: text('Subreddit', { tool: 'subreddits', like: '/r/coffee' }),
					title: text('Title'),
					type: {
						...choice('Post Type', 'self', 'link', 'media'),
						// Becomes one of these by the files of the post.
						choices: ['automatic', 'self', 'link', 'media'],
					},
					is_flair_required: yesOrNo('Add Flair'),
				},
				sometimes: {
					url: address('Link'),
					flair: row('Flair', 'restrictions'),
				},
				needed: [
					[{ type: 'self', is_flair_required: false }, []],
					[{ type: 'link' }, ['Link']],
					[{ is_flair_required: true }, ['Flair']],
				],
				fullest: { type: 'link' },
			}),
		},
	},
	lemmy: {
		name: 'Lemmy',
		max: 10_000,
		drops: 'laterMedia',
		needs: {
			subreddit: groups('Communities', {
				needs: {
					subreddit: {
						label: 'Community',
						tool: 'subreddits',
						entered: [[picked({ id: 301, name: 'coffee' }), 'coffee']],
						beside: { id: '301' },
					},
					title: text('Title'),
				},
				takes: { url: address('Link') },
			}),
		},
	},
	discord: {
		name: 'Discord',
		max: 1980,
		text: 'markdown',
		needs: { channel: text('Discord Channel', { tool: 'channels', like: '1187654321098765432' }) },
	},
	slack: {
		name: 'Slack',
		max: 400_000,
		needs: { channel: text('Slack Channel', { tool: 'channels', like: 'C0123456789' }) },
	},
	skool: {
		name: 'Skool',
		max: 5000,
		needs: {
			group: text('Skool Group', { tool: 'groups' }),
			label: text('Label', { tool: 'label' }),
			title: text('Title'),
		},
	},
	whop: {
		name: 'Whop',
		max: 50_000,
		text: 'markdown',
		needs: {
			company: text('Company', { tool: 'companies' }),
			experience: text('Experience', { tool: 'experiences' }),
		},
		takes: { title: text('Title') },
	},
	mewe: {
		name: 'MeWe',
		max: 63_206,
		drops: 'laterParts',
		needs: { postType: choice('Post To', 'timeline', 'group') },
		sometimes: { group: text('MeWe Group', { tool: 'groups' }) },
		needed: [
			[{ postType: 'timeline' }, []],
			[{ postType: 'group' }, ['MeWe Group']],
		],
	},
	moltbook: {
		name: 'Moltbook',
		max: 300,
		drops: 'laterMedia',
		needs: { submolt: text('Submolt', { like: 'general' }) },
	},
	pinterest: {
		name: 'Pinterest',
		files: 'image',
		fetches: true,
		max: 500,
		drops: 'laterParts',
		needs: { board: text('Board', { tool: 'boards', like: '549755885175' }) },
		takes: {
			title: text('Title'),
			link: address('Link'),
			dominant_color: text('Dominant Color'),
		},
	},
	dribbble: {
		name: 'Dribbble',
		files: 'shot',
		max: 40_000,
		drops: 'laterParts',
		needs: { title: text('Title') },
		takes: { team: address('Team', { tool: 'teams' }) },
	},
	medium: {
		name: 'Medium',
		max: 100_000,
		text: 'markdown',
		drops: 'laterParts',
		needs: { title: text('Title'), subtitle: text('Subtitle') },
		takes: {
			canonical: address('Canonical URL'),
			publication: text('Publication', { tool: 'publications' }),
			tags: list('Tags', tag, { word: 'coffee' }),
		},
	},
	devto: {
		name: 'Dev.to',
		max: 100_000,
		text: 'markdown',
		drops: 'laterParts',
		needs: { title: text('Title') },
		takes: {
			main_image: file('Main Image'),
			canonical: address('Canonical URL'),
			organization: text('Organization', { tool: 'organizations' }),
			tags: list('Tags', { value: 11, label: 'coffee' }, { word: '11 | coffee', tool: 'tags' }),
		},
	},
	hashnode: {
		name: 'Hashnode',
		max: 10_000,
		text: 'markdown',
		drops: 'laterParts',
		needs: {
			title: text('Title'),
			publication: text('Publication', { tool: 'publications' }),
			tags: list('Tags', { value: 'tea', label: 'tea' }, { word: 'tea', tool: 'tagsList' }),
		},
		takes: {
			subtitle: text('Subtitle'),
			main_image: file('Main Image'),
			canonical: address('Canonical URL'),
		},
	},
	wordpress: {
		name: 'WordPress',
		max: 100_000,
		text: 'html',
		drops: 'laterParts',
		needs: {
			title: text('Title'),
			type: text('Content Type', { tool: 'postTypes', like: 'posts' }),
		},
		takes: {
			main_image: file('Main Image'),
			categories: list('Categories', 11, { tool: 'categoriesList' }),
			tags: list('Tags', 11, { tool: 'tagsList' }),
			status: choice('Status', 'publish', 'draft', 'pending', 'private'),
		},
	},
	tumblr: {
		name: 'Tumblr',
		details: ['alt'],
		max: 32_768,
		drops: 'laterParts',
		takes: {
			title: text('Title'),
			link: address('Link'),
			sourceUrl: address('Source'),
			tags: text('Tags'),
		},
	},
	gmb: {
		name: 'Google My Business',
		fetches: true,
		max: 1500,
		drops: 'laterParts',
		takes: {
			topicType: choice('About', 'STANDARD', 'EVENT', 'OFFER'),
			callToActionType: choice(
				'Button',
				...['NONE', 'BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'GET_OFFER', 'CALL'],
			),
			eventStartDate: text('Event Starts On', { like: '2028-02-29' }),
			eventEndDate: text('Event Ends On', { like: '2028-12-31' }),
			eventStartTime: text('Event Starts At', { like: '09:30' }),
			eventEndTime: text('Event Ends At', { like: '18:00' }),
			offerCouponCode: text('Offer Code'),
			offerRedeemUrl: address('Offer Link'),
			offerTerms: text('Offer Terms'),
		},
		sometimes: { callToActionUrl: address('Button Link'), eventTitle: text('Event Title') },
		needed: [
			[{ topicType: 'STANDARD', callToActionType: 'NONE' }, []],
			[{ topicType: 'OFFER', callToActionType: 'CALL' }, []],
			[{ topicType: 'EVENT' }, ['Event Title']],
			...['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'GET_OFFER'].map(
				(button): [Record<string, unknown>, string[]] => [
					{ callToActionType: button },
					['Button Link'],
				],
			),
		],
		fullest: { topicType: 'EVENT', callToActionType: 'BOOK' },
	},
	listmonk: {
		name: 'Listmonk',
		max: Infinity,
		text: 'mail',
		drops: 'laterParts',
		needs: {
			subject: text('Subject'),
			preview: text('Preview Text'),
			list: text('List', { tool: 'list', like: '3' }),
		},
		takes: { template: text('Template', { tool: 'templates', like: '17' }) },
	},
	twitch: {
		name: 'Twitch',
		max: 500,
		drops: 'laterMedia',
		takes: {
			messageType: choice('Announcement', 'message', 'announcement'),
			announcementColor: choice(
				'Announcement Color',
				...['primary', 'blue', 'green', 'orange', 'purple'],
			),
		},
	},
};

/** A number as people see it. */
export const shown = (number: number) => number.toLocaleString('en');

/** A text that is a character too long for most accounts of a network, and what is said of it. */
export function tooLong(network: string): { text: string; said: string } {
	const { max, usual = max } = networks[network];
	return { text: 'x'.repeat(usual + 1), said: `${shown(usual + 1)} of ${shown(usual)} characters` };
}
