import { HOUR } from '../../../shared/time.cjs';
import { expectCalendar, expectPostCount } from '../../support/calendarSteps.cjs';
import type { Row, Step } from '../../support/caseState.cjs';
import { type Case, describeCases } from '../../support/describeCases.cjs';
import {
	CHANNELS_BY_ROW,
	createMarchRows,
	createMayRows,
	DATE_BY_ROW,
	IN_200_DAYS,
	JUNE,
	MAY,
	MAY_1,
	MAY_2,
	MILK,
	NEXT_SLOT,
	NOW,
	POST_AGAIN,
	repeat,
	TAGGED,
	TAGS_BY_ROW,
	TEA,
	THREAD,
	UPSERT,
	WINE,
} from '../../support/caseInputs.cjs';
import {
	expectHints,
	expectOutcomes,
	expectRequestCount,
	expectRun,
	expectRunByTwoWorkers,
} from '../../support/runSteps.cjs';
import {
	DROP_FINGERPRINTS,
	failToStore,
	injectListFault,
	injectPublicPostFault,
	injectSendFault,
	REJECT_ONCE,
	shiftClockOfN8n,
	USE_OLDER_RELEASE,
} from '../../support/serviceSteps.cjs';
import { changeRow, RETRY_ON_FAIL, setRunOptions, useSheet } from '../../support/sheetSteps.cjs';

const TOO_LONG: Row = { text: 'x'.repeat(400), channels: 'Bluesky, Telegram' };
const LOSE_REQUESTS: Step = injectSendFault({ kind: 'resetBefore', times: 99 });

/** Loses the answer to a request, and fails the search for its posts. */
const LOSE_ANSWER_ONCE: Step[] = [
	injectSendFault({ kind: 'resetAfter' }),
	injectListFault({ kind: 'status', status: 404, skip: 1 }),
];

const STOP_ON_ERROR: Step = setRunOptions({ onError: 'stopWorkflow' });

describeCases('unclear answers', [
	[
		'creates posts only once if they arrive seconds after their request was aborted',
		[
			useSheet({}, TEA, MILK),
			injectSendFault({ kind: 'late', delay: 60 }),
			expectRun('created', 'created'),
		],
		expectCalendar('Tea', 'Milk'),
	],
	[
		'reports a post that never arrives as unknown, and sends it only in the first attempt',
		[
			RETRY_ON_FAIL,
			useSheet({}, TEA),
			LOSE_REQUESTS,
			expectRun('unknown'),
			expectRequestCount(1),
			expectCalendar(),
		],
	],
	[
		'stops after three unanswered requests',
		[
			useSheet(DATE_BY_ROW, ...createMarchRows(1, 2, 3, 4, 5)),
			injectSendFault({ kind: 'html502', times: 99 }),
		],
		[expectRun(...repeat(3, 'unknown'), 'failed', 'failed'), expectRequestCount(3)],
		[expectOutcomes(...repeat(3, 'unknown'), ...repeat(2, 'notSent')), expectCalendar()],
	],
	[
		'sends nothing again after the 500 of a proxy that gave up waiting',
		[
			useSheet({}, TEA, MILK, WINE),
			injectSendFault({ kind: 'status', status: 500, body: 'Internal Server Error' }),
		],
		[expectRun(...repeat(3, 'unknown')), expectRequestCount(1)],
	],
	[
		'distinguishes an older equal post from the one it sent with Post Again',
		[useSheet({ ...NOW, ...POST_AGAIN }, TEA), expectRun('created')],
		[injectSendFault({ kind: 'resetAfter' }), expectRun('created'), expectPostCount(2)],
		[injectSendFault({ kind: 'resetBefore' }), expectRun('unknown'), expectPostCount(2)],
	],
	[
		'reports a post of the first attempt as created if the second cannot read the calendar',
		[RETRY_ON_FAIL, useSheet(TAGS_BY_ROW, TEA, MILK), REJECT_ONCE],
		injectListFault({ kind: 'status', skip: 1, times: 99 }),
		[expectRun('unreadableCalendar', 'created'), expectCalendar('Milk')],
	],
	[
		'reports a post of a first attempt without a response as unknown if the second cannot read the calendar',
		[
			RETRY_ON_FAIL,
			useSheet({}, TEA),
			LOSE_REQUESTS,
			injectListFault({ kind: 'status', status: 404, skip: 1, times: 99 }),
		],
		[expectRun('unknown'), expectRequestCount(1)],
	],
	[
		'reports a post of a first attempt without a response as created if the second finds it',
		[
			RETRY_ON_FAIL,
			useSheet(TAGGED, TEA),
			...LOSE_ANSWER_ONCE,
			expectRun('created'),
			expectRequestCount(1),
		],
		[
			useSheet(NEXT_SLOT, MILK),
			...LOSE_ANSWER_ONCE,
			expectRun('created'),
			expectCalendar('Tea', 'Milk'),
		],
	],
	[
		'reports a row that skips a channel as unknown if the second attempt cannot read the calendar',
		[
			RETRY_ON_FAIL,
			useSheet({ channels: CHANNELS_BY_ROW, options: { ifUnsupported: 'skip' } }, TEA, TOO_LONG),
		],
		[
			injectSendFault({ kind: 'resetAfter' }),
			injectListFault({ kind: 'status', status: 404, skip: 1, times: 99 }),
		],
		[expectRun('unknown', 'unknown'), expectRequestCount(1)],
	],
	[
		'reports a change of a first attempt without a response as updated if the second finds it',
		[RETRY_ON_FAIL, useSheet(UPSERT, MAY_1), expectRun('created')],
		[
			changeRow({ text: 'Milk' }),
			...LOSE_ANSWER_ONCE,
			expectRun('updated'),
			expectRequestCount(1),
			expectCalendar('Milk'),
		],
	],
	[
		'recognizes the same sheet in the second attempt by a row that the first one updated',
		[
			RETRY_ON_FAIL,
			STOP_ON_ERROR,
			useSheet(UPSERT, ...createMayRows(1, 2, { date: MAY })),
			expectRun('created', 'created'),
		],
		[changeRow({ text: 'Milk' }), changeRow({ text: 'Wine', date: JUNE }, 1)],
		[injectSendFault({ kind: 'status', status: 400, body: { message: 'No' }, skip: 1 })],
		[expectRun('updated', 'updated'), expectCalendar('Milk', 'Wine · 2099-06-04')],
	],
	[
		'reports what the first attempt updated beside what is unknown in the second',
		[RETRY_ON_FAIL, useSheet(UPSERT, MAY_1, MAY_2)],
		[
			changeRow({ date: IN_200_DAYS, channels: 'Bluesky' }),
			changeRow({ date: MAY, channels: 'Bluesky, Telegram' }, 1),
		],
		[
			expectRun('created', 'created', 'created'),
			changeRow({ text: 'Milk' }),
			changeRow({ text: 'Wine' }, 1),
		],
		({ service: { state } }) => (state.posts[1].publishDate = JUNE),
		[REJECT_ONCE, injectSendFault({ kind: 'resetBefore', skip: 1 })],
		injectListFault({ kind: 'status', status: 404, skip: 1 }),
		[expectRun('updated', 'updated', 'unknown'), expectOutcomes('updated', 'updated', 'unknown')],
	],
	[
		'reports two equal rows as one unknown post in the second attempt, too',
		[
			RETRY_ON_FAIL,
			useSheet(UPSERT, MAY_1, { ...MAY_1, id: 'May 2' }),
			injectSendFault({ kind: 'resetBefore' }),
		],
		[expectRun('unknown', 'unknown'), expectPostCount(0)],
	],
	[
		'reports a thread that the first attempt left incomplete as unknown',
		[RETRY_ON_FAIL, useSheet(THREAD, TEA), failToStore('Two')],
		[expectRun('rejected: incompleteThread'), expectOutcomes('unknown'), expectRequestCount(1)],
	],
	[
		'creates the other posts after a 500 for the third of five',
		[useSheet({}, TEA, MILK, { text: 'Bad' }, WINE, { text: 'Last' }), failToStore('Bad')],
		[expectRun('created', 'created', 'notCreated', 'created', 'created')],
		expectCalendar('Tea', 'Milk', 'Wine', 'Last'),
	],
	...[HOUR, -HOUR].map((ahead): Case => [
		`finds created posts after a 500 if the clock of n8n is off by ${ahead} ms`,
		[shiftClockOfN8n(ahead), useSheet(NOW, TEA, { text: 'Bad' }, WINE), failToStore('Bad')],
		[
			expectRun('created', 'notCreated', 'created'),
			expectRequestCount(2),
			expectCalendar('Tea', 'Wine'),
		],
	]),
	...(
		[
			[
				'Postiz shows no public data of posts',
				[USE_OLDER_RELEASE, injectPublicPostFault({ kind: 'status', status: 403, times: 99 })],
			],
			['Postiz drops fingerprints', [DROP_FINGERPRINTS]],
		] as const
	).map(([condition, steps]): Case => [
		`sends nothing again after a 500 if ${condition}`,
		[...steps, useSheet({}, TEA, MILK, { text: 'Bad' }, WINE), failToStore('Bad')],
		[expectRun(...repeat(4, 'unknown')), expectRequestCount(1), expectCalendar('Tea', 'Milk')],
	]),
	[
		'names both posts of two workers in the next run',
		[
			useSheet({}, TEA),
			expectRunByTwoWorkers('created'),
			expectPostCount(2),
			expectRun('unchanged'),
			expectHints('extraPosts'),
		],
	],
]);
