import type { INodeParameters } from 'n8n-workflow';
import { HOUR } from '../../../shared/time.cjs';
import { expectCalendar, expectPostCount, publishPost } from '../../support/calendarSteps.cjs';
import { describeCases } from '../../support/describeCases.cjs';
import {
	createMarchRows,
	createMayRows,
	DATE_BY_ROW,
	MILK,
	NOW,
	repeat,
	TAGS_BY_ROW,
	TEA,
	WINE,
} from '../../support/caseInputs.cjs';
import { expectHints, expectRun, expectRunInLoop } from '../../support/runSteps.cjs';
import { passTime, REJECT_ONCE } from '../../support/serviceSteps.cjs';
import {
	addRow,
	changeForm,
	changeRow,
	RETRY_ON_FAIL,
	useSheet,
} from '../../support/sheetSteps.cjs';

const ADAPT: INodeParameters = { options: { ifUnsupported: 'adapt' } };

describeCases('repeated runs and loops', [
	[
		'creates the three of 60 rows that were too long once Adapt is chosen',
		[
			useSheet(
				{},
				...createMayRows(1, 57),
				...repeat(3, 'x '.repeat(200)).map((text, index) => ({ text: text + index })),
			),
		],
		[expectRun(...repeat(57, 'created'), ...repeat(3, 'failed')), expectPostCount(57)],
		[
			changeForm(ADAPT),
			expectRun(...repeat(57, 'unchanged'), ...repeat(3, 'created')),
			expectPostCount(60),
		],
	],
	[
		'creates each post once if failed rows return through the error output',
		[useSheet({ ...NOW, ...TAGS_BY_ROW }, TEA, MILK, WINE), REJECT_ONCE],
		expectRunInLoop('errors', ['created', 'created'], ['created']),
		expectCalendar('Milk', 'Wine', 'Tea'),
	],
	[
		'creates each post once if failed rows return in a loop together with the others',
		[useSheet({ ...NOW, ...TAGS_BY_ROW }, TEA, MILK, WINE), REJECT_ONCE],
		expectRunInLoop('all', ['created', 'created'], ['created', 'unchanged', 'unchanged']),
		expectCalendar('Milk', 'Wine', 'Tea'),
	],
	[
		'leaves a published post unchanged if a copy of its row becomes a draft',
		[
			useSheet({ type: '={{ $json.type }}', date: '' }, { ...TEA, type: 'now' }),
			expectRun('created'),
		],
		[publishPost(), passTime(HOUR), changeRow({ type: 'draft' }), addRow({ ...TEA, type: 'now' })],
		[expectRun('created', 'unchanged'), expectCalendar('Tea · published', 'Tea · draft')],
	],
	[
		'gives no hint about the posts of other rows in a loop',
		[
			useSheet({}, TEA, MILK),
			expectRunInLoop('others', ['created'], ['created']),
			expectHints(),
			expectPostCount(2),
		],
	],
	[
		'names the old post of a moved row if another row fails in the first attempt of Retry On Fail',
		[
			RETRY_ON_FAIL,
			useSheet({ ...DATE_BY_ROW, ...TAGS_BY_ROW }, ...createMarchRows(1, 2)),
			expectRun('created', 'created'),
		],
		[
			changeRow({ ...createMarchRows(9)[0], ...MILK }, 0),
			changeRow(createMarchRows(8)[0], 1),
			REJECT_ONCE,
		],
		[expectRun('created', 'created'), expectHints('replacesAtOtherTime')],
	],
]);
