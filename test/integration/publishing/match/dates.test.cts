import { DAY, HOUR } from '../../../shared/time.cjs';
import {
	dragTo,
	expectCalendar,
	expectPostCount,
	failPost,
	publishPost,
	shiftStoredDates,
} from '../../support/calendarSteps.cjs';
import type { Row } from '../../support/caseState.cjs';
import { type Case, describeCases, repeatOnOlderRelease } from '../../support/describeCases.cjs';
import {
	createMarchRows,
	DATE_BY_ROW,
	DRAFT,
	MAY_1,
	MILK,
	repeat,
	TEA,
	TOMORROW,
	UPSERT,
} from '../../support/caseInputs.cjs';
import { expectHints, expectRequestCount, expectRun } from '../../support/runSteps.cjs';
import { passTime, shiftClockOfN8n } from '../../support/serviceSteps.cjs';
import { changeRow, setRunOptions, useSheet } from '../../support/sheetSteps.cjs';
import { addDays, addMinutes, FUTURE } from '../../support/posts.cjs';

const PAST_ROWS: Row[] = [
	{ ...TEA, date: '2020-05-06' },
	{ text: 'Milk', date: '2021-06-07' },
];

describeCases('dates', [
	[
		'reports an instance that stores dates an hour early, unless a person may have moved a post',
		[
			useSheet(DATE_BY_ROW, ...createMarchRows(1, 2, 3)),
			expectRun(...repeat(3, 'created')),
			expectHints(),
		],
		[dragTo('2099-03-20T10:00:00.000Z'), expectRun(...repeat(3, 'unchanged')), expectHints()],
		[dragTo(createMarchRows(1)[0].date as string), shiftStoredDates(HOUR)],
		[expectRun(...repeat(3, 'unchanged')), expectHints('shiftedDates')],
	],
	[
		'reports two posts at the same minute',
		useSheet({}, TEA, MILK),
		expectRun('created', 'created'),
		expectHints('sameMinute'),
	],
	[
		'does not report a post at the minute of a rejected one',
		[
			useSheet({}, TEA, { ...MILK, text: 'a'.repeat(301) }),
			expectRun('created', 'failed'),
			expectHints(),
		],
	],
	[
		'does not report two drafts at the same minute',
		[
			useSheet({ ...DRAFT, date: FUTURE }, TEA, MILK),
			expectRun('created', 'created'),
			expectHints(),
		],
	],
	[
		'does not report posts on two channels at the same minute',
		useSheet(
			{ channels: '={{ $json.channels }}' },
			{ ...TEA, channels: 'Bluesky' },
			{ ...TEA, channels: 'Telegram' },
		),
		[expectRun('created', 'created'), expectHints()],
	],
	[
		'leaves a row unchanged once its date has passed, and rejects another at that date',
		[
			useSheet({ date: TOMORROW }, TEA),
			expectRun('created'),
			publishPost(),
			passTime(2 * DAY),
			expectRun('unchanged'),
		],
		[changeRow(MILK), expectRun('failed'), expectRequestCount(0)],
	],
	[
		'sends allowed past dates with one request, and leaves them unchanged in the next run',
		useSheet({ ...DATE_BY_ROW, options: { allowPastDates: true } }, ...PAST_ROWS),
		[expectRun('created', 'created'), expectRequestCount(1), expectHints()],
		[expectRun('unchanged', 'unchanged'), expectRequestCount(0)],
	],
	...[HOUR, -HOUR].map((ahead): Case => [
		`moves a post to an allowed past date if the clock of n8n is off by ${ahead} ms`,
		[
			useSheet({ ...UPSERT, options: { allowPastDates: true } }, { ...MAY_1, date: TOMORROW }),
			expectRun('created'),
			shiftClockOfN8n(ahead),
		],
		[changeRow({ date: '2020-05-06T10:00:00Z' }), expectRun('updated')],
	]),
	...[{ allowPastDates: true }, {}, { ifExists: 'post' }].map((options): Case => [
		`schedules a post of the next hour with ${JSON.stringify(options)} if the clock of n8n is two hours ahead`,
		[
			useSheet({ date: addMinutes(60), options }, TEA),
			shiftClockOfN8n(2 * HOUR),
			expectRun('created'),
			expectCalendar('Tea · scheduled'),
		],
	]),
	...[{}, { ifExists: 'post' }].map((options): Case => [
		`rejects a post of the last hour with ${JSON.stringify(options)} if the clock of n8n is two hours behind`,
		[
			useSheet({ date: addMinutes(-60), options }, TEA),
			shiftClockOfN8n(-2 * HOUR),
			expectRun('failed'),
			expectRequestCount(0),
		],
	]),
	...[
		{ hours: 2, action: 'updated' as const },
		{ hours: -2, action: 'failed' as const },
	].map(({ hours, action }): Case => [
		`a row moved by an hour is ${action} if the clock of n8n is off by ${hours} hours`,
		[
			useSheet(UPSERT, { ...MAY_1, date: TOMORROW }),
			expectRun('created'),
			shiftClockOfN8n(hours * HOUR),
			changeRow({ date: addMinutes(hours * 30) }),
			expectRun(action),
		],
	]),
	[
		'reports a date without a time',
		useSheet({ date: '2099-05-04' }, TEA),
		expectRun('created'),
		expectHints('noTime'),
	],
	[
		'reports midnight UTC in another time zone',
		[
			useSheet({ date: '2099-05-04T00:00:00.000Z' }, TEA),
			setRunOptions({ timezone: 'America/New_York' }),
		],
		[expectRun('created'), expectHints('utcMidnight')],
	],
]);

describeCases('distant dates', [
	...repeatOnOlderRelease('finds the post of a row with a mistyped year', [
		useSheet(UPSERT, { ...MAY_1, date: addDays(9 * 365) }),
		expectRun('created'),
		changeRow({ date: addDays(30) }),
		expectRun('updated'),
		expectPostCount(1),
	]),
	...repeatOnOlderRelease('rejects another date for a row that was published 60 days ago', [
		useSheet(UPSERT, { ...MAY_1, date: TOMORROW }),
		expectRun('created'),
		publishPost(),
		passTime(61 * DAY),
		changeRow({ date: addDays(90) }),
		expectRun('rejected: alreadyPublished'),
	]),
	...repeatOnOlderRelease(
		'rejects another date for a row whose post failed 60 days ago and may be online',
		[
			useSheet(UPSERT, { ...MAY_1, date: TOMORROW }),
			expectRun('created'),
			failPost('withTimeout'),
			passTime(61 * DAY),
			changeRow({ date: addDays(90) }),
			expectRun('rejected: mayBeOnline'),
		],
	),
]);
