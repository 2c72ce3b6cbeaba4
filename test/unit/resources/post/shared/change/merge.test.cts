import { plannedReference, plannedUpload } from '../../../../../../nodes/Postiz/media/plannedFile';
import {
	mergePost,
	type PostChange,
} from '../../../../../../nodes/Postiz/resources/post/shared/change/merge';
import { writeBack } from '../../../../../../nodes/Postiz/resources/post/shared/change/wantedPost';
import type { ListedPost } from '../../../../../../nodes/Postiz/transport/types';
import { problemOf } from '../../../../support/problem.cjs';
import { DATE, part, PICTURE, wholePost } from '../../../../calendar/posts.cjs';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const NOW = Date.parse('2099-01-01T10:00:00.000Z');
const LATER = '2099-05-06T08:30:00.000Z';

const THREAD = [
	part('p1', 'One', {
		image: [PICTURE],
		tags: ['Launch'],
		intervalInDays: 7,
		settings: { __type: 'bluesky', note: 'kept' },
	}),
	part('p2', '<p>Two</p>', { delay: 5 }),
	part('p3', 'Three'),
];

const NEW_FILE = { from: 'upload', ...PICTURE } as const;
const OPENED = new Map([[NEW_FILE, plannedUpload(PICTURE)]]);

const merge = (change: Partial<PostChange>, whole = wholePost(THREAD), now = NOW) => {
	const named: PostChange = { format: 'automatic', ...change };
	const wanted = mergePost(whole, named, { opened: OPENED, now, timezone: 'Asia/Tokyo' });
	return writeBack(whole, wanted);
};

test('what a change does not name stays, down to the ID of each part', () => {
	expect(merge({ date: LATER })).toMatchObject({
		type: 'schedule',
		date: LATER,
		ids: ['p1', 'p2', 'p3'],
		tags: [{ value: 'Launch', label: 'Launch' }],
		inter: 7,
		removesParts: false,
		post: {
			target: { id: 'c1', identifier: 'bluesky', label: 'The post (Bluesky, Acme Coffee)' },
			settings: { __type: 'bluesky', note: 'kept' },
			parts: [
				{ content: 'One', files: [plannedReference(PICTURE)] },
				{ content: '<p>Two</p>', files: [], delay: 5 },
				{ content: 'Three', files: [] },
			],
		},
	});
});

test('a new text is put into the form of its network, and old ones are left alone', () => {
	const { post } = merge({ text: 'A & B', thread: [{ text: '5 < 6', files: [] }] });
	expect(post.parts.map(({ content }) => content)).toEqual(['<p>A &amp; B</p>', '<p>5 &lt; 6</p>']);
});

test.each([
	['shorter', 1, ['p1', 'p2'], true],
	['as long', 2, ['p1', 'p2', 'p3'], false],
	['longer', 3, ['p1', 'p2', 'p3', undefined], false],
	['none', 0, ['p1'], true],
])(
	'a thread that is %s keeps the IDs of the parts that it has',
	(_what, count, ids, removesParts) => {
		const thread = Array.from({ length: count }, () => ({ text: 'New', files: [] }));
		expect(merge({ thread })).toMatchObject({ ids, removesParts });
	},
);

describe('the type', () => {
	const ofState = (state: string, change: Partial<PostChange>) =>
		merge(change, wholePost([part('p1', 'One', { state })])).type;

	test.each([
		['QUEUE', { text: 'New' }, 'update'],
		['QUEUE', { date: DATE }, 'update'],
		['QUEUE', { date: LATER }, 'schedule'],
		['DRAFT', { text: 'New' }, 'draft'],
		['DRAFT', { date: LATER }, 'draft'],
		['ERROR', { text: 'New' }, 'update'],
		['ERROR', { date: LATER }, 'schedule'],
		['ERROR', { date: DATE }, 'schedule'],
	])('of a post in %s with %j is %s', (state, change, type) => {
		expect(ofState(state, change)).toBe(type);
	});

	test('goes by the preview, which is younger than the list', () => {
		const whole = wholePost([part('p1', 'One', { state: 'DRAFT' })], { state: 'QUEUE' });
		expect(merge({ text: 'New' }, whole).type).toBe('draft');
	});
});

describe('repetition and tags', () => {
	test('can be replaced', () => {
		const tags = [{ value: 'Event', label: 'Event' }];
		expect(merge({ tags, inter: 3 })).toMatchObject({ tags, inter: 3 });
	});

	test('can be ended', () => {
		const merged = merge({ tags: [], inter: null });
		expect(merged.tags).toEqual([]);
		expect(merged).not.toHaveProperty('inter');
	});
});

test('settings are merged, and the network stays', () => {
	const settings = { settings: { more: 1 }, settingFiles: { cover: NEW_FILE } };
	const { post } = merge({ settings });
	expect(post.settings).toEqual({ __type: 'bluesky', note: 'kept', more: 1 });
	expect(post.settingFiles).toEqual({ cover: plannedUpload(PICTURE) });
});

describe('a post without a preview', () => {
	const listed = wholePost([]);

	test.each([[{ date: LATER }], [{ text: 'New' }], [{ media: [] }]])(
		'is refused with %j alone',
		(change) => {
			expect(problemOf(() => merge(change, listed))[0]).toBe(
				'The post “p1” cannot be read completely',
			);
		},
	);

	test('is changed with text and files, and keeps what the list has', () => {
		expect(merge({ text: 'New', media: [NEW_FILE] }, listed)).toMatchObject({
			ids: ['p1'],
			tags: [{ label: 'listed' }],
			removesParts: false,
			post: {
				settings: { note: 'listed' },
				parts: [{ content: 'New', files: [plannedUpload(PICTURE)] }],
			},
		});
	});

	test('may have parts that a new thread replaces', () => {
		const change = { text: 'New', media: [], thread: [{ text: 'Two', files: [] }] };
		expect(merge(change, listed).removesParts).toBe(true);
	});
});

describe('a post that cannot be changed', () => {
	const at = (minutes: number, row: Partial<ListedPost> = {}) => {
		const publishDate = new Date(NOW + minutes * MINUTE_MS).toISOString();
		return wholePost([], { publishDate, ...row });
	};
	const refusal = (whole = at(0)) => problemOf(() => merge({ text: 'New', media: [] }, whole))[0];
	const isTaken =
		(whole = at(0)) =>
		() =>
			merge({ text: 'New', media: [] }, whole);

	test('is published', () => {
		expect(refusal(at(60, { state: 'PUBLISHED' }))).toBe('The post “p1” is already published');
	});

	test.each([[4], [0], [-59]])('goes out or went out %d minutes from now', (minutes) => {
		expect(refusal(at(minutes))).toMatch(
			/^The post “p1” is due at 2099-01-01 1[89]:\d\d Asia\/Tokyo$/,
		);
	});

	test.each([[6], [-61]])('but not %d minutes from now', (minutes) => {
		expect(isTaken(at(minutes))).not.toThrow();
	});

	test.each(['DRAFT', 'ERROR'])('but not one in %s, which goes nowhere', (state) => {
		expect(isTaken(at(1, { state }))).not.toThrow();
	});

	test('repeats, and is due again in minutes', () => {
		const week = (7 * DAY_MS) / MINUTE_MS;
		expect(refusal(at(3 - 2 * week, { intervalInDays: 7 }))).toContain(
			'2099-01-01 19:03 Asia/Tokyo',
		);
		expect(isTaken(at(-30, { intervalInDays: 7 }))).not.toThrow();
	});

	test('failed on a network that takes only drafts, and has no new date', () => {
		const kick = { id: 'k', name: 'Acme', providerIdentifier: 'kick' };
		const failed = at(0, { state: 'ERROR', integration: kick });
		expect(refusal(failed)).toBe('The failed post “p1” has no new date');
		expect(merge({ text: 'New', media: [], date: LATER }, failed).type).toBe('schedule');
	});
});
