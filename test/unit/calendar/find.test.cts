import { PostFinder } from '../../../nodes/Postiz/calendar/find';
import { byId } from '../../../nodes/Postiz/calendar/listings';
import { type ApiRequest, type PostizClient } from '../../../nodes/Postiz/transport/client';
import type { ListedPost } from '../../../nodes/Postiz/transport/types';
import { Problem } from '../../../nodes/Postiz/values/problem';

const MINUTE_MS = 60_000;
/** The length of the list for an instance without previews, in minutes. */
const YEARS = 2 * 366 * 1440;

const row = (id: string, publishDate: string, more: Partial<ListedPost> = {}): ListedPost => ({
	id,
	publishDate,
	state: 'QUEUE',
	...more,
});
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();

const SOON = inMinutes(1440);
const FAR = '2099-03-04T10:00:00.000Z';
/** A time relative to {@link SOON}, in ms. */
const around = (ms: number) => new Date(Date.parse(SOON) + ms).toISOString();

interface World {
	/** The posts of the credential. */
	posts?: ListedPost[];
	/** Posts of others. */
	foreign?: ListedPost[];
	hasPreviews?: boolean;
	/** Lists are longer than the finder reads, if it has a limit. */
	hasNoLists?: boolean;
	/** Without them, channels can't be listed. */
	channels?: Array<string | undefined>;
	/** Called before each preview. */
	onPreview?: (asked: number) => void;
}

/** A finder in a world, and what it asked for: previews by ID, windows by their length in minutes. */
function finderOf(world: World) {
	const calls: Array<string | number> = [];
	let previews = 0;
	const client = {
		facts: {},
		previewUrl: (id: string) => `https://postiz.example/p/${id}`,
		channels: async () => {
			if (!world.channels) throw new Problem('Postiz failed', '');
			return world.channels.map((id) => ({ id, name: id, identifier: 'x' }));
		},
		request: async ({ path }: ApiRequest) => {
			const id = path.split('/').at(-1)!;
			calls.push(id);
			world.onPreview?.(++previews);
			if (world.hasPreviews === false) throw new Problem('No', 'No', { httpCode: '404' });
			const all = [...(world.posts ?? []), ...(world.foreign ?? [])];
			return all
				.filter((post) => post.id === id)
				.map((post) => ({ image: '[]', tags: [], ...post }));
		},
		requestList: async ({ query = {} }: ApiRequest) => {
			const { startDate, endDate } = query as Record<string, string>;
			calls.push(Math.round((Date.parse(endDate) - Date.parse(startDate)) / MINUTE_MS));
			if (world.hasNoLists) throw new Problem('Postiz failed', '');
			return (world.posts ?? [])
				.filter(({ publishDate }) => publishDate >= startDate && publishDate <= endDate)
				.map((post) => ({ integration: { id: 'mine' }, ...post }));
		},
	} as unknown as PostizClient;
	return { finder: new PostFinder(client), calls, world };
}

test.each([SOON, FAR, '2015-01-01T10:00:00.000Z'])(
	'a post of %s takes its preview and a list of two minutes',
	async (publishDate) => {
		const { finder, calls } = finderOf({ posts: [row('a', publishDate)] });
		const post = await finder.find('a');
		expect(post?.id).toBe('a');
		expect(calls).toEqual(['a', 2]);
		await finder.find('a');
		expect(calls).toEqual(['a', 2, 'a']);
	},
);

test('an ID without a post takes the preview alone', async () => {
	const { finder, calls } = finderOf({});
	expect(await finder.find('a')).toBeUndefined();
	await expect(finder.fetch('a')).rejects.toMatchObject({
		message: 'Postiz has no post with the ID “a”',
		description: expect.stringContaining('Post > Get Many lists the posts'),
	});
	expect(calls).toEqual(['a', 'a']);
});

test('a post of others is unknown', async () => {
	const foreign = [row('a', SOON, { integration: { id: 'theirs' } })];
	const { finder, calls } = finderOf({ foreign, channels: ['mine'] });
	expect(await finder.find('a')).toBeUndefined();
	expect(calls).toEqual(['a', 2, 'a']);
	expect(await finder.fetchIfThere('a')).toBeUndefined();
	expect(await finderOf({ foreign }).finder.fetchIfThere('a')).toBeUndefined();
});

describe('the ID of a later part', () => {
	/** Parts on a channel of the credential: of each, what stands before it, and the ID in its key, if it has one. */
	const thread = (parts: Record<string, [parentPostId: string | null, keyId?: string]>) =>
		finderOf({
			channels: ['mine'],
			foreign: Object.entries(parts).map(([id, [parentPostId, keyId]]) => {
				const settings = keyId ? `{"n8n":"1 - text files rest p - ${keyId} 3"}` : '{}';
				const more = { parentPostId, settings };
				return row(id, SOON, { ...more, integration: { id: 'mine' } } as object);
			}),
		}).finder;

	test('stands for the post, if both have its key', async () => {
		const finder = thread({ a: [null, 'key'], b: ['a', 'key'], c: ['b', 'key'] });
		expect((await finder.fetchIfThere('c'))?.id).toBe('a');
	});

	test.each([
		['of a post without a key', { a: [null], b: ['a', 'key'] }],
		['of a post with another key', { a: [null, 'other'], b: ['a', 'key'] }],
		['of a post that answers itself', { b: ['b', 'key'] }],
		['of parts that answer each other', { a: ['b', 'key'], b: ['a', 'key'] }],
	] as const)('is unknown %s', async (_what, parts) => {
		expect(await thread(parts as never).fetchIfThere('b')).toBeUndefined();
	});
});

test('a post that is moved between the requests is looked for once more', async () => {
	const before = [row('a', SOON)];
	const { finder, calls, world } = finderOf({ posts: before });
	world.onPreview = (asked) => {
		// The first preview is older than its list.
		world.foreign = asked === 1 ? before : [];
		world.posts = asked === 1 ? [] : [row('a', FAR)];
	};
	expect((await finder.find('a'))?.publishDate).toBe(FAR);
	expect(calls).toEqual(['a', 2, 'a', 2]);
});

test('a post that is deleted between the requests is not looked for elsewhere', async () => {
	const { finder, calls, world } = finderOf({ foreign: [row('a', SOON)] });
	world.onPreview = (asked) => {
		if (asked === 2) world.foreign = [];
	};
	expect(await finder.find('a')).toBeUndefined();
	expect(calls).toEqual(['a', 2, 'a']);
});

test('a group has the post first, then what is listed of it around now', async () => {
	const group = 'g1';
	const posts = [row('b', SOON, { group }), row('a', SOON, { group }), row('far', FAR, { group })];
	const { finder } = finderOf({
		posts: [...posts, row('c', SOON, { group: 'g2' }), row('d', SOON)],
	});
	const idsOf = async (id: string) => (await finder.findGroup(id)).map((post) => post.id);
	for (const _time of [1, 2]) {
		expect(await idsOf('a')).toStrictEqual(['a', 'b']);
		expect(await idsOf('far')).toStrictEqual(['far', 'b', 'a']);
		expect(await idsOf('d')).toStrictEqual(['d']);
		expect(await idsOf('none')).toStrictEqual([]);
		finder.forget();
	}
});

describe('an instance without previews', () => {
	test('is asked once for a year around, and no further', async () => {
		const posts = [row('near', SOON), row('far', FAR)];
		const { finder, calls } = finderOf({ posts, hasPreviews: false });
		expect((await finder.fetch('near')).parts).toEqual([]);
		expect(await finder.find('far')).toBeUndefined();
		expect(await finder.find('none')).toBeUndefined();
		expect(calls).toEqual(['near', YEARS]);
	});

	test('is asked again for what is too old, or was forgotten', async () => {
		const { finder, calls } = finderOf({ posts: [row('a', SOON)], hasPreviews: false });
		await finder.fetch('a', { maxAgeMs: 1000 });
		await finder.fetch('a', { maxAgeMs: 1000 });
		expect(calls).toEqual(['a', YEARS]);
		await finder.fetch('a', { maxAgeMs: -1 });
		finder.forget();
		await finder.fetch('a');
		expect(calls.slice(2)).toEqual([YEARS, YEARS]);
	});
});

describe('what was listed before', () => {
	test.each([
		['the same date', SOON, []],
		['the edge of its window', around(MINUTE_MS), []],
		['behind it', around(MINUTE_MS + 1), [2]],
		['the other edge', around(-MINUTE_MS), []],
		['before it', around(-MINUTE_MS - 1), [2]],
	])('holds for %s', async (_what, date, asked) => {
		const { finder, calls } = finderOf({ posts: [row('a', SOON), row('b', date)] });
		await finder.find('a');
		expect((await finder.find('b'))?.id).toBe('b');
		expect(calls).toEqual(['a', 2, 'b', ...asked]);
	});

	test.each([FAR, '2015-01-01T10:00:00.000Z'])(
		'does not hold for %s, to which it moved',
		async (date) => {
			const { finder, calls, world } = finderOf({ posts: [row('a', SOON)] });
			await finder.find('a');
			world.posts = [row('a', date)];
			expect((await finder.find('a'))?.publishDate).toBe(date);
			expect(calls).toEqual(['a', 2, 'a', 2]);
		},
	);

	test('is completed by what was made since', async () => {
		const { finder, calls, world } = finderOf({ posts: [row('a', SOON)] });
		await finder.find('a');
		world.posts = [row('b', SOON)];
		for (const _time of [1, 2]) expect((await finder.find('b'))?.id).toBe('b');
		expect(calls).toEqual(['a', 2, 'b', 2, 'b']);
	});

	test('does not stand for a whole year', async () => {
		const { finder, calls, world } = finderOf({ posts: [row('a', SOON), row('b', FAR)] });
		await finder.find('a');
		world.hasPreviews = false;
		expect(await finder.find('b')).toBeUndefined();
		expect(calls).toEqual(['a', 2, 'b', YEARS]);
	});
});

describe('a post as it is now', () => {
	const integration = { id: 'mine', providerIdentifier: 'mastodon' };

	test.each<[string, Partial<ListedPost>, asked: number[]]>([
		['alone if that names a channel of the credential', { integration }, []],
		[
			'with its tags and repetition',
			{ integration, intervalInDays: 7, tags: [{ tag: { name: 'Tea' } }] },
			[],
		],
		['and a list if that names none', {}, [2]],
		['and a list if that is of a later part', { integration, ...{ parentPostId: 'z' } }, [2]],
		['and a list if it is published, for its ID there', { integration, state: 'PUBLISHED' }, [2]],
	])('is read from its preview %s', async (_what, more, asked) => {
		const channels = ['mine', undefined];
		const { finder, calls } = finderOf({ posts: [row('a', SOON, more)], channels });
		const post = await finder.fetch('a', { withReleaseId: true });
		expect(post).toMatchObject({ id: 'a', publishDate: SOON, ...more });
		expect(calls).toEqual(['a', ...asked]);
	});
});

test('the preview of a post counts where its list is older', async () => {
	const { finder, world } = finderOf({ posts: [row('a', SOON, { intervalInDays: 7 })] });
	await finder.find('a');
	world.foreign = [row('a', around(1000), { state: 'DRAFT' })];
	world.posts = [];
	expect(await finder.fetch('a')).toMatchObject({
		state: 'DRAFT',
		publishDate: around(1000),
		intervalInDays: null,
	});
});

describe('several posts', () => {
	test('are looked up alone if there is none or one, also one that is named twice', async () => {
		const { finder, calls } = finderOf({ posts: [row('a', SOON)] });
		for (const ids of [[], ['a']]) await finder.prepare(ids);
		expect(calls).toEqual([]);
	});

	test('are listed only if they are published, in order to be fetched', async () => {
		const out = { state: 'PUBLISHED' };
		const posts = [row('a', SOON), row('b', inMinutes(-60), out)];
		const { finder, calls } = finderOf({ posts });
		await finder.prepare(['a', 'b', 'none'], { toFetch: true });
		expect(calls).toEqual(['a', 'b', 'none', 2]);
	});

	test('are listed only if their previews name no channel, where the ID on the network is not needed', async () => {
		const integration = { id: 'mine' };
		const posts = [row('a', SOON, { integration }), row('b', FAR)];
		const { finder, calls } = finderOf({ posts });
		await finder.prepare(['a', 'b', 'none'], { toFetch: true, withReleaseIds: false });
		expect(calls).toEqual(['a', 'b', 'none', 2]);
	});

	test('that cannot be listed together are no failure; a mistake of the node is one', async () => {
		const { finder, world } = finderOf({
			hasNoLists: true,
			posts: [row('a', SOON), row('b', FAR)],
		});
		await finder.prepare(['a', 'b']);
		world.onPreview = () => {
			throw new TypeError('It is undefined');
		};
		await expect(finder.prepare(['c', 'd'])).rejects.toThrow(TypeError);
	});

	test('are listed together if they lie close together', async () => {
		const dates = [2040, 9999, 0, 600].map((minutes) => around((5000 + minutes) * MINUTE_MS));
		const posts = dates.map((date, index) => row(`p${index}`, date));
		const { finder, calls } = finderOf({ posts });
		const ids = posts.map(({ id }) => id);
		await finder.prepare([...ids, 'p0', 'none']);
		expect(calls).toEqual([...ids, 'none', 2042, 2]);
		for (const id of ids) expect((await finder.find(id))?.id).toBe(id);
		expect(await finder.find('none')).toBeUndefined();
		expect(calls).toHaveLength(7);
	});
});

test('a repeating post counts once, with its first date', () => {
	const rows = [
		row('a', '2099-03-11T10:00:00.000Z', { actualDate: FAR }),
		row('a', '2099-03-18T10:00:00.000Z', { actualDate: FAR }),
		row('b', SOON),
	];
	expect([...byId(rows).values()].map(({ id, publishDate }) => [id, publishDate])).toEqual([
		['a', FAR],
		['b', SOON],
	]);
});
