import type { CreatedOutcome } from '../../../../../nodes/Postiz/publishing/deliver/requests';
import { describeWhenOut } from '../../../../../nodes/Postiz/resources/post/create/describe';
import type { SharedFields } from '../../../../../nodes/Postiz/transport/types';
import { channel, post, row } from '../../../publishing/deliver/rows.cjs';

const NOW = Date.parse('2099-01-01T12:00:00.000Z');
const DATE = '2099-03-04T10:00:00.000Z';

/** An item with so many created posts. */
function created(shared: Partial<SharedFields>, posts = 1): CreatedOutcome[] {
	const all = Array.from({ length: posts }, () => post(channel('x'), 'Hi'));
	return row(0, all, shared).map((own, index) => ({
		kind: 'created',
		post: own,
		postId: `p${index}`,
	}));
}

test.each<[string, CreatedOutcome[][], string]>([
	['nothing', [], ''],
	[
		'one date',
		[created({ date: DATE }, 2)],
		'2 posts will be published on 2099-03-04 11:00 Europe/Berlin.',
	],
	[
		'several dates',
		[created({ date: DATE }), created({ date: '2099-02-03T08:30:00.000Z' })],
		'2 posts will be published between 2099-02-03 09:30 and 2099-03-04 11:00 Europe/Berlin.',
	],
	[
		'now',
		[created({ type: 'now', date: DATE })],
		'Postiz is publishing 1 post now, 2099-01-01 13:00 Europe/Berlin. Post > Wait returns the links once they are published.',
	],
	[
		'a date that has passed',
		[created({ date: '2099-01-01T11:59:00.000Z' }, 3)],
		'Postiz is publishing 3 posts now, 2099-01-01 13:00 Europe/Berlin. Post > Wait returns the links once they are published.',
	],
	[
		'a draft that is never published',
		[created({ type: 'draft', date: DATE })],
		'1 draft will not be published until scheduled: use Post > Update, or the calendar of Postiz.',
	],
	[
		'some of each',
		[created({ type: 'now', date: DATE }), created({ date: DATE }), created({ type: 'draft' })],
		'Postiz is publishing 1 post now, 2099-01-01 13:00 Europe/Berlin. Post > Wait returns the links once they are published. 1 post will be published on 2099-03-04 11:00 Europe/Berlin. 1 draft will not be published until scheduled: use Post > Update, or the calendar of Postiz.',
	],
])('the output says when posts go out: %s', (_name, outcomes, message) => {
	expect(describeWhenOut(outcomes.flat(), { now: NOW, timezone: 'Europe/Berlin' })).toBe(message);
});
