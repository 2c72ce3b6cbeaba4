import { delayOf, isOverdue, OVERDUE_MS } from '../../../nodes/Postiz/calendar/overdue';
import { postRow } from '../../../nodes/Postiz/calendar/row';

const DATE = '2026-09-01T12:00:00.000Z';
const due = Date.parse(DATE);

test.each([
	['QUEUE', DATE, OVERDUE_MS, true],
	['QUEUE', DATE, OVERDUE_MS - 1, false],
	['QUEUE', DATE.slice(0, 19), OVERDUE_MS, true],
	['QUEUE', '', OVERDUE_MS, false],
	['DRAFT', DATE, OVERDUE_MS, false],
	['ERROR', DATE, OVERDUE_MS, false],
	['PUBLISHED', DATE, OVERDUE_MS, false],
])('a post in %s with the date “%s” is overdue %d ms later: %p', (state, publishDate, ms, is) => {
	expect(isOverdue({ state, publishDate }, due + ms)).toBe(is);
	expect(postRow({ id: 'p', state, publishDate }, due + ms).overdue).toBe(is);
});

const row = { channelId: 'c1', channelName: 'Acme', provider: 'x' };
const channel = { id: 'c1', name: 'Acme Coffee', identifier: 'x' };

test.each([
	['works', row, [channel], 'unknown', /worker of Postiz.* may be down.* must be reconnected/],
	[
		'is disabled',
		row,
		[{ ...channel, disabled: true }],
		'channelDisabled',
		/^Its channel “Acme Coffee” \(X\) is disabled in Postiz$/,
	],
	['is gone', row, [], 'channelGone', /^Its channel “Acme” \(X\) is no longer connected/],
	['is not known', {}, [], 'unknown', /worker/],
])('the reason of a post whose channel %s', (_what, post, channels, reason, sentence) => {
	expect(delayOf(post, channels)).toMatchObject({
		reason,
		sentence: expect.stringMatching(sentence),
	});
});
