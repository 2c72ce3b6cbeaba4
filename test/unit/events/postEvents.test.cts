import type { EventName } from '../../../nodes/Postiz/events/fields';
import { findPostEvents } from '../../../nodes/Postiz/events/postEvents';
import {
	LOOK_BACK_MS,
	MONTH_MS,
	postWindows,
	type PostMemory,
} from '../../../nodes/Postiz/events/postMemory';
import type { ListedPost } from '../../../nodes/Postiz/transport/types';
import {
	A_DAY,
	iso,
	lookOn,
	madeAt,
	NOW,
	pollPosts,
	post,
	repeating,
	type Look,
} from './postLooks.cjs';
import { watch } from './watch.cjs';
import { DAY, describeEvent, HOUR, MINUTE } from '../../shared/happenings.cjs';

const waiting = post({ at: 5 });
const published = post({ at: 5, state: 'PUBLISHED', releaseId: 'n1' });
const failed = post({ at: 5, state: 'ERROR' });
const begin: Look = { at: 0, posts: [] };
/** Created just after the activation, and a day before it. */
const MADE = madeAt(0.5);
const OLD = madeAt(-A_DAY);
const BOTH = ['postPublished 5', 'postFailed 5'];

describe('posts', () => {
	test.each<[string, Look[], string[][]]>([
		[
			'that are there at activation are no events',
			[{ at: 0, posts: [waiting, post({ id: 'q', state: 'PUBLISHED', at: -60 })] }],
			[[]],
		],
		[
			'are created and published once',
			[
				begin,
				{ at: 1, posts: [waiting] },
				{ at: 6, posts: [published] },
				{ at: 7, posts: [published] },
			],
			[[], ['postCreated 5'], ['postPublished 5'], []],
		],
		[
			'that go out or fail between two looks are created at once, too',
			[begin, { at: 6, posts: [published, post({ id: 'q', at: 5.5, state: 'ERROR' })] }],
			[[], ['postCreated 5', 'postPublished 5', 'postCreated 5.5', 'postFailed 5.5']],
		],
		[
			'that are published, queued again and published again count twice',
			[
				{ at: 0, posts: [waiting] },
				{ at: 6, posts: [published] },
				{ at: 7, posts: [post({ at: 10 })] },
				{ at: 11, posts: [post({ at: 10, state: 'PUBLISHED', releaseId: 'n2' })] },
			],
			[[], ['postPublished 5'], [], ['postPublished 10']],
		],
		[
			'whose address is reported later, or no more, are not published again',
			[
				{ at: 0, posts: [{ ...published, releaseId: 'missing' }] },
				{ at: 6, posts: [published] },
				{ at: 7, posts: [{ ...published, releaseId: 'missing' }] },
			],
			[[], [], []],
		],
		[
			'that fail once more are reported by their later date, when the clock of n8n has it',
			[
				{ at: 6, posts: [failed] },
				{ at: 8, posts: [{ ...failed, publishDate: iso(NOW + 10 * MINUTE) }] },
				{ at: 10, posts: [{ ...failed, publishDate: iso(NOW + 10 * MINUTE) }] },
				{ at: 12, posts: [{ ...failed, publishDate: iso(NOW + 10 * MINUTE) }] },
			],
			[[], [], ['postFailed 10'], []],
		],
		[
			'that fail before their date are reported once',
			[
				{ at: 6, posts: [waiting] },
				{ at: 8, posts: [{ ...failed, publishDate: iso(NOW + 10 * MINUTE) }] },
				{ at: 11, posts: [{ ...failed, publishDate: iso(NOW + 10 * MINUTE) }] },
			],
			[[], ['postFailed 10'], []],
		],
		[
			'are drafts first, and then go out',
			[
				begin,
				{ at: 1, posts: [post({ at: 5, state: 'DRAFT' })] },
				{ at: 6, posts: [waiting] },
				{ at: 7, posts: [published] },
			],
			[[], ['postCreated 5'], [], ['postPublished 5']],
		],
		[
			'that cannot be read are left out',
			[begin, { at: 1, posts: [post({ publishDate: 'soon' }), post({ id: '' })] }],
			[[], []],
		],
		[
			'that have failed count anew when they are retried and fail again, with a link or without',
			[
				{ at: 6, posts: [failed] },
				{ at: 8, posts: [waiting] },
				{ at: 9, posts: [failed] },
				{ at: 10, posts: [{ ...failed, releaseId: 'n1' }] },
				{ at: 11, posts: [{ ...failed, releaseId: 'n1' }] },
				{ at: 12, posts: [{ ...failed, releaseId: 'n2' }] },
			],
			[[], [], ['postFailed 5'], BOTH, [], BOTH],
		],
		[
			'of which a later part failed are published all the same, once',
			[
				{ at: 0, posts: [waiting] },
				{ at: 6, posts: [{ ...failed, releaseURL: 'https://x.example/1' }] },
				{ at: 7, posts: [{ ...failed, releaseURL: 'https://x.example/1' }] },
			],
			[[], BOTH, []],
		],
		[
			'of which a later part failed count once where the network does not tell the address',
			[
				{ at: 0, posts: [waiting] },
				{ at: 6, posts: [{ ...failed, releaseId: 'missing' }] },
				{ at: 7, posts: [{ ...failed, releaseId: 'missing' }] },
			],
			[[], BOTH, []],
		],
		[
			'are not lost when the clock was far ahead for a while',
			[
				begin,
				{ at: 400 * A_DAY, posts: [] },
				{ at: 1, posts: [waiting] },
				{ at: 6, posts: [published] },
			],
			[[], [], [], ['postPublished 5']],
		],
	])('%s', (_name, looks, expected) => {
		expect(lookOn(looks)).toEqual(expected);
	});
});

describe('repeating posts', () => {
	/** A daily post; the dates in the calendar are not those on which it goes out. */
	const daily = (state: string, release?: number, days = 1) =>
		repeating(state, { first: 5, days, release });
	/** As releases before 2.13 list it. */
	const linked = (rows: ListedPost[]) =>
		rows.map(({ releaseId, ...row }) => ({
			...row,
			...(releaseId && { releaseURL: `https://x.example/${releaseId}` }),
		}));
	const noon = A_DAY / 2;
	const TOLD = ['postPublished 5'];
	const looks: Look[] = [
		{ at: 0, posts: daily('QUEUE') },
		{ at: 6, posts: daily('PUBLISHED', 1) },
		{ at: 7, posts: daily('PUBLISHED', 1) },
		{ at: 8, posts: daily('PUBLISHED', 2) },
		{ at: A_DAY + 60, posts: daily('PUBLISHED', 2, 2) },
		{ at: A_DAY + noon, posts: daily('PUBLISHED', 3, 2).reverse() },
	];
	const told = [[], TOLD, [], TOLD, [], [`postPublished ${A_DAY + 5}`]];

	test.each<[string, Look[], string[][]]>([
		['count when they go out, not on the dates of the calendar', looks, told],
		[
			'count by their links where no ID is listed',
			looks.map((look) => ({ ...look, posts: linked(look.posts) })),
			told,
		],
		[
			'have the date on which they are due, and its place among other posts',
			[
				{ at: 0, posts: [...daily('QUEUE'), post({ id: 'q', at: 60 })] },
				{
					at: A_DAY + 5,
					posts: [...daily('PUBLISHED', 1, 2), post({ id: 'q', at: 60, state: 'PUBLISHED' })],
				},
			],
			[[], ['postPublished 60', `postPublished ${A_DAY + 5}`]],
		],
		[
			'fail once, and then go out again',
			[
				{ at: 6, posts: daily('PUBLISHED', 1) },
				{ at: noon, posts: daily('ERROR', 1) },
				{ at: A_DAY + 60, posts: daily('ERROR', 1, 2) },
				{ at: 2 * A_DAY + 60, posts: daily('ERROR', 1, 3) },
				{ at: 2 * A_DAY + 90, posts: daily('PUBLISHED', 2, 3) },
			],
			[[], ['postFailed 5'], [], [], [`postPublished ${2 * A_DAY + 5}`]],
		],
	])('%s', (_name, looks, expected) => {
		expect(lookOn(looks)).toEqual(expected);
	});
});

describe('posts that were not listed before, though they were there', () => {
	const OTHER = madeAt(-10);
	const NEW = madeAt(4.5);
	const REPEATING = madeAt(-100);

	test.each<[string, Look[], string[][]]>([
		[
			'are reported only if they went out since the last look',
			[
				{ at: 4, posts: [] },
				{
					at: 6,
					posts: [
						{ ...published, id: OLD },
						post({ id: OTHER, at: 4, state: 'ERROR' }),
						post({ id: NEW, at: 9 }),
						...repeating('PUBLISHED', { first: -60, days: 1, release: 1 }).map((row) => ({
							...row,
							id: REPEATING,
						})),
					],
				},
				{ at: 10, posts: [post({ id: NEW, at: 9, state: 'PUBLISHED' })] },
			],
			[[], ['postPublished 5', 'postCreated 9'], ['postPublished 9']],
		],
		[
			'are forgotten if all are missing twice, and not if one list is empty by mistake',
			[
				{ at: 0, posts: [post({ id: OLD, at: 5 }), post({ id: OTHER, at: 6 })] },
				{ at: 6, posts: [] },
				{ at: 7, posts: [post({ id: OLD, at: 5, state: 'PUBLISHED' }), post({ id: NEW, at: 9 })] },
				{ at: 8, posts: [] },
				{ at: 9, posts: [] },
				{ at: 10, posts: [OLD, OTHER, NEW].map((id) => post({ id, at: 5, state: 'PUBLISHED' })) },
			],
			[[], [], ['postPublished 5', 'postCreated 9'], [], [], []],
		],
	])('%s', (_name, looks, expected) => {
		expect(lookOn(looks)).toEqual(expected);
	});
});

describe('posts dated long ago, or far ahead', () => {
	const DATE = -100 * A_DAY;
	const TOLD = `postPublished ${DATE}`;
	const old = (state: string, more: Partial<ListedPost> = {}) =>
		post({ id: OLD, at: DATE, state, ...more });
	const out = old('PUBLISHED', { releaseId: 'n1' });
	/** Looks at these minutes; only those an hour apart list a year. */
	const looksAt = (...looks: Array<[at: number, ...posts: ListedPost[]]>): Look[] =>
		looks.map(([at, ...posts]) => ({ at, posts }));

	test.each<[string, Look[], string[][]]>([
		[
			'are told when they go out now',
			looksAt([0, old('DRAFT')], [10, out], [60, out], [120, out]),
			[[], [], [TOLD], []],
		],
		[
			'are told when they are new',
			looksAt([0], [10, { ...out, id: MADE }], [60, { ...out, id: MADE }]),
			[[], [], [`postCreated ${DATE}`, TOLD]],
		],
		[
			'are told once they grow overdue, and when they go out after that',
			looksAt([0, old('DRAFT')], [60, old('QUEUE')], [70], [120, old('QUEUE')], [180, out]),
			[[], [], [], [`postOverdue ${DATE}`], [TOLD]],
		],
	])('%s', (_name, looks, expected) => {
		expect(lookOn(looks)).toEqual(expected);
	});

	test('are told within the hour to who waits only for what is published', () => {
		const looks = looksAt([0], [60, post({ at: 20 * A_DAY, state: 'PUBLISHED', id: OLD })]);
		expect(lookOn(looks, ['postPublished'])).toEqual([[], [`postPublished ${20 * A_DAY}`]]);
	});
});

describe('the window', () => {
	const startOf = (memory: PostMemory, now: number) =>
		postWindows({ ...memory, askedYearAt: now }, watch(), now)[0].start;

	test('reaches back to a post that should have gone out, but not for ever', () => {
		let { memory } = pollPosts(undefined, [post()], NOW);
		({ memory } = pollPosts(memory, [post()], NOW + 20 * DAY));
		expect(startOf(memory, NOW + 20 * DAY)).toBe(NOW);
		const late = post({ state: 'PUBLISHED', releaseId: 'r1' });
		const { events } = pollPosts(memory, [late], NOW + 20 * DAY + MINUTE);
		expect(events.map(describeEvent)).toEqual([`postPublished p ${late.publishDate}`]);
		expect(startOf(memory, NOW + 90 * DAY)).toBe(NOW + 20 * DAY - LOOK_BACK_MS);
		({ memory } = pollPosts(memory, [post()], NOW + 90 * DAY));
		expect(startOf(memory, NOW + 90 * DAY)).toBe(NOW + 90 * DAY - MONTH_MS);
	});

	test('is held open by no post that was deleted, and by none that repeats', () => {
		let { memory } = pollPosts(undefined, [post()], NOW);
		const posts = repeating('QUEUE', { first: 0, days: 20 }).map((row) => ({ ...row, id: 'q' }));
		for (const day of [20, 21]) ({ memory } = pollPosts(memory, posts, NOW + day * DAY));
		expect(startOf(memory, NOW + 21 * DAY)).toBe(NOW + 21 * DAY - LOOK_BACK_MS);
	});
});

describe('the memory', () => {
	test('can be read by people', () => {
		const posts = [published, post({ id: 'q', at: 9 })];
		const now = NOW + 6 * MINUTE;
		expect(JSON.parse(JSON.stringify(pollPosts(undefined, posts, now).memory))).toEqual({
			lookedAt: now,
			start: now - 366 * DAY,
			end: now + 366 * DAY,
			yearAt: now,
			askedYearAt: now,
			known: {
				p: { state: 'PUBLISHED', date: NOW + 5 * MINUTE, release: 'n1' },
				q: { state: 'QUEUE', date: NOW + 9 * MINUTE },
			},
		});
	});

	test('stays small over months of busy days', () => {
		let memory: PostMemory | undefined;
		let reported = 0;
		for (let day = 0; day < 120; day++) {
			const rows = Array.from({ length: 8 * 40 }, (_, index) => {
				const at = (day - 7 + Math.floor(index / 40)) * A_DAY + (index % 40);
				return post({ id: `cm6tcts4f0005qcwit2${at + 1e6}`, at, state: 'PUBLISHED' });
			});
			const found = pollPosts(memory, rows, NOW + day * DAY + HOUR);
			({ memory } = found);
			reported += found.events.filter(({ event }) => event === 'postPublished').length;
		}
		expect(reported).toBe(119 * 40);
		expect(Object.keys(memory!.known).length).toBeLessThan(35 * 40);
		expect(JSON.stringify(memory).length).toBeLessThan(120_000);
	});
});

test.each<[string, EventName[], object, number]>([
	['no filter', ['postFailed'], {}, 1],
	['another event', ['postPublished'], {}, 0],
	['its channel', ['postFailed'], { channels: ['c1'] }, 1],
	['another channel', ['postFailed'], { channels: ['c2'] }, 0],
	['its network', ['postFailed'], { providers: ['x'] }, 1],
	['another network', ['postFailed'], { providers: ['bluesky'] }, 0],
])('with %s chosen the events of a post are %j %j: %d', (_name, events, filters, count) => {
	const row = { ...failed, integration: { id: 'c1', providerIdentifier: 'x' } };
	const options = { ...watch(events), filters: { ...watch().filters, ...filters } };
	const { memory } = pollPosts(undefined, [waiting], NOW, events);
	const now = NOW + 6 * MINUTE;
	const [window] = postWindows(memory, options, now);
	const found = findPostEvents(memory, [row], options, { now, window });
	expect(found.events).toHaveLength(count);
	expect(found.hasNews).toBe(true);
});
