import { indexPostsById } from '../../../nodes/Postiz/calendar/calendarPost';
import { PostFinder } from '../../../nodes/Postiz/calendar/postFinder';
import type { ApiRequest } from '../../../nodes/Postiz/transport/apiRequest';
import { type PostizClient } from '../../../nodes/Postiz/transport/client';
import type { ListedPost } from '../../../nodes/Postiz/transport/apiTypes';
import { Problem } from '../../../nodes/Postiz/common/problem';
import { createFake } from '../../shared/fakes.cjs';
import { MINUTE } from '../../shared/time.cjs';

/** The length of lists in minutes: of a day, and of an instance without public data of posts. */
const DAY_WINDOW = 1440 + 2;
const YEARS = 2 * 366 * 1440;

const createListed = (
	id: string,
	publishDate: string,
	more: Partial<ListedPost> = {},
): ListedPost => ({
	id,
	publishDate,
	state: 'QUEUE',
	integration: { id: 'removed' },
	...more,
});
const addMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();

const SOON = addMinutes(1440);
const FAR = '2099-03-04T10:00:00.000Z';
const integration = { id: 'mine', providerIdentifier: 'mastodon' };
const PUBLISHED = { state: 'PUBLISHED', integration } satisfies Partial<ListedPost>;

interface World {
	/** The posts of the credential; without them, none can be listed. */
	posts?: ListedPost[];
	/** Posts of others. */
	foreign?: ListedPost[];
	hasPublicPosts?: boolean;
	/** Instead of public data. */
	answer?: () => unknown;
	/** Without them, channels can't be listed. */
	channels?: string[];
}

/** A finder in a world, and what it asked for: public posts by ID, windows by their length in minutes. */
function createFinder(world: World) {
	const calls: Array<string | number> = [];
	const client = createFake<PostizClient>({
		instance: {},
		getPublicPageUrl: (id: string) => `https://postiz.example/p/${id}`,
		fetchChannels: async () => {
			if (!world.channels) throw new Problem('Postiz failed', '');
			return world.channels.map((id) => ({ id, name: id, identifier: 'x' }));
		},
		request: async ({ path }: ApiRequest) => {
			const id = path.split('/').at(-1)!;
			calls.push(id);
			if (world.hasPublicPosts === false) throw new Problem('No', 'No', { httpCode: '404' });
			if (world.answer) return world.answer();
			const all = [...(world.posts ?? []), ...(world.foreign ?? [])];
			return all
				.filter((post) => post.id === id)
				.map((post) => ({ image: '[]', tags: [], ...post }));
		},
		requestList: async ({ query = {} }: ApiRequest) => {
			const { startDate, endDate } = query as Record<string, string>;
			calls.push(Math.round((Date.parse(endDate) - Date.parse(startDate)) / MINUTE));
			if (!world.posts) throw new Problem('Postiz failed', '');
			return world.posts.filter(
				({ publishDate }) => publishDate >= startDate && publishDate <= endDate,
			);
		},
	});
	return { finder: new PostFinder(client), calls, world };
}

describe('a post', () => {
	test.each<{ title: string; more: Partial<ListedPost>; calendarCalls: number[] }>([
		{
			title: 'alone if that names a channel of the credential',
			more: { integration },
			calendarCalls: [],
		},
		{
			title: 'with its tags and repetition',
			more: { integration, intervalInDays: 7, tags: [{ tag: { name: 'Tea' } }] },
			calendarCalls: [],
		},
		{ title: 'and a list if its channel was removed', more: {}, calendarCalls: [DAY_WINDOW] },
		{
			title: 'and a list if it is published, for its ID there',
			more: PUBLISHED,
			calendarCalls: [DAY_WINDOW],
		},
	])('is read from its public data $title', async ({ more, calendarCalls }) => {
		const { finder, calls } = createFinder({
			posts: [createListed('a', SOON, more)],
			channels: ['mine'],
		});
		const post = await finder.fetch('a', { withReleaseId: true });
		expect(post).toMatchObject({ id: 'a', publishDate: SOON, ...more });
		expect(calls).toEqual(['a', ...calendarCalls]);
	});

	test('needs no list for basic fields if it is published, and is returned without one', async () => {
		const { finder, calls } = createFinder({
			foreign: [createListed('a', SOON, PUBLISHED)],
			channels: ['mine'],
		});
		expect(await finder.fetch('a')).toMatchObject({ state: 'PUBLISHED' });
		expect(calls).toEqual(['a']);
		expect(await finder.fetch('a', { withReleaseId: true })).toMatchObject({ state: 'PUBLISHED' });
	});

	test.each([SOON, FAR, '2015-01-01T00:00:00.000Z'])(
		'is found if its date is %s',
		async (publishDate) => {
			const { finder, calls } = createFinder({ posts: [createListed('a', publishDate)] });
			expect((await finder.fetch('a')).publishDate).toBe(publishDate);
			expect(calls).toEqual(['a', DAY_WINDOW]);
		},
	);

	test('needs only the public data if it does not exist', async () => {
		const { finder, calls } = createFinder({});
		await expect(finder.fetch('a')).rejects.toMatchObject({
			message: 'Postiz has no post with the ID “a”',
			description: expect.stringContaining('Post > Get Many lists the posts'),
		});
		expect(calls).toEqual(['a']);
	});

	test.each([
		['a truncated response', () => '[{"id":"a"'],
		['no list', () => ({})],
		[
			'a page',
			() => {
				throw new Problem('A page', '', { httpCode: '200' });
			},
		],
	])('may exist if Postiz answers with %s', async (_what, answer) => {
		const { finder } = createFinder({ posts: [createListed('b', SOON)], answer });
		await expect(finder.fetch('a')).rejects.toMatchObject({
			message: expect.stringContaining('unreadable answer'),
			description: expect.stringContaining('Run this again'),
		});
		expect(await finder.fetch('b')).toMatchObject({ id: 'b' });
	});

	test('is not found in another workspace, and neither is a later part of a thread', async () => {
		const foreign = [
			createListed('a', SOON, { integration: { id: 'theirs' } }),
			createListed('b', SOON, { integration, ...{ parentPostId: 'z' } }),
		];
		const { finder } = createFinder({ posts: [], foreign, channels: ['mine'] });
		expect(await finder.fetchIfExists('a')).toBeUndefined();
		expect(await finder.fetchIfExists('b')).toBeUndefined();
		expect(await createFinder({ posts: [], foreign }).finder.fetchIfExists('a')).toBeUndefined();
	});
});

test('reuses the list of a day until it expires', async () => {
	const formatNoon = (minute: number) => `2099-03-04T12:0${minute}:00.000Z`;
	const posts = [
		createListed('a', formatNoon(1)),
		createListed('b', formatNoon(2)),
		createListed('c', SOON),
	];
	const { finder, calls } = createFinder({ posts });
	for (const id of ['a', 'b', 'c']) await finder.fetch(id);
	expect(calls).toEqual(['a', DAY_WINDOW, 'b', 'c', DAY_WINDOW]);
	await finder.fetchFresh('a');
	expect(calls.slice(5)).toEqual(['a', DAY_WINDOW]);
});

test('returns the post first, then the other posts of its group that day and around now', async () => {
	const group = 'g1';
	const posts = [
		createListed('b', SOON, { group }),
		createListed('a', SOON, { group }),
		createListed('far', FAR, { group }),
	];
	const { finder } = createFinder({
		posts: [...posts, createListed('c', SOON, { group: 'g2' }), createListed('d', SOON)],
	});
	const listGroupIds = async (id: string) =>
		(await finder.fetchPostGroup(id)).map((post) => post.id);
	expect(await listGroupIds('a')).toStrictEqual(['a', 'b']);
	expect(await listGroupIds('far')).toStrictEqual(['far', 'b', 'a']);
	expect(await listGroupIds('d')).toStrictEqual(['d']);
	expect(await listGroupIds('none')).toStrictEqual([]);
});

test('lists the year around now once on an instance without public data of posts', async () => {
	const posts = [createListed('near', SOON), createListed('far', FAR)];
	const { finder, calls } = createFinder({ posts, hasPublicPosts: false });
	expect((await finder.fetch('near')).parts).toBeUndefined();
	expect(await finder.fetchIfExists('far')).toBeUndefined();
	expect(calls).toEqual(['near', YEARS, 'far']);
});

test('counts a repeating post once, with its first date', () => {
	const rows = [
		createListed('a', '2099-03-11T10:00:00.000Z', { actualDate: FAR }),
		createListed('a', '2099-03-18T10:00:00.000Z', { actualDate: FAR }),
		createListed('b', SOON),
	];
	expect(
		[...indexPostsById(rows).values()].map(({ id, publishDate }) => [id, publishDate]),
	).toEqual([
		['a', FAR],
		['b', SOON],
	]);
});
