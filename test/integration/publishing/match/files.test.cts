import type { INodeParameters } from 'n8n-workflow';
import { createSampleFile, JPEG, PNG } from '../../../shared/samples.cjs';
import {
	breakFileLinks,
	addPart,
	expectCalendar,
	expectFileCounts,
	expectPostCount,
	publishPost,
	removePart,
} from '../../support/calendarSteps.cjs';
import type { Step } from '../../support/caseState.cjs';
import { type Case, describeCases } from '../../support/describeCases.cjs';
import {
	FROM_URL,
	IN_AN_HOUR,
	MAY_1,
	NOW,
	TAGGED,
	TEA,
	UPSERT,
} from '../../support/caseInputs.cjs';
import { expectRun } from '../../support/runSteps.cjs';
import { uploadFile } from '../../support/serviceSteps.cjs';
import { changeForm, changeRow, useSheet } from '../../support/sheetSteps.cjs';

const BROKEN = Buffer.from('no picture');

const THREAD_WITH_FILES: INodeParameters = {
	...UPSERT,
	media: { file: [{ source: 'url', url: '={{ $json.first }}' }] },
	thread: {
		segment: [
			{ content: 'Two', media: { file: [{ source: 'url', url: '={{ $json.second }}' }] } },
			{ content: 'Three' },
		],
	},
};

/** Fills columns of the first row with the URL of the uploaded file, or with nothing. */
const fillColumns =
	(...columns: Array<[name: string, isFilled: boolean]>): Step =>
	({ rows, file }) =>
		columns.forEach(([name, isFilled]) =>
			Object.assign(rows[0]!, { [name]: isFilled ? file!.path : '' }),
		);

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
		'moves a file to another part of a thread',
		[uploadFile(PNG), useSheet(THREAD_WITH_FILES, MAY_1)],
		[fillColumns(['first', true], ['second', false]), expectRun('created')],
		expectFileCounts(1, 0, 0),
		[fillColumns(['first', false], ['second', true]), expectRun('updated')],
		[expectFileCounts(0, 1, 0), expectRun('unchanged')],
	],
	[
		'rejects other files of a row if somebody removed a part before one with files',
		[uploadFile(PNG), useSheet(THREAD_WITH_FILES, MAY_1)],
		[fillColumns(['first', true], ['second', true]), expectRun('created'), removePart(1)],
		[uploadFile(JPEG), fillColumns(['first', true], ['second', true])],
		[expectRun('failed'), expectFileCounts(1, 0)],
	],
	[
		'keeps the file of a part that somebody added, however often the file of the row changes',
		[useSheet(UPSERT, { ...MAY_1, picture: PNG }), expectRun('created'), addPart('Two')],
		[changeRow({ picture: JPEG }), expectRun('updated'), expectFileCounts(1, 1)],
		[changeRow({ picture: PNG }), expectRun('updated'), expectFileCounts(1, 1)],
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
		[changeRow({ picture: JPEG }), expectRun('rejected: differentFiles'), expectPostCount(1)],
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
