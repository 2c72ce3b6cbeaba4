import type { INodeParameters } from 'n8n-workflow';
import { MP4, PNG } from '../../../shared/samples.cjs';
import { HOUR } from '../../../shared/time.cjs';
import {
	approveDraft,
	breakFileLinks,
	editText,
	expectCalendar,
	expectFileCounts,
	expectPostCount,
	expectUploadAsCover,
	publishPost,
	removeFingerprint,
} from '../../support/calendarSteps.cjs';
import { describeCases, repeatOnOlderRelease } from '../../support/describeCases.cjs';
import {
	createMarchRows,
	createMayRows,
	createThread,
	DATE_BY_ROW,
	DRAFT,
	FROM_URL,
	JUNE,
	MAY_1,
	MAY_2,
	MILK,
	NEXT_SLOT,
	NOW,
	repeat,
	TEA,
	UPSERT,
} from '../../support/caseInputs.cjs';
import { expectHints, expectRequestCount, expectRun } from '../../support/runSteps.cjs';
import { failToStore, injectSendFault, passTime, uploadFile } from '../../support/serviceSteps.cjs';
import { changeForm, changeRow, useSheet } from '../../support/sheetSteps.cjs';
import { addMinutes, FUTURE } from '../../support/posts.cjs';

const FROM_ITEM = { source: 'binary', binaryField: 'data' };
const WITH_COVER: INodeParameters = {
	media: { file: [{ ...FROM_ITEM, details: { cover: '={{ $json.file }}' } }] },
};
const IN_SECOND_PART: INodeParameters = {
	media: {},
	thread: { segment: [{ content: 'Two', media: { file: [FROM_ITEM] } }] },
};

describeCases('posts from Create, in a run by Row ID', [
	[
		'rejects a row from Create that changed before its first run by Row ID',
		[useSheet({}, MAY_1), expectRun('created'), changeForm(UPSERT)],
		[
			changeRow({ text: 'Tea!' }),
			expectRun('rejected: mayBeEarlierVersion'),
			expectCalendar('Tea'),
		],
	],
	[
		'creates a row at the minute of an unrelated post from Create',
		[
			useSheet({}, TEA),
			expectRun('created'),
			useSheet(UPSERT, { ...MAY_1, ...MILK }),
			expectRun('created'),
		],
		[expectHints(), expectCalendar('Tea', 'Milk')],
	],
	...repeatOnOlderRelease(
		'links posts from Create with one request in the first run by Row ID, and updates them from then on',
		[
			useSheet({}, ...createMayRows(1, 25, { picture: PNG })),
			expectRun(...repeat(25, 'created')),
			editText('Tea, edited'),
		],
		[
			changeForm(UPSERT),
			expectRun(...repeat(25, 'unchanged')),
			expectHints('linked'),
			expectRequestCount(1),
		],
		[expectRun(...repeat(25, 'unchanged')), expectHints(), expectRequestCount(0)],
		[
			changeRow({ date: JUNE }, 0),
			changeRow({ text: 'Milk' }, 1),
			changeRow({ text: 'Wine', date: JUNE }, 2),
		],
		[expectRun(...repeat(3, 'updated'), ...repeat(22, 'unchanged')), expectPostCount(25)],
	),
	[
		'updates a post from Create whose row has a new cover',
		[
			uploadFile(PNG),
			useSheet({}, { ...MAY_1, picture: MP4 }),
			expectRun('created'),
			changeForm({ ...UPSERT, ...WITH_COVER }),
		],
		[expectRun('updated'), expectUploadAsCover, expectPostCount(1)],
		[expectRun('unchanged'), expectHints(), expectRequestCount(0)],
	],
	[
		'updates a post from Create whose file has moved to another part of its thread',
		[
			useSheet(createThread('Two'), { ...MAY_1, picture: PNG }),
			expectRun('created'),
			expectFileCounts(1, 0),
			changeForm({ ...UPSERT, ...IN_SECOND_PART }),
		],
		[expectRun('updated'), expectFileCounts(0, 1), expectPostCount(1)],
		[expectRun('unchanged'), expectHints(), expectRequestCount(0)],
	],
	[
		'rejects a new cover for an approved draft from Create',
		[
			uploadFile(PNG),
			useSheet({ ...DRAFT, date: FUTURE }, { ...MAY_1, picture: MP4 }),
			expectRun('created'),
			approveDraft(),
			changeForm({ ...UPSERT, ...DRAFT, ...WITH_COVER }),
		],
		[expectRun('rejected: changedAfterApproval'), expectPostCount(1)],
	],
	[
		'ignores the cover of a post in Create',
		[uploadFile(PNG), useSheet({}, { ...TEA, picture: MP4 }), expectRun('created')],
		[changeForm(WITH_COVER), expectRun('unchanged'), expectPostCount(1)],
	],
	[
		'links an approved draft and a post in a free slot without changing them',
		[useSheet({ ...DRAFT, date: FUTURE }, MAY_1), expectRun('created'), approveDraft()],
		[useSheet({ ...UPSERT, ...DRAFT }, MAY_1), expectRun('unchanged'), expectHints('linked')],
		[
			changeRow({ text: 'Milk' }),
			expectRun('rejected: changedAfterApproval'),
			expectCalendar('Tea · scheduled'),
		],
		[
			useSheet(NEXT_SLOT, MAY_2),
			expectRun('created'),
			useSheet({ ...UPSERT, ...NEXT_SLOT }, MAY_2),
		],
		[
			expectRun('unchanged'),
			expectHints('linked'),
			changeRow({ text: 'Milk' }),
			expectRun('updated'),
			expectPostCount(2),
		],
	],
	[
		'links no post from Create that is published or due in minutes',
		[useSheet({}, MAY_1), expectRun('created'), publishPost(), changeForm(UPSERT)],
		[expectRun('unchanged'), expectHints(), expectRequestCount(0)],
		[useSheet({ date: addMinutes(4) }, MAY_2), expectRun('created')],
		[
			useSheet({ ...UPSERT, date: addMinutes(4) }, MAY_2),
			expectRun('unchanged'),
			expectHints(),
			expectRequestCount(0),
		],
	],
	[
		'leaves rows unchanged if linking fails, and links them in the next run',
		[useSheet({}, ...createMayRows(1, 3)), expectRun(...repeat(3, 'created')), changeForm(UPSERT)],
		[injectSendFault({ kind: 'status', status: 429, headers: { 'retry-after': '1200' } })],
		[expectRun(...repeat(3, 'unchanged')), expectHints()],
		[failToStore('Tea 1'), expectRun(...repeat(3, 'unchanged')), expectHints('linked')],
		[
			failToStore(null),
			expectRun(...repeat(3, 'unchanged')),
			expectHints('linked'),
			expectRun(...repeat(3, 'unchanged')),
			expectHints(),
		],
	],
	[
		'creates a text that is repeated each week, and names the posts from Create',
		[useSheet(DATE_BY_ROW, ...createMarchRows(1, 2)), expectRun('created', 'created')],
		useSheet(
			UPSERT,
			...createMarchRows(8, 9).map((week, index) => ({ ...week, id: `May ${index}` })),
		),
		[
			expectRun('created', 'created'),
			expectHints('replacesAtOtherTime'),
			expectRun('unchanged', 'unchanged'),
			expectPostCount(4),
		],
	],
	[
		'names the post from Create if the date and settings of its row changed before the first run by Row ID',
		[
			useSheet({}, MAY_1),
			expectRun('created'),
			changeForm(UPSERT),
			changeRow({ date: JUNE, tags: 'Launch' }),
		],
		[
			expectRun('created'),
			expectHints('replacesAtOtherTime'),
			expectCalendar('Tea', 'Tea · Launch'),
		],
	],
	[
		'recognizes a manual post with the same text among posts from Create at its minute',
		[useSheet({}, TEA, MILK), expectRun('created', 'created'), removeFingerprint()],
		[useSheet(UPSERT, MAY_1), expectRun('unchanged'), expectCalendar('Tea', 'Milk')],
	],
	[
		'recognizes an undated post from Create at any age, even if its file has another URL',
		[
			uploadFile(PNG),
			useSheet({ ...FROM_URL, ...NOW }, MAY_1),
			expectRun('created'),
			publishPost(),
		],
		[
			passTime(30 * HOUR),
			changeForm({ ...UPSERT, ...FROM_URL, ...NOW }),
			uploadFile(PNG),
			expectRun('unchanged'),
		],
		[uploadFile(PNG), breakFileLinks(), expectRun('rejected: uncomparedFiles'), expectPostCount(1)],
	],
]);
