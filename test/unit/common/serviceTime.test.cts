import { parseServiceTime, toUtcDate } from '../../../nodes/Postiz/common/serviceTime';

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
