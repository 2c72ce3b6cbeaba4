import type { IDataObject } from 'n8n-workflow';

import { notificationRow } from '../../../nodes/Postiz/transport/notifications';
import { stateWord } from '../../../nodes/Postiz/values/words';
import { PostizTrigger } from '../../../nodes/PostizTrigger/PostizTrigger.node';
import { storedFailure } from '../../shared/failures.cjs';
import type { Channel, StoredPost } from '../../service/state.cjs';
import { storePost } from '../support/posts.cjs';
import { ActiveTrigger, type TriggerOptions } from '../support/triggerHarness.cjs';
import { callsOf, useOwnServices, useService } from '../support/useService.cjs';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.parse('2026-09-01T12:00:00.000Z');

let time = START;
const service = useService({ now: () => time });

beforeEach(() => {
	time = START;
	jest.spyOn(Date, 'now').mockImplementation(() => time);
});
afterEach(() => jest.restoreAllMocks());

const activate = async (
	events: string[],
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

const channel = (identifier: string, index = 0): Channel =>
	service.state.channels.filter((entry) => entry.identifier === identifier)[index];

/** Puts a post into the calendar as a person would in Postiz. */
function addPost(more: Partial<StoredPost> & { at?: number; on?: Channel } = {}): StoredPost {
	const { at = time + 5 * MINUTE, on = channel('bluesky'), ...fields } = more;
	return storePost(service, on, {
		publishDate: new Date(at).toISOString(),
		createdAt: new Date(time).toISOString(),
		...fields,
	});
}

async function later(trigger: ActiveTrigger, minutes = 1): Promise<IDataObject[]> {
	time += minutes * MINUTE;
	return (await trigger.poll()) ?? [];
}

const brief = (items: IDataObject[]) =>
	items.map(({ event, postId }) => `${String(event)} ${String(postId)}`);

const ALL_POST_EVENTS = ['postCreated', 'postFailed', 'postPublished'];

describe('posts', () => {
	test('reports creation and publication, flat and readable', async () => {
		const trigger = await activate(ALL_POST_EVENTS);
		const [tag] = service.state.tags;
		const post = addPost({ tags: [tag.id], settings: { __type: 'bluesky', note: 'x' } });
		expect(brief(await later(trigger))).toEqual([`postCreated ${post.id}`]);
		// The columns are those of a row of the calendar.
		expect(await later(trigger, 6)).toMatchObject([
			{ event: 'postPublished', postId: post.id, postUrl: post.releaseURL, tags: [tag.name] },
		]);
		expect(await later(trigger)).toEqual([]);
	});

	test('odd rows neither stop a poll nor are reported', async () => {
		const trigger = await activate(ALL_POST_EVENTS);
		const post = {
			publishDate: new Date(time).toISOString(),
			state: 'PUBLISHED',
			integration: { id: 'c1', providerIdentifier: 'x', name: 'Acme' },
		};
		const body = {
			posts: [
				null,
				'row',
				[],
				{},
				{ ...post, id: null },
				{ ...post, id: { deep: 1 } },
				{ ...post, id: 'p0', publishDate: 7 },
				{ ...post, id: 'p1', tags: null, content: 5, settings: '"none"', releaseId: 12 },
				{ ...post, id: 'p2', tags: [null, { tag: null }, { tag: { name: 'winter' } }] },
				{ ...post, id: 3, content: null, settings: ['a'], integration: null },
				{ ...post, id: 'p4', state: null, integration: { id: 4, providerIdentifier: null } },
			],
		};
		service.faults.push({ match: { path: /posts/ }, kind: 'wrongJson', times: 2, body });
		const items = await later(trigger);
		expect(items.filter(({ event }) => event === 'postPublished')).toEqual([
			expect.objectContaining({
				postId: 'p1',
				tags: [],
				text: '5',
				releaseId: '12',
			}),
			expect.objectContaining({
				postId: 'p2',
				tags: ['winter'],
				channelName: 'Acme',
			}),
			expect.objectContaining({ postId: '3', text: '' }),
		]);
		expect(items.filter(({ event }) => event === 'postCreated')).toHaveLength(4);
		expect(await later(trigger)).toEqual([]);
	});

	test('a poll that fails changes nothing', async () => {
		const trigger = await activate([...ALL_POST_EVENTS, 'newNotification']);
		const post = addPost();
		// The posts are read, the notifications are not.
		service.faults.push({
			match: { path: /notifications/ },
			kind: 'status',
			status: 429,
			headers: { 'retry-after': '60' },
			body: { statusCode: 429, message: 'ThrottlerException: Too Many Requests' },
		});
		const before = JSON.stringify(trigger.state);
		await expect(later(trigger)).rejects.toThrow('The hourly request limit of Postiz is reached');
		expect(JSON.stringify(trigger.state)).toBe(before);
		expect(brief(await later(trigger))).toEqual([`postCreated ${post.id}`]);
	});
});

describe('switched off and on again', () => {
	const everything = [
		...ALL_POST_EVENTS,
		'postOverdue',
		'newNotification',
		'channelNeedsAttention',
	];
	const happenMeanwhile = () => {
		addPost({ at: time + MINUTE });
		addPost({ at: time + 2 * MINUTE, failsWith: 'Too long' });
		addPost({ at: time + 3 * MINUTE, goesOutAt: null });
		service.loseConnection(channel('threads').id);
		channel('x').disabled = true;
		time += 60 * MINUTE;
	};

	test('it begins with what happens from then on', async () => {
		const trigger = await activate(everything);
		happenMeanwhile();
		trigger.restart('activate');
		expect(await trigger.poll()).toBeUndefined();
		expect(await later(trigger)).toEqual([]);
		const post = addPost();
		expect(brief(await later(trigger))).toEqual([`postCreated ${post.id}`]);
	});

	test.each(['init', 'update', 'leadershipChange'] as const)(
		'it misses nothing if only n8n did so (%s)',
		async (activation) => {
			const trigger = await activate(everything);
			happenMeanwhile();
			trigger.restart(activation);
			expect((await trigger.poll())?.map(({ event }) => event).sort()).toEqual([
				'channelNeedsAttention',
				'channelNeedsAttention',
				'newNotification',
				'newNotification',
				'newNotification',
				'newNotification',
				'postCreated',
				'postCreated',
				'postCreated',
				'postFailed',
				'postOverdue',
				'postPublished',
			]);
		},
	);

	test('it begins anew at the next try if the first poll failed', async () => {
		const trigger = await activate(everything);
		happenMeanwhile();
		service.faults.push({ match: { path: /posts/ }, kind: 'status', status: 403 });
		trigger.restart('activate');
		await expect(trigger.poll()).rejects.toThrow();
		trigger.restart('activate');
		expect(await trigger.poll()).toBeUndefined();
	});
});

describe('failed posts', () => {
	test('are looked up once each, and nothing else is', async () => {
		const trigger = await activate(ALL_POST_EVENTS);
		const failing = Array.from({ length: 12 }, () =>
			addPost({ at: time + MINUTE, failsWith: 'Too long' }),
		);
		addPost({ at: time + MINUTE });
		const repeating = addPost({
			at: time - 3 * DAY + MINUTE,
			intervalInDays: 1,
			state: 'ERROR',
			error: storedFailure('No space', 'bluesky'),
		});
		service.requests.length = 0;
		const items = await later(trigger, 20);
		const reasons = items
			.filter(({ event }) => event === 'postFailed')
			.map(({ postId, failureReason }) => `${String(postId)} ${String(failureReason)}`);
		expect(reasons.sort()).toEqual(
			[...failing.map(({ id }) => `${id} Too long`), `${repeating.id} No space`].sort(),
		);
		expect(items.filter((item) => 'failureReason' in item)).toHaveLength(reasons.length);
		const previews = service.requests.filter(({ path }) => path.includes('/public/posts/'));
		expect(previews.map(({ path }) => path.split('/').at(-1)).sort()).toEqual(
			[...failing, repeating].map(({ id }) => id).sort(),
		);
		for (const { headers } of previews) expect(headers.authorization).toBeUndefined();
	});

	const startOwn = useOwnServices();

	test('are reported by an instance without previews, too', async () => {
		const own = await startOwn({
			now: () => time,
			missingEndpoints: ['GET /public/posts/{id}'],
		});
		const trigger = await activate(['postFailed'], { service: own });
		const on = own.state.channels.find(({ identifier }) => identifier === 'bluesky')!;
		const post = storePost(own, on, {
			publishDate: new Date(time + MINUTE).toISOString(),
			failsWith: 'Too long',
		});
		expect(await later(trigger, 2)).toEqual([
			expect.objectContaining({
				postId: post.id,
				state: 'failed',
				failureKind: 'unknown',
			}),
		]);
	});
});

describe('filters', () => {
	test('by a channel that is removed afterwards tells that it is gone', async () => {
		const on = channel('mastodon');
		const filters = { channels: 'Acme Coffee (Mastodon)' };
		const trigger = await activate(['channelNeedsAttention'], { filters });
		service.state.channels = service.state.channels.filter(({ id }) => id !== on.id);
		expect(await later(trigger)).toMatchObject([{ reason: 'gone', channelId: on.id }]);
		expect(await later(trigger)).toEqual([]);
	});

	test('changing them neither repeats nor floods', async () => {
		const trigger = await activate(ALL_POST_EVENTS);
		const [coffee, roasters] = service.state.groups;
		const other = service.state.channels.find(({ customerId }) => customerId === roasters.id)!;
		addPost({ at: time + MINUTE });
		addPost({ at: time + MINUTE, on: other });
		expect(await later(trigger, 2)).toHaveLength(4);
		for (const group of [roasters.id, coffee.id, '', roasters.id, '']) {
			trigger.parameters = { events: ALL_POST_EVENTS, filters: group ? { group } : {} };
			trigger.restart();
			expect(await later(trigger)).toEqual([]);
		}
		// What is created and goes out while the group is changed is reported.
		const during = addPost({ at: time + MINUTE, on: other });
		trigger.parameters = { events: ALL_POST_EVENTS, filters: { group: roasters.id } };
		trigger.restart();
		expect(brief(await later(trigger, 2))).toEqual([
			`postCreated ${during.id}`,
			`postPublished ${during.id}`,
		]);
	});
});

test('channels and notifications take a request each', async () => {
	const trigger = await activate(['channelNeedsAttention', 'newNotification']);
	service.requests.length = 0;
	service.loseConnection(channel('threads').id);
	const items = await later(trigger);
	expect(items.map(({ event }) => event)).toEqual([
		'newNotification',
		'newNotification',
		'channelNeedsAttention',
	]);
	expect(callsOf(service)).toEqual(['GET /notifications', 'GET /integrations']);
});

describe('overdue posts', () => {
	const stuck = (more: Parameters<typeof addPost>[0] = {}) => addPost({ ...more, goesOutAt: null });

	test('are told once, with why as far as their channel says it', async () => {
		stuck({ at: time - 20 * MINUTE });
		const trigger = await activate(['postOverdue']);
		const post = stuck();
		addPost({ on: channel('threads') });
		const off = channel('x');
		const disabled = stuck({ at: time + 6 * MINUTE, on: off });
		expect(await later(trigger, 19)).toEqual([]);
		off.disabled = true;
		service.requests.length = 0;
		expect(await later(trigger, 10)).toEqual([
			expect.objectContaining({
				event: 'postOverdue',
				postId: post.id,
				state: 'scheduled',
				overdue: true,
				overdueKind: 'unknown',
				overdueReason: expect.stringContaining('worker of Postiz'),
			}),
			expect.objectContaining({
				postId: disabled.id,
				overdueKind: 'channelDisabled',
				overdueReason: `Its channel “${off.name}” (X) is disabled in Postiz`,
			}),
		]);
		expect(callsOf(service)).toEqual(['GET /posts', 'GET /integrations']);
		service.requests.length = 0;
		trigger.restart();
		expect(await later(trigger, 60)).toEqual([]);
		expect(callsOf(service)).toEqual(['GET /posts']);
	});

	test('are told though nobody can say why', async () => {
		const trigger = await activate(['postOverdue']);
		const post = stuck();
		service.faults.push({ match: { path: /integrations/ }, kind: 'status', status: 403, times: 9 });
		expect(await later(trigger, 30)).toMatchObject([{ postId: post.id, overdueKind: 'unknown' }]);
	});
});

describe('the test event', () => {
	test.each([
		['postPublished', () => addPost({ at: time - DAY }), 'PUBLISHED'],
		['postFailed', () => addPost({ at: time - DAY, state: 'ERROR' }), 'ERROR'],
		['postCreated', () => addPost({ at: time + DAY }), 'QUEUE'],
		['postOverdue', () => addPost({ at: time - DAY, goesOutAt: null }), 'QUEUE'],
	] as const)(
		'of %s is the latest real post, and leaves the state alone',
		async (event, add, state) => {
			const trigger = await activate([event]);
			const older = addPost({ at: time - 2 * DAY, state, goesOutAt: null });
			const post = add();
			const before = JSON.stringify(trigger.state);
			expect(await trigger.fetchTestEvent()).toEqual([
				expect.objectContaining({ event, postId: post.id, state: stateWord(state) }),
			]);
			expect(post.id).not.toBe(older.id);
			expect(JSON.stringify(trigger.state)).toBe(before);
		},
	);

	test('of notifications and channels', async () => {
		const trigger = await activate(['newNotification', 'channelNeedsAttention']);
		const [notification] = service.state.notifications;
		expect(await trigger.fetchTestEvent()).toEqual([
			{ event: 'newNotification', ...notificationRow({ ...notification }) },
			expect.objectContaining({ reason: 'disabled', channelName: 'Acme Coffee Archive' }),
		]);
	});

	test('may be months old', async () => {
		const trigger = await activate(['postPublished', 'postFailed']);
		const old = addPost({ at: time - 200 * DAY, state: 'PUBLISHED' });
		const recent = addPost({ at: time - 2 * DAY, state: 'ERROR' });
		service.requests.length = 0;
		expect(brief((await trigger.fetchTestEvent())!)).toEqual([
			`postFailed ${recent.id}`,
			`postPublished ${old.id}`,
		]);
		expect(callsOf(service).filter((call) => call === 'GET /posts')).toHaveLength(2);
	});

	test('that cannot be had is reported', async () => {
		const trigger = await activate(['postFailed']);
		addPost({ at: time - DAY });
		await expect(trigger.fetchTestEvent()).rejects.toMatchObject({
			message: 'No example for these events yet',
			description: expect.stringContaining('Publish a post in Postiz or remove filters'),
		});
	});
});

test('fills its pickers', async () => {
	const trigger = new ActiveTrigger({ node: new PostizTrigger(), service });
	const channels = await trigger.loadOptions('getChannels');
	expect(channels).toHaveLength(service.state.channels.length);
	expect(channels.map(({ name }) => name)).toContainEqual(
		expect.stringMatching(/^Mastodon: Acme Coffee Archive.*disabled/),
	);
	expect(await trigger.loadOptions('getGroups')).toEqual([
		{ name: 'Any Group', value: '' },
		...service.state.groups.map(({ id, name }) => ({ name, value: id })),
	]);
});
