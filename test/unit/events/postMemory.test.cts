import type { EventName } from '../../../nodes/Postiz/events/fields';
import {
	findLongPublished,
	isUncharted,
	lookedAtDate,
	postWindows,
	settle,
	usable,
	type KnownPost,
	type LookAt,
	type PostMemory,
} from '../../../nodes/Postiz/events/postMemory';
import { watch } from './watch.cjs';
import { DAY, MINUTE } from '../../shared/happenings.cjs';

const NOW = Date.parse('2026-09-01T12:00:00.000Z');
const memoryOf = (more: Partial<PostMemory> = {}): PostMemory => ({
	lookedAt: NOW - MINUTE,
	from: NOW - 7 * DAY,
	sawFuture: true,
	known: {},
	farBack: { at: NOW - MINUTE },
	...more,
});

describe('the windows of a look, in days', () => {
	const far = { start: -366, isFarBack: true };
	const near = { start: -7, isFarBack: false };
	const all = [
		{ ...near, end: 366 },
		{ ...near, end: 31, ahead: 31 },
		{ ...near, end: 1, ahead: 1 },
	];
	const due = memoryOf({ farBack: { at: NOW - 55 * MINUTE } });

	test.each<[string, PostMemory | undefined, EventName[] | undefined, object[]]>([
		['at first', undefined, undefined, [{ ...far, end: 366 }, ...all]],
		['later', memoryOf(), undefined, all],
		['once an hour', due, undefined, [{ ...far, end: 366 }, ...all]],
		[
			'without new posts',
			due,
			['postFailed'],
			[
				{ ...far, end: 1 },
				{ ...near, end: 1 },
			],
		],
		['after a long list', memoryOf({ ahead: 31 * DAY }), undefined, all.slice(1)],
		['after one that was longer', memoryOf({ ahead: MINUTE }), undefined, all.slice(2)],
		[
			'with a memory from now',
			memoryOf({ from: NOW }),
			['postFailed'],
			[{ ...near, start: 0, end: 1 }],
		],
		[
			'with a memory from later',
			memoryOf({ from: NOW + 1 }),
			undefined,
			[{ ...far, end: 366 }, ...all],
		],
		[
			'after a year and more',
			memoryOf({ from: NOW - 400 * DAY, farBack: undefined }),
			['postFailed'],
			[
				{ ...far, start: -400, end: 1 },
				{ ...near, start: -400, end: 1 },
			],
		],
	])('%s', (_when, memory, events, expected) => {
		const windows = postWindows(memory, watch(events), { now: NOW, isSameScope: true });
		const inDays = ({ start, end, ahead, ...others }: (typeof windows)[0]) => ({
			...others,
			start: (start - NOW) / DAY,
			end: (end - NOW) / DAY,
			...(ahead !== undefined && { ahead: ahead / DAY }),
		});
		expect(windows.map(inDays)).toStrictEqual(expected);
		expect(usable(memory, NOW)).toBe(memory && memory.from <= NOW ? memory : undefined);
	});
});

test.each<[string, number, Partial<PostMemory>, boolean, number]>([
	['within reach', 0, {}, false, NOW - MINUTE],
	['before it', -1, {}, true, NOW - 5 * MINUTE],
	['before it, where the list was not too long', -1, { farBack: { at: 5, posts: {} } }, false, 5],
	['before it, where nobody looked', -1, { farBack: undefined }, true, NOW - MINUTE],
])('what is known of a date %s', (_which, back, more, uncharted, lookedAt) => {
	const memory = memoryOf({ farBack: { at: NOW - 5 * MINUTE }, ...more });
	expect(isUncharted(memory, memory.from + back)).toBe(uncharted);
	expect(lookedAtDate(memory, memory.from + back)).toBe(lookedAt);
});

describe('what is remembered of a post', () => {
	const settled = NOW - 67 * DAY;

	test.each<[string, Partial<KnownPost>, LookAt['farBack'], boolean, boolean]>([
		['published lately', { date: settled }, 'done', false, true],
		['published long ago', { date: settled - 1 }, undefined, true, false],
		['repeats', { date: settled - 1, repeats: true }, undefined, true, true],
		['failed long ago', { date: settled - 1, state: 'ERROR' }, undefined, false, true],
		['failed long ago, and is listed', { date: settled - 1, state: 'ERROR' }, 'done', true, true],
		['failed long ago, and is gone', { date: settled - 1, state: 'ERROR' }, 'done', false, false],
		['failed a year ago', { date: NOW - 366 * DAY, state: 'ERROR' }, undefined, false, true],
		['failed before', { date: NOW - 366 * DAY - 1, state: 'ERROR' }, 'tooLong', false, false],
		['repeated, and is gone', { date: NOW, repeats: true }, 'done', false, false],
		['repeated, and may be there', { date: NOW, repeats: true }, undefined, false, true],
	])('that %s', (_which, more, farBack, isListed, isKept) => {
		const post = { state: 'PUBLISHED', date: NOW, ...more };
		const look = { now: NOW, farBack, isListed: () => isListed };
		const { known } = settle(new Map([['p1', post]]), memoryOf(), look);
		expect(known).toEqual(isKept ? { p1: post } : {});
	});

	const OLD = { zzzzzz: 'yyyyyy' };
	test.each<[LookAt['farBack'], PostMemory['farBack'], PostMemory['farBack']]>([
		['tooLong', { at: 5, posts: OLD }, { at: NOW }],
		['done', { at: 5, posts: OLD }, { at: NOW, posts: {} }],
		[undefined, { at: 5, posts: OLD }, { at: 5, posts: OLD }],
		[undefined, { at: 5 }, { at: 5 }],
		[undefined, undefined, undefined],
	])('dated long ago, after a look that was %s', (farBack, before, expected) => {
		const known = new Map([
			['p1', { state: 'PUBLISHED', date: settled - 1, releaseId: 'r1' }],
			['p2', { state: 'PUBLISHED', date: settled - 1 }],
			['p3', { state: 'PUBLISHED', date: settled }],
		]);
		const look = { now: NOW, farBack, isListed: () => true };
		const previous = memoryOf({ farBack: before });
		const memory: PostMemory = {
			...memoryOf({ farBack: undefined }),
			...settle(known, previous, look),
		};
		const added = Object.entries(memory.farBack?.posts ?? {}).filter(([key]) => !(key in OLD));
		const own = expected?.posts && { posts: { ...expected.posts, ...Object.fromEntries(added) } };
		expect(memory.farBack).toStrictEqual(expected && { ...expected, ...own });
		expect(added.map(([key, value]) => [key.length, value.length])).toEqual(
			expected?.posts
				? [
						[6, 6],
						[6, 0],
					]
				: [],
		);
		const found = ['p1', 'p2', 'p3'].map((id) =>
			findLongPublished(memory, { id, releaseId: 'r1' }),
		);
		const date = NOW - MINUTE - 67 * DAY;
		expect(found).toEqual(
			expected?.posts
				? [{ state: 'PUBLISHED', date, releaseId: 'r1' }, { state: 'PUBLISHED', date }, undefined]
				: [undefined, undefined, undefined],
		);
	});
});
