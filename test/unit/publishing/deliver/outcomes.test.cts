import {
	CANCELLED,
	failed,
	isCreated,
	isFailed,
	NOT_SENT_AFTER_FAILURE,
	type Outcome,
} from '../../../../nodes/Postiz/publishing/deliver/requests';
import { channel, post, row } from './rows.cjs';

const SKY = channel('bluesky');
const rows = [0, 1].map((index) => row(index, [post(SKY, 'a')]));

test('a failure of several rows is reported for each post, with all that is known', () => {
	const failure = { reason: 'limited', message: 'm', description: 'd', retryAfter: 60 } as const;
	expect(failed(rows, failure)).toEqual(
		rows.map((one) => ({ row: one, post: one.posts[0], kind: 'failed', ...failure })),
	);
	expect(failed([], failure)).toEqual([]);
});

test('every outcome is either created or failed', () => {
	const created: Outcome = { row: rows[0], post: rows[0].posts[0], kind: 'created', postId: 'p' };
	const [refused] = failed(rows, NOT_SENT_AFTER_FAILURE);
	expect([isCreated(created), isFailed(created)]).toEqual([true, false]);
	expect([isCreated(refused), isFailed(refused)]).toEqual([false, true]);
});

test('what was not sent counts as unsent, and can be run again', () => {
	for (const { reason, description } of [NOT_SENT_AFTER_FAILURE, CANCELLED]) {
		expect(reason).toBe('unsent');
		expect(description).toMatch(/[Rr]un (this item|this one|the workflow) again/);
	}
});
