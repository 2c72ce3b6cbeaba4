import {
	isClearlyPast,
	getCreationTime,
	createPastDateProblem,
	parseServiceTime,
	formatDateTimeWithZone,
	formatDateTime,
	toUtcDate,
} from '../../../nodes/Postiz/common/date';
import { parseDate } from '../../../nodes/Postiz/common/parseDate';

const BERLIN = 'Europe/Berlin';

describe('past dates', () => {
	const now = Date.parse('2026-12-14T10:00:00.000Z');
	const shiftNow = (milliseconds: number) => new Date(now + milliseconds).toISOString();

	test.each([60_000, 0, -300_000])('exclude a date at %d ms', (shift) => {
		expect(isClearlyPast(shiftNow(shift), now)).toBe(false);
	});

	test('are rejected after five minutes', () => {
		expect(isClearlyPast(shiftNow(-300_001), now)).toBe(true);
		expect(createPastDateProblem(shiftNow(-300_001), now, BERLIN)).toMatchObject({
			message: 'The date 2026-12-14 10:54 Europe/Berlin is in the past',
			description:
				'It is Monday 2026-12-14 11:00 Europe/Berlin now. Choose a later date. To publish it at once, set the option Allow Past Dates.',
		});
	});
});

test.each([
	['2026-12-14T09:00:00.000Z', BERLIN, '2026-12-14 10:00 Europe/Berlin'],
	['2026-07-14T08:00:30.250Z', BERLIN, '2026-07-14 10:00 Europe/Berlin'],
	['2026-12-14T23:30:00.000Z', 'Asia/Kolkata', '2026-12-15 05:00 Asia/Kolkata'],
	['2026-12-14T10:00:30.250Z', 'UTC', '2026-12-14 10:00 UTC'],
])('shows %s in %s as %s, and reads it as the same minute', (date, timezone, shown) => {
	expect(formatDateTimeWithZone(date, timezone)).toBe(shown);
	expect(formatDateTime(date, timezone)).toBe(shown.slice(0, 16));
	expect(parseDate(shown, BERLIN).slice(0, 16)).toBe(date.slice(0, 16));
});

test.each([
	['2026-11-21T06:40:00', '2026-11-21T06:40:00.000Z'],
	['2026-11-21T06:40:00.5', '2026-11-21T06:40:00.500Z'],
	['2026-11-21T06:40:00.000Z', '2026-11-21T06:40:00.000Z'],
	['2026-11-21t06:40:00z', '2026-11-21T06:40:00.000Z'],
	['2026-11-21T08:40:00+02:00', '2026-11-21T06:40:00.000Z'],
	['2026-11-21T01:40:00-0500', '2026-11-21T06:40:00.000Z'],
	['2026-11-21', '2026-11-21T00:00:00.000Z'],
])('reads the date %s of the service as %s', (text, date) => {
	expect(parseServiceTime(text)).toBe(Date.parse(date));
	expect(toUtcDate(text)).toBe(date);
});

describe('where n8n runs in another zone', () => {
	const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
	beforeEach(() => {
		process.env.TZ = 'Asia/Tokyo';
	});
	afterEach(() => {
		process.env.TZ = timeZone;
	});

	test.each([
		'2026-12-14T10:00:00',
		'2026-12-14 10:00:00',
		'2026-12-14 10:00',
		'2026-12-14 10:00Z',
	])('reads %s as UTC', (text) => {
		expect(toUtcDate(text)).toBe('2026-12-14T10:00:00.000Z');
	});
});

test.each([undefined, null, 0, 1_797_242_400_000, '', 'soon', '2026-13-01T00:00:00', {}, []])(
	'rejects %j as a time',
	(text) => {
		expect(parseServiceTime(text)).toBeNaN();
		expect(toUtcDate(text)).toBeUndefined();
	},
);

test('reads the creation time from an ID of the service', () => {
	const at = getCreationTime('cm6tcts4f0005qcwit25cis26')!;
	expect(new Date(at).toISOString()).toBe('2025-02-06T13:09:28.095Z');
});

test.each(['', 'post-1', 'cm6tcts4f', 'cm6tcts4f0005qcwit25cis26x', 'CM6TCTS4F0005QCWIT25CIS26'])(
	'reads no time from another ID such as %j',
	(id) => expect(getCreationTime(id)).toBeUndefined(),
);
