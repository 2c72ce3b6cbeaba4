import type { DesiredPost } from '../../../../nodes/Postiz/posts/desiredPost';
import { DAY, MINUTE } from '../../../shared/time.cjs';
import { createItem } from '../createItem.cjs';
import {
	DATE,
	START,
	NOW,
	createDesiredTea,
	formatTime,
	createListRow,
} from '../createListClient.cjs';
import { ROW, UNDATED, UNDATED_ROW, readFakeCalendar } from '../readFakeCalendar.cjs';

test.each<{
	title: string;
	rows: Array<Partial<DesiredPost>>;
	window: [start: number, end: number] | undefined;
}>([
	{
		title: 'two dated posts',
		rows: [{}, { time: DATE + DAY }],
		window: [DATE - 31 * DAY, DATE + 32 * DAY],
	},
	{
		title: 'a past date',
		rows: [{ time: START - 40 * DAY }],
		window: [START - 71 * DAY, NOW + 10 * MINUTE],
	},
	{ title: 'a row', rows: [ROW], window: [NOW - 366 * DAY, NOW + 3660 * DAY] },
	{
		title: 'a row with a past date',
		rows: [{ ...ROW, time: START - 400 * DAY }],
		window: [START - 431 * DAY, NOW + 3660 * DAY],
	},
	{
		title: 'a row far ahead',
		rows: [{ ...ROW, time: START + 3700 * DAY }],
		window: [NOW - 366 * DAY, START + 3731 * DAY],
	},
	{ title: 'an undated post', rows: [UNDATED], window: [NOW - 31 * DAY, NOW + 366 * DAY] },
	{
		title: 'an undated draft',
		rows: [{ fingerprint: { ...UNDATED.fingerprint, isDraft: true } }],
		window: [NOW - 366 * DAY, NOW + 366 * DAY],
	},
	{
		title: 'an undated row',
		rows: [{}, UNDATED_ROW],
		window: [Date.UTC(2023, 0), NOW + 3660 * DAY],
	},
	{
		title: 'an unclear response',
		rows: [{ sentRecord: { sendIds: ['a'] } }],
		window: [DATE - 31 * DAY, DATE + 31 * DAY],
	},
	{
		title: 'posts that are already known',
		rows: [{ sentRecord: { sendIds: ['a'], postId: 'b' } }],
		window: undefined,
	},
	{
		title: 'a post to publish again',
		rows: [{ item: createItem({ ignoresExistingPosts: true }) }],
		window: undefined,
	},
])('the window for $title', async ({ rows, window }) => {
	const { requests } = await readFakeCalendar(rows.map(createDesiredTea));
	const [startDate, endDate] = (window ?? []).map(formatTime);
	expect(requests).toEqual(window ? [{ startDate, endDate, timeout: 60_000 }] : []);
});

test('reads the calendar for any number of posts', async () => {
	const { requests } = await readFakeCalendar(Array(200_000).fill(createDesiredTea()));
	expect(requests).toHaveLength(1);
});

test('lists each occurrence of a repeating post, as one candidate', async () => {
	const rows = [DATE, DATE + DAY].map((time) => createListRow({ publishDate: formatTime(time) }));
	const { posts, listedPosts } = await readFakeCalendar([createDesiredTea()], { rows });
	expect(listedPosts).toHaveLength(2);
	expect(posts).toHaveLength(1);
});

test('suspects channels with a post that failed or is overdue', async () => {
	const formatLate = (minutes: number) => formatTime(NOW - minutes * MINUTE);
	const rows = [
		createListRow({ id: 'a', state: 'ERROR' }),
		createListRow({ id: 'b', publishDate: formatLate(15), integration: { id: 'x-2' } }),
		createListRow({ id: 'c', publishDate: formatLate(14), integration: { id: 'x-3' } }),
	];
	const { suspectChannelIds, listedPosts } = await readFakeCalendar([createDesiredTea()], { rows });
	expect([...suspectChannelIds]).toEqual(['x-1', 'x-2']);
	expect(listedPosts.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});
