import type { INodeParameters } from 'n8n-workflow';
import { HOUR, MINUTE } from '../../../shared/time.cjs';
import { editText, expectCalendar, expectPostCount } from '../../support/calendarSteps.cjs';
import { describeCases } from '../../support/describeCases.cjs';
import { MAY_1, NOW, TAGGED, TEA, UPSERT } from '../../support/caseInputs.cjs';
import { expectRun } from '../../support/runSteps.cjs';
import { passTime, REJECT_ONCE } from '../../support/serviceSteps.cjs';
import { changeForm, changeRow, useSheet } from '../../support/sheetSteps.cjs';

const AS_MARKDOWN: INodeParameters = { options: { contentFormat: 'markdown' } };

const BOARDS: INodeParameters = {
	channels: 'Discord',
	networkSettings: {
		network: [
			{ provider: 'discord', channel: { __rl: true, mode: 'id', value: '={{ $json.board }}' } },
		],
	},
};

describeCases('settings', [
	[
		'rejects a tag added to a scheduled row in Create',
		[
			useSheet({}, TEA),
			expectRun('created'),
			changeForm(TAGGED),
			expectRun('rejected: differentDetails'),
		],
	],
	[
		'updates nothing but the tags if a tag is added to a scheduled row with a Row ID',
		[useSheet(UPSERT, MAY_1), expectRun('created'), editText('Tea, corrected')],
		[
			changeRow({ tags: 'Launch' }),
			expectRun('updated'),
			expectCalendar('Tea, corrected · Launch'),
		],
	],
	[
		'creates the failed one of two posts with the same text and minute on two boards',
		useSheet(BOARDS, { ...TEA, board: 'general' }, { ...TEA, board: 'announcements' }),
		// The request is divided, and its first half rejected again.
		[REJECT_ONCE, REJECT_ONCE],
		expectRun('failed', 'created'),
		expectRun('created', 'unchanged'),
		expectPostCount(2),
	],
	[
		'rejects an immediate post with an added tag for 11 hours',
		[useSheet(NOW, TEA), expectRun('created'), passTime(HOUR)],
		[
			changeForm(TAGGED),
			expectRun('rejected: differentDetails'),
			passTime(10 * HOUR + MINUTE),
			expectRun('created'),
		],
	],
	[
		'rejects an immediate post once an option changes',
		[
			useSheet(NOW, TEA),
			expectRun('created'),
			changeForm(AS_MARKDOWN),
			expectRun('rejected: differentDetails'),
		],
	],
]);
