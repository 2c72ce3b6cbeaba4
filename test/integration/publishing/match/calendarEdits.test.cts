import type { INodeParameters } from 'n8n-workflow';
import { PNG } from '../../../shared/samples.cjs';
import { DAY } from '../../../shared/time.cjs';
import {
	approveDraft,
	breakFileLinks,
	changeStoredText,
	dragTo,
	editText,
	expectCalendar,
	makeDraft,
	publishPost,
} from '../../support/calendarSteps.cjs';
import {
	describeCases,
	repeatByRowId,
	repeatOnOlderRelease,
} from '../../support/describeCases.cjs';
import {
	DRAFT,
	MAY_1,
	MILK,
	NOW,
	POST_AGAIN,
	TEA,
	TOMORROW,
	UNDATED_DRAFT,
	UPSERT,
} from '../../support/caseInputs.cjs';
import { expectHints, expectRun } from '../../support/runSteps.cjs';
import { passTime, uploadFile } from '../../support/serviceSteps.cjs';
import { changeForm, changeRow, useSheet } from '../../support/sheetSteps.cjs';

const SCHEDULE: INodeParameters = { type: 'schedule' };

const FROM_SIGNED_URL: INodeParameters = {
	media: {
		file: [{ source: 'url', url: '={{ $json.file.path }}?X-Amz-Signature={{ $json.key }}' }],
	},
};

describeCases('posts edited in the calendar', [
	[
		'keeps a draft for later if somebody approves it and makes it a draft again, and its row changes to scheduled in between',
		[useSheet({ ...UPSERT, ...DRAFT }, MAY_1), expectRun('created'), approveDraft()],
		[changeForm(SCHEDULE), expectRun('unchanged'), makeDraft(), expectRun('unchanged')],
		expectCalendar('Tea · draft'),
	],
	[
		'keeps a post scheduled if somebody makes it a draft and approves it again, and its row changes to draft in between',
		[useSheet(UPSERT, MAY_1), expectRun('created'), makeDraft()],
		[changeForm(DRAFT), expectRun('unchanged'), approveDraft(), expectRun('unchanged')],
		expectCalendar('Tea · scheduled'),
	],
	...repeatOnOlderRelease('leaves a dated post unchanged after its text was edited', [
		useSheet({}, TEA),
		expectRun('created'),
		editText('Tea, corrected'),
		expectRun('unchanged'),
	]),
	...repeatOnOlderRelease('leaves a dated post unchanged after it was moved by nine days', [
		useSheet({}, TEA),
		expectRun('created'),
		dragTo('2099-03-13T10:00:00.000Z'),
		expectRun('unchanged'),
	]),
	[
		'recognizes a post by its fingerprint, without reading files, if its text is stored differently and its file signed anew',
		uploadFile(PNG),
		useSheet(FROM_SIGNED_URL, { ...TEA, key: 1 }),
		[
			expectRun('created'),
			changeStoredText('<p>T</p>'),
			breakFileLinks(),
			changeRow({ key: 2 }),
			expectRun('unchanged'),
		],
	],
]);

describeCases('drafts', [
	[
		'creates an immediate post with the text of an undated draft, and names the draft',
		[useSheet(UNDATED_DRAFT, TEA), expectRun('created'), changeForm(NOW), expectRun('created')],
		expectHints('replacesDraft'),
	],
	[
		'names a draft with another text at the same minute as one that the new post may replace',
		[useSheet(DRAFT, TEA), expectRun('created'), changeRow({ text: 'Tea!' }), expectRun('created')],
		expectHints('replacesAtSameTime'),
	],
	[
		'gives no hint about an unrelated post at the same minute',
		[useSheet({}, TEA), expectRun('created'), changeRow(MILK), expectRun('created'), expectHints()],
	],
	[
		'rejects a row that changes from draft to scheduled in Create',
		[useSheet(DRAFT, TEA), expectRun('created'), editText('Tea, corrected')],
		[changeForm(SCHEDULE), expectRun('rejected: existingDraft')],
	],
	[
		'schedules a draft with the text of its reviewer if its row with a Row ID changes to scheduled',
		[
			useSheet(UPSERT, { ...MAY_1, type: 'draft' }),
			expectRun('created'),
			editText('Tea, corrected'),
		],
		[
			changeRow({ type: 'schedule' }),
			expectRun('updated'),
			expectCalendar('Tea, corrected · scheduled'),
		],
	],
	...repeatByRowId(
		'leaves an approved draft unchanged, even once it is published',
		'draft',
		[
			expectRun('created'),
			approveDraft(),
			expectRun('unchanged'),
			expectCalendar('Tea · scheduled'),
		],
		[publishPost(), expectRun('unchanged'), expectCalendar('Tea · published')],
	),
	...repeatByRowId('leaves a post unchanged that was made a draft in the calendar', 'schedule', [
		expectRun('created'),
		makeDraft(),
		expectRun('unchanged'),
		expectCalendar('Tea · draft'),
	]),
	[
		'updates the text of a post with a Row ID that was made a draft in the calendar, and keeps it a draft',
		[useSheet(UPSERT, MAY_1), expectRun('created'), makeDraft()],
		[changeRow({ text: 'Milk' }), expectRun('updated'), expectCalendar('Milk · draft')],
	],
	[
		'rejects a row that changes from scheduled to draft in Create',
		[
			useSheet({}, TEA),
			expectRun('created'),
			changeForm(DRAFT),
			expectRun('rejected: alreadyScheduled'),
		],
	],
	[
		'leaves a past row with a Row ID unchanged, even if Post Again was chosen in Create before',
		[useSheet(UPSERT, { ...MAY_1, date: TOMORROW }), expectRun('created'), publishPost()],
		[changeForm(POST_AGAIN), passTime(2 * DAY), expectRun('unchanged')],
	],
	[
		'makes a scheduled post with a Row ID a draft if its row changes to draft',
		[useSheet(UPSERT, MAY_1), expectRun('created')],
		[changeRow({ type: 'draft' }), expectRun('updated'), expectCalendar('Tea · draft')],
	],
]);
