import {
	findDateInBody,
	followsClock,
	assertExpressionsValid,
} from '../../../../nodes/Postiz/posts/form/expressions';
import { catchProblem } from '../../support/problem.cjs';

test.each<[string, boolean]>([
	["={{ $now.plus(1, 'minute').toISO() }}", true],
	['={{ $now.plus({ hours: 24 }).startOf("minute") }}', false],
	['={{ new Date().toISOString() }}', true],
	['={{ new Date($now).toISOString() }}', true],
	['={{ DateTime.now().plus({ hours: 1 }) }}', true],
	["={{ $now.format('yyyy-LL-dd') }}T{{ $now.format('HH:mm:ss') }}", false],
	['={{ $json.date }}', false],
	['={{ new Date($json.date) }}', false],
	['2099-03-04 10:00', false],
	// These are the same moment all day.
	['={{ $now.plus({ days: 7 }).set({ hour: 9, minute: 0, second: 0, millisecond: 0 }) }}', false],
	["={{ $now.startOf('day').plus({ hours: 9 }) }}", false],
	["={{ $now.toFormat('yyyy-MM-dd') }} 10:00", false],
	['={{ $now.plus({ days: 1 }).toISODate() }}', false],
])('recognizes that %s follows the clock: %p', (expression, isSo) => {
	expect(followsClock(expression)).toBe(isSo);
});

test.each([[undefined], [null], [7], [{ $now: 1 }]])('finds no expression in %j', (value) => {
	expect([followsClock(value), followsClock(findDateInBody(value))]).toEqual([false, false]);
});

test.each<[string, boolean]>([
	['={"type": "schedule", "date": "{{ $now.plus(1, \'minute\').toISO() }}", "posts": []}', true],
	['={{ { date: $now.plus({ hours: 1 }), type: "schedule", posts: $json.posts } }}', true],
	['={{ { type: "schedule", posts: $json.posts, date: new Date() } }}', true],
	['={"date": "{{ $json.date }}", "posts": [{"group": "{{ $now.toMillis() }}"}]}', false],
	['={"posts": [{"value": [{"content": "Now it is {{ $now }}"}]}]}', false],
])('recognizes that the date in %s follows the clock: %p', (body, isSo) => {
	expect(followsClock(findDateInBody(body))).toBe(isSo);
});

test('reads a megabyte quickly', () => {
	const body = `={"date": "${'x'.repeat(1_000_000)}{{ $now }}"}`;
	expect(followsClock(findDateInBody(body))).toBe(false);
});

test.each<[string, string | undefined]>([
	[
		"={{ $now.format('yyyy-LL-dd') }}T{{ $now.format('HH:ii:ss') }}",
		'HH:ii prints the year: use HH:mm',
	],
	[
		"={{ $json.day.toDateTime().toFormat('yyyy-MM-dd HH:MM') }}",
		'HH:MM prints the month: use HH:mm',
	],
	['={{ $now.format("yyyy-mm-dd HH:mm") }}', 'yyyy-mm prints the minutes: use MM for the month'],
	["={{ $now.format('dd.mm.yyyy') }}", 'dd.mm prints the minutes: use MM for the month'],
	[
		"={{ $now.plus(1, 'hour').format('yyyy-MM-dd hh:mm') }}",
		'hh:mm prints 01:00 for 13:00: use HH:mm',
	],
	["={{ $now.format('yyyy-MM-dd hh:mm a') }}", undefined],
	['={{ $now.format("yyyy-LL-dd\'T\'HH:mm:ss") }}', undefined],
	['={{ $json.date }}', undefined],
])('finds a wrong date format in %s: %s', (expression, found) => {
	const reject = () =>
		assertExpressionsValid([{ label: 'Date', path: 'date', source: expression }]);
	if (found === undefined) expect(reject).not.toThrow();
	else expect(catchProblem(reject)[0]).toBe(`Date: ${found}`);
});
