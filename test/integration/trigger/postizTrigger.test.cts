import type { IDataObject } from 'n8n-workflow';

import { PostizTrigger } from '../../../nodes/PostizTrigger/PostizTrigger.node';
import { createIdAt, DAY, HOUR, MINUTE } from '../../shared/time.cjs';
import { REJECTED, createStoredFailure } from '../../shared/failures.cjs';
import type { Channel, StoredPost } from '../../service/state.cjs';
import { storePost } from '../support/posts.cjs';
import { ActiveTrigger, type TriggerOptions } from '../support/triggerHarness.cjs';
import { listCalls, useOwnServices, useService } from '../support/useService.cjs';

const START = Date.parse('2026-09-01T12:00:00.000Z');

let time = START;
const service = useService({ now: () => time });

beforeEach(() => {
	time = START;
	jest.spyOn(Date, 'now').mockImplementation(() => time);
});
afterEach(() => jest.restoreAllMocks());

const EVENTS = ['channelNeedsAttention', 'postFailed', 'postOverdue', 'postPublished'];

const activate = async (
	events = EVENTS,
	more: Partial<TriggerOptions> & { filters?: IDataObject } = {},
) => {
	const { filters = {}, ...options } = more;
	const trigger = new ActiveTrigger({
		node: new PostizTrigger(),
		service,
		...options,
		parameters: { events, filters: filters as never },
	});
	expect(await trigger.poll()).toBeUndefined();
	return trigger;
};

const findOwnChannel = (identifier: string, index = 0): Channel =>
	service.state.channels.filter((entry) => entry.identifier === identifier)[index];

/** Puts a post into the calendar as a person would in Postiz. */
function addPost(more: Partial<StoredPost> & { at?: number; on?: Channel } = {}): StoredPost {
	const { at = time + 5 * MINUTE, on = findOwnChannel('bluesky'), ...fields } = more;
	return storePost(service, on, {
		publishDate: new Date(at).toISOString(),
		createdAt: new Date(time).toISOString(),
		...fields,
	});
}

async function pollLater(trigger: ActiveTrigger, minutes = 1): Promise<IDataObject[]> {
	time += minutes * MINUTE;
	return (await trigger.poll()) ?? [];
}

const summarize = (items: IDataObject[]) =>
	items.map(({ event, postId, reasonKind, channelId }) =>
		postId ? `${String(event)} ${String(postId)}` : `${String(reasonKind)} ${String(channelId)}`,
	);

/** Lets the next list of posts take so long that things happen meanwhile. */
async function runDuringPoll(trigger: ActiveTrigger, happens: () => Promise<unknown> | void) {
	service.faults.push({ match: { path: /v1\/posts$/ }, kind: 'latency', delay: 200 });
	const poll = trigger.poll();
	await new Promise((resolve) => setTimeout(resolve, 50));
	await happens();
	return await poll;
}

describe('reports an event once', () => {
	test('even if polls overlap', async () => {
		const trigger = await activate(['postPublished']);
		const post = addPost({ at: time });
		time += MINUTE;
		let second: unknown;
		const first = await runDuringPoll(trigger, async () => (second = await trigger.poll()));
		expect([first?.map(({ postId }) => postId), second]).toEqual([[post.id], undefined]);
	});

	test('even if the key of an empty calendar is replaced', async () => {
		const credentials: Record<string, string> = {};
		const trigger = await activate(['postFailed', 'postPublished'], { credentials });
		credentials.apiKey = service.state.apiKey = 'rotated';
		time += 30 * MINUTE;
		const post = addPost({ id: 'its-time-unknown', at: time + MINUTE });
		expect(summarize(await pollLater(trigger, 5))).toEqual([`postPublished ${post.id}`]);
		expect(await pollLater(trigger)).toEqual([]);
	});

	test('even if the first post after a new key is for a past date', async () => {
		const credentials: Record<string, string> = {};
		const trigger = await activate(['postPublished'], { credentials });
		credentials.apiKey = service.state.apiKey = 'rotated';
		const post = addPost({ id: createIdAt(time + MINUTE), at: time - 10 * DAY });
		expect(summarize(await pollLater(trigger, 5))).toEqual([`postPublished ${post.id}`]);
	});

	test('in each of several triggers of a workflow', async () => {
		const trigger = await activate(['postPublished']);
		const other = trigger.createNeighbor('node-2');
		expect(await other.poll()).toBeUndefined();
		const post = addPost({ at: time });
		time += MINUTE;
		for (const active of [trigger, other])
			expect(summarize((await active.poll())!)).toEqual([`postPublished ${post.id}`]);
		for (const active of [trigger, other]) expect(await active.poll()).toBeUndefined();
	});

	test('even with 2,000 posts', async () => {
		for (let count = 0; count < 2000; count++)
			addPost({ at: time - (count % 30) * DAY - count * MINUTE, state: 'PUBLISHED' });
		const trigger = await activate();
		const posts = [addPost({ at: time }), addPost({ at: time, failsWith: 'Too long' })];
		expect(summarize(await pollLater(trigger)).sort()).toEqual([
			`postFailed ${posts[1].id}`,
			`postPublished ${posts[0].id}`,
		]);
		expect(await pollLater(trigger)).toEqual([]);
		expect(JSON.stringify(trigger.stored).length).toBeLessThan(250_000);
	});
});

describe('a poll', () => {
	test.each<[string, unknown]>([
		['a list', []],
		['text', 'memory'],
		['an older form', { serial: 9, posts: { lookedAt: 1, known: { p1: null } } }],
	])('starts over with a warning if the stored state is %s', async (_what, memory) => {
		const trigger = await activate(['postFailed', 'postPublished']);
		addPost({ at: time });
		const memories = trigger.stored.global as IDataObject;
		for (const key of Object.keys(memories)) memories[key] = memory as never;
		trigger.restart('init');
		expect(await pollLater(trigger)).toEqual([]);
		expect(trigger.warnings).toEqual([
			'Postiz Trigger: its memory is unreadable, so it starts over',
		]);
		const post = addPost({ at: time });
		expect(summarize(await pollLater(trigger))).toEqual([`postPublished ${post.id}`]);
	});

	test('ends in time if it takes too long, and leaves its events to the next one', async () => {
		const trigger = await activate(['postPublished']);
		const post = addPost({ at: time });
		time += MINUTE;
		const end = new AbortController();
		const limit = jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(end.signal);
		const slow = runDuringPoll(trigger, () => end.abort());
		expect(limit.mock.calls[0]).toEqual([40_000]);
		await expect(slow).rejects.toMatchObject({
			message: 'Postiz took longer than 40 seconds to answer',
			description: 'No event is lost. The next check reports it.',
		});
		expect(summarize(await pollLater(trigger))).toEqual([`postPublished ${post.id}`]);
	});
});

describe('an empty list by mistake', () => {
	const answerEmptyOnce = () =>
		service.faults.push({ match: { path: /v1\/posts$/ }, kind: 'wrongJson', body: { posts: [] } });

	test('hides no event, even if no post was known yet', async () => {
		const trigger = await activate(['postFailed', 'postPublished']);
		service.state.posts.length = 0;
		trigger.restart('activate');
		expect(await trigger.poll()).toBeUndefined();
		const post = addPost({ id: createIdAt(time - 40 * DAY), at: time + MINUTE });
		answerEmptyOnce();
		expect(await pollLater(trigger, 3)).toEqual([]);
		expect(summarize(await pollLater(trigger))).toEqual([`postPublished ${post.id}`]);
	});

	test('is not mistaken for the workspace that is read next', async () => {
		const credentials: Record<string, string> = {};
		const trigger = await activate(['postOverdue'], { credentials });
		credentials.apiKey = service.state.otherWorkspace.apiKey;
		service.otherWorkspace.posts.push(
			...[addPost({ at: time - HOUR, publishesAt: null }), addPost({ at: time - DAY })],
		);
		answerEmptyOnce();
		expect(await pollLater(trigger)).toEqual([]);
		expect(await pollLater(trigger)).toEqual([]);
		expect(await pollLater(trigger, 20)).toEqual([]);
	});

	test('hides no second lost connection of a channel', async () => {
		addPost();
		const trigger = await activate(['channelNeedsAttention', 'postFailed']);
		service.state.posts.length = 0;
		const lostChannel = findOwnChannel('threads');
		for (let loss = 0; loss < 2; loss++) {
			service.loseConnection(lostChannel.id);
			expect(summarize(await pollLater(trigger))).toEqual([`reconnect ${lostChannel.id}`]);
			await pollLater(trigger, 60 * 26);
		}
	});
});

describe('disabled and enabled again', () => {
	const addMissedEvents = () => {
		addPost({ at: time + MINUTE });
		addPost({ at: time + 2 * MINUTE, failsWith: 'Too long' });
		addPost({ at: time + 3 * MINUTE, publishesAt: null });
		service.loseConnection(findOwnChannel('threads').id);
		findOwnChannel('x').disabled = true;
	};

	test('starts over after more than eight days', async () => {
		const trigger = await activate();
		addMissedEvents();
		time += 8 * DAY + MINUTE;
		trigger.restart('update');
		expect(await pollLater(trigger)).toEqual([]);
	});

	test('misses no event after less than eight days', async () => {
		const trigger = await activate();
		addMissedEvents();
		time += 8 * DAY - MINUTE;
		trigger.restart('update');
		expect((await trigger.poll())?.map(({ event }) => event)).toEqual([
			'postPublished',
			'postFailed',
			'postOverdue',
			'channelNeedsAttention',
			'channelNeedsAttention',
		]);
		expect(await pollLater(trigger)).toEqual([]);
	});

	test('starts over in the second poll if the first one fails', async () => {
		const trigger = await activate();
		addMissedEvents();
		time += HOUR;
		service.faults.push({ match: { path: /posts/ }, kind: 'status', status: 403 });
		trigger.restart('activate');
		await expect(trigger.poll()).rejects.toThrow();
		expect(await trigger.poll()).toBeUndefined();
	});
});

describe('the output', () => {
	const FIRST = ['event', 'channel', 'when'];
	const LAST = ['postId', 'date'];

	test('starts with the most important fields of a published post', async () => {
		const trigger = await activate();
		const [tag] = service.state.tags;
		const post = addPost({ tags: [tag.id], settings: { __type: 'bluesky', note: 'x' } });
		const [row] = await pollLater(trigger, 6);
		expect(Object.keys(row).slice(0, 8)).toEqual([...FIRST, 'text', 'link', 'reason', ...LAST]);
		expect(row).toMatchObject({
			event: 'postPublished',
			channel: 'Bluesky: acme-coffee.bsky.social',
			when: '2026-09-01 12:05 UTC',
			link: post.releaseURL,
			postId: post.id,
			date: post.publishDate,
			tags: [tag.name],
		});
	});

	test('contains the reason of a failed post, and looks it up once', async () => {
		const trigger = await activate();
		const failing = Array.from({ length: 12 }, () => addPost({ at: time, failsWith: REJECTED }));
		addPost({ at: time });
		const repeating = addPost({
			at: time - 3 * DAY + MINUTE,
			intervalInDays: 1,
			state: 'ERROR',
			error: createStoredFailure({ plain: 'No Post' }, 'bluesky'),
		});
		service.requests.length = 0;
		const rows = (await pollLater(trigger, 20)).filter(({ event }) => event === 'postFailed');
		expect(Object.keys(rows[0]).slice(0, 10)).toEqual([
			...[...FIRST, 'reason', 'reasonKind', 'maybePublished'],
			...['text', 'link', ...LAST],
		]);
		expect(rows.map(({ postId, reason }) => `${String(postId)} ${String(reason)}`).sort()).toEqual(
			[
				...failing.map(({ id }) => `${id} ${REJECTED}`),
				`${repeating.id} Postiz no longer found the post when it was due (“No Post”)`,
			].sort(),
		);
		const publicPosts = service.requests.filter(({ path }) => path.includes('/public/posts/'));
		expect(publicPosts).toHaveLength(13);
		for (const { headers } of publicPosts) expect(headers.authorization).toBeUndefined();
	});

	test('spreads failures with slow lookups over several polls, each once', async () => {
		const trigger = await activate(['postFailed']);
		const posts = Array.from({ length: 5 }, () => addPost({ at: time, failsWith: 'Too long' }));
		time += MINUTE;
		jest.mocked(Date.now).mockImplementation(() => (time += 8000));
		const polls: string[][] = [];
		while (polls.flat().length < 5) polls.push(summarize(await pollLater(trigger)));
		expect(polls.length).toBeGreaterThan(1);
		expect(polls.flat().sort()).toEqual(posts.map(({ id }) => `postFailed ${id}`).sort());
		expect(await pollLater(trigger)).toEqual([]);
	});

	test('looks up all failures after a slow list', async () => {
		const trigger = await activate(['postFailed']);
		const posts = Array.from({ length: 3 }, () => addPost({ at: time, failsWith: 'Too long' }));
		time += MINUTE;
		const rows = await runDuringPoll(trigger, () => void (time += 25_000));
		expect(summarize(rows!).sort()).toEqual(posts.map(({ id }) => `postFailed ${id}`).sort());
	});

	const startOwn = useOwnServices();

	test('contains a general reason of a failed post on an instance without public data of posts', async () => {
		const own = await startOwn({ now: () => time, missingEndpoints: ['GET /public/posts/{id}'] });
		const trigger = await activate(['postFailed'], { service: own });
		const on = own.state.channels.find(({ identifier }) => identifier === 'bluesky')!;
		const post = storePost(own, on, {
			publishDate: new Date(time + MINUTE).toISOString(),
			failsWith: 'Too long',
		});
		expect(await pollLater(trigger, 2)).toMatchObject([
			{
				postId: post.id,
				reason: expect.stringContaining('look at Bluesky first'),
				reasonKind: 'unclear',
				maybePublished: true,
			},
		]);
	});

	test('explains why a post is overdue if its channel shows the cause', async () => {
		const addStuck = (more: Parameters<typeof addPost>[0] = {}) =>
			addPost({ ...more, publishesAt: null });
		addStuck({ at: time - 20 * MINUTE });
		const trigger = await activate(['postOverdue']);
		const post = addStuck();
		addPost({ on: findOwnChannel('threads') });
		const off = findOwnChannel('x');
		const disabled = addStuck({ at: time + 6 * MINUTE, on: off });
		expect(await pollLater(trigger, 19)).toEqual([]);
		off.disabled = true;
		service.requests.length = 0;
		const why = { postId: post.id, state: 'scheduled', reasonKind: 'unknown' };
		expect(await pollLater(trigger, 10)).toMatchObject([
			{ ...why, reason: expect.stringContaining('Postiz worker') },
			{
				postId: disabled.id,
				reasonKind: 'channelDisabled',
				reason: `Its channel “${off.name}” (X) is disabled in Postiz`,
			},
		]);
		expect(listCalls(service)).toEqual(['GET /posts', 'GET /integrations']);
		service.faults.push({ match: { path: /integrations/ }, kind: 'status', status: 403, times: 9 });
		const other = addStuck({ at: time + 1 });
		expect(await pollLater(trigger, 30)).toMatchObject([{ ...why, postId: other.id }]);
	});

	test('names the channel that needs attention', async () => {
		const trigger = await activate(['channelNeedsAttention']);
		const [lostChannel] = [findOwnChannel('threads'), (findOwnChannel('x').disabled = true)];
		service.loseConnection(lostChannel.id);
		const [off, lost] = await pollLater(trigger);
		expect(off).toMatchObject({
			event: 'channelNeedsAttention',
			channel: `X: ${findOwnChannel('x').name}`,
			when: '2026-09-01 12:01 UTC',
			reason: 'It is disabled in Postiz',
			reasonKind: 'disabled',
		});
		expect(lost).toMatchObject({
			channel: `Threads: ${lostChannel.name}`,
			reasonKind: 'reconnect',
		});
	});
});

test('accepts unexpected values in posts', async () => {
	const trigger = await activate();
	const post = {
		publishDate: new Date(time + 1000).toISOString(),
		state: 'PUBLISHED',
		integration: { id: 'c1', providerIdentifier: 'x', name: 'Acme' },
	};
	const posts = [
		{ ...post, id: 'p1', tags: null, content: 5, settings: '"none"', releaseId: 12 },
		{ ...post, id: 'p2', tags: [null, { tag: null }, { tag: { name: 'winter' } }] },
		{ ...post, id: 3, content: null, settings: ['a'] },
		{ ...post, id: 'p4', state: null, integration: { id: 4, providerIdentifier: null } },
	];
	service.faults.push({
		match: { path: /v1\/posts$/ },
		kind: 'wrongJson',
		times: 2,
		body: { posts },
	});
	expect(await pollLater(trigger)).toMatchObject([
		{ postId: 'p1', text: '5', channel: 'X: Acme', releaseId: '12' },
		{ postId: 'p2', tags: ['winter'] },
		{ postId: '3', text: null },
	]);
	expect(await pollLater(trigger)).toEqual([]);
});

describe('filters', () => {
	test('report that their channel is gone once it is removed', async () => {
		const on = findOwnChannel('mastodon');
		const filters = { channels: 'Acme Coffee (Mastodon)' };
		const trigger = await activate(['channelNeedsAttention'], { filters });
		service.state.channels = service.state.channels.filter(({ id }) => id !== on.id);
		expect(summarize(await pollLater(trigger))).toEqual([`gone ${on.id}`]);
		expect(await pollLater(trigger)).toEqual([]);
	});
});

test.each<[string[], string[]]>([
	[['postFailed', 'postPublished'], ['GET /posts']],
	[['channelNeedsAttention'], ['GET /integrations', 'GET /notifications']],
])('polls for %j with the requests %j', async (events, calls) => {
	const trigger = await activate(events);
	service.requests.length = 0;
	expect(await pollLater(trigger)).toEqual([]);
	expect(listCalls(service)).toEqual(calls);
});

describe('fetchTestEvent', () => {
	test('returns the latest real event of each kind, and leaves the stored state unchanged', async () => {
		const trigger = await activate();
		const add = (days: number, more: Partial<StoredPost>) =>
			addPost({ at: time - days * DAY, ...more });
		add(2, { state: 'PUBLISHED' });
		const posts = [
			add(3, { state: 'ERROR' }),
			add(1, { publishesAt: null }),
			add(1, { state: 'PUBLISHED' }),
		];
		const before = JSON.stringify(trigger.state);
		const rows = (await trigger.fetchTestEvent())!;
		expect(rows.map(({ event }) => event)).toEqual(EVENTS);
		expect(rows.slice(1).map(({ postId }) => postId)).toEqual(posts.map(({ id }) => id));
		expect(rows[0]).toMatchObject({
			reasonKind: 'disabled',
			channel: 'Mastodon: Acme Coffee Archive',
		});
		expect(rows.filter(({ example }) => example)).toEqual([]);
		expect(JSON.stringify(trigger.state)).toBe(before);
	});

	test('returns marked examples of events that never happened', async () => {
		service.state.channels.forEach((listed) => (listed.disabled = false));
		service.state.notifications.length = 0;
		const trigger = await activate();
		const rows = (await trigger.fetchTestEvent())!;
		expect(rows.map(({ event, example }) => [event, example])).toEqual(
			EVENTS.map((event) => [event, true]),
		);
		for (const row of rows) {
			expect(row).toMatchObject({
				channel: 'LinkedIn Page: Acme Coffee',
				when: expect.any(String),
			});
		}
	});

	test('fails if Postiz rejects the API key', async () => {
		const trigger = new ActiveTrigger({
			node: new PostizTrigger(),
			service,
			credentials: { apiKey: 'wrong' },
			parameters: { events: EVENTS },
		});
		await expect(trigger.fetchTestEvent()).rejects.toThrow("Postiz doesn't accept this API key");
	});
});
