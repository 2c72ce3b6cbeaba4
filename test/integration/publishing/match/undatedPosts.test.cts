import { JPEG, PNG } from '../../../shared/samples.cjs';
import { DAY, HOUR, MINUTE } from '../../../shared/time.cjs';
import { dragTo, publishPost } from '../../support/calendarSteps.cjs';
import { describeCases, repeatOnOlderRelease } from '../../support/describeCases.cjs';
import { MILK, NEXT_SLOT, NOW, TEA, UNDATED_DRAFT } from '../../support/caseInputs.cjs';
import { expectRun } from '../../support/runSteps.cjs';
import { passTime, shiftClockOfN8n } from '../../support/serviceSteps.cjs';
import { changeRow, runByHand, runByTrigger, useSheet } from '../../support/sheetSteps.cjs';
import { addDays } from '../../support/posts.cjs';

describeCases('undated posts', [
	[
		'creates a post with the same caption but another picture',
		[useSheet(NOW, { ...TEA, picture: PNG }), expectRun('created')],
		[changeRow({ picture: JPEG }), expectRun('created')],
	],
	[
		'leaves a post unchanged after 10 hours, and creates it again after 11',
		[useSheet(NOW, { ...TEA, picture: PNG }), expectRun('created')],
		[passTime(10 * HOUR), expectRun('unchanged'), passTime(HOUR + MINUTE), expectRun('created')],
	],
	[
		'tolerates a wrong clock in n8n',
		[useSheet(NOW, TEA), expectRun('created')],
		[
			shiftClockOfN8n(20 * HOUR),
			expectRun('unchanged'),
			shiftClockOfN8n(-40 * HOUR),
			expectRun('unchanged'),
		],
		[passTime(11 * HOUR + MINUTE), expectRun('created')],
	],
	[
		'creates two rows both times when a schedule runs at 9:00 and 21:00',
		[runByTrigger, useSheet(NOW, TEA, MILK), expectRun('created', 'created')],
		[passTime(12 * HOUR - 3000), expectRun('created', 'created')],
	],
	[
		'creates a fixed text in each hourly run of a trigger, but not by hand 40 minutes later',
		[runByTrigger, useSheet({ ...NOW, content: 'Good morning' }, {}), expectRun('created')],
		[passTime(HOUR), expectRun('created')],
		[runByHand, passTime(40 * MINUTE), expectRun('unchanged')],
	],
	[
		'leaves a text from the item unchanged an hour later, even in a run of a trigger',
		[
			runByTrigger,
			useSheet(NOW, TEA),
			expectRun('created'),
			passTime(HOUR),
			expectRun('unchanged'),
		],
	],
]);

describeCases('pending posts', [
	[
		'leaves a post in the next free slot unchanged while it is queued, and creates it again once it is published',
		[useSheet(NEXT_SLOT, TEA), expectRun('created'), dragTo(addDays(20))],
		[passTime(12 * HOUR), expectRun('unchanged'), publishPost(), expectRun('created')],
	],
	...repeatOnOlderRelease('leaves an undated draft unchanged after 60 days', [
		useSheet(UNDATED_DRAFT, TEA),
		expectRun('created'),
		passTime(60 * DAY),
		expectRun('unchanged'),
	]),
]);
