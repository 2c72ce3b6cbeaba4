import {
	parseChannelAlerts,
	findConnectionLosses,
	type KnownChannel,
} from '../../../nodes/Postiz/channels/channelStatus';
import type { Channel } from '../../../nodes/Postiz/transport/apiTypes';

const CHANNELS = [
	{ id: 'x1', name: 'Acme', identifier: 'x' },
	{ id: 'x2', name: 'Beans', identifier: 'x' },
	{ id: 'li', name: 'Acme', identifier: 'linkedin' },
] as Channel[];
const LOST_LINKEDIN = 'Could not refresh your linkedin channel';
const LOST_X = 'Could not refresh your x channel';
const WAITS = "We couldn't post to x for Acme because you need to reconnect it.";
const PUBLISHED = 'Your post has been published on Linkedin at https://linkedin.example/1';

/** What is known after these notifications, an hour after each other. */
function readStatuses(...contents: string[]) {
	const rows = contents.map((content, hour) => ({
		id: String(hour),
		content,
		createdAt: `2026-11-20T0${hour}:00:00.000Z`,
	}));
	const losses = findConnectionLosses(rows.reverse(), CHANNELS);
	return [...losses].map(([id, { status, since }]) => `${id} ${status} ${since?.slice(11, 13)}`);
}

test.each<{ title: string; contents: string[]; expected: string[] }>([
	{
		title: 'the loss of the only channel',
		contents: [LOST_LINKEDIN, LOST_LINKEDIN],
		expected: ['li needs reconnecting 00'],
	},
	{ title: 'a loss before a post', contents: [LOST_LINKEDIN, PUBLISHED], expected: [] },
	{
		title: 'a loss after a post',
		contents: [PUBLISHED, LOST_LINKEDIN],
		expected: ['li needs reconnecting 01'],
	},
	{
		title: 'the loss of one or both of two channels',
		contents: [LOST_X],
		expected: ['x1 may need reconnecting 00', 'x2 may need reconnecting 00'],
	},
	{
		title: 'the same, and which one has a post that waits',
		contents: [LOST_X, WAITS, LOST_X],
		expected: ['x1 needs reconnecting 00', 'x2 may need reconnecting 00'],
	},
	{
		title: 'a post that waits for its channel',
		contents: [WAITS],
		expected: ['x1 needs reconnecting 00'],
	},
	{ title: 'other words', contents: ['It waits because you need to reconnect it'], expected: [] },
])('finds the lost connections after $title', ({ contents, expected }) => {
	expect(readStatuses(...contents)).toEqual(expected);
});

const KNOWN_CHANNELS: KnownChannel[] = [
	{ id: 'x1', name: 'Acme Coffee', identifier: 'x' },
	{ id: 'x2', name: 'Acme for Dogs', identifier: 'x' },
	{ id: 'page', name: 'Acme Coffee', identifier: 'linkedin-page' },
	{ id: 'caster', name: 'acme', identifier: 'wrapcast' },
	{ id: 'archive', name: 'Acme Archive', identifier: 'mastodon', disabled: true },
];

const readAlerts = (content: unknown, channels = KNOWN_CHANNELS) =>
	parseChannelAlerts([{ id: 'n1', content: content as string }], channels);
const readAlert = (content: string, channels = KNOWN_CHANNELS) => {
	const [alert, ...others] = readAlerts(content, channels);
	expect(others).toEqual([]);
	return alert;
};

// Every kind of docs/api.md, Notifications.
describe('notifications about a channel', () => {
	test.each([
		[
			"We couldn't post to x for Acme Coffee because you need to reconnect it. Please enable it and try again.",
			{ reason: 'reconnect', id: 'x1' },
		],
		['We couldn’t post to X for Acme Coffee because you need to reconnect it', { id: 'x1' }],
		[
			"We couldn't post to x for Acme for Dogs because you need to reconnect it.",
			{ reason: 'reconnect', id: 'x2' },
		],
		[
			"We couldn't post to mastodon for Acme Archive because it's disabled. Please enable it and try again.",
			{ reason: 'disabled', id: 'archive' },
		],
		[
			'Could not refresh your linkedin-page channel The token has expired',
			{ reason: 'reconnect', id: 'page' },
		],
		['Could not refresh your LinkedIn Page channel', { reason: 'reconnect', id: 'page' }],
		['Could not refresh your warpcast channel. Please try again', { id: 'caster' }],
		['Could not refresh your Farcaster (Warpcast) channel', { id: 'caster' }],
	])('%s', (content, { id, ...expected }) => {
		const channel = KNOWN_CHANNELS.find((known) => known.id === id);
		expect(readAlert(content)).toMatchObject({ ...expected, channel, message: content });
	});

	test('name no channel if they may be about several', () => {
		const { channel, candidates } = readAlert('Could not refresh your x channel Expired');
		expect(channel).toEqual({ name: undefined, identifier: 'x' });
		expect(candidates!.map(({ id }) => id)).toEqual(['x1', 'x2']);
	});

	test('are about the disabled channel if two have the same name', () => {
		const channels = [
			...KNOWN_CHANNELS,
			{ id: 'x3', name: 'Acme Coffee', identifier: 'x', disabled: true },
		];
		const content = "We couldn't post to x for Acme Coffee because it's disabled.";
		expect(readAlert(content, channels).channel.id).toBe('x3');
	});

	test('of a deleted channel keep the known fields', () => {
		const { channel, candidates } = readAlert(
			"We couldn't post to vk for Acme Tea because you need to reconnect it.",
		);
		expect(channel).toEqual({ name: 'Acme Tea', identifier: 'vk' });
		expect(candidates).toEqual([]);
	});

	test.each([
		'The post waits because you need to reconnect it',
		"Note: We couldn't post to x for Acme Coffee because you need to reconnect it",
		'It waits because you need to reconnect it. Could not refresh your x channel',
	])('may be about any channel if its wording differs: %s', (content) => {
		expect(readAlert(content).candidates).toEqual(KNOWN_CHANNELS);
	});
});

test.each([
	'Your post has been published on X at https://x.example/1',
	'Your post has been published on X at https://x.example/because-it-s-disabled',
	'An error occurred while posting on x: The token has expired',
	'As before: Could not refresh your x channel',
	"Your post was sent to Tiktok, but we couldn't confirm it was published. Look for it there.",
	'',
	null,
	undefined,
	7,
])('%j is not about a channel', (content) => {
	expect(readAlerts(content)).toEqual([]);
});
