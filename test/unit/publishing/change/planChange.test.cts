import { toPlannedPost } from '../../../../nodes/Postiz/calendar/post';
import type { PreviewPart } from '../../../../nodes/Postiz/calendar/preview';
import { differences } from '../../../../nodes/Postiz/publishing/change/differences';
import { removesParts } from '../../../../nodes/Postiz/publishing/change/group';
import { planChange, repeatAfter } from '../../../../nodes/Postiz/publishing/change/planChange';
import type { Change } from '../../../../nodes/Postiz/publishing/change/types';
import type { PlannedPost } from '../../../../nodes/Postiz/publishing/types';
import type { ListedPost } from '../../../../nodes/Postiz/transport/types';
import { Problem } from '../../../../nodes/Postiz/values/problem';
import { DATE, part, PICTURE, calendarPost } from '../../calendar/posts.cjs';
import { problemOf } from '../../support/problem.cjs';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const NOW = Date.parse('2099-01-01T10:00:00.000Z');
const LATER = '2099-05-06T08:30:00.000Z';

const shown = (first: Partial<PreviewPart> = {}, second: Partial<PreviewPart> = {}) => [
	part('p1', '<p>A &amp; B</p>', {
		image: [PICTURE],
		tags: ['Launch'],
		intervalInDays: 7,
		settings: { __type: 'youtube', title: 'Beans', more: null, n8n: 'key' },
		...first,
	}),
	part('p2', '<p>Two</p>', { delay: 5, ...second }),
];
const BEFORE = calendarPost(shown());
const POST = toPlannedPost(BEFORE);
const tags = ['Launch'].map((label) => ({ value: label, label }));

const plan = (change: Partial<Change>, before = BEFORE, now = NOW) =>
	planChange(before, { post: toPlannedPost(before), ...change }, { now, timezone: 'Asia/Tokyo' });
const withParts = (count: number, post = POST): PlannedPost => ({
	...post,
	parts: Array.from({ length: count }, () => ({ content: 'New', files: [] })),
});

describe('what differs', () => {
	const found = (parts: PreviewPart[], more: Partial<Change> = {}) =>
		differences(calendarPost(parts), { post: POST, tags, inter: 7, ...more });

	test('is nothing if the post is so already, empty keys and forms of the text aside', () => {
		const image = [{ ...PICTURE, thumbnail: null as unknown as string }];
		expect(found(shown({ image, content: 'A & B' }))).toEqual([]);
	});

	test.each<[string[], PreviewPart[]]>([
		[['text'], shown({ content: '<p>A</p>' })],
		[['text'], shown({ content: '<p><strong>A &amp; B</strong></p>' })],
		[['media'], shown({ image: [] })],
		[['media'], shown({ image: [{ ...PICTURE, alt: 'Another' }] })],
		[['thread'], shown({}, { content: 'Else' })],
		[['thread'], shown({}, { image: [PICTURE] })],
		[['thread'], shown({}, { delay: 6 })],
		[['thread'], shown().slice(0, 1)],
		[['thread'], [...shown(), part('p3', 'Three')]],
		[['tags'], shown({ tags: ['Launch', 'Old'] })],
		[['inter'], shown({ intervalInDays: undefined })],
		[['settings.title'], shown({ settings: { __type: 'youtube', title: 'Other' } })],
		[['settings.mood'], shown({ settings: { title: 'Beans', mood: ['calm'] } })],
	])('%j', (names, parts) => {
		expect(found(parts)).toEqual(names);
	});

	test.each([
		[true, []],
		[false, ['text']],
	])('is a shorter link only if Postiz was not told to shorten links: %s', (shortLink, names) => {
		const [first, ...later] = POST.parts;
		const post = {
			...POST,
			parts: [{ ...first, content: 'See https://a.example/menu' }, ...later],
		};
		const stored = shown({ content: '<p>See https://sho.example/x</p>' });
		expect(found(stored, { post, shortLink })).toEqual(names);
	});

	test('is what the list has, without a preview', () => {
		const row = { content: 'Old', settings: '{"title":"Other"}', tags: [], intervalInDays: 2 };
		const listed = { ...POST, settings: { title: 'Beans' } };
		expect(differences(calendarPost([], row), { post: listed, tags, inter: 7 })).toEqual([
			'text',
			'tags',
			'inter',
			'settings.title',
		]);
	});
});

test('what a change does not name stays', () => {
	expect(plan({ date: LATER })).toMatchObject({
		changed: ['date'],
		post: POST,
		shared: { type: 'schedule', date: LATER, tags, inter: 7 },
	});
});

test('a repetition can be ended', () => {
	expect(plan({ inter: null }).shared).not.toHaveProperty('inter');
});

test.each([
	['shorter', 1, true],
	['as long', 2, false],
	['longer', 3, false],
])('a thread that is %s removes parts: %p', (_what, count, is) => {
	expect(removesParts(plan({ post: withParts(count) }))).toBe(is);
});

describe('the type, and whether the state alone changes', () => {
	const NEW = { post: withParts(2) };

	test.each<[string, Partial<Change>, string, string[], boolean]>([
		['QUEUE', NEW, 'update', ['text', 'media', 'thread'], false],
		['QUEUE', { date: DATE }, 'update', [], false],
		['QUEUE', { date: LATER }, 'schedule', ['date'], false],
		['QUEUE', { state: 'draft' }, 'draft', ['state'], true],
		['DRAFT', NEW, 'draft', ['text', 'media', 'thread'], false],
		['DRAFT', { date: LATER }, 'draft', ['date'], false],
		['DRAFT', { state: 'scheduled' }, 'schedule', ['state'], true],
		['DRAFT', { state: 'scheduled', date: LATER }, 'schedule', ['date', 'state'], false],
		['ERROR', NEW, 'update', ['text', 'media', 'thread'], false],
		['ERROR', { date: LATER }, 'schedule', ['date', 'state'], false],
		['ERROR', { date: DATE }, 'schedule', ['state'], false],
		['PUBLISHED', { state: 'scheduled' }, 'schedule', ['state'], true],
	])('of a post in %s with %j is %s', (state, change, type, changed, isStateAlone) => {
		const error = 'Channel disabled';
		const before = calendarPost(shown({ state, error, intervalInDays: undefined }));
		expect(plan(change, before)).toMatchObject({ shared: { type }, changed, isStateAlone });
	});

	test('a date that has passed is now', () => {
		const before = calendarPost(shown({ state: 'DRAFT', intervalInDays: undefined }));
		const now = Date.parse(DATE) + DAY_MS;
		const date = new Date(now).toISOString();
		expect(plan({ state: 'scheduled' }, before, now).shared).toMatchObject({ type: 'now', date });
	});

	test('with another key, the post is written', () => {
		const key = { when: 'a', text: 'b', files: 'c', rest: 'd' };
		const change = { state: 'draft', post: { ...POST, key } } as const;
		expect(plan(change)).toMatchObject({ changed: ['state'], isStateAlone: false });
	});
});

describe('a post that repeats', () => {
	const made = Date.parse(DATE) - 6 * DAY_MS;
	const repeating = (state: string, first: Partial<PreviewPart> = {}) =>
		calendarPost(shown({ state, error: 'Channel disabled', createdAt: made, ...first }));

	test.each<[string, Partial<Change>, boolean, Partial<PreviewPart>?]>([
		['QUEUE', { inter: 8 }, true],
		['QUEUE', { date: new Date(made + DAY_MS).toISOString() }, true],
		['DRAFT', { state: 'scheduled' }, true],
		['ERROR', { state: 'scheduled' }, true],
		['QUEUE', { post: withParts(2) }, false],
		['QUEUE', { inter: 0 }, false],
		['QUEUE', { inter: 8 }, false, { createdAt: undefined }],
		['QUEUE', { state: 'draft' }, false],
		['DRAFT', { inter: 8 }, false],
		['ERROR', { inter: 8 }, false],
	])(
		'in %s, changed with %j, goes out again because of that: %s',
		(state, change, goesOut, first = {}) => {
			const planned = plan(change, repeating(state, first), made);
			const days = planned.shared.inter ?? NaN;
			expect(repeatAfter(planned)).toBe(goesOut ? made + days * DAY_MS : undefined);
		},
	);

	test('cannot go out twice at once', () => {
		expect(() => plan({ inter: 6 }, repeating('QUEUE'), made)).toThrow('published twice');
		expect(plan({ inter: 6, state: 'draft' }, repeating('QUEUE'), made).changed).toContain('inter');
	});
});

test('of a post that cannot be read, what the form names changes, with parts that it may have', () => {
	const named = ['text', 'media', 'thread'];
	const planned = plan({ named, post: withParts(1) }, calendarPost([]));
	expect(planned.changed).toEqual(named);
	expect(removesParts(planned)).toBe(true);
});

describe('a post that cannot be changed', () => {
	const at = (minutes: number, row: Partial<ListedPost> = {}) => {
		const publishDate = new Date(NOW + minutes * MINUTE_MS).toISOString();
		return calendarPost([], { publishDate, ...row });
	};
	const change = (before = at(0)) => plan({ named: ['text'] }, before);
	const refusal = (before = at(0)) => problemOf(() => change(before))[0];

	test('is published', () => {
		expect(refusal(at(60, { state: 'PUBLISHED' }))).toBe('The post “p1” is already published');
	});

	test.each([[4], [0], [-59]])('goes out or went out %d minutes from now', (minutes) => {
		expect(refusal(at(minutes))).toMatch(
			/^The post “p1” is due at 2099-01-01 1[89]:\d\d Asia\/Tokyo$/,
		);
	});

	test('repeats, and is due again in minutes', () => {
		const week = (7 * DAY_MS) / MINUTE_MS;
		const again = at(3 - 2 * week, { intervalInDays: 7 });
		expect(refusal(again)).toContain('2099-01-01 19:03 Asia/Tokyo');
	});

	test.each([
		['due later', at(6)],
		['stuck', at(-61)],
		['in between its repetitions', at(-30, { intervalInDays: 7 })],
		['a draft', at(1, { state: 'DRAFT' })],
		['failed', at(1, { state: 'ERROR' })],
	])('but not one that is %s', (_what, before) => {
		expect(change(before).changed).toEqual(['text']);
	});

	test('for a reason of its own, unless it is as it should be', () => {
		const no = new Problem('No', 'Because.');
		expect(problemOf(() => plan({ date: LATER, refusal: no }))[0]).toBe('No');
		expect(plan({ date: DATE, refusal: no }).changed).toEqual([]);
	});
});
