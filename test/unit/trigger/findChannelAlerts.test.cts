import { findChannelAlerts, needsNextPage } from '../../../nodes/Postiz/trigger/findChannelAlerts';
import type { TriggerMemory } from '../../../nodes/Postiz/trigger/triggerMemory';
import { createAlertOutput } from '../../../nodes/Postiz/trigger/eventOutput';
import type { ListedNotification } from '../../../nodes/Postiz/transport/notifications';
import type { Channel } from '../../../nodes/Postiz/transport/apiTypes';
import { HOUR, MINUTE } from '../../shared/time.cjs';

const NOW = Date.parse('2026-09-01T12:00:00.000Z');

const createChannel = (id: string, more: Partial<Channel> = {}): Channel => ({
	id,
	name: `Name of ${id}`,
	identifier: 'x',
	disabled: false,
	...more,
});
let made = 0;
/** A notification; each is another one, made when it is looked at. */
const createComplaint = (content: string): ListedNotification => ({ id: `n${made++}`, content });
const createLostComplaint = (network = 'x') =>
	createComplaint(`Could not refresh your ${network} channel`);
const createPostComplaint = (id: string, why = 'you need to reconnect it') =>
	createComplaint(`We couldn't post to x for Name of ${id} because ${why}.`);

interface Poll {
	channels?: Channel[];
	notifications?: ListedNotification[];
	at?: number;
}

/** Polls several times; returns the events of each poll. */
function runPolls(...polls: Poll[]) {
	let memory: TriggerMemory | undefined;
	return polls.map(({ channels = [createChannel('c1')], notifications = [], at = 0 }) => {
		const now = NOW + at;
		const listed = notifications.map((notification) => ({
			createdAt: new Date(now).toISOString(),
			...notification,
		}));
		const found = findChannelAlerts(memory, channels, listed, now);
		memory = JSON.parse(
			JSON.stringify({ account: '', polledAt: now, listedAt: now, ...found.newMemory }),
		) as TriggerMemory;
		return found.alerts.map((alert) => createAlertOutput(alert, now, 'UTC'));
	});
}
const summarize = (polls: ReturnType<typeof runPolls>) =>
	polls.map((poll) =>
		poll.map(({ reasonKind, channelId }) => `${String(reasonKind)} ${String(channelId)}`),
	);

test.each<{ title: string; polls: Poll[]; expected: string[][] }>([
	{
		title: 'reports a channel once that is disabled or gone',
		polls: [
			{ channels: [createChannel('c1'), createChannel('c2')] },
			{ channels: [createChannel('c1', { disabled: true })] },
			{ channels: [createChannel('c1', { disabled: true })] },
		],
		expected: [[], ['disabled c1', 'gone c2'], []],
	},
	{
		title: 'reports a channel each time it is disabled',
		polls: [
			{},
			{ channels: [createChannel('c1', { disabled: true })] },
			{},
			{ channels: [createChannel('c1', { disabled: true })] },
		],
		expected: [[], ['disabled c1'], [], ['disabled c1']],
	},
	{
		title: 'does not report a channel as gone that an empty list lacks',
		polls: [{}, { channels: [] }, { channels: [] }, {}, { channels: [createChannel('c2')] }],
		expected: [[], [], [], [], ['gone c1']],
	},
	{
		title: 'reports a channel once a day if Postiz warns about its posts',
		polls: [
			{},
			...[0, 5, 23, 24, 47].map((hour) => ({
				notifications: [createPostComplaint('c1')],
				at: hour * HOUR,
			})),
		],
		expected: [[], ['reconnect c1'], [], [], ['reconnect c1'], []],
	},
	{
		title: 'reports a lost connection again, even on the day it was restored',
		polls: [
			{},
			...[0, 0.5, 1].map((hour) => ({
				notifications: [createLostComplaint(), createLostComplaint()],
				at: hour * HOUR,
			})),
			{ notifications: [createPostComplaint('c1')], at: 6 * HOUR },
		],
		expected: [[], ['reconnect c1'], [], ['reconnect c1'], []],
	},
	{
		title: 'reports a disabled channel once, even if a post could not be published',
		polls: [
			{},
			{
				channels: [createChannel('c1', { disabled: true })],
				notifications: [createPostComplaint('c1', "it's disabled")],
			},
		],
		expected: [[], ['disabled c1']],
	},
])('$title', ({ polls, expected }) => expect(summarize(runPolls(...polls))).toEqual(expected));

test('counts lost channels of a network, and names them when their posts fail', () => {
	const channels = [
		createChannel('c1'),
		createChannel('c2'),
		createChannel('c3', { identifier: 'vk' }),
	];
	const notifications = [
		createLostComplaint(),
		createLostComplaint(),
		createLostComplaint(),
		createLostComplaint(),
	];
	const [, both, none, named, other] = runPolls(
		{ channels },
		{ channels, notifications },
		{ channels, notifications: [createLostComplaint()], at: HOUR / 2 },
		{ channels, notifications: [createPostComplaint('c1')], at: HOUR },
		{ channels, notifications: [createPostComplaint('c2')], at: HOUR + MINUTE },
	);
	expect(both).toMatchObject([
		{
			channel: 'X: one or more of 2 channels (Name of c1, Name of c2)',
			reason: 'Could not refresh your x channel',
		},
	]);
	expect(none).toEqual([]);
	expect(named).toMatchObject([{ channel: 'X: Name of c1', channelId: 'c1' }]);
	expect(other).toMatchObject([{ channel: 'X: Name of c2', channelId: 'c2' }]);
});

test('lists the possible channels of a notification without a network', () => {
	const channels = [createChannel('c1'), createChannel('c2', { identifier: 'vk' })];
	const notifications = [createComplaint('A post failed because you need to reconnect it')];
	const [, [alert]] = runPolls({ channels }, { channels, notifications });
	expect(alert.channel).toBe('One or more of 2 channels (Name of c1, Name of c2)');
});

test('counts a notification once, even if it appears up to an hour late', () => {
	const createComplaintAt = (minutes: number, id: string) => ({
		...createPostComplaint(id),
		id,
		createdAt: new Date(NOW + minutes * MINUTE).toISOString(),
	});
	const channels = ['c1', 'c2', 'c3', 'c4'].map((id) => createChannel(id));
	const polls = runPolls(
		{ channels, notifications: [createComplaintAt(-1, 'c1')] },
		{
			channels,
			notifications: [
				createComplaintAt(-1, 'c1'),
				createComplaintAt(-59, 'c2'),
				createComplaintAt(-61, 'c3'),
				{ content: 'x' },
			],
			at: MINUTE,
		},
		{
			channels,
			notifications: [
				createComplaintAt(2, 'c4'),
				createComplaintAt(-1, 'c1'),
				createComplaintAt(-59, 'c2'),
			],
			at: 2 * MINUTE,
		},
	);
	expect(summarize(polls)).toEqual([[], ['reconnect c2'], ['reconnect c4']]);
});

test('reports a notification without a valid time once, however long it is listed', () => {
	const listed = { ...createPostComplaint('c1'), createdAt: 'soon' };
	const old = { ...createPostComplaint('c2'), createdAt: '' };
	const channels = ['c1', 'c2'].map((id) => createChannel(id));
	const polls = runPolls(
		{ channels, notifications: [old] },
		...[0, 0.5, 1.6, 2.7, 30, 60].map((hour) => ({
			channels,
			notifications: [listed, old],
			at: hour * HOUR,
		})),
	);
	expect(summarize(polls)).toEqual([[], ['reconnect c1'], [], [], [], [], []]);
});

test('needs the next page of notifications if all of a page are new', () => {
	const memory = { account: '', polledAt: NOW, listedAt: NOW, notifications: { n1: NOW } };
	const createRow = (id: string, time: number) => ({ id, createdAt: new Date(time).toISOString() });
	const isNeeded = (...page: ListedNotification[]) => needsNextPage(memory, page);
	expect(isNeeded(createRow('n2', NOW), createRow('n3', NOW - HOUR / 2))).toBe(true);
	expect(isNeeded(createRow('n2', NOW), createRow('n1', NOW))).toBe(false);
	expect(isNeeded(createRow('n2', NOW), createRow('n0', NOW - 2 * HOUR))).toBe(false);
	expect(needsNextPage(undefined, [createRow('n2', NOW)])).toBe(false);
});
