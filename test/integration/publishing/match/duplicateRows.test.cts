import { expectCalendar, expectPostCount } from '../../support/calendarSteps.cjs';
import { describeCases } from '../../support/describeCases.cjs';
import { CHANNELS_BY_ROW, MILK, NOW, POST_AGAIN, repeat, TEA } from '../../support/caseInputs.cjs';
import {
	expectHints,
	expectOutcomes,
	expectRun,
	expectSameErrors,
} from '../../support/runSteps.cjs';
import { REJECT_ONCE } from '../../support/serviceSteps.cjs';
import { useSheet } from '../../support/sheetSteps.cjs';

describeCases('duplicate rows', [
	[
		'creates one post for two equal rows',
		[
			useSheet({}, TEA, MILK, TEA),
			expectRun('created', 'created', 'created, same as 0'),
			expectHints('duplicateItem', 'sameMinute'),
		],
		[expectRun('unchanged', 'unchanged', 'unchanged, same as 0'), expectCalendar('Tea', 'Milk')],
	],
	[
		'creates one post for five items with the same fixed text',
		[useSheet({ ...NOW, content: 'Good morning' }, {}, {}, {}, {}, {})],
		[expectRun('created', ...repeat(4, 'created, same as 0'))],
		expectCalendar('Good morning'),
	],
	[
		'creates the valid post of a row with a rejected channel, and shares it with an equal row',
		[useSheet({ channels: CHANNELS_BY_ROW }, { ...TEA, channels: 'Bluesky, Pinterest' }, TEA)],
		[
			expectRun('created', 'failed', 'created, same as 0'),
			expectOutcomes('created', 'rejected', 'created'),
		],
	],
	[
		'fails equal rows with the same error if Postiz rejects their post',
		[useSheet({}, TEA, TEA), REJECT_ONCE, REJECT_ONCE, REJECT_ONCE],
		[expectRun('failed', 'failed'), expectSameErrors, expectHints()],
	],
	[
		'creates two posts for equal rows with Post Again',
		[useSheet(POST_AGAIN, TEA, TEA), expectRun('created', 'created'), expectPostCount(2)],
	],
	[
		'fails equal rows with the same error if their date has passed',
		[
			useSheet({ date: '2020-05-06' }, TEA, TEA),
			expectRun('failed', 'failed'),
			expectSameErrors,
			expectHints(),
		],
	],
]);
