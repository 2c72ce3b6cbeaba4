import { findChannelEvents, type ChannelMemory } from '../../../nodes/Postiz/events/channelEvents';
import type { ChannelFilters } from '../../../nodes/Postiz/channels/filters';
import type { NotificationRow } from '../../../nodes/Postiz/transport/notifications';
import type { Channel } from '../../../nodes/Postiz/transport/types';
import { watch } from './watch.cjs';
import { HOUR } from '../../shared/happenings.cjs';

const NOW = Date.parse('2026-09-01T12:00:00.000Z');
const COFFEE = { id: 'g1', name: 'Acme Coffee' };
const ROASTERS = { id: 'g2', name: 'Acme Roasters' };

const channel = (id: string, more: Partial<Channel> = {}): Channel => ({
	id,
	name: `Name of ${id}`,
	identifier: 'x',
	disabled: false,
	customer: COFFEE,
	...more,
});
const notification = (content: string): NotificationRow => ({ id: content, content });
const lost = (network: string) => notification(`Could not refresh your ${network} channel`);
const couldNotPost = (id: string, why: string) =>
	notification(`We couldn't post to x for Name of ${id} because ${why}.`);

interface Look {
	rows?: Channel[];
	notifications?: NotificationRow[];
	filters?: Partial<ChannelFilters>;
	at?: number;
}

/** Makes several looks; returns what each of them reports, and the final memory. */
function lookOn(...looks: Look[]) {
	let memory: ChannelMemory | undefined;
	const reports = looks.map(
		({ rows = [channel('c1')], notifications = [], filters = {}, at = NOW }) => {
			const wanted = { filters: { ...watch().filters, ...filters } };
			const found = findChannelEvents(memory, rows, notifications, wanted, at);
			({ memory } = found);
			return found.events;
		},
	);
	return { reports, memory: memory! };
}
const brief = (look: Array<Record<string, unknown>>) =>
	look.map(({ reason, channelId }) => `${String(reason)} ${String(channelId)}`);

test('a channel that is disabled or gone is reported once', () => {
	const rows = [channel('c1', { disabled: true })];
	const { reports } = lookOn({ rows: [channel('c1'), channel('c2')] }, { rows }, { rows });
	expect(reports.map(brief)).toEqual([[], ['disabled c1', 'gone c2'], []]);
	expect(reports[1][0]).toEqual({
		event: 'channelNeedsAttention',
		reason: 'disabled',
		channelId: 'c1',
		channelName: 'Name of c1',
		provider: 'x',
		providerName: 'X',
		groupId: 'g1',
		groupName: 'Acme Coffee',
		message: null,
	});
});

test('a channel that is enabled and disabled again is reported each time', () => {
	const disabled = { rows: [channel('c1', { disabled: true })] };
	const { reports } = lookOn({}, disabled, {}, disabled);
	expect(reports.map(brief)).toEqual([[], ['disabled c1'], [], ['disabled c1']]);
});

test('a problem that goes on is reported once a day', () => {
	const notifications = [couldNotPost('c1', 'you need to reconnect it')];
	const looks = Array.from({ length: 50 }, (_, hour) => ({ notifications, at: NOW + hour * HOUR }));
	const { reports, memory } = lookOn({}, ...looks, { at: NOW + 72 * HOUR });
	const hours = reports.flatMap(({ length }, look) => (length > 0 ? [look - 1] : []));
	expect(hours).toEqual([0, 24, 48]);
	expect(memory.reported).toEqual({});
});

test('a connection that is lost again is reported again, also on the day on which it was restored', () => {
	const looks = [0, 0.5, 1, 1.5].map((hour) => ({
		notifications: [lost('x')],
		at: NOW + hour * HOUR,
	}));
	const posts = { notifications: [couldNotPost('c1', 'you need to reconnect it')] };
	const { reports } = lookOn({}, ...looks, { ...posts, at: NOW + 6 * HOUR });
	expect(reports.map(({ length }) => length)).toEqual([0, 1, 0, 1, 0, 0]);
});

test('an empty list of channels is believed the second time', () => {
	const { reports } = lookOn({}, { rows: [] }, {}, { rows: [] }, { rows: [] }, { rows: [] });
	expect(reports.map(brief)).toEqual([[], [], [], [], ['gone c1'], []]);
});

test('a post that could not go out as its channel was just disabled is no report of its own', () => {
	const rows = [channel('c1', { disabled: true })];
	const notifications = [couldNotPost('c1', "it's disabled")];
	expect(lookOn({}, { rows, notifications }).reports.map(brief)).toEqual([[], ['disabled c1']]);
});

describe('filters', () => {
	const rows = [
		channel('c1'),
		channel('c2', { customer: ROASTERS }),
		channel('c3', { identifier: 'vk', customer: undefined }),
	];
	const off = rows.map((row) => ({ ...row, disabled: true }));

	test.each<[Partial<ChannelFilters>, string[]]>([
		[{}, ['disabled c1', 'disabled c2', 'disabled c3']],
		[{ channels: ['c2'] }, ['disabled c2']],
		[{ providers: ['vk'] }, ['disabled c3']],
		[{ group: 'g1' }, ['disabled c1']],
		[{ group: 'g1', providers: ['vk'] }, []],
	])('%j', (filters, expected) => {
		expect(lookOn({ rows }, { rows: off, filters }).reports.map(brief)).toEqual([[], expected]);
	});

	test.each<[Partial<ChannelFilters>, number]>([
		[{}, 1],
		[{ channels: ['c2'] }, 1],
		[{ channels: ['c3'] }, 0],
		[{ providers: ['x'] }, 1],
		[{ providers: ['vk'] }, 0],
		[{ group: 'g2' }, 1],
		[{ group: 'g3' }, 0],
	])('%j let a complaint through that may be about c1 or c2: %d', (filters, count) => {
		const [, report] = lookOn({ rows }, { rows, notifications: [lost('x')], filters }).reports;
		expect(report).toHaveLength(count);
		expect(report[0]?.channelId ?? null).toBeNull();
	});
});

test('to a trigger that knows nothing, what is disabled or complained of is new', () => {
	const rows = [channel('c1'), channel('c2', { disabled: true })];
	const find = (notifications: NotificationRow[], channels: string[] = []) => {
		const filters = { ...watch().filters, channels };
		const memory = { known: [], reported: {} };
		return brief(findChannelEvents(memory, rows, notifications, { filters }, NOW).events);
	};
	expect(find([])).toEqual(['disabled c2']);
	expect(find([], ['c1'])).toEqual([]);
	expect(find([notification('Your post has been published on X'), lost('x')])).toEqual([
		'disabled c2',
		'reconnect null',
	]);
});
