import { DAY, HOUR, MINUTE } from '../../../shared/time.cjs';
import { expectPostCount, failPost, publishOtherPosts } from '../../support/calendarSteps.cjs';
import { describeCases } from '../../support/describeCases.cjs';
import {
	createMarchRows,
	DATE_BY_ROW,
	IN_AN_HOUR,
	NEXT_SLOT,
	NOW,
	repeat,
	TEA,
	TOMORROW,
} from '../../support/caseInputs.cjs';
import { expectHints, expectRun } from '../../support/runSteps.cjs';
import { passTime } from '../../support/serviceSteps.cjs';
import { addRow, changeForm, changeRow, useSheet } from '../../support/sheetSteps.cjs';
import { addDays } from '../../support/posts.cjs';

describeCases('moved and corrected rows', [
	[
		'creates the same text on a fifth date without a hint about the other four',
		[useSheet(DATE_BY_ROW, ...createMarchRows(1, 2, 3, 4)), expectRun(...repeat(4, 'created'))],
		[addRow(createMarchRows(5)[0]), expectRun(...repeat(4, 'unchanged'), 'created'), expectHints()],
	],
	[
		'creates a new post for a moved row, and names the old one',
		[useSheet(DATE_BY_ROW, ...createMarchRows(1)), expectRun('created')],
		[changeRow(createMarchRows(9)[0]), expectRun('created'), expectHints('replacesAtOtherTime')],
	],
	[
		'suggests retrying only the failed post of a past row, and names the published one after its date changed',
		[
			useSheet({ channels: 'Bluesky, Telegram', date: TOMORROW }, TEA),
			expectRun('created', 'created'),
		],
		[failPost('forGood'), publishOtherPosts, passTime(2 * DAY), expectRun('unchanged', 'failed')],
		({ last, service: { state } }) => {
			const [{ id }] = state.posts;
			expect(last!.output[0][1].json.error).toContain(`with Post > Update: ${id}.`);
		},
		[
			changeForm({ date: addDays(9) }),
			expectRun('created', 'created'),
			expectHints('replacesPublished'),
		],
	],
	[
		'creates a new post for a corrected text, and names the old one',
		[
			useSheet({}, TEA),
			expectRun('created'),
			changeRow({ text: 'Tea!' }),
			expectRun('created'),
			expectHints('replacesAtSameTime'),
		],
	],
	[
		'leaves a post for an hour from now unchanged in a second run',
		[
			useSheet(IN_AN_HOUR, TEA),
			expectRun('created'),
			passTime(30 * MINUTE),
			expectRun('unchanged'),
		],
	],
	[
		'creates a draft for an hour from now again the next day',
		[
			useSheet({ ...IN_AN_HOUR, type: 'draft' }, TEA),
			expectRun('created'),
			passTime(HOUR),
			expectRun('unchanged'),
			passTime(DAY),
			expectRun('created'),
		],
	],
	[
		'treats a date from the row as fixed if the expression falls back to the clock',
		useSheet({ date: '={{ $json.date || $now }}' }, ...createMarchRows(1)),
		[
			expectRun('created'),
			changeRow(createMarchRows(2)[0]),
			expectRun('created'),
			expectRun('unchanged'),
		],
	],
	[
		'creates an immediate post with the text of a scheduled one, and names that one',
		[
			useSheet({ date: addDays(7) }, TEA),
			expectRun('created'),
			changeForm(NOW),
			expectRun('created'),
			expectHints('replacesAtOtherTime'),
		],
	],
	[
		'leaves a post in the next free slot unchanged if its row changes to now an hour later',
		[
			useSheet(NEXT_SLOT, TEA),
			expectRun('created'),
			passTime(HOUR),
			changeForm(NOW),
			expectRun('unchanged'),
			expectPostCount(1),
		],
	],
	[
		'treats a day relative to now with an hour from the row as a fixed date',
		useSheet(
			{ date: "={{ $now.plus(1, 'day').toISO().split('T')[0] }} {{ $json.hour }}" },
			{ ...TEA, hour: '09:00' },
		),
		[
			expectRun('created'),
			changeRow({ hour: '18:00' }),
			expectRun('created'),
			expectRun('unchanged'),
		],
	],
]);
