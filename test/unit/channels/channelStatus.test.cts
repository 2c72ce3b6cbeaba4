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
function after(...contents: string[]) {
	const rows = contents.map((content, hour) => ({
		id: String(hour),
		content,
		createdAt: `2026-11-20T0${hour}:00:00.000Z`,
	}));
	const losses = findConnectionLosses(rows.reverse(), CHANNELS);
	return [...losses].map(([id, { status, since }]) => `${id} ${status} ${since?.slice(11, 13)}`);
}

test.each<[string, string[], string[]]>([
	['the loss of the only channel', [LOST_LINKEDIN, LOST_LINKEDIN], ['li to be reconnected 00']],
	['a loss before a post', [LOST_LINKEDIN, PUBLISHED], []],
	['a loss after a post', [PUBLISHED, LOST_LINKEDIN], ['li to be reconnected 01']],
	[
		'the loss of one or both of two channels',
		[LOST_X],
		['x1 perhaps to be reconnected 00', 'x2 perhaps to be reconnected 00'],
	],
	[
		'the same, and which one has a post that waits',
		[LOST_X, WAITS, LOST_X],
		['x1 to be reconnected 00', 'x2 perhaps to be reconnected 00'],
	],
	['a post that waits for its channel', [WAITS], ['x1 to be reconnected 00']],
	['other words', ['It waits because you need to reconnect it'], []],
])('of %s', (_what, contents, expected) => {
	expect(after(...contents)).toEqual(expected);
});
