import type { INodeParameters } from 'n8n-workflow';
import { expectCalendar, failPost, publishPost } from '../../support/calendarSteps.cjs';
import { type Case, describeCases } from '../../support/describeCases.cjs';
import {
	createMayRows,
	JUNE,
	MAY,
	MAY_1,
	MAY_2,
	repeat,
	TEA,
	UPSERT,
} from '../../support/caseInputs.cjs';
import {
	expectHints,
	expectRun,
	expectRunByTwoWorkers,
	expectRunInLoop,
	expectSameErrors,
} from '../../support/runSteps.cjs';
import { addRow, changeRow, useSheet } from '../../support/sheetSteps.cjs';

const createUpsert = (rowId: string): INodeParameters => ({ ...UPSERT, rowId });

describeCases('Row IDs', [
	[
		'rejects another row with the same Row ID in a loop',
		[useSheet(UPSERT, MAY_1, MAY_2)],
		expectRunInLoop([[{ id: 'May 1' }, 1]], ['created', 'created'], []),
		expectCalendar('Tea', 'Tea 2'),
	],
	[
		'does not recognize the same sheet by a row that an earlier round of a loop created',
		[
			useSheet(UPSERT, MAY_1),
			expectRun('created'),
			changeRow({ text: 'Milk', date: MAY }),
			addRow(MAY_2),
		],
		expectRunInLoop('all', ['created'], ['unchanged']),
		expectCalendar('Tea', 'Tea 2'),
	],
	[
		'rejects two rows with the same Row ID',
		useSheet(UPSERT, MAY_1, { ...MAY_1, text: 'Milk' }),
		[expectRun('rejected: reusedRowId', 'rejected: reusedRowId'), expectCalendar()],
	],
	[
		'creates two rows with the same Row ID on different channels',
		[useSheet(UPSERT, MAY_1, { ...MAY_1, channels: 'Telegram' }), expectRun('created', 'created')],
	],
	[
		'rejects an empty Row ID',
		useSheet(UPSERT, { ...MAY_1, id: ' ' }),
		expectRun('rejected: emptyRowId'),
	],
	[
		'rejects a row number as the Row ID',
		[useSheet(createUpsert('={{ $json.row_number }}'), { ...TEA, row_number: 7 })],
		[expectRun('rejected: positionalRowId'), expectCalendar()],
	],
	...[7, '007', '1,000', '7.00'].map((id): Case => [
		`rejects ${JSON.stringify(id)} as the Row ID, which other sheets may have, too`,
		[useSheet(UPSERT, { ...MAY_1, id }), expectRun('rejected: numericRowId'), expectCalendar()],
	]),
	[
		'accepts a number with a prefix as the Row ID, and ignores spaces around it',
		[useSheet(createUpsert("={{ 'May ' + $json.id }}"), { ...TEA, id: 7 }), expectRun('created')],
		[useSheet(UPSERT, { ...TEA, id: ' May 7 ' }), expectRun('unchanged')],
	],
	[
		'fails a copied row with the error of the original',
		[useSheet(UPSERT, MAY_1), expectRun('created'), failPost('withTimeout')],
		useSheet(UPSERT, MAY_1, { ...MAY_1, id: 'May 2' }),
		[expectRun('rejected: mayBeOnline', 'rejected: mayBeOnline'), expectSameErrors],
	],
	[
		'overwrites nothing if a new month reuses all Row IDs',
		[useSheet(UPSERT, ...createMayRows(1, 5)), expectRun(...repeat(5, 'created')), publishPost()],
		useSheet(
			UPSERT,
			...createMayRows(1, 5).map(({ id, text }) => ({
				id,
				text: `New ${String(text)}`,
				date: JUNE,
			})),
		),
		expectRun('rejected: alreadyPublished', ...repeat(4, 'rejected: foreignRow')),
		expectCalendar('Tea 1', 'Tea 2', 'Tea 3', 'Tea 4', 'Tea 5'),
	],
	[
		'overwrites nothing if the only other row of the reused Row IDs is published',
		[useSheet(UPSERT, ...createMayRows(1, 2)), expectRun('created', 'created'), publishPost()],
		useSheet(
			UPSERT,
			...createMayRows(1, 2).map(({ id }) => ({ id, text: `New ${String(id)}`, date: JUNE })),
		),
		[
			expectRun('rejected: alreadyPublished', 'rejected: foreignRow'),
			expectCalendar('Tea 1', 'Tea 2'),
		],
	],
	[
		'updates a rewritten row on two channels, as another row shows that the sheet is the same',
		[useSheet(UPSERT, { ...MAY_1, channels: 'Bluesky, Telegram' }, MAY_2)],
		expectRun(...repeat(3, 'created')),
		changeRow({ text: 'New', date: JUNE }),
		expectRun('updated', 'updated', 'unchanged'),
	],
	[
		'names both posts of two workers, and rejects the row once it is edited',
		[
			useSheet(UPSERT, MAY_1),
			expectRunByTwoWorkers('created'),
			expectRun('unchanged'),
			expectHints('extraPosts'),
		],
		[
			changeRow({ text: 'Milk' }),
			expectRun('rejected: severalPostsForRow'),
			expectCalendar('Tea', 'Tea'),
		],
	],
]);
