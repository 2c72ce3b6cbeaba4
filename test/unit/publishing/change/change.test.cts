import { toPlannedPost } from '../../../../nodes/Postiz/calendar/row';
import type { PreviewPart } from '../../../../nodes/Postiz/calendar/preview';
import {
	differences,
	planChange,
	type Change,
} from '../../../../nodes/Postiz/publishing/change/change';
import type { PlannedPost } from '../../../../nodes/Postiz/publishing/types';
import type { ListedPost } from '../../../../nodes/Postiz/transport/types';
import { Problem } from '../../../../nodes/Postiz/values/problem';
import { DATE, part, PICTURE, wholePost } from '../../calendar/posts.cjs';
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
const WHOLE = wholePost(shown());
const POST = toPlannedPost(WHOLE);
const tags = ['Launch'].map((label) => ({ value: label, label }));

const plan = (change: Partial<Change>, whole = WHOLE, now = NOW) =>
	planChange(whole, { post: toPlannedPost(whole), ...change }, { now, timezone: 'Asia/Tokyo' });
const withParts = (count: number, post = POST): PlannedPost => ({
	...post,
	parts: Array.from({ length: count }, () => ({ content: 'New', files: [] })),
});

describe('what differs', () => {
	const found = (parts: PreviewPart[], more: Partial<Change> = {}) =>
		differences(wholePost(parts), { post: POST, tags, inter: 7, ...more });

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
		expect(differences(wholePost([], row), { post: listed, tags, inter: 7 })).toEqual([
			'text',
			'tags',
			'inter',
			'settings.title',
		]);
	});
});

test('what a change does not name stays, down to the ID of each part', () => {
	expect(plan({ date: LATER })).toMatchObject({
		type: 'schedule',
		date: LATER,
		changed: ['date'],
		ids: ['p1', 'p2'],
		tags,
		inter: 7,
		removesParts: false,
		post: POST,
	});
});

test('a repetition can be ended', () => {
	expect(plan({ inter: null })).not.toHaveProperty('inter');
});

test.each([
	['shorter', 1, ['p1'], true],
	['as long', 2, ['p1', 'p2'], false],
	['longer', 3, ['p1', 'p2', undefined], false],
])(
	'a thread that is %s keeps the IDs of the parts that it has',
	(_what, count, ids, removesParts) => {
		expect(plan({ post: withParts(count) })).toMatchObject({ ids, removesParts });
	},
);

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
		// The preview is younger than the list.
		const whole = wholePost(shown({ state, intervalInDays: undefined }), { state: 'QUEUE' });
		expect(plan(change, whole)).toMatchObject({ type, changed, isStateAlone });
	});

	test('a date that has passed is now', () => {
		const whole = wholePost(shown({ state: 'DRAFT', intervalInDays: undefined }));
		const now = Date.parse(DATE) + DAY_MS;
		const date = new Date(now).toISOString();
		expect(plan({ state: 'scheduled' }, whole, now)).toMatchObject({ type: 'now', date });
	});

	test('with another key, the post is written', () => {
		const key = { when: 'a', text: 'b', files: 'c', rest: 'd' };
		const change = { state: 'draft', post: { ...POST, key } } as const;
		expect(plan(change)).toMatchObject({ changed: ['state'], isStateAlone: false });
	});
});

test('of a post that cannot be read, what the form names changes, with parts that it may have', () => {
	const named = ['text', 'media', 'thread'];
	const whole = wholePost([]);
	expect(plan({ named, post: withParts(1) }, whole)).toMatchObject({
		changed: named,
		ids: ['p1'],
		removesParts: true,
	});
});

describe('a post that cannot be changed', () => {
	const at = (minutes: number, row: Partial<ListedPost> = {}) => {
		const publishDate = new Date(NOW + minutes * MINUTE_MS).toISOString();
		return wholePost([], { publishDate, ...row });
	};
	const change = (whole = at(0)) => plan({ named: ['text'] }, whole);
	const refusal = (whole = at(0)) => problemOf(() => change(whole))[0];

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
	])('but not one that is %s', (_what, whole) => {
		expect(change(whole).changed).toEqual(['text']);
	});

	test('for a reason of its own, unless it is as it should be', () => {
		const no = new Problem('No', 'Because.');
		expect(problemOf(() => plan({ date: LATER, refusal: no }))[0]).toBe('No');
		expect(plan({ date: DATE, refusal: no }).changed).toEqual([]);
	});
});
