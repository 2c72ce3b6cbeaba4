import { findConnectionLosses } from '../../../nodes/Postiz/channels/channelStatus';
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
		expected: ['li needsReconnecting 00'],
	},
	{ title: 'a loss before a post', contents: [LOST_LINKEDIN, PUBLISHED], expected: [] },
	{
		title: 'a loss after a post',
		contents: [PUBLISHED, LOST_LINKEDIN],
		expected: ['li needsReconnecting 01'],
	},
	{
		title: 'the loss of one or both of two channels',
		contents: [LOST_X],
		expected: ['x1 mayNeedReconnecting 00', 'x2 mayNeedReconnecting 00'],
	},
	{
		title: 'the same, and which one has a post that waits',
		contents: [LOST_X, WAITS, LOST_X],
		expected: ['x1 needsReconnecting 00', 'x2 mayNeedReconnecting 00'],
	},
	{
		title: 'a post that waits for its channel',
		contents: [WAITS],
		expected: ['x1 needsReconnecting 00'],
	},
	{ title: 'other words', contents: ['It waits because you need to reconnect it'], expected: [] },
])('finds the lost connections after $title', ({ contents, expected }) => {
	expect(readStatuses(...contents)).toEqual(expected);
});

test('takes a time without a zone for UTC', () => {
	const lost = { id: '1', content: LOST_LINKEDIN, createdAt: '2026-11-20T05:00:00' };
	expect(findConnectionLosses([lost], CHANNELS).get('li')?.since).toBe('2026-11-20T05:00:00.000Z');
});
