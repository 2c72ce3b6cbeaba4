import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { providersOf } from '../providers.cjs';
import type { ImageRef } from '../providers.cjs';
import { VERSIONS, type Release, type Version } from '../releases/release.cjs';
import type { Values } from '../schema.cjs';
import type { Service } from '../server.cjs';
import { newPost, type Channel, type StoredPost, type Tag } from '../state.cjs';
import { recordedNetworks } from './workspace.cjs';

/** A call, and what a release answered to it. */
export interface RecordedCall {
	title: string;
	method: string;
	path: string;
	sent?: unknown;
	/** Null if no answer came. */
	status: number | null;
	headers: Record<string, string> | null;
	answer: unknown;
}

const FOLDER = resolve(__dirname, '../../fixtures/recorded/versions');

/** What a version was recorded to answer. */
export const readVersions = (version: Version): RecordedCall[] => {
	const name = version === 'newest' ? version : VERSIONS[version];
	return JSON.parse(readFileSync(resolve(FOLDER, `${name}.json`), 'utf8')) as RecordedCall[];
};

/** The workspace of which all recorded releases had a copy, as far as their answers show it. */
const PICTURE = 'https://files.example/uploads/seed/avatar.png';
const ACME = ['x', 'linkedin', 'instagram', 'threads', 'mastodon', 'bluesky'];
const BETA = ['reddit', 'facebook', 'youtube', 'discord', 'telegram'];
/** The next free slot of every channel. */
const POSTING_TIME = '02:00';
const POSTS = 18;
const NAMED = ['post-queue-5', 'post-draft-1', 'post-draft-2'];
const CREATED = '2026-11-22T01:00:00.000Z';
const LATER = '2026-12-03T01:00:00.000Z';
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
		.filter((identifier) => recordedNetworks.has(identifier))
		.map((identifier) => channel(identifier)),
	channel('mastodon', { id: 'ch-mastodon-old', disabled: true }),
	channel('facebook', { id: 'ch-facebook-stale', disconnected: true }),
	channel('x', { id: 'ch-x-verified', verified: true }),
];

/** A row of a post, as far as an answer shows it. */
interface Row extends Pick<StoredPost, 'id' | 'group' | 'state' | 'publishDate' | 'releaseURL'> {
	releaseId: string | null;
	content: string;
	settings: string;
	image?: string;
	delay?: number;
	tags?: Array<{ tag: Tag }>;
	integration?: { id: string };
	integrationId?: string;
}

const tagsOf = ({ tags = [] }: Row) =>
	tags.map(({ tag: { id, name, color } }) => ({ id, name, color }));

/** The post of a row and those of its later parts. */
function postOf(rows: Row[]): StoredPost {
	const [first] = rows;
	const { id, group, state, publishDate, releaseURL, releaseId, settings } = first;
	const own = (first.integration?.id ?? first.integrationId!).slice('ch-'.length);
	return newPost(id, channel(own), {
		...{ group, state, publishDate, releaseURL, releaseId },
		createdAt: CREATED,
		creationMethod: 'WEB',
		settings: JSON.parse(settings) as Values,
		tags: tagsOf(first).map((tag) => tag.id),
		parts: rows.map(({ id: part, content, image = '[]', delay = 0 }) => ({
			...{ id: part, content, delay, published: content },
			image: JSON.parse(image) as ImageRef[],
		})),
	});
}

/** Those of which the answers say nothing but their IDs, or only how many there are. */
const others = (count: number): StoredPost[] =>
	Array.from({ length: count }, (_, index) => {
		const id = NAMED[index] ?? `post-other-${index}`;
		return postOf([
			{
				id,
				group: id.replace('post', 'grp'),
				state: id.includes('draft') ? 'DRAFT' : 'QUEUE',
				publishDate: LATER,
				releaseURL: null,
				releaseId: null,
				content: '<p>Waiting</p>',
				settings: JSON.stringify({ who_can_reply_post: 'everyone', __type: 'x' }),
				integrationId: 'ch-x',
			},
		]);
	});

/** What the newest release was recorded to show of the workspace. */
function shownPosts(calls: RecordedCall[]): { posts: StoredPost[]; tags: Tag[] } {
	const answerTo = <Answer,>(title: string) =>
		calls.find((call) => call.title === title)!.answer as Answer;
	// The last entry says how many more there are.
	const listed = [
		...answerTo<{ posts: Row[] }>('posts').posts.slice(0, -1),
		...answerTo<{ posts: Row[] }>('limited instance, GET /posts number 1').posts,
	];
	const missing = { ...answerTo<Row>('release ID'), releaseId: 'missing' };
	const tags = new Map(listed.flatMap(tagsOf).map((tag) => [tag.id, tag]));
	return {
		posts: [...listed.map((row) => [row]), answerTo<Row[]>('preview of a thread'), [missing]].map(
			postOf,
		),
		tags: [...tags.values()],
	};
}

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
	const { posts, tags } = shownPosts(readVersions('newest'));
	Object.assign(state, {
		organizationId: 'org-main',
		channels,
		groups: [
			{ id: 'cust-acme', name: 'Acme' },
			{ id: 'cust-beta', name: 'Beta' },
		],
		tags,
		posts: [...posts, ...others(POSTS - posts.length)],
		notifications: notifications(),
		videoGenerators: [],
	});
}
