import type { EventName } from '../../../nodes/Postiz/events/fields';
import {
	isNew,
	keepKnown,
	postWindows,
	type KnownPost,
	type PostMemory,
} from '../../../nodes/Postiz/events/postMemory';
import { watch } from './watch.cjs';
import { DAY, idMadeAt, MINUTE } from '../../shared/happenings.cjs';

const NOW = Date.parse('2026-09-01T12:00:00.000Z');
const memoryOf = (more: Partial<PostMemory> = {}): PostMemory => ({
	lookedAt: NOW,
	start: NOW - 7 * DAY,
	end: NOW + DAY,
	yearAt: NOW - 30 * MINUTE,
	askedYearAt: NOW - 30 * MINUTE,
	known: {},
	...more,
});

describe('the windows of a look, in days', () => {
	const near = [
		{ start: -7, end: 31 },
		{ start: -7, end: 1 },
	];
	const year = { start: -366, end: 366, isYear: true, timeout: 30_000 };
	const due = memoryOf({ askedYearAt: NOW - 55 * MINUTE });
	const waiting = (days: number, more: Partial<KnownPost> = {}) =>
		memoryOf({ known: { p: { state: 'QUEUE', date: NOW + days * DAY, ...more } } });

	test.each<[string, PostMemory | undefined, EventName[] | undefined, object[]]>([
		['at first', undefined, undefined, [year, ...near]],
		['later', memoryOf(), undefined, near],
		['once an hour', due, undefined, [year, ...near]],
		['without new posts', due, ['postFailed'], [{ ...year, end: 31 }, near[1]]],
		['while a post waits', waiting(-20), ['postFailed'], [{ start: -20, end: 1 }]],
		['while it waits for too long', waiting(-40), ['postFailed'], [{ start: -31, end: 1 }]],
		['while it repeats', waiting(-20, { repeats: true }), ['postFailed'], [near[1]]],
		['after it went out', waiting(-20, { state: 'PUBLISHED' }), ['postFailed'], [near[1]]],
		['after an outage', memoryOf({ lookedAt: NOW - 9 * DAY }), [], [{ start: -16, end: 1 }]],
		['after the clock was ahead', memoryOf({ lookedAt: NOW + 9 * DAY }), [], [near[1]]],
		[
			'after the clock was ahead for a look at all',
			memoryOf({ askedYearAt: NOW + 9 * DAY }),
			[],
			[{ ...year, end: 31 }, near[1]],
		],
		[
			'after a year and more',
			memoryOf({ lookedAt: NOW - 400 * DAY, askedYearAt: NOW - 400 * DAY }),
			[],
			[
				{ ...year, start: -407, end: 31 },
				{ start: -407, end: 1 },
			],
		],
	])('%s', (_when, memory, events, expected) => {
		const windows = postWindows(memory, watch(events), NOW);
		expect(
			windows.map(({ start, end, group, ...others }) => {
				expect(group).toBe('');
				return { ...others, start: (start - NOW) / DAY, end: (end - NOW) / DAY };
			}),
		).toEqual(expected);
	});
});

describe('a post is new', () => {
	test.each<[string, number, number | undefined, boolean]>([
		['since the last look', 0, 1, true],
		['if the last look may have been too early for it', 0, -0.9, true],
		['not if it was there', 0, -1, false],
		['not for its date', 0, -60, false],
		['not if it has the first date of the list', -7 * DAY, -1, false],
		['not if it has its last date', DAY, -1, false],
		['if it is dated long ago, since a year was listed', -8 * DAY, -30.5, true],
		['not if it was there then', -8 * DAY, -31, false],
		['far ahead, too', 2 * DAY, -30.5, true],
		['by its date, if its ID does not tell', 1, undefined, true],
		['not by that of the past', -2 * MINUTE, undefined, false],
	])('%s', (_which, date, made, expected) => {
		const id = made === undefined ? 'p' : idMadeAt(NOW + made * MINUTE);
		expect(isNew(memoryOf(), id, NOW + date)).toBe(expected);
		expect(isNew(undefined, id, NOW + date)).toBe(false);
	});
});

describe('what is remembered of a post', () => {
	const OLD = idMadeAt(NOW - 400 * DAY);
	/** By its days from now, and whether it is listed. */
	test.each<[string, number, boolean, Partial<KnownPost>, boolean]>([
		['published lately', -31, false, {}, true],
		['published long ago', -31.1, true, {}, false],
		['repeats', -40, true, { repeats: true }, true],
		['repeats, and is gone', -1, false, { repeats: true }, false],
		['failed long ago', -366, false, { state: 'ERROR' }, true],
		['failed a year ago', -366.1, false, { state: 'ERROR' }, false],
		['failed a year ago, and is listed', -366.1, true, { state: 'ERROR' }, true],
		['waits', 31, true, { state: 'QUEUE' }, true],
		['waits for later', 31.1, true, { state: 'QUEUE' }, false],
		['failed at a later date', 31.1, true, { state: 'ERROR' }, true],
		['waits, and is not listed', 1, false, { state: 'QUEUE' }, false],
		['failed on the first day of the list, and is gone', -7, false, { state: 'ERROR' }, false],
		['waits, and lies beyond the list', 1.1, false, { state: 'QUEUE' }, true],
	])('that %s', (_which, days, isListed, more, isKept) => {
		const post: KnownPost = { state: 'PUBLISHED', date: NOW + days * DAY, ...more };
		const known = keepKnown(new Map([[OLD, post]]), {
			listed: new Set(isListed ? [OLD] : []),
			start: NOW - 7 * DAY,
			end: NOW + DAY,
			now: NOW,
		});
		expect(known).toEqual(isKept ? { [OLD]: post } : {});
	});

	test('that was just created: the next look would think it new', () => {
		const id = idMadeAt(NOW - MINUTE);
		const post = { state: 'QUEUE', date: NOW + 60 * DAY };
		const look = { listed: new Set([id]), start: NOW, end: NOW + 366 * DAY, now: NOW };
		expect(keepKnown(new Map([[id, post]]), look)).toEqual({ [id]: post });
	});
});
