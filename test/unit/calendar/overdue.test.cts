import { isOverdue, whyOverdue } from '../../../nodes/Postiz/calendar/overdue';
import type { PostizClient } from '../../../nodes/Postiz/transport/client';
import type { Channel, ListedPost } from '../../../nodes/Postiz/transport/types';
import { Problem } from '../../../nodes/Postiz/values/problem';

const DATE = '2026-09-01T12:00:00.000Z';

test.each([
	['QUEUE', DATE, 900_000, true],
	['QUEUE', DATE, 899_999, false],
	['QUEUE', DATE.slice(0, 19), 900_000, true],
	['QUEUE', '', 900_000, false],
	['DRAFT', DATE, 900_000, false],
	['ERROR', DATE, 900_000, false],
	['PUBLISHED', DATE, 900_000, false],
])('a post in %s with the date “%s” is overdue %d ms later: %p', (state, publishDate, ms, is) => {
	expect(isOverdue({ state, publishDate }, Date.parse(DATE) + ms)).toBe(is);
});

const row = { id: 'c1', name: 'Acme', providerIdentifier: 'x' };
const channel = { id: 'c1', name: 'Acme Coffee', identifier: 'x' };
const other = { ...channel, id: 'c2', disabled: true };
const disabled = { ...channel, disabled: true };

test.each<[string, object, Channel[] | undefined, string, RegExp]>([
	['works', row, [other, channel], 'unknown', /worker .* may be down.* must be reconnected/],
	['is not known', {}, [], 'unknown', /worker/],
	['cannot be listed', row, undefined, 'unknown', /worker/],
	[
		'is disabled',
		row,
		[other, disabled],
		'channelDisabled',
		/^Its channel “Acme Coffee” \(X\) is /,
	],
	['is gone', row, [], 'channelGone', /^Its channel “Acme” \(X\) is no longer connected/],
	['lost its name', { id: 'c1' }, [other], 'channelGone', /^Its channel “c1” is no/],
])('the reason of a post whose channel %s', async (_what, post, channels, reason, sentence) => {
	const list = async () => channels ?? (await Promise.reject<Channel[]>(new Problem('No', '')));
	const client = { channels: list } as unknown as PostizClient;
	expect(await whyOverdue(client, { integration: post } as ListedPost)).toMatchObject({
		reason,
		sentence: expect.stringMatching(sentence),
	});
});
