import type { Item } from '../../../../nodes/Postiz/posts/item';
import {
	createPastDateProblem,
	findPastDateProblem,
	isClearlyPast,
} from '../../../../nodes/Postiz/posts/merge/pastDate';
import { HOUR } from '../../../shared/time.cjs';
import { createItem, REQUEST_FIELDS } from '../../publishing/createItem.cjs';

describe('past dates', () => {
	const now = Date.parse('2026-12-14T10:00:00.000Z');
	const shiftNow = (milliseconds: number) => new Date(now + milliseconds).toISOString();

	test.each([60_000, 0, -300_000])('exclude a date at %d ms', (shift) => {
		expect(isClearlyPast(shiftNow(shift), now)).toBe(false);
	});

	test('are rejected after five minutes', () => {
		expect(isClearlyPast(shiftNow(-300_001), now)).toBe(true);
		expect(createPastDateProblem(shiftNow(-300_001), now, 'Europe/Berlin')).toMatchObject({
			message: 'The date 2026-12-14 10:54 Europe/Berlin is in the past',
			description:
				'It is Monday 2026-12-14 11:00 Europe/Berlin now. Choose a later date. To publish it at once, set the option Allow Past Dates.',
		});
	});
});

describe('past dates of items', () => {
	const NOON = Date.parse('2099-03-04T12:00:00.000Z');
	const PAST = '2099-03-04T11:00:00.000Z';

	const findMessage = (
		more: Partial<Item> & { type?: Item['requestFields']['type'] },
		clockOffset = 0,
	) =>
		findPastDateProblem(
			createItem({
				...more,
				requestFields: { ...REQUEST_FIELDS, type: more.type ?? 'schedule', date: PAST },
			}),
			{
				client: { instance: { clockOffset } },
				startedAt: NOON,
				timezone: 'Europe/Berlin',
			} as never,
		)?.message;

	test('are rejected unless past dates are allowed', () => {
		expect(findMessage({})).toBe('The date 2099-03-04 12:00 Europe/Berlin is in the past');
		expect(findMessage({ allowsPastDates: true })).toBeUndefined();
	});

	test('depend on the clock of the service', () => {
		expect(findMessage({}, -HOUR)).toBeUndefined();
	});

	test.each(['now', 'draft', 'nextSlot'] as const)('are accepted for the type %s', (type) => {
		expect(findMessage({ type })).toBeUndefined();
	});
});
