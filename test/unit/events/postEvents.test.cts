import type { EventName } from '../../../nodes/Postiz/events/fields';
import { findPostEvents } from '../../../nodes/Postiz/events/postEvents';
import {
	LOOK_BACK_MS,
	MAX_WAIT_MS,
	type PostMemory,
} from '../../../nodes/Postiz/events/postMemory';
import type { ListedPost } from '../../../nodes/Postiz/transport/types';
import { A_DAY, iso, lookOn, NOW, pollPosts, post, repeating, type Look } from './postLooks.cjs';
import { watch } from './watch.cjs';
import { DAY, describeEvent, HOUR, MINUTE } from '../../shared/happenings.cjs';

const waiting = post({ at: 5 });
const published = post({ at: 5, state: 'PUBLISHED', releaseId: 'n1' });
const failed = post({ at: 5, state: 'ERROR' });
const begin: Look = { at: 0, posts: [] };

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
			'that go out between two looks are created and published at once',
			[begin, { at: 6, posts: [published] }],
			[[], ['postCreated 5', 'postPublished 5']],
		],
		[
			'are reported by date, whatever the order of the answer',
			[
				{ at: 0, posts: [waiting, post({ id: 'q', at: 3 })] },
				{ at: 6, posts: [published, post({ id: 'q', at: 3, state: 'ERROR' })] },
			],
			[[], ['postFailed 3', 'postPublished 5']],
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
			'that are published again between two looks show by the address on the network',
			[
				{ at: 0, posts: [published] },
				{ at: 6, posts: [{ ...published, releaseId: 'n2' }] },
			],
			[[], ['postPublished 5']],
		],
		[
			'whose address is reported later are not published again',
			[
				{ at: 0, posts: [{ ...published, releaseId: 'missing' }] },
				{ at: 6, posts: [published] },
			],
			[[], []],
		],
		[
			'that fail after they were published count, with the old address or without',
			[
				{ at: 0, posts: [published] },
				{ at: 6, posts: [{ ...failed, releaseId: 'n1' }] },
			],
			[[], ['postFailed 5']],
		],
		[
			'that fail once more are reported by their later date, when the clock of n8n has it',
			[
				{ at: 6, posts: [failed] },
				{ at: 8, posts: [{ ...failed, publishDate: iso(NOW + 10 * MINUTE) }] },
				{ at: 11, posts: [{ ...failed, publishDate: iso(NOW + 10 * MINUTE) }] },
				{ at: 12, posts: [{ ...failed, publishDate: iso(NOW + 10 * MINUTE) }] },
			],
			[[], [], ['postFailed 10'], []],
		],
		[
			'that fail once more keep the address of what was published before: it says nothing',
			[
				{ at: 6, posts: [{ ...failed, releaseId: 'n1' }] },
				{ at: 11, posts: [post({ at: 10, state: 'ERROR', releaseId: 'n1' })] },
			],
			[[], ['postFailed 10']],
		],
		[
			'that left the window and are moved back into it are known',
			[
				{ at: 6, posts: [published] },
				{ at: 20 * A_DAY, posts: [] },
				{ at: 50 * A_DAY, posts: [] },
				{ at: 50 * A_DAY + 1, posts: [{ ...published, publishDate: iso(NOW + 49 * DAY) }] },
			],
			[[], [], [], []],
		],
		[
			'that are moved, also out of the window and back, are reported once, when they go out',
			[
				begin,
				{ at: 1, posts: [waiting] },
				{ at: 2, posts: [post({ at: 40 * A_DAY })] },
				{ at: 3, posts: [] },
				{ at: 4, posts: [post({ at: 10 })] },
				{ at: 11, posts: [post({ at: 10, state: 'PUBLISHED' })] },
			],
			[[], ['postCreated 5'], [], [], [], ['postPublished 10']],
		],
		[
			'that went out and are given another date are not reported again',
			[
				{ at: 6, posts: [published] },
				{ at: 7, posts: [{ ...published, publishDate: iso(NOW + 10 * MINUTE) }] },
				{ at: 11, posts: [{ ...published, publishDate: iso(NOW + 10 * MINUTE) }] },
			],
			[[], [], []],
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
			'in a state that nobody knows are no outcome',
			[
				begin,
				{ at: 1, posts: [{ ...waiting, state: 'toString' }] },
				{ at: 2, posts: [{ ...waiting, state: '' }] },
			],
			[[], ['postCreated 5'], []],
		],
		[
			'that cannot be read are left out',
			[begin, { at: 1, posts: [post({ publishDate: 'soon' }), post({ id: '' })] }],
			[[], []],
		],
		[
			'of another group or account are reported only if they went out since',
			[
				begin,
				{ at: 4, posts: [] },
				{
					at: 6,
					posts: [published, post({ id: 'q', at: 2, state: 'ERROR' }), post({ id: 'r', at: 9 })],
					isOtherScope: true,
				},
				{ at: 7, posts: [published, post({ id: 's', at: 9 })] },
			],
			[[], [], ['postPublished 5'], ['postCreated 9']],
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
	const daily = (state: string, days: number) => repeating(state, { first: 5, days });
	const old = (state: string) => repeating(state, { first: -3 * A_DAY - 60, days: 3 });

	test.each<[string, Look[], string[][]]>([
		[
			'count on each date, ten minutes later: the state may be that of the date before',
			[
				begin,
				{ at: 1, posts: daily('QUEUE', 1) },
				{ at: 6, posts: daily('PUBLISHED', 1) },
				{ at: 15, posts: daily('PUBLISHED', 1) },
				{ at: 16, posts: daily('PUBLISHED', 1) },
				{ at: A_DAY + 14, posts: daily('PUBLISHED', 2) },
				{ at: A_DAY + 15, posts: daily('ERROR', 2) },
			],
			[[], ['postCreated 5'], [], ['postPublished 5'], [], [], [`postFailed ${A_DAY + 5}`]],
		],
		[
			'count on all dates of a long pause, whatever the order of the answer',
			[
				{ at: 0, posts: daily('QUEUE', 1) },
				{ at: 3 * A_DAY, posts: daily('PUBLISHED', 3).reverse() },
				{ at: 3 * A_DAY + 1, posts: daily('PUBLISHED', 3) },
			],
			[[], [5, A_DAY + 5, 2 * A_DAY + 5].map((at) => `postPublished ${at}`), []],
		],
		[
			'are reported by date among others',
			[
				{ at: 0, posts: [...daily('QUEUE', 1), post({ id: 'q', at: 60 })] },
				{
					at: 2 * A_DAY,
					posts: [...daily('PUBLISHED', 2), post({ id: 'q', at: 60, state: 'ERROR' })],
				},
			],
			[[], ['postPublished 5', 'postFailed 60', `postPublished ${A_DAY + 5}`]],
		],
		[
			'that are there at activation do not count, however lately they went out',
			[
				{ at: 10, posts: daily('PUBLISHED', 1) },
				{ at: 20, posts: daily('PUBLISHED', 1) },
			],
			[[], []],
		],
		[
			'that wait at activation count once when they go out',
			[
				{ at: 0, posts: old('QUEUE') },
				{ at: 20, posts: old('PUBLISHED') },
				{ at: 30, posts: old('PUBLISHED') },
			],
			[[], ['postPublished -60'], []],
		],
		...['PUBLISHED', 'QUEUE', 'DRAFT'].map((state): [string, Look[], string[][]] => [
			`that are new and ${state} count on the last past date only`,
			[
				begin,
				{ at: 1, posts: old(state) },
				{ at: 2, posts: old('PUBLISHED') },
				{ at: 3, posts: old('PUBLISHED') },
			],
			state === 'PUBLISHED'
				? [[], [`postCreated ${-3 * A_DAY - 60}`, 'postPublished -60'], [], []]
				: [[], [`postCreated ${-3 * A_DAY - 60}`], ['postPublished -60'], []],
		]),
		[
			'that are drafts for days count only on the last of them',
			[
				begin,
				{ at: 1, posts: daily('DRAFT', 1) },
				{ at: 2 * A_DAY + 30, posts: daily('DRAFT', 3) },
				{ at: 2 * A_DAY + 40, posts: daily('PUBLISHED', 3) },
			],
			[[], ['postCreated 5'], [], [`postPublished ${2 * A_DAY + 5}`]],
		],
		[
			'that did not repeat before do not count on the date they went out on',
			[
				{ at: 0, posts: [waiting] },
				{ at: 6, posts: [published] },
				{ at: 60, posts: daily('PUBLISHED', 1) },
				{ at: A_DAY + 60, posts: daily('PUBLISHED', 2) },
			],
			[[], ['postPublished 5'], [], [`postPublished ${A_DAY + 5}`]],
		],
		[
			'that no longer repeat do not count again',
			[
				{ at: 0, posts: daily('QUEUE', 1) },
				{ at: 30, posts: daily('PUBLISHED', 1) },
				{ at: 60, posts: [published] },
				{ at: 90, posts: [post({ at: 100 })] },
				{ at: 101, posts: [post({ at: 100, state: 'PUBLISHED' })] },
			],
			[[], ['postPublished 5'], [], [], ['postPublished 100']],
		],
		[
			'that no longer repeat count on a date that nobody looked at',
			[
				{ at: 0, posts: daily('QUEUE', 1) },
				{ at: 6, posts: daily('PUBLISHED', 1) },
				{ at: 7, posts: [published] },
				{ at: 8, posts: [published] },
			],
			[[], [], ['postPublished 5'], []],
		],
		[
			'of another group or account are reported only if they went out since',
			[
				begin,
				{ at: 4, posts: [] },
				{ at: 20, posts: daily('PUBLISHED', 1), isOtherScope: true },
				{ at: 21, posts: old('PUBLISHED').map((row) => ({ ...row, id: 'q' })), isOtherScope: true },
			],
			[[], [], ['postPublished 5'], []],
		],
	])('%s', (_name, looks, expected) => {
		expect(lookOn(looks)).toEqual(expected);
	});

	test('stay known between dates that are months apart', () => {
		const posts = [0, 100 * A_DAY].map((at) =>
			post({ at, state: 'PUBLISHED', intervalInDays: 100, actualDate: iso(NOW) }),
		);
		const looks = [60, 30 * A_DAY, 90 * A_DAY, 99 * A_DAY, 100 * A_DAY + 60].map((at) => ({
			at,
			posts,
		}));
		expect(lookOn(looks)).toEqual([[], [], [], [], [`postPublished ${100 * A_DAY}`]]);
	});
});

describe('posts dated long ago', () => {
	const old = (state: string, more: Partial<ListedPost> = {}) =>
		post({ at: -100 * A_DAY, state, ...more });
	const out = old('PUBLISHED', { releaseId: 'n1' });
	const all: Pick<Look, 'farBack'> = { farBack: 'done' };

	test.each<[string, Look[], string[][]]>([
		[
			'are told when they go out now',
			[
				{ at: 0, posts: [old('DRAFT'), { ...old('ERROR'), id: 'q' }], ...all },
				{ at: 10, posts: [] },
				{ at: 60, posts: [out, { ...out, id: 'q' }], ...all },
				{ at: 120, posts: [out, { ...out, id: 'q' }], ...all },
			],
			[[], [], Array(2).fill(`postPublished ${-100 * A_DAY}`), []],
		],
		[
			'are told when they are new',
			[
				{ at: 0, posts: [], ...all },
				{ at: 10, posts: [] },
				{ at: 60, posts: [out], ...all },
			],
			[[], [], [`postCreated ${-100 * A_DAY}`, `postPublished ${-100 * A_DAY}`]],
		],
		[
			'are not told if they went out before, however often they are seen',
			[
				{ at: 0, posts: [out], ...all },
				{ at: 10, posts: [] },
				{ at: 60, posts: [out], ...all },
				{ at: 120, posts: [out], ...all },
			],
			[[], [], [], []],
		],
		[
			'are told when they are published again, with or without a look in between',
			[
				{ at: 0, posts: [out], ...all },
				{ at: 60, posts: [{ ...out, releaseId: 'n2' }], ...all },
				{ at: 120, posts: [old('QUEUE')], ...all },
				{ at: 180, posts: [{ ...out, releaseId: 'n3' }], ...all },
			],
			[[], [`postPublished ${-100 * A_DAY}`], [], [`postPublished ${-100 * A_DAY}`]],
		],
		[
			'are not told again for an address that Postiz learns later',
			[
				{ at: 0, posts: [{ ...out, releaseId: 'missing' }], ...all },
				{ at: 60, posts: [out], ...all },
			],
			[[], []],
		],
		[
			'are told once they grow overdue, and when they go out after that',
			[
				{ at: 0, posts: [old('DRAFT')], ...all },
				{ at: 60, posts: [old('QUEUE')], ...all },
				{ at: 70, posts: [] },
				{ at: 120, posts: [old('QUEUE')], ...all },
				{ at: 180, posts: [old('QUEUE')], ...all },
				{ at: 240, posts: [out], ...all },
			],
			[[], [], [], [`postOverdue ${-100 * A_DAY}`], [], [`postPublished ${-100 * A_DAY}`]],
		],
		[
			'stay known while they grow old',
			[
				{ at: 6, posts: [published], ...all },
				{ at: 40 * A_DAY, posts: [published], ...all },
				{ at: 80 * A_DAY, posts: [published], ...all },
				{ at: 80 * A_DAY + 10, posts: [] },
				{ at: 81 * A_DAY, posts: [published], ...all },
			],
			[[], [], [], [], []],
		],
		[
			'say nothing where nobody could look before',
			[
				{ at: 0, posts: [], farBack: 'tooLong' },
				{ at: 60, posts: [out], ...all },
				{ at: 120, posts: [{ ...out, releaseId: 'n2' }], ...all },
			],
			[[], [], [`postPublished ${-100 * A_DAY}`]],
		],
		[
			'say nothing in another group or account',
			[
				{ at: 0, posts: [], ...all },
				{ at: 60, posts: [out], ...all, isOtherScope: true },
				{ at: 120, posts: [out], ...all },
			],
			[[], [], []],
		],
	])('%s', (_name, looks, expected) => {
		expect(lookOn(looks)).toEqual(expected);
	});
});

describe('the window', () => {
	test('reaches back to a post that should have gone out, but not for ever', () => {
		let { memory } = pollPosts(undefined, [post()], NOW);
		({ memory } = pollPosts(memory, [post()], NOW + 20 * DAY));
		expect(memory.from).toBeLessThanOrEqual(NOW);
		const late = post({ state: 'PUBLISHED', releaseId: 'r1' });
		const { events } = pollPosts(memory, [late], NOW + 20 * DAY + MINUTE);
		expect(events.map(describeEvent)).toEqual([`postPublished p ${late.publishDate}`]);
		({ memory } = pollPosts(memory, [post()], NOW + 90 * DAY));
		expect(memory.from).toBe(NOW + 90 * DAY - MAX_WAIT_MS);
	});

	test('is held open by no post that was deleted, and by none that repeats', () => {
		let { memory } = pollPosts(undefined, [post()], NOW);
		const posts = repeating('QUEUE', { first: 0, days: 20 }).map((row) => ({ ...row, id: 'q' }));
		({ memory } = pollPosts(memory, posts, NOW + 20 * DAY));
		expect(memory.from).toBe(NOW + 20 * DAY - LOOK_BACK_MS);
	});
});

describe('the memory', () => {
	test('can be read by people', () => {
		const posts = [published, post({ id: 'q', at: 9 })];
		expect(pollPosts(undefined, posts, NOW + 6 * MINUTE).memory).toEqual({
			lookedAt: NOW + 6 * MINUTE,
			from: NOW + 6 * MINUTE - LOOK_BACK_MS,
			sawFuture: true,
			known: {
				p: { state: 'PUBLISHED', date: NOW + 5 * MINUTE, releaseId: 'n1' },
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
		expect(Object.keys(memory!.known).length).toBeLessThan(70 * 40);
		expect(JSON.stringify(memory).length).toBeLessThan(250_000);
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
	const at = { now: NOW + 6 * MINUTE, isSameScope: true };
	const found = findPostEvents(memory, [row], options, at);
	expect(found.events).toHaveLength(count);
	expect(found.hasNews).toBe(true);
});
