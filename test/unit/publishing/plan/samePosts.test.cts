import {
	existsAlready,
	SamePosts,
	type RunStart,
} from '../../../../nodes/Postiz/publishing/plan/samePosts';
import type {
	ItemOptions,
	PlannedItem,
	PlannedPost,
	SameAction,
	SamePost,
} from '../../../../nodes/Postiz/publishing/types';
import {
	ListTooLong,
	type ApiRequest,
	type PostizClient,
} from '../../../../nodes/Postiz/transport/client';
import type { ListedPost } from '../../../../nodes/Postiz/transport/types';
import { Problem } from '../../../../nodes/Postiz/values/problem';
import { channel } from '../deliver/rows.cjs';
import { PNG } from '../../../shared/samples.cjs';
import { fileOfItem, itemOptions, plannedItem, plannedPost, uploadedFile } from '../plans.cjs';

const NOW = Date.now();
const DATE = '2099-03-04T10:00:00.000Z';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NONE: ReadonlySet<string> = new Set();
const at = (ms: number) => new Date(ms).toISOString();

const listed = (id: string, more: Partial<ListedPost> = {}): ListedPost => ({
	id,
	content: 'Tea',
	publishDate: DATE,
	state: 'QUEUE',
	integration: { id: 'sky-1' },
	...more,
});

/** The previews of posts by ID. */
type Previews = Record<string, Array<[content: string, files?: string[]]>>;

type PostParts = { parts: PlannedPost['parts'] };

interface World {
	posts?: ListedPost[];
	previews?: Previews;
	/** The settings in all previews. */
	settings?: object;
	run?: Partial<RunStart>;
	slot?: string | Problem;
	failure?: Problem;
}

function world({ posts = [], previews, settings, run, slot = at(NOW + DAY), failure }: World) {
	const lists: ApiRequest[] = [];
	const asked: string[] = [];
	const client = {
		previewUrl: () => null,
		instance: { hasShown: () => {} },
		requestList: async (request: ApiRequest) => {
			lists.push(request);
			return await (failure ? Promise.reject(failure) : Promise.resolve(posts));
		},
		request: async ({ path }: ApiRequest) => {
			const id = path.split('/').at(-1)!;
			asked.push(id);
			if (!previews) throw new Problem('no previews', '', { httpCode: '404' });
			return await Promise.resolve(
				(previews[id] ?? []).map(([content, files = []], index) => ({
					id: `${id}${index}`,
					content,
					settings: JSON.stringify(settings ?? {}),
					image: JSON.stringify(files.map((path) => ({ id: path, path }))),
				})),
			);
		},
	} as unknown as PostizClient;
	const start = { startedAt: NOW, isEvent: false, timezone: 'UTC', taken: NONE, ...run };
	const findOne = async () =>
		await (typeof slot === 'string' ? Promise.resolve(slot) : Promise.reject(slot));
	return { same: new SamePosts(client, start, { findOne }), lists, asked };
}

type Options = Partial<Omit<ItemOptions, 'fields'>> & { fields?: object };

const options = (type: ItemOptions['fields']['type'], more: Options = {}): Partial<ItemOptions> => {
	const usual = itemOptions(type);
	return {
		...usual,
		namesDate: type === 'schedule',
		ifSame: { action: 'finish', days: 30 },
		...more,
		fields: { ...usual.fields, ...more.fields },
	};
};
const item = (
	type: ItemOptions['fields']['type'] = 'schedule',
	more: Options = {},
	post: Parameters<typeof plannedPost>[0] = {},
): PlannedItem => plannedItem([plannedPost(post)], options(type, more));

/** The IDs of existing posts for these items; null for posts to send. */
async function look(items: PlannedItem[], given: World) {
	const { same, lists, asked } = world(given);
	await same.fetch(items);
	const ids: Array<string | null> = [];
	for (const one of items) {
		const { posts } = await same.mark(one, { own: NONE, isSent: () => false });
		ids.push(...posts.map(({ sameAs }) => sameAs?.postId ?? null));
	}
	return { ids, lists, asked, unread: same.unread };
}
const thereOf = async (one: PlannedItem, posts: ListedPost[], more: World = {}) =>
	(await look([one], { posts, ...more })).ids[0] !== null;

test.each<[string, number, boolean, number, boolean]>([
	['at its date', 3 * MINUTE, false, 3 * MINUTE, true],
	['sent just after it', 3 * MINUTE, false, MINUTE, true],
	['sent long after it', 3 * MINUTE, true, 0, true],
	['from before it', 3 * MINUTE, true, HOUR, false],
	['far from its date', 3 * HOUR, false, HOUR, false],
	['far from its date, which may be past', 3 * HOUR, true, HOUR, true],
	['at its date days ago', 9 * DAY, true, 9 * DAY, true],
	['days after its date', 9 * DAY, true, 5 * DAY, false],
	['days after its date, in the last hours', 9 * DAY, true, HOUR, true],
])('a post whose date has passed is there: %s', async (...row) => {
	const [, wanted, allowsPast, found, isThere] = row;
	const fields = { date: at(NOW - wanted) };
	const posts = [listed('p1', { publishDate: at(NOW - found), state: 'PUBLISHED' })];
	expect(await thereOf(item('schedule', { fields, allowsPast }), posts)).toBe(isThere);
});

describe('a post whose date is named is there', () => {
	test.each<[string, Partial<ListedPost>, boolean]>([
		['scheduled', {}, true],
		['published', { state: 'PUBLISHED' }, true],
		['without seconds', { publishDate: '2099-03-04T10:00:00' }, true],
		['in other seconds of the minute', { publishDate: '2099-03-04T10:00:59.999Z' }, true],
		['as HTML', { content: '<p>Tea </p>' }, true],
		['that failed', { state: 'ERROR' }, false],
		['a draft', { state: 'DRAFT' }, false],
		['a minute later', { publishDate: '2099-03-04T10:01:00.000Z' }, false],
		['a minute earlier', { publishDate: '2099-03-04T09:59:59.999Z' }, false],
		['of another channel', { integration: { id: 'sky-2' } }, false],
		['of no channel', { integration: undefined }, false],
		['of another text', { content: 'Coffee' }, false],
		['without a date', { publishDate: '' }, false],
		['repeated since then', { publishDate: at(NOW), actualDate: DATE }, true],
		['repeated since earlier', { actualDate: '2099-03-03T10:00:00.000Z' }, false],
	])('%s: %#', async (_what, post, isThere) => {
		expect(await thereOf(item(), [listed('p1', post)])).toBe(isThere);
	});

	test('links that lead elsewhere are other posts, but shortened ones are not', async () => {
		const link = (address: string) => `<p>Read <a href="${address}">this</a></p>`;
		const planned = (shortLink: boolean) =>
			item(
				'schedule',
				{ fields: { shortLink } },
				{ parts: [{ content: link('https://a.example/1'), files: [] }] },
			);
		const stored = (address: string) => [listed('p1', { content: link(address) })];
		expect(await thereOf(planned(false), stored('https://a.example/1'))).toBe(true);
		expect(await thereOf(planned(false), stored('https://a.example/2'))).toBe(false);
		expect(await thereOf(planned(true), stored('https://short.example/x'))).toBe(true);
		expect(await thereOf(planned(true), stored('https://a.example/2'))).toBe(false);
		// Without a date, a link alone identifies nothing.
		const bare = (namesDate: boolean) =>
			item(
				namesDate ? 'schedule' : 'now',
				{ fields: { shortLink: true } },
				{ parts: [{ content: 'https://a.example/1', files: [] }] },
			);
		const short = (publishDate: string) => [
			listed('p1', { content: 'https://short.example/x', publishDate }),
		];
		expect(await thereOf(bare(true), short(DATE))).toBe(true);
		expect(await thereOf(bare(false), short(at(NOW)))).toBe(false);
	});
});

describe.each<[ItemOptions['fields']['type'], string]>([
	['now', 'PUBLISHED'],
	['draft', 'DRAFT'],
	['nextSlot', 'QUEUE'],
])('a post of the type %s without a date is there', (type, state) => {
	test.each<[string, number, boolean, boolean]>([
		['a moment ago', -MINUTE, true, true],
		['by a clock that is ahead', MINUTE, true, true],
		['ten minutes ago', -9 * MINUTE, true, true],
		['longer ago', -11 * MINUTE, true, false],
		['hours ago', -11 * HOUR, true, false],
		['yesterday', -13 * HOUR, false, false],
		['at an earlier slot', DAY - MINUTE, type === 'nextSlot', type === 'nextSlot'],
		['long after', DAY + HOUR, false, false],
	])('%s', async (_when, ms, isThere, isThereForEvent) => {
		const posts = [listed('p1', { state, publishDate: at(NOW + ms) })];
		expect(await thereOf(item(type), posts)).toBe(isThere);
		expect(await thereOf(item(type), posts, { run: { isEvent: true } })).toBe(isThereForEvent);
	});
});

describe('a post dated an hour after each run is there', () => {
	const oneHourOn = item('schedule', { followsClock: true, fields: { date: at(NOW + HOUR) } });

	test.each<[string, number, boolean, boolean]>([
		['of a run some minutes ago', 9 * MINUTE, true, true],
		['of a run some hours ago', 11 * HOUR, true, false],
		['of a run yesterday', 13 * HOUR, false, false],
		['later than that', -HOUR, false, false],
	])('%s', async (_when, ago, isThere, isThereForEvent) => {
		const posts = [listed('p1', { publishDate: at(NOW + HOUR - ago) })];
		expect(await thereOf(oneHourOn, posts)).toBe(isThere);
		expect(await thereOf(oneHourOn, posts, { run: { isEvent: true } })).toBe(isThereForEvent);
	});

	test('unless its files are others', async () => {
		const post = { parts: [{ content: 'Tea', files: [fileOfItem(PNG)] }] };
		const options = { followsClock: true, fields: { date: at(NOW + HOUR) } };
		const posts = [listed('p1', { publishDate: at(NOW) })];
		const previews: Previews = { p1: [['Tea']] };
		expect(await thereOf(item('schedule', options, post), posts, { previews })).toBe(false);
	});
});

test('without a slot, nothing breaks', async () => {
	const posts = [listed('p1', { publishDate: at(NOW - MINUTE) })];
	const slot = new Problem('no slot', '');
	expect(await thereOf(item('nextSlot'), posts, { slot })).toBe(true);
});

test('only a draft stands for a draft', async () => {
	const draft = item('draft', { namesDate: true });
	expect(await thereOf(draft, [listed('p1', { state: 'DRAFT' })])).toBe(true);
	expect(await thereOf(draft, [listed('p1')])).toBe(false);
});

describe('one post stands for one of the run', () => {
	test('the earliest first, in whatever order they are listed', async () => {
		const times = [5, 3, 9, 1].map((minutes) => at(NOW - minutes * MINUTE));
		const posts = times.map((publishDate, index) =>
			listed(`p${index}`, { publishDate, state: 'PUBLISHED' }),
		);
		const { ids } = await look(
			Array.from({ length: 5 }, () => item('now')),
			{ posts },
		);
		expect(ids).toEqual(['p2', 'p0', 'p1', 'p3', null]);
	});

	test('equal rows are sent as often as they stand there', async () => {
		const rows = [item(), item(), item()];
		expect((await look(rows, { posts: [listed('p1'), listed('p2')] })).ids).toEqual([
			'p1',
			'p2',
			null,
		]);
		expect((await look(rows, {})).ids).toEqual([null, null, null]);
	});

	test('a repeating post is one, however often it is listed', async () => {
		const daily = [0, 1, 2].map((days) =>
			listed('p1', { publishDate: at(Date.parse(DATE) + days * DAY), actualDate: DATE }),
		);
		expect((await look([item(), item()], { posts: daily })).ids).toEqual(['p1', null]);
	});

	test('not one that an earlier try of the run has sent for another row', async () => {
		const run = { taken: new Set(['p1']) };
		expect((await look([item()], { posts: [listed('p1')], run })).ids).toEqual([null]);
	});

	test('and nothing is looked for that an earlier try has sent', async () => {
		const { same } = world({ posts: [listed('p1')] });
		await same.fetch([item()]);
		const { posts } = await same.mark(item(), { own: NONE, isSent: () => true });
		expect(posts[0].sameAs).toBeUndefined();
	});
});

describe('parts and files', () => {
	const PATH = 'https://media.example/a.png';
	const thread = { parts: ['Tea', 'Two'].map((content) => ({ content, files: [] })) };
	const withFile = (content: string, file = uploadedFile('a.png')) => ({
		parts: [{ content, files: [file] }],
	});
	const fresh = fileOfItem(PNG);
	const message = async (one: PlannedItem, more: World) =>
		await look([one], more).then(
			() => 'none',
			(error: Problem) => error.message,
		);

	test.each<
		[string, ItemOptions['fields']['type'], PostParts, Previews['p1'] | undefined, boolean]
	>([
		['a thread', 'schedule', thread, [['Tea'], ['<p>Two</p>']], true],
		['another thread', 'schedule', thread, [['Tea'], ['Three']], false],
		['a longer thread', 'schedule', thread, [['Tea'], ['Two'], ['Three']], false],
		['a thread with files', 'schedule', thread, [['Tea'], ['Two', ['x.png']]], false],
		['as far as the list tells', 'schedule', thread, undefined, true],
		['as many files, sent now', 'now', withFile('Tea'), [['Tea', ['b.png']]], true],
		['fewer files, sent now', 'now', withFile('Tea'), [['Tea']], false],
		['as many files without a text', 'schedule', withFile('', fresh), [['', ['b.png']]], true],
		['more files without a text', 'schedule', withFile('', fresh), [['', ['b.png', 'c']]], false],
		['files alone, unseen', 'schedule', withFile('', fresh), undefined, true],
		['the same upload alone, sent now', 'now', withFile(''), [['', [PATH]]], true],
		['another upload alone, sent now', 'now', withFile(''), [['', ['b.png']]], false],
		['an upload alone, sent now, unseen', 'now', withFile(''), undefined, false],
		['a new file alone, sent now', 'now', withFile('', fresh), [['', [PATH]]], false],
	])('there is %s: %s', async (...[, type, post, shown, isThere]) => {
		const publishDate = type === 'now' ? at(NOW) : DATE;
		const posts = [listed('p1', { content: post.parts[0].content, publishDate })];
		const previews = shown && { p1: shown };
		expect(await thereOf(item(type, {}, post), posts, { previews })).toBe(isThere);
	});

	test.each<[string, ItemOptions['fields']['type'], string]>([
		['files at the same minute', 'schedule', 'Tea'],
		['a new file without a text', 'now', ''],
	])('no preview is asked for: %s', async (_what, type, content) => {
		const posts = [listed('p1', { content, publishDate: type === 'now' ? at(NOW) : DATE })];
		const { asked } = await look([item(type, {}, withFile(content, fresh))], {
			posts,
			previews: {},
		});
		expect(asked).toEqual([]);
	});

	test('a thread of which only the start is there is neither sent nor taken for done', async () => {
		const parts = ['Tea', 'Two', 'Three'].map((content) => ({ content, files: [] }));
		const planned = item('schedule', {}, { parts });
		const posts = [listed('p1'), listed('p2')];
		const started: Previews = { p1: [['Tea'], ['Two']] };
		expect(await message(planned, { posts: [posts[0]], previews: started })).toBe(
			'Channel (sky-1): Postiz has only the start of this thread of 3 parts: the post “p1”, dated 2099-03-04 10:00 UTC',
		);
		const previews: Previews = { ...started, p2: [['Tea'], ['Two'], ['Three']] };
		expect(await thereOf(planned, posts, { previews })).toBe(true);
	});

	test('a draft that Kick was to publish is said to be there', async () => {
		const posts = [listed('p1', { state: 'DRAFT', integration: { id: 'kick-1' } })];
		const kick = { target: channel('kick', 'kick-1') };
		expect(await message(item('schedule', {}, kick), { posts })).toContain(
			'Postiz has this post as a draft that was not scheduled: “p1”',
		);
		expect(await message(item('draft', { namesDate: true }, kick), { posts })).toBe('none');
	});
});

describe('with Skip and Fail', () => {
	const p1 = [listed('p1')];
	const near = (days: number) => [
		listed('p1', { publishDate: at(Date.parse(DATE) + days * DAY), state: 'DRAFT' }),
	];
	const THERE = 'Channel (sky-1): the same text already';
	const STARTED = 'Channel (sky-1): Postiz has only the start';
	const thread = { parts: ['Tea', 'Two'].map((content) => ({ content, files: [] })) };
	const started: Previews = { p1: [['Tea']] };
	const lists = ['p1'];

	test.each<[string, SameAction, World, Parameters<typeof plannedPost>[0], string[], unknown]>([
		['at a later date', 'skip', { posts: near(2) }, {}, [], lists],
		['at an earlier date', 'skip', { posts: near(-2) }, {}, [], lists],
		['too late', 'skip', { posts: near(2.01) }, {}, [], [null]],
		['too early', 'fail', { posts: near(-2.01) }, {}, [], [null]],
		['for which a post of the item stands', 'skip', { posts: p1 }, {}, ['p1'], [null]],
		['Post Again', 'post', { posts: p1 }, {}, [], [null]],
		['Fail', 'fail', { posts: p1 }, {}, [], THERE],
		['a start of a thread', 'skip', { posts: p1, previews: started }, thread, [], STARTED],
		['another thread', 'skip', { posts: p1, previews: { p1: [['Coffee']] } }, thread, [], lists],
	])('%s', async (_what, action, given, post, own, expected) => {
		const one = item('schedule', { ifSame: { action, days: 2 } }, post);
		const { same } = world(given);
		await same.fetch([one]);
		const marked = await same.mark(one, { own: new Set(own), isSent: () => false }).then(
			({ posts }) => posts.map(({ sameAs }) => sameAs?.postId ?? null),
			({ message }: Problem) => message.slice(0, String(expected).length),
		);
		expect(marked).toEqual(expected);
	});
});

describe('what is asked of the calendar', () => {
	const dated = (date: string) => item('schedule', { fields: { date } });

	test('three small lists at the most, around dates that lie far apart', async () => {
		const days = [
			'2027-01-01',
			'2027-01-02',
			'2027-02-01',
			'2027-12-01',
			'2029-01-01',
			'2029-03-01',
		];
		const { lists } = await look(
			days.map((day) => dated(`${day}T10:00:30.000Z`)),
			{},
		);
		expect(
			lists.map(({ query, maxBytes }) => [query?.startDate, query?.endDate, maxBytes]),
		).toEqual([
			['2027-01-01T09:59:00.000Z', '2027-02-01T10:01:59.999Z', 5_012_000],
			['2027-12-01T09:59:00.000Z', '2027-12-01T10:01:59.999Z', 5_012_000],
			['2029-01-01T09:59:00.000Z', '2029-03-01T10:01:59.999Z', 5_012_000],
		]);
	});

	test('what cannot be listed is no reason not to post, unless that is chosen', async () => {
		const failure = new Problem('Postiz is down', 'Wait.');
		const rows = [dated('2027-01-01T10:00:00Z'), dated('2028-01-01T10:00:00Z')];
		expect(await look(rows, { failure })).toMatchObject({
			ids: [null, null],
			unread: failure,
			lists: [{}],
		});
		const chosen = item('schedule', { ifSame: { action: 'skip', days: 1 } });
		await expect(look([chosen], { failure })).rejects.toBe(failure);
		const tooLong = new ListTooLong('The list is too long', '');
		expect((await look(rows, { failure: tooLong })).lists).toHaveLength(2);
	});

	test.each<[number, SameAction, string[]]>([
		[0, 'post', ['2027-01-01']],
		[1, 'finish', ['2027-01-01', '2027-01-07']],
	])('%d lists with %s', async (count, action, days) => {
		const ifSame = { action, days: 30 };
		const rows = days.map((day) =>
			item('schedule', { ifSame, fields: { date: `${day}T10:00:00Z` } }),
		);
		expect((await look(rows, {})).lists).toHaveLength(count);
	});

	test('a date that has passed is a mistake only of what is not there', async () => {
		const pastDate = new Problem('The date is in the past', '');
		const late = item('schedule', { pastDate });
		expect((await look([late], { posts: [listed('p1')] })).ids).toEqual(['p1']);
		await expect(look([late], {})).rejects.toBe(pastDate);
	});
});

test.each<[SamePost, string]>([
	[{ postId: 'p1', state: null, date: DATE }, 'the post “p1” has it, dated 2099-03-04 10:00 UTC'],
	[{ postId: null, state: null, date: null, itemIndex: 3 }, '[item 3] of this run has it'],
])('%j fails an item by its text', (same, where) => {
	const { message } = existsAlready('Channel', same, 'UTC');
	expect(message).toBe(`Channel: the same text already exists: ${where}`);
});

describe('settings', () => {
	const reddit = (name: string, title = 'Tea') => ({
		subreddit: [{ value: { subreddit: `/r/${name}`, title, type: 'self' } }],
	});
	const cases: Array<[string, string, object, object]> = [
		['another subreddit', 'reddit', reddit('tea'), reddit('coffee')],
		['another title in it', 'reddit', reddit('tea'), reddit('tea', 'Coffee')],
		['another title', 'youtube', { title: 'Tea', type: 'public' }, { title: 'Coffee' }],
		['a story', 'instagram', { post_type: 'post' }, { post_type: 'story' }],
		['another board', 'pinterest', { board: '1' }, { board: '2' }],
	];

	test.each(cases)('%s makes another post', async (_what, network, settings, others) => {
		const target = channel(network, 'sky-1');
		const planned = item('schedule', {}, { target, settings: settings as never });
		const listing = (own?: object) => [listed('p1', { settings: own && JSON.stringify(own) })];
		const previews: Previews = { p1: [['Tea']] };
		expect(await thereOf(planned, listing(), { previews, settings })).toBe(true);
		expect(await thereOf(planned, listing(), { previews, settings: others })).toBe(false);
		expect(await thereOf(planned, listing(others))).toBe(false);
		// What the list shows needs no preview, and what nothing shows is trusted.
		expect(await look([planned], { posts: listing(settings) })).toMatchObject({
			ids: ['p1'],
			asked: [],
		});
		expect(await thereOf(planned, listing())).toBe(true);
	});

	test('what else was changed does not', async () => {
		const target = channel('x', 'sky-1');
		const settings = { who_can_reply_post: 'everyone', made_with_ai: false };
		const planned = item('schedule', {}, { target, settings });
		const previews: Previews = { p1: [['Tea']] };
		const others = { who_can_reply_post: 'verified' };
		expect(await thereOf(planned, [listed('p1')], { previews, settings: others })).toBe(true);
	});
});
