import type { ListedPost } from '../../../nodes/Postiz/transport/types';
import { A_DAY, lookOn, madeAt, post as listed, type Look } from './postLooks.cjs';

/** A post dated `at` minutes after the activation. */
const post = (at: number, more: Partial<ListedPost> = {}) => listed({ at, ...more });

const NEW = madeAt(30);
const OLD = madeAt(-60);

/** A look at this minute, at these posts. */
const at = (minute: number, ...posts: ListedPost[]): Look => ({ at: minute, posts });

test.each<[string, Look[], number[][]]>([
	[
		'is told once, 15 minutes after its date',
		[at(0, post(5)), at(19, post(5)), at(20, post(5)), at(21, post(5)), at(9999, post(5))],
		[[], [], [5], [], []],
	],
	[
		'is told in time though it was due at activation, as it was not overdue then',
		[at(0, post(-5)), at(10, post(-5))],
		[[], [-5]],
	],
	[
		'is not told if it was overdue before the activation',
		[at(0, post(-15)), at(10, post(-15)), at(A_DAY, post(-15))],
		[[], [], []],
	],
	['is told if it was made and due between two looks', [at(0), at(A_DAY, post(60))], [[], [60]]],
	[
		'is not told twice though it failed and was tried again meanwhile',
		[
			at(0, post(5)),
			at(25, post(5)),
			at(30, post(5, { state: 'ERROR' })),
			at(40, post(5)),
			at(90, post(5)),
		],
		[[], [5], [], [], []],
	],
	[
		'gets its 15 minutes if it was queued for a past date',
		[at(0), ...[60, 70, 75, 80].map((minute) => at(minute, post(-600, { id: NEW })))],
		[[], [], [], [-600], []],
	],
	[
		'gets its 15 minutes if it was moved to a past date',
		[at(0, post(600)), at(60, post(600)), at(70, post(60)), at(84, post(60)), at(85, post(60))],
		[[], [], [], [], [60]],
	],
	[
		'is not told if its channel joined the group after it was overdue',
		[
			at(0),
			...[60, 61, 90].map((minute) => at(minute, post(-20, { id: OLD }), post(50, { id: 'q' }))),
		],
		[[], [], [], [50]],
	],
	[
		'is told if its channel joined the group before it was overdue',
		[at(0), at(65), at(70, post(50, { id: OLD }), post(51, { id: madeAt(-50) }))],
		[[], [], [51]],
	],
])('a post that does not go out %s', (_what, looks, told) => {
	expect(lookOn(looks, ['postOverdue'])).toEqual(
		told.map((dates) => dates.map((date) => `postOverdue ${date}`)),
	);
});
