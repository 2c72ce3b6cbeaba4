import type { INodeParameters } from 'n8n-workflow';
import { createSampleFile, JPEG, PNG } from '../../../shared/samples.cjs';
import {
	breakFileLinks,
	expectCalendar,
	expectPostCount,
	publishPost,
} from '../../support/calendarSteps.cjs';
import { type Case, describeCases } from '../../support/describeCases.cjs';
import { FROM_URL, IN_AN_HOUR, NOW, TAGGED, TEA } from '../../support/caseInputs.cjs';
import { expectRun } from '../../support/runSteps.cjs';
import { uploadFile } from '../../support/serviceSteps.cjs';
import { changeForm, changeRow, useSheet } from '../../support/sheetSteps.cjs';

const BROKEN = Buffer.from('no picture');

const UPLOADED: INodeParameters = {
	media: { file: [{ source: 'upload', file: '={{ $json.file }}' }] },
};

describeCases('files', [
	[
		'creates the post whose picture was unreadable, and leaves the other one with its caption unchanged',
		[
			useSheet({}, { ...TEA, picture: BROKEN }, { ...TEA, picture: JPEG }),
			expectRun('failed', 'created'),
		],
		[changeRow({ picture: PNG }), expectRun('created', 'unchanged')],
		expectCalendar('Tea · jpg', 'Tea · png'),
	],
	...([{}, NOW, IN_AN_HOUR] as INodeParameters[]).map((fields, index): Case => [
		`leaves a post unchanged after the same bytes were uploaded again (${['dated', 'now', 'relative date'][index]})`,
		[uploadFile(PNG), useSheet({ ...UPLOADED, ...fields }, TEA), expectRun('created')],
		[uploadFile(PNG), expectRun('unchanged')],
	]),
	[
		'leaves a post unchanged if another URL has the same bytes',
		[uploadFile(PNG), useSheet(FROM_URL, TEA), expectRun('created')],
		[uploadFile(PNG), expectRun('unchanged')],
	],
	[
		'rejects a dated post whose files are unreadable',
		[uploadFile(PNG), useSheet(FROM_URL, TEA), expectRun('created')],
		[uploadFile(PNG), breakFileLinks(), expectRun('rejected: uncomparedFiles')],
	],
	[
		'rejects an immediate post whose files are unreadable',
		[uploadFile(PNG), useSheet({ ...FROM_URL, ...NOW }, TEA), expectRun('created')],
		[uploadFile(PNG), breakFileLinks(), expectRun('rejected: uncomparedFiles')],
	],
	[
		'rejects a re-encoded picture at the same date',
		[useSheet({}, { ...TEA, picture: PNG }), expectRun('created')],
		[changeRow({ picture: JPEG }), expectRun('rejected: otherFiles'), expectPostCount(1)],
	],
	[
		'leaves a published post with broken links unchanged if the tags or files of its row change',
		[useSheet({}, { ...TEA, picture: PNG }), expectRun('created'), publishPost(), breakFileLinks()],
		[changeForm(TAGGED), expectRun('unchanged')],
		[changeRow({ picture: JPEG }), expectRun('unchanged')],
	],
	[
		'creates four posts in four runs with pictures without text at the same date',
		...[1, 2, 3, 4].flatMap((mark) => [
			useSheet({ content: '' }, { picture: createSampleFile(PNG, 100, mark) }),
			expectRun('created'),
		]),
		expectPostCount(4),
	],
	[
		'creates a picture without text at the date of another published one',
		[useSheet({ content: '' }, { picture: PNG }), expectRun('created'), publishPost()],
		[changeRow({ picture: JPEG }), expectRun('created')],
	],
]);
