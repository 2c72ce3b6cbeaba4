import { HOUR, MINUTE } from '../../../shared/time.cjs';
import {
	copyPost,
	expectCalendar,
	expectPostCount,
	expectUpdateError,
	failPost,
	removePart,
} from '../../support/calendarSteps.cjs';
import { describeCases } from '../../support/describeCases.cjs';
import { JUNE, MAY_1, MILK, NOW, TEA, THREAD, UPSERT } from '../../support/caseInputs.cjs';
import { expectRun, runWithoutExpectations } from '../../support/runSteps.cjs';
import { failToStore, passTime } from '../../support/serviceSteps.cjs';
import { changeRow, useSheet } from '../../support/sheetSteps.cjs';

describeCases('incomplete and failed posts', [
	[
		'rejects an incomplete thread',
		[useSheet(THREAD, TEA), failToStore('Two'), runWithoutExpectations, failToStore(null)],
		[expectCalendar('Tea · 1 parts'), expectRun('rejected: incompleteThread'), expectPostCount(1)],
	],
	[
		'leaves a thread unchanged after a person removed a part',
		[useSheet(THREAD, TEA), expectRun('created'), removePart(-1), expectRun('unchanged')],
	],
	[
		'leaves a failed post with a link unchanged',
		useSheet({}, TEA),
		expectRun('created'),
		failPost('withLink'),
		expectRun('unchanged'),
	],
	[
		'creates a post again if it failed for good',
		[
			useSheet({}, TEA),
			expectRun('created'),
			failPost('forGood'),
			expectRun('created'),
			expectRun('unchanged'),
		],
	],
	[
		'rejects a post that failed with a timeout',
		[
			useSheet({}, TEA),
			expectRun('created'),
			failPost('withTimeout'),
			expectRun('rejected: mayBeOnline'),
		],
	],
	[
		'rejects a post that may be online',
		[
			useSheet({}, TEA),
			expectRun('created'),
			failPost('mayBeOnline'),
			expectRun('rejected: mayBeOnline'),
		],
	],
	[
		'rejects an undated post that may be online',
		[
			useSheet(NOW, MILK),
			expectRun('created'),
			failPost('mayBeOnline'),
			expectRun('rejected: mayBeOnline'),
		],
	],
	[
		'rejects a post that Postiz still tries to publish, and an hour later as possibly online',
		[
			useSheet({}, TEA),
			expectRun('created'),
			failPost('stillTrying'),
			expectRun('rejected: stillTrying'),
		],
		[passTime(HOUR + MINUTE), expectRun('rejected: mayBeOnline')],
	],
	[
		'never reschedules a failed post that may be online or that Postiz still tries to publish',
		[useSheet(UPSERT, MAY_1), expectRun('created'), failPost('mayBeOnline')],
		[
			changeRow({ date: JUNE }),
			expectRun('rejected: mayBeOnline'),
			expectUpdateError({ date: JUNE }),
		],
		[
			failPost('stillTrying'),
			expectRun('rejected: stillTrying'),
			expectUpdateError({ date: JUNE }),
		],
		expectCalendar('Tea · failed · 2099-03-04'),
	],
	[
		'leaves a post unchanged if a copy of it failed with a timeout',
		[
			useSheet({}, TEA),
			expectRun('created'),
			copyPost(),
			failPost('withTimeout'),
			expectRun('unchanged'),
		],
	],
	[
		'rejects all changes of a row whose failed post has a link',
		[useSheet(UPSERT, MAY_1), expectRun('created'), failPost('withLink')],
		[
			changeRow({ date: JUNE }),
			expectRun('rejected: alreadyPublished'),
			expectUpdateError({ date: JUNE }),
		],
		expectCalendar('Tea · failed · 2099-03-04'),
	],
	[
		'rejects all changes of a row whose post failed with a timeout',
		[useSheet(UPSERT, MAY_1), expectRun('created'), failPost('withTimeout')],
		[
			changeRow({ text: 'Milk' }),
			expectRun('rejected: mayBeOnline'),
			expectUpdateError({ date: JUNE }),
		],
		expectCalendar('Tea · failed · 2099-03-04'),
	],
]);
