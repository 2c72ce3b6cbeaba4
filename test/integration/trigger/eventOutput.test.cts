import { PostizTrigger } from '../../../nodes/PostizTrigger/PostizTrigger.node';
import type { StoredPost } from '../../service/state.cjs';
import { REJECTED, createStoredFailure } from '../../shared/failures.cjs';
import { DAY, HOUR, MINUTE } from '../../shared/time.cjs';
import { storePost } from '../support/posts.cjs';
import { ActiveTrigger } from '../support/triggerHarness.cjs';
import { listCalls, useOwnServices } from '../support/useService.cjs';
import { EVENTS, summarize, useTrigger } from '../support/useTrigger.cjs';

const { service, clock, activate, findOwnChannel, addPost, pollLater, runDuringPoll } =
	useTrigger();

describe('the output', () => {
	/** Each event has the same columns, so that they have one order in a table. */
	const FIRST = [
		'event',
		'channel',
		'when',
		'text',
		'link',
		'reason',
		'reasonKind',
		'maybePublished',
		'postId',
		'date',
	];

	test('starts with the most important fields of a published post', async () => {
		const trigger = await activate();
		const [tag] = service.state.tags;
		const post = addPost({ tags: [tag.id], settings: { __type: 'bluesky', note: 'x' } });
		const [row] = await pollLater(trigger, 6);
		expect(Object.keys(row).slice(0, FIRST.length)).toEqual(FIRST);
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
		const failing = Array.from({ length: 12 }, () =>
			addPost({ at: clock.time, failsWith: REJECTED }),
		);
		addPost({ at: clock.time });
		const repeating = addPost({
			at: clock.time - 3 * DAY + MINUTE,
			intervalInDays: 1,
			state: 'ERROR',
			error: createStoredFailure({ plain: 'No Post' }, 'bluesky'),
		});
		service.requests.length = 0;
		const rows = (await pollLater(trigger, 20)).filter(({ event }) => event === 'postFailed');
		expect(Object.keys(rows[0]).slice(0, FIRST.length)).toEqual(FIRST);
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
		const posts = Array.from({ length: 5 }, () =>
			addPost({ at: clock.time, failsWith: 'Too long' }),
		);
		clock.time += MINUTE;
		jest.mocked(Date.now).mockImplementation(() => (clock.time += 8000));
		const polls: string[][] = [];
		while (polls.flat().length < 5) polls.push(summarize(await pollLater(trigger)));
		expect(polls.length).toBeGreaterThan(1);
		expect(polls.flat().sort()).toEqual(posts.map(({ id }) => `postFailed ${id}`).sort());
		expect(await pollLater(trigger)).toEqual([]);
	});

	test('looks up all failures after a slow list', async () => {
		const trigger = await activate(['postFailed']);
		const posts = Array.from({ length: 3 }, () =>
			addPost({ at: clock.time, failsWith: 'Too long' }),
		);
		clock.time += MINUTE;
		const rows = await runDuringPoll(trigger, () => void (clock.time += 25_000));
		expect(summarize(rows!).sort()).toEqual(posts.map(({ id }) => `postFailed ${id}`).sort());
	});

	test.each([
		['postFailed', /public.posts/, 'check Bluesky first'],
		['postOverdue', /v1.integrations$/, 'may be down'],
	])('has a general reason for %s if a lookup would take too long', async (event, path, reason) => {
		const trigger = await activate([event, 'postPublished']);
		const on = findOwnChannel('bluesky');
		const outcome = event === 'postFailed' ? { failsWith: REJECTED } : { publishesAt: null };
		const post = addPost({ on, ...outcome });
		const published = addPost({ at: clock.time + 6 * MINUTE });
		clock.time += HOUR;
		service.faults.push({ match: { path }, kind: 'latency', delay: 2000 });
		const rows = await runDuringPoll(trigger, () => {
			on.disabled = true;
			clock.time += 34_900;
		});
		expect(rows).toMatchObject([
			{ event, postId: post.id, reason: expect.stringContaining(reason) },
			{ event: 'postPublished', postId: published.id },
		]);
		expect(await pollLater(trigger)).toEqual([]);
	});

	const startOwn = useOwnServices();

	test('contains a general reason of a failed post on an instance without public data of posts', async () => {
		const own = await startOwn({
			now: () => clock.time,
			missingEndpoints: ['GET /public/posts/{id}'],
		});
		const trigger = await activate(['postFailed'], { service: own });
		const on = own.state.channels.find(({ identifier }) => identifier === 'bluesky')!;
		const post = storePost(own, on, {
			publishDate: new Date(clock.time + MINUTE).toISOString(),
			failsWith: 'Too long',
		});
		expect(await pollLater(trigger, 2)).toMatchObject([
			{
				postId: post.id,
				reason: expect.stringContaining('check Bluesky first'),
				reasonKind: 'unclear',
				maybePublished: true,
			},
		]);
	});

	test('explains why a post is overdue if its channel shows the cause', async () => {
		const addStuck = (more: Parameters<typeof addPost>[0] = {}) =>
			addPost({ ...more, publishesAt: null });
		addStuck({ at: clock.time - 20 * MINUTE });
		const trigger = await activate(['postOverdue']);
		const post = addStuck();
		addPost({ on: findOwnChannel('threads') });
		const off = findOwnChannel('x');
		const disabled = addStuck({ at: clock.time + 6 * MINUTE, on: off });
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
		const other = addStuck({ at: clock.time + 1 });
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
		expect(Object.keys(off).slice(0, FIRST.length)).toEqual(FIRST);
		expect(lost).toMatchObject({
			channel: `Threads: ${lostChannel.name}`,
			reasonKind: 'reconnect',
		});
	});
});

test('accepts unexpected values in posts', async () => {
	const trigger = await activate();
	const post = {
		publishDate: new Date(clock.time + 1000).toISOString(),
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

describe('fetchTestEvent', () => {
	test('returns the latest real event of each kind, and leaves the stored state unchanged', async () => {
		const trigger = await activate();
		const add = (days: number, more: Partial<StoredPost>) =>
			addPost({ at: clock.time - days * DAY, ...more });
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
