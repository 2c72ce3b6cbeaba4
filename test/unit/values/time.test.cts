import fc from 'fast-check';

import { serviceTime, utcDate } from '../../../nodes/Postiz/values/time';

test.each([
	['2026-11-21T06:40:00', '2026-11-21T06:40:00.000Z'],
	['2026-11-21T06:40:00.5', '2026-11-21T06:40:00.500Z'],
	['2026-11-21T06:40:00.000Z', '2026-11-21T06:40:00.000Z'],
	['2026-11-21t06:40:00z', '2026-11-21T06:40:00.000Z'],
	['2026-11-21T08:40:00+02:00', '2026-11-21T06:40:00.000Z'],
	['2026-11-21T01:40:00-0500', '2026-11-21T06:40:00.000Z'],
	['2026-11-21', '2026-11-21T00:00:00.000Z'],
])('the service means %s as %s', (text, date) => {
	expect(serviceTime(text)).toBe(Date.parse(date));
	expect(utcDate(text)).toBe(date);
});

test.each([undefined, null, 0, 1_797_242_400_000, '', 'soon', '2026-13-01T00:00:00', {}, []])(
	'%j is no time',
	(text) => {
		expect(serviceTime(text)).toBeNaN();
		expect(utcDate(text)).toBeUndefined();
	},
);

test('any time of the service is the same with and without its zone', () => {
	const moments = fc.date({
		min: new Date('1975-01-01T00:00:00Z'),
		max: new Date('2200-01-01T00:00:00Z'),
		noInvalidDate: true,
	});
	fc.assert(
		fc.property(moments, (moment) => {
			const text = moment.toISOString();
			expect(utcDate(text)).toBe(text);
			expect(utcDate(text.slice(0, -1))).toBe(text);
		}),
	);
});
