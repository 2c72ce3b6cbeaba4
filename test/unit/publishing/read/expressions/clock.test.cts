import {
	findDateInBody,
	followsClock,
} from '../../../../../nodes/Postiz/publishing/read/expressions/clock';

test.each<[string, boolean]>([
	["={{ $now.plus(1, 'minute').toISO() }}", true],
	['={{ $now.plus({ hours: 24 }).startOf("minute") }}', true],
	['={{ new Date().toISOString() }}', true],
	['={{ new Date($now).toISOString() }}', true],
	['={{ DateTime.now().plus({ hours: 1 }) }}', true],
	["={{ $now.format('yyyy-LL-dd') }}T{{ $now.format('HH:mm:ss') }}", true],
	["={{ $now.plus(1, 'hour').toFormat('yyyy-MM-dd HH:mm') }}", true],
	['={{ $now.toISO().slice(0, 16) }}', true],
	["={{ new Date(Date.now() + 3600000).toISOString().split('.')[0] }}Z", true],
	["={{ $now.plus(1, 'hour').toLocaleString(DateTime.DATETIME_SHORT) }}", true],
	["={{ $now.plus(1, 'hour').set({ minute: 0 }) }}", true],
	["={{ $now.toISODate() + 'T' + $now.hour + ':30' }}", true],
	['={{ $now.toISODate() }}T{{ $now.plus({ hours: 1 }).toISOTime() }}', true],
	['={{ $now.toISODate() }} {{ new Date().getHours() }}:{{ $now.minute }}', true],
	['={{ $json.date }}', false],
	['={{ new Date($json.date) }}', false],
	['2099-03-04 10:00', false],
	// These are the same moment all day.
	['={{ $now.plus({ days: 7 }).set({ hour: 9, minute: 0, second: 0, millisecond: 0 }) }}', false],
	["={{ $now.startOf('day').plus({ hours: 9 }) }}", false],
	["={{ $now.toFormat('yyyy-MM-dd') }} 10:00", false],
	['={{ $now.plus({ days: 1 }).toISODate() }}', false],
	['={{ $now.toISO().slice(0, 10) }}T09:00', false],
	["={{ $now.toISO().split('T')[0] }} 09:00", false],
	['={{ $now.toLocaleString() }}', false],
	['={{ $now.toLocaleString(DateTime.DATE_MED) }}', false],
	['={{ $now.set({ minute: 0, hour: 9 }) }}', false],
	[`={{ $now.toFormat("yyyy-MM-dd'T09:00'") }}`, false],
	["={{ $now.startOf('day').plus({ hours: 9 }).toFormat('yyyy-MM-dd HH:mm') }}", false],
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
