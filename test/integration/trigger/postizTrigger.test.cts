import type { IDataObject } from 'n8n-workflow';

import { createIdAt, DAY, HOUR, MINUTE } from '../../shared/time.cjs';
import { listCalls } from '../support/useService.cjs';
import { summarize, useTrigger } from '../support/useTrigger.cjs';

const { service, clock, activate, findOwnChannel, addPost, pollLater, runDuringPoll } =
	useTrigger();

describe('reports an event once', () => {
	test('even if polls overlap', async () => {
		const trigger = await activate(['postPublished']);
		const post = addPost({ at: clock.time });
		clock.time += MINUTE;
		let second: unknown;
		const first = await runDuringPoll(trigger, async () => (second = await trigger.poll()));
		expect([first?.map(({ postId }) => postId), second]).toEqual([[post.id], undefined]);
	});

	test('even if the key of an empty calendar is replaced', async () => {
		const credentials: Record<string, string> = {};
		const trigger = await activate(['postFailed', 'postPublished'], { credentials });
		credentials.apiKey = service.state.apiKey = 'rotated';
		clock.time += 30 * MINUTE;
		const post = addPost({ id: 'its-time-unknown', at: clock.time + MINUTE });
		expect(summarize(await pollLater(trigger, 5))).toEqual([`postPublished ${post.id}`]);
		expect(await pollLater(trigger)).toEqual([]);
	});

	test('even if the first post after a new key is for a past date', async () => {
		const credentials: Record<string, string> = {};
		const trigger = await activate(['postPublished'], { credentials });
		credentials.apiKey = service.state.apiKey = 'rotated';
		const post = addPost({ id: createIdAt(clock.time + MINUTE), at: clock.time - 10 * DAY });
		expect(summarize(await pollLater(trigger, 5))).toEqual([`postPublished ${post.id}`]);
	});

	test('in each of several triggers of a workflow', async () => {
		const trigger = await activate(['postPublished']);
		const other = trigger.createNeighbor('node-2');
		expect(await other.poll()).toBeUndefined();
		const post = addPost({ at: clock.time });
		clock.time += MINUTE;
		for (const active of [trigger, other])
			expect(summarize((await active.poll())!)).toEqual([`postPublished ${post.id}`]);
		for (const active of [trigger, other]) expect(await active.poll()).toBeUndefined();
	});

	test('even with 2,000 posts', async () => {
		for (let count = 0; count < 2000; count++)
			addPost({ at: clock.time - (count % 30) * DAY - count * MINUTE, state: 'PUBLISHED' });
		const trigger = await activate();
		const posts = [addPost({ at: clock.time }), addPost({ at: clock.time, failsWith: 'Too long' })];
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
		addPost({ at: clock.time });
		const memories = trigger.stored.global as IDataObject;
		for (const key of Object.keys(memories)) memories[key] = memory as never;
		trigger.restart('init');
		expect(await pollLater(trigger)).toEqual([]);
		expect(trigger.warnings).toEqual([
			'Postiz Trigger: its memory is unreadable, so it starts over',
		]);
		const post = addPost({ at: clock.time });
		expect(summarize(await pollLater(trigger))).toEqual([`postPublished ${post.id}`]);
	});

	test('ends in time if it takes too long, and leaves its events to the next one', async () => {
		const trigger = await activate(['postPublished']);
		const post = addPost({ at: clock.time });
		clock.time += MINUTE;
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

test('leaves time in a poll to repeat a request that Postiz never answers', async () => {
	const trigger = await activate();
	addPost({ at: clock.time - HOUR, publishesAt: null });
	const send = jest.spyOn(trigger.helpers, 'httpRequestWithAuthentication');
	await pollLater(trigger);
	expect(send.mock.calls.map(([, { url, timeout }]) => [url.split('/').at(-1), timeout])).toEqual([
		['posts', 30_000],
		['integrations', 30_000],
		['notifications', 30_000],
	]);
});

describe('an empty list by mistake', () => {
	const answerEmptyOnce = () =>
		service.faults.push({ match: { path: /v1\/posts$/ }, kind: 'wrongJson', body: { posts: [] } });

	test('hides no event, even if no post was known yet', async () => {
		const trigger = await activate(['postFailed', 'postPublished']);
		service.state.posts.length = 0;
		trigger.restart('activate');
		expect(await trigger.poll()).toBeUndefined();
		const post = addPost({ id: createIdAt(clock.time - 40 * DAY), at: clock.time + MINUTE });
		answerEmptyOnce();
		expect(await pollLater(trigger, 3)).toEqual([]);
		expect(summarize(await pollLater(trigger))).toEqual([`postPublished ${post.id}`]);
	});

	test('is not mistaken for the workspace that is read next', async () => {
		const credentials: Record<string, string> = {};
		const trigger = await activate(['postOverdue'], { credentials });
		credentials.apiKey = service.state.otherWorkspace.apiKey;
		service.otherWorkspace.posts.push(
			...[addPost({ at: clock.time - HOUR, publishesAt: null }), addPost({ at: clock.time - DAY })],
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
		addPost({ at: clock.time + MINUTE });
		addPost({ at: clock.time + 2 * MINUTE, failsWith: 'Too long' });
		addPost({ at: clock.time + 3 * MINUTE, publishesAt: null });
		service.loseConnection(findOwnChannel('threads').id);
		findOwnChannel('x').disabled = true;
	};

	test('starts over after more than eight days', async () => {
		const trigger = await activate();
		addMissedEvents();
		clock.time += 8 * DAY + MINUTE;
		trigger.restart('update');
		expect(await pollLater(trigger)).toEqual([]);
	});

	test('misses no event after less than eight days', async () => {
		const trigger = await activate();
		addMissedEvents();
		clock.time += 8 * DAY - MINUTE;
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
		clock.time += HOUR;
		service.faults.push({ match: { path: /posts/ }, kind: 'status', status: 403 });
		trigger.restart('activate');
		await expect(trigger.poll()).rejects.toThrow();
		expect(await trigger.poll()).toBeUndefined();
	});
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
