import { fetchDelays, delayOf, isOverdue } from '../../../nodes/Postiz/calendar/overdue';
import { postRow } from '../../../nodes/Postiz/calendar/row';
import type { PostizClient } from '../../../nodes/Postiz/transport/client';
import type { Channel } from '../../../nodes/Postiz/transport/types';
import { Problem } from '../../../nodes/Postiz/values/problem';

const DATE = '2026-09-01T12:00:00.000Z';
const due = Date.parse(DATE);

test.each([
	['QUEUE', DATE, 900_000, true],
	['QUEUE', DATE, 899_999, false],
	['QUEUE', DATE.slice(0, 19), 900_000, true],
	['QUEUE', '', 900_000, false],
	['DRAFT', DATE, 900_000, false],
	['ERROR', DATE, 900_000, false],
	['PUBLISHED', DATE, 900_000, false],
])('a post in %s with the date “%s” is overdue %d ms later: %p', (state, publishDate, ms, is) => {
	expect(isOverdue({ state, publishDate }, due + ms)).toBe(is);
	expect(postRow({ id: 'p', state, publishDate }, due + ms).overdue).toBe(is);
});

const row = { channelId: 'c1', channelName: 'Acme', provider: 'x' };
const channel = { id: 'c1', name: 'Acme Coffee', identifier: 'x' };
const other = { ...channel, id: 'c2', name: 'Acme Tea' };

test.each([
	[
		'works',
		row,
		[{ ...other, disabled: true }, channel],
		'unknown',
		/worker of Postiz.* may be down.* must be reconnected/,
	],
	[
		'is disabled',
		row,
		[other, { ...channel, disabled: true }],
		'channelDisabled',
		/^Its channel “Acme Coffee” \(X\) is disabled in Postiz$/,
	],
	['is gone', row, [], 'channelGone', /^Its channel “Acme” \(X\) is no longer connected/],
	[
		'is gone, and its name, too,',
		{ channelId: 'c1' },
		[other],
		'channelGone',
		/^Its channel “c1” is no/,
	],
	['is not known', {}, [], 'unknown', /worker/],
])('the reason of a post whose channel %s', (_what, post, channels, reason, sentence) => {
	expect(delayOf(post, channels)).toMatchObject({
		reason,
		sentence: expect.stringMatching(sentence),
	});
});

describe('the delays of posts of a credential', () => {
	const askOf = async (channels: () => Promise<Channel[]>) =>
		(await fetchDelays({ channels } as PostizClient))(row).reason;

	test('are told from its channels, and unknown if these cannot be listed', async () => {
		expect(await askOf(async () => [{ ...channel, disabled: true }])).toBe('channelDisabled');
		expect(await askOf(async () => [])).toBe('channelGone');
		const failing = async () => await Promise.reject<Channel[]>(new Problem('It failed', ''));
		expect(await askOf(failing)).toBe('unknown');
	});
});
