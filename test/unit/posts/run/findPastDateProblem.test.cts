import type { Item } from '../../../../nodes/Postiz/posts/item';
import { findPastDateProblem } from '../../../../nodes/Postiz/posts/run/findPastDateProblem';
import { HOUR } from '../../../shared/time.cjs';
import { createItem, REQUEST_FIELDS } from '../../publishing/createItem.cjs';

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
		{ client: { instance: { clockOffset } }, startedAt: NOON, timezone: 'Europe/Berlin' } as never,
	)?.message;

test('rejects a past date unless past dates are allowed', () => {
	expect(findMessage({})).toBe('The date 2099-03-04 12:00 Europe/Berlin is in the past');
	expect(findMessage({ allowsPastDates: true })).toBeUndefined();
});

test('uses the clock of the service', () => {
	expect(findMessage({}, -HOUR)).toBeUndefined();
});

test.each(['now', 'draft', 'nextSlot'] as const)('accepts a past date for the type %s', (type) => {
	expect(findMessage({ type })).toBeUndefined();
});
