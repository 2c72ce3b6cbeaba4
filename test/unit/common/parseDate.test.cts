import fc from 'fast-check';
import { DateTime } from 'luxon';

import { Problem } from '../../../nodes/Postiz/common/problem';
import type { DateOrder } from '../../../nodes/Postiz/common/dateText';
import { parseDate, parseEndDate } from '../../../nodes/Postiz/common/parseDate';
import { catchProblem } from '../support/catchProblem.cjs';

const BERLIN = 'Europe/Berlin';
const moments = fc.date({
	min: new Date('1975-01-01T00:00:00Z'),
	max: new Date('2200-01-01T00:00:00Z'),
	noInvalidDate: true,
});

test.each([
	['2026-12-14 10:00', '2026-12-14T09:00:00.000Z'],
	['2026-12-14 10:00:30.250', '2026-12-14T09:00:30.250Z'],
	['2026-12-14', '2026-12-13T23:00:00.000Z'],
	[' 2026-12-14  10:00 ', '2026-12-14T09:00:00.000Z'],
	['2026-1-4 9:00', '2026-01-04T08:00:00.000Z'],
	['2026-12-14 10:00 PM', '2026-12-14T21:00:00.000Z'],
	['2026-12-14 12:00 am', '2026-12-13T23:00:00.000Z'],
	['20261214T1000', '2026-12-14T09:00:00.000Z'],
	// As cells and models give it.
	["'2026-12-14 10:00", '2026-12-14T09:00:00.000Z'],
	['“2026-12-14 10:00”', '2026-12-14T09:00:00.000Z'],
	['2026\u201112\u201314 10:00\u221205:00', '2026-12-14T15:00:00.000Z'],
	['\u200b2026-12-14\u00a010:00\ufeff', '2026-12-14T09:00:00.000Z'],
	['46570 0.4375', '2027-07-02T08:30:00.000Z'],
	['2027-07-02 0.4375', '2027-07-02T08:30:00.000Z'],
	['2 July 2027, .4375', '2027-07-02T08:30:00.000Z'],
	['2026-12-14 09:00-05:00', '2026-12-14T14:00:00.000Z'],
	['2026-12-14 01:30 -05:00', '2026-12-14T06:30:00.000Z'],
	['14 Dec 2026 00:30 -10:00', '2026-12-14T10:30:00.000Z'],
	// With its own zone.
	['2026-12-14T10:00:00Z', '2026-12-14T10:00:00.000Z'],
	['2026-12-14T10:00:00.123456789Z', '2026-12-14T10:00:00.123Z'],
	['2026-12-14 10:00 UTC', '2026-12-14T10:00:00.000Z'],
	['2026-12-14T10:00:00+05:30', '2026-12-14T04:30:00.000Z'],
	['2026-12-14T10:00-05', '2026-12-14T15:00:00.000Z'],
	['20261214T100000Z', '2026-12-14T10:00:00.000Z'],
	['2026-12-14 10:00 Asia/Tokyo', '2026-12-14T01:00:00.000Z'],
	['2026-12-14T10:00+09:00[Asia/Tokyo]', '2026-12-14T01:00:00.000Z'],
	['Mon, 14 Dec 2026 10:00:00 GMT', '2026-12-14T10:00:00.000Z'],
	['Mon, 14 Dec 2026 10:00:00 +0100', '2026-12-14T09:00:00.000Z'],
	['Mon Dec 14 2026 10:00:00 GMT+0900 (Japan Standard Time)', '2026-12-14T01:00:00.000Z'],
	// As sheets, mails and people write them, if there is only one way to read it.
	['4. December 2026, 10:00', '2026-12-04T09:00:00.000Z'],
	['Friday, December 4th, 2026 at 10 am', '2026-12-04T09:00:00.000Z'],
	['Dec 4, 2026 9:30 p.m.', '2026-12-04T20:30:00.000Z'],
	['4-Sept-2026 9:00', '2026-09-04T07:00:00.000Z'],
	['2026/12/4 9:00:30', '2026-12-04T08:00:30.000Z'],
	['2026-12-14 12pm', '2026-12-14T11:00:00.000Z'],
	['4.12.2026 10:00', '2026-12-04T09:00:00.000Z'],
	['12/25/2026, 9:00:00\u202fAM', '2026-12-25T08:00:00.000Z'],
	['12/12/2026', '2026-12-11T23:00:00.000Z'],
	// The days of a spreadsheet, and Unix seconds and milliseconds.
	['46370', '2026-12-13T23:00:00.000Z'],
	['46370.4166666667', '2026-12-14T09:00:00.000Z'],
	['1797242400', '2026-12-14T10:00:00.000Z'],
	['1797242400000', '2026-12-14T10:00:00.000Z'],
])('reads %s as %s in Berlin', (text, sent) => {
	expect(parseDate(text, BERLIN)).toBe(sent);
	const number = Number(text);
	if (!Number.isNaN(number)) expect(parseDate(number, BERLIN)).toBe(sent);
});

test.each<[string, DateOrder, string]>([
	['05/12/2026', 'dayFirst', '2026-12-04T23:00:00.000Z'],
	['05/12/2026 10:00', 'monthFirst', '2026-05-12T08:00:00.000Z'],
	['5-12-2026', 'monthFirst', '2026-05-11T22:00:00.000Z'],
	['5.12.2026', 'monthFirst', '2026-05-11T22:00:00.000Z'],
	['25/12/2026', 'monthFirst', '2026-12-24T23:00:00.000Z'],
	['12/25/2026', 'dayFirst', '2026-12-24T23:00:00.000Z'],
	['2026-12-05', 'dayFirst', '2026-12-04T23:00:00.000Z'],
	['Saturday, 05/12/2026', 'reject', '2026-12-04T23:00:00.000Z'],
	['Tue 05/12/2026', 'reject', '2026-05-11T22:00:00.000Z'],
])('reads %s with %s', (text, order, sent) => {
	expect(parseDate(text, BERLIN, { dateOrder: order })).toBe(sent);
});

test.each([
	['2026-12-14 08:00 -08:00', '2026-12-14T16:00:00.000Z'],
	['2026-12-14 03:00-08:00', '2026-12-14T11:00:00.000Z'],
	['2026-07-14 06:30 -07:00', '2026-07-14T13:30:00.000Z'],
])('reads %s as an offset in Los Angeles, where a range starts at the same time', (text, sent) => {
	expect(parseDate(text, 'America/Los_Angeles')).toBe(sent);
});

describe('a date as an object', () => {
	const berlin = '2026-12-14T09:00:00.000Z';
	test.each<{ title: string; given: object; sent: string }>([
		{
			title: 'of Notion',
			given: { start: '2026-12-14T10:00:00.000+01:00', end: null, time_zone: null },
			sent: berlin,
		},
		{
			title: 'of Notion, in its zone',
			given: { start: '2026-12-14T18:00', time_zone: 'Asia/Tokyo' },
			sent: berlin,
		},
		{
			title: 'of Notion, with an offset',
			given: { start: '2026-12-14T10:00+01:00', time_zone: 'UTC' },
			sent: berlin,
		},
		{
			title: 'of Google Calendar',
			given: { dateTime: '2026-12-14T10:00:00+01:00', timeZone: 'UTC' },
			sent: berlin,
		},
		{
			title: 'of a whole day there',
			given: { date: '2026-12-14' },
			sent: '2026-12-13T23:00:00.000Z',
		},
		{
			title: 'of an event there',
			given: { start: { dateTime: '2026-12-14T10:00' }, end: {} },
			sent: berlin,
		},
		{
			title: 'of Outlook',
			given: { dateTime: '2026-12-14T09:00:00.0000000', timeZone: 'UTC' },
			sent: berlin,
		},
	])('reads $title as its start', ({ given, sent }) => {
		expect(parseDate(given, BERLIN)).toBe(sent);
	});

	test('reads a missing time as a whole day, and a missing start as empty', () => {
		expect(parseEndDate({ start: '2026-12-14', end: null }, BERLIN)).toBe(
			'2026-12-14T22:59:59.999Z',
		);
		expect(catchProblem(() => parseDate({ start: '', end: null }, BERLIN))[0]).toBe(
			'The date is empty',
		);
	});
});

describe('the clocks change', () => {
	test.each([
		{
			title: 'an hour that is skipped moves on',
			text: '2026-03-29 02:30',
			timezone: BERLIN,
			sent: '2026-03-29T01:30:00.000Z',
		},
		{
			title: 'of an hour that comes twice the first',
			text: '2026-10-25 02:30',
			timezone: BERLIN,
			sent: '2026-10-25T00:30:00.000Z',
		},
		{
			title: 'with its zone',
			text: '2026-10-25 02:30 Europe/Berlin',
			timezone: 'UTC',
			sent: '2026-10-25T00:30:00.000Z',
		},
		{
			title: 'the hour after it',
			text: '2026-10-25 03:30',
			timezone: BERLIN,
			sent: '2026-10-25T02:30:00.000Z',
		},
		{
			title: 'by half an hour',
			text: '2026-04-05 01:45',
			timezone: 'Australia/Lord_Howe',
			sent: '2026-04-04T14:45:00.000Z',
		},
		{
			title: 'the second, with its offset',
			text: '2026-10-25T02:30+01:00',
			timezone: BERLIN,
			sent: '2026-10-25T01:30:00.000Z',
		},
	])('$title: $text', ({ text, timezone, sent }) => {
		expect(parseDate(text, timezone)).toBe(sent);
	});
});

test.each<[unknown, string]>([
	['2026-12-14', '2026-12-14T22:59:59.999Z'],
	[['2026-12-14'], '2026-12-14T22:59:59.999Z'],
	[' 2026-12-4 ', '2026-12-04T22:59:59.999Z'],
	['4 Dec 2026', '2026-12-04T22:59:59.999Z'],
	[46370, '2026-12-14T22:59:59.999Z'],
	['20261214', '2026-12-14T22:59:59.999Z'],
	// A day of 23 hours, and one of 25.
	['2026-03-29', '2026-03-29T21:59:59.999Z'],
	['2026-10-25', '2026-10-25T22:59:59.999Z'],
	...['2026-12-14 10:00', '2026-12-14T00:00:00', '2026-12-14T10', 1797242400000].map(
		(value): [unknown, string] => [value, parseDate(value, BERLIN)],
	),
	[new Date('2026-12-13T23:00:00.000Z'), '2026-12-13T23:00:00.000Z'],
])('ends a period to %p at %s', (value, end) => {
	expect(parseEndDate(value, BERLIN, {})).toBe(end);
});

test('reads any moment as n8n, Luxon and JS write it', () => {
	const zones = fc.constantFrom('UTC', BERLIN, 'America/New_York', 'Asia/Kolkata');
	fc.assert(
		fc.property(moments, zones, zones, (date, own, workflow) => {
			const sent = date.toISOString();
			const local = DateTime.fromJSDate(date, { zone: own });
			expect(parseDate(date, workflow)).toBe(sent);
			expect(parseDate(sent, workflow)).toBe(sent);
			expect(parseDate(local.toISO(), workflow)).toBe(sent);
			expect(parseDate(local, workflow)).toBe(sent);
			const toTheSecond = `${sent.slice(0, 19)}.000Z`;
			expect(parseDate(local.toHTTP(), workflow)).toBe(toTheSecond);
			expect(parseDate(local.toRFC2822(), workflow)).toBe(toTheSecond);
			expect(parseDate(date.toString(), workflow)).toBe(toTheSecond);
		}),
	);
});

describe('rejects values that are not dates', () => {
	test.each([undefined, null, '', '   '])('rejects an empty %j and names the field', (value) => {
		expect(catchProblem(() => parseDate(value, BERLIN))).toEqual([
			'The date is empty',
			'Enter a date and time, such as 2026-12-14 10:00. With an expression, check that every item has a value.',
		]);
		expect(catchProblem(() => parseEndDate(value, BERLIN, { label: 'End Date' }))[0]).toBe(
			'End Date is empty',
		);
	});

	test.each([
		'tomorrow',
		'31/04/2026',
		'12.14.26',
		'December 2026',
		'20202',
		'20261214100000',
		'10:00',
		'2026',
		'2026-12',
		'2026-02-30',
		'2026-12-14 10:60',
		'2026-12-14 10:00 IST',
		'2026-12-14 10:00 (New York)',
		'2026-12-14 (10:00)',
		'14 Dec 2026 (10 am)',
		'2026-12-14 10:00 Nowhere/Land',
		'30 Feb 2026',
		'2201-01-01T00:00:00Z',
		'14 Foo 2026',
		'2026-W51-1',
		'2026-349',
		'{{ $json.date }}',
		'2026-12-01 9 - 10am',
	])('%s', (text) => {
		expect(() => parseDate(text, BERLIN)).toThrow(
			new Problem(`“${text}” cannot be read as a date`, ''),
		);
	});

	test.each([2026, NaN, Infinity, -1, true, {}, new Date('x'), new Date('2206-12-14')])(
		'%p',
		(value) => {
			expect(() => parseDate(value, BERLIN)).toThrow(Problem);
		},
	);

	test('names both readings of an ambiguous date, and the option if there is one', () => {
		const read = (order?: DateOrder) =>
			catchProblem(() => parseDate('1/4/2028', BERLIN, { dateOrder: order }));
		const message = '“1/4/2028” can be 1 April 2028 or 4 January 2028';
		expect(read()).toEqual([message, 'Write it like 2026-12-14 10:00.']);
		expect(read('reject')).toEqual([
			message,
			'Write it like 2026-12-14 10:00, or set the option Ambiguous Dates.',
		]);
	});

	test('suggests a valid format for an unknown one, with the field and the time', () => {
		const now = DateTime.now().setZone(BERLIN).toFormat("cccc yyyy-MM-dd HH:mm 'Europe/Berlin'");
		expect(catchProblem(() => parseDate('soon', BERLIN, { label: 'From' }))).toEqual([
			'From: “soon” cannot be read as a date',
			`Write it like 2026-12-14 10:00 or 2026-12-14T10:00:00Z. It is ${now} now.`,
		]);
	});

	const RANGE =
		'This looks like a range. Enter only its start, or write an offset like 2026-12-14T10:00-05:00.';
	test.each([
		['2026-12-01 09:00-10:00', RANGE],
		['2026-12-01 09:00 -10:00', RANGE],
		['2026-12-01 03:00-05:00', RANGE],
		['2026-12-01 1:00 - 5:00', RANGE],
		['1 Dec 2026, 9:00 AM – 11:00 AM', RANGE],
		['2026-12-01 9:00 AM EST', 'Instead of EST, write -05:00.'],
		['2099-06-14 10:00 EDT', 'Instead of EDT, write -04:00.'],
		['2026-12-01 9:00 (CEST)', 'Instead of CEST, write +02:00.'],
		['2026-12-01 9:00 BST', 'Instead of BST, write +01:00.'],
		['2026-12-01 9am PT', 'Instead of PT, write America/Los_Angeles.'],
		['2026-12-01 9:00 IST', 'Instead of IST, write the offset, such as -05:00.'],
		[
			'Friday, December 14, 2099 10:00 AM',
			'14 December 2099 is a Monday: correct the date or the weekday.',
		],
		['Sun 2026-12-14', '14 December 2026 is a Monday: correct the date or the weekday.'],
		['Wednesday 05/12/2026', '5 December 2026 is a Saturday: correct the date or the weekday.'],
	])('says what to write instead of %s', (text, advice) => {
		expect(catchProblem(() => parseDate(text, BERLIN))[1]).toContain(advice);
	});

	test('rejects endless quotes quickly', () => {
		const entered = `2026-12-14${'"'.repeat(300_000)}10:00`;
		expect(catchProblem(() => parseDate(entered, BERLIN))[0]).toMatch(/cannot be read as a date$/);
	});

	test('reads any text or rejects it with a problem', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme' }), (text) => {
				try {
					expect(parseDate(text, BERLIN)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
				} catch (error) {
					expect(error).toBeInstanceOf(Problem);
				}
			}),
		);
	});
});
