import { formatFingerprint } from '../../../../nodes/Postiz/common/fingerprint';
import type { DesiredPost } from '../../../../nodes/Postiz/posts/desiredPost';
import { DEDUPE_WINDOW_MS } from '../../../../nodes/Postiz/posts/existing/dedupeWindow';
import { HOUR, createIdAt, DAY } from '../../../shared/time.cjs';
import { createTarget } from '../../publishing/createItem.cjs';
import {
	FINGERPRINT,
	formatTime,
	DATE,
	NOW,
	createDesiredTea,
	createListRow,
} from '../../publishing/createListClient.cjs';
import {
	STORED_FINGERPRINT,
	ROW,
	UNDATED,
	UNDATED_ROW,
	readFakeCalendar,
} from '../../publishing/readFakeCalendar.cjs';

const MILK = { content: 'Milk', publishDate: formatTime(DATE + HOUR) };
const createWithFingerprint = (more: object = {}) => ({
	content: 'Milk',
	settings: { n8n: formatFingerprint({ ...STORED_FINGERPRINT, ...more }) },
});
const createRecent = (age: number) => ({ ...MILK, id: createIdAt(NOW - age) });
const ON_X_2 = { integration: { id: 'x-2' } };

test.each<{ title: string; row: Partial<DesiredPost>; more: object; isSeen: boolean }>([
	{
		title: 'reads a post with the same text',
		row: {},
		more: { publishDate: MILK.publishDate },
		isSeen: true,
	},
	{
		title: 'reads a post whose text differs only in links',
		row: { comparableText: 'Tea https://a.example' },
		more: { content: 'Tea https://b.example' },
		isSeen: true,
	},
	{
		title: 'reads a post at the same minute',
		row: { time: DATE + 59_000 },
		more: { content: 'Milk' },
		isSeen: true,
	},
	{ title: 'ignores another text at another time', row: {}, more: MILK, isSeen: false },
	{ title: 'ignores another post for a row with an ID', row: ROW, more: MILK, isSeen: false },
	{ title: 'ignores a post on another channel', row: {}, more: ON_X_2, isSeen: false },
	{
		title: 'reads a recent post for an undated one',
		row: UNDATED,
		more: createRecent(DEDUPE_WINDOW_MS),
		isSeen: true,
	},
	{
		title: 'ignores an old post for an undated one',
		row: UNDATED,
		more: createRecent(DEDUPE_WINDOW_MS + 1),
		isSeen: false,
	},
	{ title: 'ignores a recent post for a dated one', row: {}, more: createRecent(0), isSeen: false },
	{
		title: 'ignores another fingerprint at the same time',
		row: {},
		more: createWithFingerprint(),
		isSeen: false,
	},
	{
		title: 'reads a post with the same text in its fingerprint',
		row: {},
		more: createWithFingerprint({ textDigest: FINGERPRINT.textDigest }),
		isSeen: true,
	},
	{
		title: 'reads a post with the same date in its fingerprint',
		row: {},
		more: createWithFingerprint({ minute: FINGERPRINT.minute }),
		isSeen: true,
	},
	{
		title: 'reads a post whose fingerprint was sent',
		row: { sentRecord: { sendIds: ['k1'] } },
		more: createWithFingerprint(),
		isSeen: true,
	},
	{
		title: 'reads the post of the row, whatever its text and date',
		row: ROW,
		more: createWithFingerprint({ rowIdDigest: 'r' }),
		isSeen: true,
	},
	{
		title: 'ignores the post of another row',
		row: ROW,
		more: createWithFingerprint({ rowIdDigest: 'other' }),
		isSeen: false,
	},
	{
		title: 'reads the post of another row with the same text',
		row: ROW,
		more: createWithFingerprint({ rowIdDigest: 'other', textDigest: FINGERPRINT.textDigest }),
		isSeen: true,
	},
	{
		title: 'ignores a post without a row in its fingerprint for a row with an ID',
		row: ROW,
		more: createWithFingerprint({ rowIdDigest: null }),
		isSeen: false,
	},
	{
		title: 'ignores a post with a row in its fingerprint for a row without an ID',
		row: {},
		more: createWithFingerprint({ rowIdDigest: 'other' }),
		isSeen: false,
	},
	{
		title: 'ignores a post with unlisted settings',
		row: {},
		more: { ...MILK, settings: undefined },
		isSeen: false,
	},
	{
		title: 'reads a post with unlisted settings for a row with an ID',
		row: ROW,
		more: { ...MILK, settings: undefined },
		isSeen: true,
	},
	{
		title: 'ignores a post of a year ago with unlisted settings for a dated row',
		row: ROW,
		more: { ...MILK, publishDate: formatTime(NOW - 366 * DAY), settings: undefined },
		isSeen: false,
	},
	{
		title: 'reads a post of a year ago with unlisted settings for an undated row',
		row: UNDATED_ROW,
		more: { ...MILK, publishDate: formatTime(NOW - 366 * DAY), settings: undefined },
		isSeen: true,
	},
	{
		title: 'reads the post of the row on another channel',
		row: ROW,
		more: { ...createWithFingerprint({ rowIdDigest: 'r' }), ...ON_X_2 },
		isSeen: true,
	},
	{
		title: 'ignores the published post of the row on another channel',
		row: ROW,
		more: { ...createWithFingerprint({ rowIdDigest: 'r' }), ...ON_X_2, state: 'PUBLISHED' },
		isSeen: false,
	},
	{
		title: 'ignores the post of another row on another channel',
		row: ROW,
		more: { ...createWithFingerprint({ rowIdDigest: 'other' }), ...ON_X_2 },
		isSeen: false,
	},
])('$title', async ({ row, more, isSeen }) => {
	const { posts } = await readFakeCalendar([createDesiredTea(row)], {
		rows: [createListRow(more)],
	});
	expect(posts).toHaveLength(isSeen ? 1 : 0);
});

test('reads the published post of a row on a channel where only another row has a post', async () => {
	const rowOnX2 = createDesiredTea({
		target: createTarget('x', 'x-2'),
		fingerprint: { ...ROW.fingerprint, rowIdDigest: 's' },
	});
	const { posts } = await readFakeCalendar([createDesiredTea(ROW), rowOnX2], {
		rows: [
			createListRow({
				...createWithFingerprint({ rowIdDigest: 'r' }),
				...ON_X_2,
				state: 'PUBLISHED',
			}),
		],
	});
	expect(posts).toHaveLength(1);
});
