import { pauseBefore } from '../../../../nodes/Postiz/resources/post/wait';

const MINUTE_MS = 60_000;
const now = Date.UTC(2099, 2, 4, 10);
const end = now + 30 * MINUTE_MS;

/** The pauses between so many requests, in seconds. */
function pauses(count: number, dueAt: number[]): number[] {
	return Array.from(
		{ length: count },
		(_, looks) => pauseBefore({ dueAt, until: [end], looks, now }) / 1000,
	);
}

test('pauses grow once a post is due, up to a minute', () => {
	expect(pauses(9, [now])).toEqual([2, 3, 5, 10, 20, 30, 60, 60, 60]);
});

test('the first look at a post is a second after it is due', () => {
	expect(pauses(2, [now + 5 * MINUTE_MS, now + 9 * MINUTE_MS])).toEqual([301, 301]);
});

test('one post that is due is reason enough to look', () => {
	expect(pauses(1, [now + 5 * MINUTE_MS, now - 1])).toEqual([2]);
});

test('no pause goes on after the first wait is over, and none is negative', () => {
	const dueAt = [now + 20 * MINUTE_MS];
	const until = [now + MINUTE_MS, end];
	expect(pauseBefore({ dueAt, until, looks: 0, now })).toBe(MINUTE_MS);
	expect(pauseBefore({ dueAt, until: [now - 1], looks: 0, now })).toBe(0);
});
