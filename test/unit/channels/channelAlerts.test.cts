import {
	parseChannelAlerts,
	type KnownChannel,
} from '../../../nodes/Postiz/channels/channelAlerts';

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
			{ reasonKind: 'reconnect', id: 'x1' },
		],
		['We couldn’t post to X for Acme Coffee because you need to reconnect it', { id: 'x1' }],
		[
			"We couldn't post to x for Acme for Dogs because you need to reconnect it.",
			{ reasonKind: 'reconnect', id: 'x2' },
		],
		[
			"We couldn't post to mastodon for Acme Archive because it's disabled. Please enable it and try again.",
			{ reasonKind: 'disabled', id: 'archive' },
		],
		[
			'Could not refresh your linkedin-page channel The token has expired',
			{ reasonKind: 'reconnect', id: 'page' },
		],
		['Could not refresh your LinkedIn Page channel', { reasonKind: 'reconnect', id: 'page' }],
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
