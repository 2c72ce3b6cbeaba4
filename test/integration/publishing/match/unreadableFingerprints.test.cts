import type { IDataObject } from 'n8n-workflow';
import { JPEG, PNG } from '../../../shared/samples.cjs';
import {
	expectCalendar,
	expectPostCount,
	failPost,
	removeFingerprint,
} from '../../support/calendarSteps.cjs';
import { type Case, describeCases } from '../../support/describeCases.cjs';
import {
	createMayRows,
	JUNE,
	MAY,
	MAY_1,
	MAY_2,
	NOW,
	repeat,
	TEA,
	UPSERT,
	WINE,
} from '../../support/caseInputs.cjs';
import { expectRequestCount, expectRun } from '../../support/runSteps.cjs';
import {
	DROP_FINGERPRINTS,
	DROP_FINGERPRINTS_AND_SHORTEN_LINKS,
	injectPublicPostFault,
	USE_OLDER_RELEASE,
} from '../../support/serviceSteps.cjs';
import { addRow, changeRow, useSheet } from '../../support/sheetSteps.cjs';

const SHORTEN_LINKS = { options: { shortLink: true } };
const LINK_TO_TEA = { text: 'See https://acme.example/tea.' };
const LINK_TO_MILK = { text: 'See https://acme.example/milk.' };

const removeFiles = (parts: IDataObject[]) => parts.forEach((part) => (part.image = null));

// Where lists show no settings, fingerprints are only in the public data of posts.
describeCases('unreadable fingerprints', [
	[
		'rejects only the row whose files cannot be compared if a request for public data fails',
		[useSheet({}, { ...TEA, picture: PNG }, { ...WINE, picture: PNG })],
		expectRun('created', 'created'),
		injectPublicPostFault({ kind: 'status', status: 500, times: 99 }),
		[changeRow({ picture: JPEG }, 0), addRow({ text: 'Milk', picture: PNG })],
		[expectRun('unreadableCalendar', 'unchanged', 'created'), expectPostCount(3)],
	],
	[
		'creates nothing for a row with a new ID if a request for the public data of its post fails',
		[useSheet(UPSERT, { ...MAY_1, picture: PNG }, { ...MAY_2, picture: PNG })],
		expectRun('created', 'created'),
		injectPublicPostFault({ kind: 'status', status: 500, times: 99 }),
		[
			changeRow({ id: 'June 1', picture: JPEG }, 0),
			addRow({ ...createMayRows(3, 3)[0], picture: PNG }),
		],
		[expectRun('unreadableCalendar', 'unchanged', 'created'), expectPostCount(3)],
	],
	...(
		[
			['a sign-in page', { kind: 'html502', status: 200 }],
			['a redirect', { kind: 'status', status: 302 }],
			['forbidden', { kind: 'status', status: 403 }],
			['missing', { kind: 'status', status: 404 }],
			['an object', { kind: 'status', status: 200, body: {} }],
			['an empty list', { kind: 'status', status: 200, body: [] }],
		] as const
	).map(([what, fault]): Case => [
		`rejects changed and new rows, and leaves the others unchanged, if the public data of posts is ${what}`,
		[
			USE_OLDER_RELEASE,
			useSheet(UPSERT, ...createMayRows(1, 3, { date: MAY })),
			expectRun(...repeat(3, 'created')),
		],
		injectPublicPostFault({ ...fault, times: 99 }),
		[changeRow({ text: 'Milk' }, 0), changeRow({ date: JUNE }, 1), addRow(createMayRows(4, 4)[0])],
		[
			expectRun(
				'rejected: unreadableRowId',
				'rejected: unreadableRowId',
				'unchanged',
				'rejected: unreadableRowId',
			),
		],
		[expectRequestCount(0), expectCalendar('Tea 1', 'Tea 2', 'Tea 3')],
	]),
	[
		'updates and creates other posts if the files of a single post are unreadable',
		[USE_OLDER_RELEASE, useSheet(UPSERT, { ...MAY_1, picture: PNG }, { ...MAY_2, picture: PNG })],
		[expectRun('created', 'created')],
		injectPublicPostFault({ kind: 'changedJson', times: 1, change: removeFiles }),
		[changeRow({ text: 'Milk' }, 1), addRow({ ...createMayRows(3, 3)[0], picture: PNG })],
		[expectRun('unchanged', 'updated', 'created')],
	],
	[
		'rejects a changed row if Postiz drops fingerprints',
		[
			DROP_FINGERPRINTS,
			useSheet(UPSERT, MAY_1, MAY_2),
			expectRun('created', 'created'),
			expectRun('unchanged', 'unchanged'),
		],
		[changeRow({ text: 'Tea!' }, 0), changeRow({ date: JUNE }, 1)],
		[
			expectRun('rejected: missingRowId', 'rejected: missingRowId'),
			expectRequestCount(0),
			expectPostCount(2),
		],
	],
]);

describeCases('missing fingerprints', [
	[
		'recognizes a dated post if Postiz drops fingerprints',
		[
			DROP_FINGERPRINTS,
			useSheet({}, TEA),
			expectRun('created'),
			expectRun('unchanged'),
			expectPostCount(1),
		],
	],
	[
		'recognizes a text that was split if Postiz drops fingerprints',
		[
			DROP_FINGERPRINTS,
			useSheet({ options: { ifUnsupported: 'adapt' } }, { text: 'Many beans. '.repeat(40) }),
			expectRun('created'),
			expectRun('unchanged'),
			expectPostCount(1),
		],
	],
	[
		'recognizes an immediate post if Postiz drops fingerprints, and creates one with another picture',
		[
			DROP_FINGERPRINTS,
			useSheet(NOW, { ...TEA, picture: PNG }),
			expectRun('created'),
			expectRun('unchanged'),
		],
		[changeRow({ picture: JPEG }), expectRun('created')],
	],
	[
		'recognizes dated posts if Postiz drops fingerprints and shortens links',
		[
			DROP_FINGERPRINTS_AND_SHORTEN_LINKS,
			useSheet(SHORTEN_LINKS, LINK_TO_TEA, LINK_TO_MILK),
			expectRun('created', 'created'),
			expectRun('unchanged', 'unchanged'),
			expectPostCount(2),
		],
	],
	[
		'rejects a post for now if only its links, which Postiz shortens, could show that it is another one',
		[
			DROP_FINGERPRINTS_AND_SHORTEN_LINKS,
			useSheet({ ...NOW, ...SHORTEN_LINKS }, LINK_TO_TEA),
			expectRun('created'),
			expectRun('rejected: uncomparedLinks'),
		],
		[changeRow(LINK_TO_MILK), expectRun('rejected: uncomparedLinks'), expectPostCount(1)],
	],
	[
		'rejects a moved row if Postiz drops fingerprints and shortens links',
		[
			DROP_FINGERPRINTS_AND_SHORTEN_LINKS,
			useSheet({ ...UPSERT, ...SHORTEN_LINKS }, { ...MAY_1, ...LINK_TO_TEA }),
			expectRun('created'),
			expectRun('unchanged'),
		],
		[changeRow({ date: JUNE }), expectRun('rejected: missingRowId'), expectPostCount(1)],
	],
	[
		'rejects a post without a fingerprint that failed with a timeout',
		[
			useSheet({}, TEA),
			expectRun('created'),
			removeFingerprint(),
			failPost('withTimeout'),
			expectRun('rejected: mayBeOnline'),
		],
	],
]);
