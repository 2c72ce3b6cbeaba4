import { connect, IMAGE, item, request, segment, VIDEO } from './client.cjs';
import { providers } from './providers.cjs';
import type { Values } from './schema.cjs';
import { startService, type Service } from './server.cjs';

let service: Service;

beforeAll(async () => {
	service = await startService({ hourlyLimit: 10_000 });
});
afterEach(() => service.reset());
afterAll(() => service.close());

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
const post = [segment('Fresh beans')];
const withImage = [segment('Fresh beans', [IMAGE])];
const withVideo = [segment('Fresh beans', [VIDEO])];

interface Sample {
	smallest: Values;
	value?: object[];
	/** Further settings that make the fullest form; alone or together they are accepted. */
	full?: Values;
	/** A change to the smallest settings, and the beginning of the refusal. */
	invalid: Array<[Values, string]>;
}
const withoutSettings: Sample = {
	smallest: {},
	invalid: [[{ title: 'a' }, 'property title should not exist']],
};
const channelOnly: Sample = {
	smallest: { channel: 'general' },
	invalid: [
		[{ channel: undefined }, 'channel must be a string'],
		[{ channel: '' }, 'channel must be longer'],
	],
};
const linkedin: Sample = {
	smallest: {},
	full: { post_as_images_carousel: true, carousel_name: 'Slides' },
	invalid: [[{ post_as_images_carousel: 'yes' }, 'post_as_images_carousel must be a boolean']],
};
const instagram: Sample = {
	smallest: { post_type: 'post' },
	value: withImage,
	full: {
		collaborators: ['a', 'b', 'c'].map((name) => ({ label: name })),
		is_trial_reel: true,
		graduation_strategy: 'MANUAL',
	},
	invalid: [
		[{ post_type: undefined }, 'post_type must be one of the following values: post, story'],
		[{ post_type: 'reel' }, 'post_type must be one of'],
		[{ collaborators: ['a'] }, 'collaborators.0 must be an object'],
		[{ collaborators: Array(4).fill({ label: 'a' }) }, 'collaborators must contain no more than 3'],
		[{ graduation_strategy: 'auto' }, 'graduation_strategy must be one of'],
		[{ is_trial_reel: 1 }, 'is_trial_reel must be a boolean'],
	],
};
const tiktok: Sample = {
	smallest: TIKTOK,
	full: { title: 'Pour', video_made_with_ai: true, content_posting_method: 'UPLOAD' },
	invalid: [
		...Object.keys(TIKTOK).map((key): [Values, string] => [{ [key]: undefined }, `${key} must be`]),
		[{ title: 'a'.repeat(91) }, 'title must be shorter'],
		[{ duet: 'false' }, 'duet must be a boolean'],
		[{ privacy_level: 'PUBLIC' }, 'privacy_level must be one of'],
	],
};

const samples: Record<string, Sample> = {
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
			[{ community: '123' }, 'community must be'],
			[{ post_type: 'article' }, 'article_title must be a string'],
			[{ post_type: 'article', article_title: 'a' }, 'article_status must be one of'],
			[{ article_cover: { id: 'a' } }, 'article_cover.path must be a string'],
			[
				{ article_cover: { id: 'a', path: 'https://a.example/b.avif' } },
				'article_cover.File must have',
			],
			[{ made_with_ai: 'no' }, 'made_with_ai must be a boolean'],
		],
	},
	linkedin,
	'linkedin-page': linkedin,
	facebook: {
		smallest: {},
		full: { url: 'https://acme.example', post_type: 'story', text_format_preset_id: '42' },
		invalid: [
			[{ url: 'acme' }, 'url must be a URL'],
			[{ post_type: 'reel' }, 'post_type must be one of'],
		],
	},
	instagram: {
		...instagram,
		full: { ...instagram.full, audio: SOUND },
		invalid: [
			...instagram.invalid,
			[{ audio: { title: 'Brew' } }, 'audio.id must be a string'],
			[{ audio: { id: 's1', audio_volume: 101 } }, 'audio.audio_volume must not be greater'],
			[{ audio: { id: 's1', video_volume: -1 } }, 'audio.video_volume must not be less'],
		],
	},
	'instagram-standalone': {
		...instagram,
		invalid: [...instagram.invalid, [{ audio: SOUND }, 'property audio should not exist']],
	},
	wrapcast: {
		smallest: {},
		full: { subreddit: [{ value: { id: '301' } }] },
		invalid: [
			[{ subreddit: '301' }, 'subreddit must be an array'],
			[{ subreddit: [{ value: {} }] }, 'subreddit.0.value.id must be a string'],
			[{ __type: 'warpcast' }, '__type must be one of the following values: wrapcast'],
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
			[{ tags: ['a'] }, 'tags.0 must be an object'],
			[{ tags: [label('a'.repeat(501))] }, 'tags must have at most 500 characters'],
		],
	},
	tiktok: {
		...tiktok,
		invalid: [...tiktok.invalid, [{ music: SOUND }, 'property music should not exist']],
	},
	'tiktok-business': {
		...tiktok,
		full: { ...tiktok.full, music: SOUND, location: { id: 'p', name: 'Acme', address: 'Harbour' } },
		invalid: [...tiktok.invalid, [{ location: { id: 'p' } }, 'location.name must be a string']],
	},
	reddit: {
		smallest: { subreddit: [{ value: REDDIT }] },
		full: {
			subreddit: [
				{ value: { ...REDDIT, type: 'link', url: 'https://acme.example' } },
				{ value: { ...REDDIT, is_flair_required: true, flair: { id: 'f', name: 'News' } } },
			],
		},
		invalid: [
			[{ subreddit: undefined }, 'subreddit must be an array'],
			[{ subreddit: [] }, 'subreddit must contain at least 1'],
			[{ subreddit: [REDDIT] }, 'subreddit.0.property subreddit should not exist'],
			[
				{ subreddit: [{ value: { ...REDDIT, subreddit: 'r/coffee' } }] },
				'subreddit.0.value.subreddit must be',
			],
			[
				{ subreddit: [{ value: { ...REDDIT, title: 'B' } }] },
				'subreddit.0.value.title must be longer',
			],
			[
				{ subreddit: [{ value: { ...REDDIT, type: 'link' } }] },
				'subreddit.0.value.url must be a string',
			],
			[
				{ subreddit: [{ value: { ...REDDIT, type: 'poll' } }] },
				'subreddit.0.value.type must be one of',
			],
			[
				{ subreddit: [{ value: { ...REDDIT, is_flair_required: true } }] },
				'subreddit.0.value.flair must be an object',
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
			[{ experience: 7 }, 'experience must be a string'],
		],
	},
	mewe: {
		smallest: { postType: 'timeline' },
		full: { postType: 'group', group: 'coffee-lovers' },
		invalid: [
			[{ postType: undefined }, 'postType must be one of'],
			[{ postType: 'group' }, 'group must be a string'],
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
			[{ board: undefined }, 'board must be a string'],
			[{ title: 'a'.repeat(101) }, 'title must be shorter'],
			[{ link: 'acme' }, 'link must be a URL'],
		],
	},
	dribbble: {
		smallest: { title: 'Logo' },
		value: withImage,
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
			[{ canonical: 'acme' }, 'canonical must be a URL'],
			[{ tags: Array(5).fill(label('a')) }, 'tags must contain no more than 4'],
			[{ tags: [label('a', 1)] }, 'tags.0.value must be a string'],
		],
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
			[{ tags: [label('coffee', '1')] }, 'tags.0.value must be a number'],
			[{ tags: Array(5).fill(label('a', 1)) }, 'tags must contain no more than 4'],
			[{ main_image: 'https://a.example/b.png' }, 'main_image must be an object'],
		],
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
			[{ categories: ['11'] }, 'categories.0 must be a number'],
			[{ tags: [label('a')] }, 'tags.0 must be a number'],
			[{ status: 'live' }, 'status must be one of'],
		],
	},
	tumblr: {
		smallest: {},
		full: { title: 'On', link: 'https://a.example', sourceUrl: 'https://b.example', tags: 'a,b' },
		invalid: [
			[{ title: 'a'.repeat(4097) }, 'title must be shorter'],
			[{ tags: ['a'] }, 'tags must be a string'],
			[{ link: 'acme' }, 'link must be a URL'],
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
			[{ topicType: 'EVENT' }, 'eventTitle must be a string'],
			[{ callToActionType: 'BOOK' }, 'callToActionUrl must be a string'],
			[{ eventStartDate: '31.01.2030' }, 'eventStartDate must be like YYYY-MM-DD'],
			[{ eventEndTime: '24:00' }, 'eventEndTime must be like HH:mm'],
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

const send = (identifier: string, settings: Values, value?: object[], more?: Values) =>
	connect(service).post('/posts', request([item(service, identifier, settings, value)], more));

test('every provider has a sample', () => {
	const known = Object.keys(providers).filter((identifier) => identifier !== 'warpcast');
	expect(Object.keys(samples).sort()).toEqual(known.sort());
});

describe.each(Object.entries(samples))('%s', (identifier, { smallest, full, value, invalid }) => {
	test('takes its smallest settings and keeps them as sent', async () => {
		const answer = await send(identifier, smallest, value);
		expect([answer.status, answer.data]).toEqual([201, expect.any(Array)]);
		expect(service.state.posts[0].settings).toEqual({ __type: identifier, ...smallest });
	});

	if (full)
		test('takes its fullest settings', async () => {
			const answer = await send(identifier, { ...smallest, ...full }, value);
			expect([answer.status, answer.data]).toEqual([201, expect.any(Array)]);
		});

	test.each(invalid)('refuses %j', async (change, message) => {
		const answer = await send(identifier, { ...smallest, ...change }, value);
		expect(answer.data).toMatchObject({ statusCode: 400, error: 'Bad Request' });
		expect(answer.data.message).toContainEqual(
			expect.stringMatching(
				new RegExp(`^posts\\.0\\.settings\\.${message.replace(/[.]/g, '\\.')}`),
			),
		);
	});

	test('refuses an unknown key, drafts too', async () => {
		const answer = await send(identifier, { ...smallest, foo: 1 }, value, { type: 'draft' });
		expect(answer.data.message).toEqual(['posts.0.settings.property foo should not exist']);
	});

	const { max } = providers[identifier];
	const longest = typeof max === 'number' ? max : max(smallest, false);
	// A longer text does not fit into a body that the service reads.
	if (longest < 99_000)
		test('refuses one character more than it takes, but not in a draft', async () => {
			const sized = (length: number) => [{ ...(value ?? post)[0], content: 'a'.repeat(length) }];
			expect((await send(identifier, smallest, sized(longest))).status).toBe(201);
			const refused = await send(identifier, smallest, sized(longest + 1));
			expect(refused.status).toBe(400);
			expect(refused.data).toEqual({
				statusCode: 400,
				provider: identifier,
				name: service.state.channels.find((channel) => channel.identifier === identifier)!.name,
				message: 'post is too long, please fix it',
			});
			const draft = await send(identifier, smallest, sized(longest + 1), { type: 'draft' });
			expect(draft.status).toBe(201);
		});
});

describe('media that a provider needs', () => {
	test.each([
		['instagram', post, 'at least one image or video'],
		['instagram-standalone', post, 'at least one image or video'],
		['pinterest', post, 'at least one image or video'],
		['youtube', withImage, 'a video'],
		['dribbble', withVideo, 'an image'],
	])('%s', async (identifier, value, needed) => {
		const { smallest } = samples[identifier];
		const answer = await send(identifier, smallest, value);
		expect([answer.status, answer.data]).toEqual([
			400,
			{
				statusCode: 400,
				provider: identifier,
				name: 'Acme Coffee',
				message: `${needed} is needed`,
			},
		]);
		expect((await send(identifier, smallest, value, { type: 'draft' })).status).toBe(201);
	});
});

describe('rules of single providers', () => {
	test('X: a verified account and an article may be longer', async () => {
		const verified = service.state.channels.find(({ verified: isVerified }) => isVerified)!;
		const settings = { who_can_reply_post: 'everyone' };
		const long = [segment('a'.repeat(4000))];
		const entry = { ...item(service, 'x', settings, long), integration: { id: verified.id } };
		expect((await connect(service).post('/posts', request([entry]))).status).toBe(201);
		const article = {
			...settings,
			post_type: 'article',
			article_title: 'Beans',
			article_status: 'published',
		};
		expect((await send('x', article, [segment('a'.repeat(5000))])).status).toBe(201);
		expect((await send('x', settings, [segment('a'.repeat(281))])).status).toBe(400);
	});

	test('Facebook: a text format is for short posts without media', async () => {
		const settings = { text_format_preset_id: '42' };
		expect((await send('facebook', settings, [segment('a'.repeat(130))])).status).toBe(201);
		expect((await send('facebook', settings, [segment('a'.repeat(131))])).status).toBe(400);
		expect((await send('facebook', settings, withImage)).status).toBe(400);
	});

	test('Google My Business: a call needs no address', async () => {
		expect((await send('gmb', { callToActionType: 'CALL' })).status).toBe(201);
		expect((await send('gmb', { callToActionType: 'NONE' })).status).toBe(201);
	});
});
