import { providersOf } from '../providers.cjs';
import type { ImageRef } from '../providers.cjs';
import type { Release } from '../releases/release.cjs';
import type { Values } from '../schema.cjs';
import type { Service } from '../server.cjs';
import { newPost, type Channel, type StoredPost } from '../state.cjs';

/** The workspace of which all recorded releases had a copy, as far as their answers show it. */
const PICTURE = 'https://files.example/uploads/seed/avatar.png';
const ACME = ['x', 'linkedin', 'instagram', 'threads', 'mastodon', 'bluesky'];
const BETA = ['reddit', 'facebook', 'youtube', 'discord', 'telegram'];
const TAGS = [
	{ id: 'tag-launch', name: 'launch', color: '#612ad5' },
	{ id: 'tag-news', name: 'news', color: '#1f8a4c' },
];
const ON_X = { who_can_reply_post: 'everyone', __type: 'x' };
const FILE = {
	id: 'media-seed',
	name: 'picture.png',
	path: 'https://files.example/uploads/seed/picture.png',
};
/** The next free slot of every channel. */
const POSTING_TIME = '02:00';
const POSTS = 18;
const NOTIFICATIONS = 120;

function channel(identifier: string, more: Partial<Channel> = {}): Channel {
	const key = (more.id ?? `ch-${identifier}`).slice('ch-'.length);
	const customer = ACME.includes(key) ? 'cust-acme' : BETA.includes(key) ? 'cust-beta' : null;
	return {
		id: `ch-${identifier}`,
		name: `Test ${key}`,
		identifier,
		profile: `test_${key.replace(/-/g, '_')}`,
		picture: key === 'slack' ? null : PICTURE,
		disabled: false,
		disconnected: false,
		deleted: false,
		verified: false,
		customerId: customer,
		accessToken: `network-token-of-${key}`,
		schedule: [POSTING_TIME],
		...more,
	};
}

const channelsOf = (release: Release): Channel[] => [
	...Object.keys(providersOf(release))
		.filter((identifier) => identifier !== 'warpcast')
		.map((identifier) => channel(identifier)),
	channel('mastodon', { id: 'ch-mastodon-old', disabled: true }),
	channel('facebook', { id: 'ch-facebook-stale', disconnected: true }),
	channel('x', { id: 'ch-x-verified', verified: true }),
];

interface Sketch extends Partial<Omit<StoredPost, 'parts'>> {
	on: string;
	texts: string[];
	image?: ImageRef[];
	settings?: Values;
}

function post(id: string, { on, texts, image = [], ...more }: Sketch): StoredPost {
	const parts = texts.map((text, index) => ({
		id: index === 0 ? id : `${id.slice(0, -1)}${index + 1}`,
		content: `<p>${text}</p>`,
		image,
		delay: index === 0 ? 0 : 2,
		published: text,
	}));
	const settings = more.settings ?? (on === 'x' ? ON_X : { __type: on });
	return newPost(id, channel(on), {
		group: `grp-${id.slice('post-'.length)}`,
		createdAt: '2026-11-22T01:00:00.000Z',
		creationMethod: 'WEB',
		parts,
		...more,
		settings,
	});
}

const published = (releaseURL: string, publishDate: string, ...tags: string[]) => ({
	state: 'PUBLISHED' as const,
	publishDate,
	releaseURL,
	releaseId: releaseURL.split('/').at(-1),
	publishedAt: publishDate,
	publications: 1,
	tags,
});

const NAMED: Record<string, Sketch> = {
	'post-pub-1': {
		on: 'x',
		texts: ['Published on X, number one'],
		...published(
			'https://x.com/test_x/status/1900000000000000001',
			'2026-11-22T01:00:00.000Z',
			'tag-launch',
		),
	},
	'post-pub-2': {
		on: 'linkedin',
		texts: ['Published on <strong>LinkedIn</strong>, number two'],
		...published(
			'https://www.linkedin.com/feed/update/urn:li:share:7000000000000000002',
			'2026-11-21T01:00:00.000Z',
			'tag-launch',
			'tag-news',
		),
	},
	'post-pub-3': {
		on: 'mastodon',
		texts: ['Published on Mastodon, number three'],
		...published(
			'https://mastodon.social/@test_mastodon/110000000000000003',
			'2026-11-20T01:00:00.000Z',
			'tag-news',
		),
	},
	'post-missing': {
		on: 'tiktok',
		texts: ['Published on TikTok, not yet found'],
		...published('https://www.tiktok.com/@test_tiktok', '2026-11-16T01:00:00.000Z'),
		releaseId: 'missing',
		image: [FILE],
	},
	'post-thread-1': {
		on: 'x',
		texts: ['The first post of a thread', 'The second post of a thread'],
		group: 'grp-thread',
		publishDate: '2026-11-29T01:00:00.000Z',
	},
	'post-queue-1': {
		on: 'x',
		texts: ['Scheduled on X, number one'],
		publishDate: '2026-11-24T01:00:00.000Z',
		tags: ['tag-launch'],
	},
	'post-queue-5': { on: 'x', texts: ['Scheduled'], publishDate: '2026-11-28T01:00:00.000Z' },
	'post-draft-1': {
		on: 'x',
		texts: ['A draft'],
		state: 'DRAFT',
		publishDate: '2026-12-01T01:00:00.000Z',
	},
	'post-draft-2': {
		on: 'x',
		texts: ['Another draft'],
		state: 'DRAFT',
		publishDate: '2026-12-02T01:00:00.000Z',
	},
};

/** Those of which the answers say only how many there are. */
const others = (): StoredPost[] =>
	Array.from({ length: POSTS - Object.keys(NAMED).length }, (_, index) =>
		post(`post-other-${index}`, {
			on: 'x',
			texts: ['Scheduled'],
			publishDate: '2026-12-03T01:00:00.000Z',
		}),
	);

/** The newest first, one an hour. */
function notifications() {
	const newest = Date.parse('2026-11-23T00:00:00.000Z');
	return Array.from({ length: NOTIFICATIONS }, (_, index) => ({
		id: `notif-${String(index + 1).padStart(3, '0')}`,
		content: `Your post has been published on X at https://x.com/test_x/status/1800000000000000${index + 1}`,
		link: null,
		createdAt: new Date(newest - index * 3_600_000).toISOString(),
	}));
}

/** Gives a service the workspace. */
export function seedAsRecorded({ state }: Service, release: Release): void {
	const channels = channelsOf(release);
	Object.assign(state, {
		organizationId: 'org-main',
		channels,
		groups: [
			{ id: 'cust-acme', name: 'Acme' },
			{ id: 'cust-beta', name: 'Beta' },
		],
		tags: TAGS,
		posts: [...Object.entries(NAMED).map(([id, sketch]) => post(id, sketch)), ...others()],
		notifications: notifications(),
		videoGenerators: [],
	});
}
