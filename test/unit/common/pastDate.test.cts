import { createPastDateProblem, isClearlyPast } from '../../../nodes/Postiz/common/pastDate';

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
