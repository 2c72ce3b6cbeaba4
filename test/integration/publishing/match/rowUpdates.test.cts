import { JPEG, PNG } from '../../../shared/samples.cjs';
import { DAY, HOUR } from '../../../shared/time.cjs';
import {
	approveDraft,
	dragTo,
	expectCalendar,
	expectPostCount,
	failPost,
	publishOtherPosts,
	publishPost,
	setFreeSlots,
} from '../../support/calendarSteps.cjs';
import { type Case, describeCases, repeatOnOlderRelease } from '../../support/describeCases.cjs';
import {
	createMayRows,
	DRAFT,
	IN_200_DAYS,
	JUNE,
	MAY,
	MAY_1,
	MAY_2,
	NEXT_SLOT,
	NOW,
	repeat,
	TOMORROW,
	UNDATED_DRAFT,
	UPSERT,
} from '../../support/caseInputs.cjs';
import {
	expectHints,
	expectRequestCount,
	expectRun,
	expectRunInLoop,
} from '../../support/runSteps.cjs';
import { failToStore, passTime, shiftClockOfN8n } from '../../support/serviceSteps.cjs';
import { addRow, changeForm, changeRow, reverseRows, useSheet } from '../../support/sheetSteps.cjs';
import { addMinutes } from '../../support/posts.cjs';

describeCases('updates by Row ID', [
	...repeatOnOlderRelease(
		'updates changed rows of 22, creates new ones, and creates none twice',
		[
			useSheet(UPSERT, ...createMayRows(1, 22, { picture: PNG })),
			expectRun(...repeat(22, 'created')),
			passTime(DAY),
		],
		[expectRun(...repeat(22, 'unchanged')), expectRequestCount(0)],
		[changeRow({ date: MAY }, 0), changeRow({ text: 'Milk' }, 1), changeRow({ picture: JPEG }, 2)],
		[
			changeRow({ channels: 'Bluesky, Telegram' }, 3),
			addRow(createMayRows(23, 23, { picture: PNG })[0]),
		],
		expectRun(
			...repeat(3, 'updated'),
			'unchanged',
			'created',
			...repeat(18, 'unchanged'),
			'created',
		),
		[expectPostCount(24), expectRun(...repeat(24, 'unchanged')), expectRequestCount(0)],
	),
	[
		'changes nothing if the rows are in another order',
		[useSheet(UPSERT, ...createMayRows(1, 9)), expectRun(...repeat(9, 'created'))],
		[reverseRows, expectRun(...repeat(9, 'unchanged')), expectRequestCount(0)],
	],
	...repeatOnOlderRelease(
		'keeps a later edit in Postiz if somebody had made the change of the row there, too',
		[useSheet(UPSERT, MAY_1), expectRun('created')],
		[changeRow({ date: JUNE }), dragTo(JUNE), expectRun('unchanged')],
		[dragTo(IN_200_DAYS), expectRun('unchanged'), expectRequestCount(0)],
		expectPostCount(1),
	),
	[
		'updates a row that returns corrected in a loop',
		[useSheet({ ...UPSERT, ...DRAFT }, MAY_1, MAY_2)],
		expectRunInLoop([[{ text: 'Tea, please' }, 0]], ['created', 'created'], ['updated']),
		expectCalendar('Tea, please', 'Tea 2'),
	],
	[
		'publishes an undated draft once its row changes to now',
		[useSheet({ ...UPSERT, ...UNDATED_DRAFT }, MAY_1), expectRun('created')],
		[
			passTime(HOUR),
			changeForm({ ...UPSERT, ...NOW }),
			expectRun('updated'),
			expectCalendar('Tea · published'),
		],
	],
	[
		'reports in each run that the text of a published row has changed',
		[useSheet(UPSERT, MAY_1), expectRun('created'), publishPost(), changeRow({ text: 'Teas' })],
		[
			expectRun('unchanged'),
			expectHints('outdated'),
			expectRun('unchanged'),
			expectHints('outdated'),
			expectCalendar('Tea'),
		],
	],
	...[{ date: JUNE }, { date: JUNE, text: 'Milk' }].map((changes, index): Case => [
		`rejects a published row that was ${['moved', 'reused'][index]}`,
		[useSheet(UPSERT, MAY_1), expectRun('created'), publishPost()],
		[
			changeRow(changes),
			expectRun('rejected: alreadyPublished'),
			expectCalendar('Tea · published'),
		],
	]),
	[
		'retries a row with a new date only on the channel where it failed',
		[useSheet(UPSERT, { ...MAY_1, channels: 'Bluesky, Telegram', date: TOMORROW })],
		[expectRun('created', 'created'), failPost('forGood'), publishOtherPosts, passTime(2 * DAY)],
		[
			changeRow({ date: JUNE }),
			expectRun('updated', 'unchanged'),
			expectHints('outdated'),
			expectRun('unchanged', 'unchanged'),
		],
		expectCalendar('Tea · scheduled · 2099-06-04', 'Tea · published'),
	],
	[
		'skips a channel for which a row became too long, and names its earlier post',
		[
			useSheet(
				{ ...UPSERT, options: { ifUnsupported: 'skip' } },
				{ ...MAY_1, channels: 'Bluesky, Telegram' },
			),
		],
		[expectRun('created', 'created'), changeRow({ text: 'Tea '.repeat(200) })],
		[
			expectRun('skipped', 'updated'),
			expectHints('remainingPost'),
			expectCalendar('Tea · bluesky', 'scheduled · telegram'),
		],
	],
	[
		'publishes an immediate row with a Row ID only once',
		[useSheet(UPSERT, { ...MAY_1, type: 'now' }), expectRun('created')],
		[
			passTime(HOUR),
			expectRun('unchanged'),
			passTime(40 * DAY),
			expectRun('unchanged'),
			passTime(400 * DAY),
			expectRun('unchanged'),
		],
		[changeRow({ text: 'Milk' }), expectRun('rejected: alreadyPublished'), expectCalendar('Tea')],
	],
	[
		'updates the text and date of one row of five',
		[
			useSheet(UPSERT, ...createMayRows(1, 5)),
			expectRun(...repeat(5, 'created')),
			changeRow({ text: 'Milk', date: JUNE }, 2),
		],
		expectRun('unchanged', 'unchanged', 'updated', 'unchanged', 'unchanged'),
	],
	[
		'moves an approved draft, but does not replace its text',
		[useSheet(UPSERT, { ...MAY_1, type: 'draft' }), expectRun('created'), approveDraft()],
		[
			changeRow({ date: JUNE }),
			expectRun('updated'),
			expectCalendar('Tea · scheduled · 2099-06-04'),
		],
		[
			changeRow({ text: 'Milk' }),
			expectRun('rejected: changedAfterApproval'),
			expectCalendar('Tea · scheduled'),
		],
	],
	[
		'creates a post on an added channel',
		[useSheet(UPSERT, MAY_1), expectRun('created')],
		[changeRow({ channels: 'Bluesky, Telegram' }), expectRun('unchanged', 'created')],
	],
	...[{ type: 'now' }, { date: TOMORROW }].map((fields, index): Case => [
		`skips an added channel of a row that is ${['published', 'past'][index]}`,
		[useSheet(UPSERT, { ...MAY_1, ...fields }), expectRun('created'), passTime(2 * DAY)],
		[
			changeRow({ channels: 'Bluesky, Telegram' }),
			expectRun('unchanged', 'skipped'),
			expectPostCount(1),
		],
	]),
	[
		'skips an added channel of a published row although the clock of n8n is behind',
		[useSheet(UPSERT, { ...MAY_1, type: 'now' }), expectRun('created'), passTime(2 * DAY)],
		[
			shiftClockOfN8n(-3 * DAY),
			changeRow({ channels: 'Bluesky, Telegram' }),
			expectRun('unchanged', 'skipped'),
		],
	],
	[
		'updates twelve rows and creates three at the same date with one request',
		[useSheet(UPSERT, ...createMayRows(1, 12)), expectRun(...repeat(12, 'created'))],
		useSheet(UPSERT, ...createMayRows(1, 15, { date: JUNE })),
		[expectRun(...repeat(12, 'updated'), ...repeat(3, 'created')), expectRequestCount(1)],
	],
	[
		'updates and creates the other rows if Postiz fails to store the fourth of twelve',
		[
			useSheet(UPSERT, ...createMayRows(1, 12)),
			expectRun(...repeat(12, 'created')),
			failToStore('Tea 4'),
		],
		useSheet(UPSERT, ...createMayRows(1, 15, { date: JUNE })),
		expectRun(...repeat(3, 'updated'), 'failed', ...repeat(8, 'updated'), ...repeat(3, 'created')),
		expectPostCount(15),
	],
	[
		'keeps the slot of a post when the text of its row changes',
		[useSheet({ ...UPSERT, ...NEXT_SLOT }, MAY_1), setFreeSlots, expectRun('created')],
		[
			changeRow({ text: 'Milk' }),
			expectRun('updated'),
			expectCalendar('Milk · scheduled'),
			expectRun('unchanged'),
		],
	],
	[
		'leaves a post unchanged that is due within five minutes, and rejects changes',
		[useSheet(UPSERT, MAY_1), ({ rows }) => Object.assign(rows[0], { date: addMinutes(4) })],
		[expectRun('created'), expectRun('unchanged')],
		[
			changeRow({ text: 'Milk' }),
			expectRun('failed'),
			expectRequestCount(0),
			expectCalendar('Tea · scheduled'),
		],
	],
	[
		'keeps the date to which a person moved a post when the text of its past row changes',
		[useSheet(UPSERT, { ...MAY_1, date: TOMORROW }), expectRun('created'), dragTo(IN_200_DAYS)],
		[passTime(2 * DAY), changeRow({ text: 'Milk' }), expectRun('updated')],
		expectCalendar(`Milk · scheduled · ${IN_200_DAYS.slice(0, 10)}`),
	],
]);
