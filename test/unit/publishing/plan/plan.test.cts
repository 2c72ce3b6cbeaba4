import type { Target } from '../../../nodes/Postiz/channels/targets';
import type { CheckedFile } from '../../../nodes/Postiz/media/uploads';
import {
	hasSizeRule,
	toDrafts,
	toPostItem,
	toPosts,
} from '../../../nodes/Postiz/resources/post/create/drafts';
import type {
	Draft,
	DraftedItem,
	WrittenPost,
} from '../../../nodes/Postiz/resources/post/create/types';
import type { Channel, ImageRef } from '../../../nodes/Postiz/transport/types';
import { problemOf } from '../problem.cjs';
import { channel } from '../publishing/deliver/rows.cjs';

const CHANNELS: Channel[] = [
	{ id: 'x-1', name: 'Acme Coffee', identifier: 'x' },
	{ id: 'devto-1', name: 'Acme Blog', identifier: 'devto' },
	{ id: 'vibes-1', name: 'Acme Vibes', identifier: 'vibes' },
];
const written = (more: Partial<WrittenPost> & { id?: string; identifier?: string } = {}) => {
	const { id = 'x-1', identifier, ...post } = more;
	return {
		choice: { id, identifier, position: 'Channel' },
		parts: [{ text: 'Tea', files: [] }],
		format: 'automatic',
		joinsThread: false,
		json: {},
		settingFiles: {},
		...post,
	} satisfies WrittenPost;
};
const itemOf = (posts: WrittenPost[]) => ({
	fields: {
		type: 'schedule',
		date: '2099-03-04T10:00:00.000Z',
		shortLink: false,
		tags: [],
	} as const,
	allowsPast: false,
	skipsChecks: false,
	onlyChecks: false,
	files: [] as CheckedFile[],
	posts,
});
const toDraft = (post: WrittenPost, channels = CHANNELS) =>
	toDrafts({ ...itemOf([post]), fields: { ...itemOf([]).fields, tags: [] } }, channels).drafts[0];
const reference = (index: number): ImageRef => ({
	id: `${index}`,
	path: `https://media.example/${index}.png`,
	alt: `Cup ${index}`,
	thumbnail: 'https://media.example/small.png',
});

describe('a draft', () => {
	test('has the channel that was found, and the settings that its form says', () => {
		const entry = { provider: 'x', who_can_reply_post: 'following' };
		const { target, settings } = toDraft(
			written({ identifier: 'x', entry, json: { community: 'c' } }),
			CHANNELS,
		);
		expect(target.label).toBe('Channel (X, Acme Coffee)');
		expect(settings).toEqual({ __type: 'x', who_can_reply_post: 'following', community: 'c' });
	});

	test('from JSON has just the settings of the JSON, for the network of the channel', () => {
		const json = { __type: 'other', own: 1 };
		expect(toDraft(written({ id: 'vibes-1', json }), CHANNELS).settings).toEqual({
			__type: 'vibes',
			own: 1,
		});
	});

	test('has its text as its network is handed it, part by part', () => {
		const parts = [
			{ text: '# Tea', files: [0] },
			{ text: 'a < b', files: [], delay: 5 },
		];
		const contents = (id: string) =>
			toDraft(written({ id, parts, format: 'markdown' }), CHANNELS).parts;
		expect(contents('devto-1')).toEqual([
			{ content: '# Tea', files: [0] },
			{ content: '<p>a &lt; b</p>', files: [], delay: 5 },
		]);
		expect(contents('x-1').map(({ content }) => content)).toEqual(['Tea', '<p>a &amp;lt; b</p>']);
	});

	test('is one text where no thread is published, if the person said so', () => {
		const parts = [
			{ text: '**Tea**', files: [0] },
			{ text: ' ', files: [] },
			{ text: 'and cake', files: [2, 1], delay: 5 },
		];
		const post = (joinsThread: boolean, id: string) =>
			toDraft(written({ id, parts, format: 'markdown', joinsThread })).parts;
		expect(post(true, 'devto-1')).toEqual([{ content: '**Tea**\n\nand cake', files: [0, 2, 1] }]);
		expect(post(false, 'devto-1')).toHaveLength(3);
		// X publishes threads.
		expect(post(true, 'x-1')).toHaveLength(3);
		expect(post(true, 'vibes-1')).toHaveLength(3);
	});

	test('wants what its form marks as required only if the form shows it', () => {
		const isInForm = (more: Partial<Parameters<typeof written>[0]>) =>
			toDraft(written({ id: 'x-1', ...more })).target.isInForm;
		expect(isInForm({ entry: { provider: 'x' }, identifier: 'x' })).toBe(true);
		expect(isInForm({ entry: { provider: 'auto' } })).toBe(false);
		expect(isInForm({ identifier: 'x' })).toBe(false);
	});

	test('is only said to be detected if there is a form to choose it in', () => {
		const isDetected = (more: Partial<Parameters<typeof written>[0]>) =>
			toDraft(written({ id: 'x-1', ...more })).target.isDetected;
		expect(isDetected({ entry: { provider: 'auto' } })).toBe(true);
		expect(isDetected({})).toBe(false);
	});

	test('is refused without its channel', () => {
		expect(problemOf(() => toDraft(written({ id: 'gone' }), CHANNELS))[0]).toBe(
			'Channel: no channel with the ID “gone” is connected',
		);
	});
});

const draft = (more: Partial<Draft> = {}): Draft => ({
	target: channel('bluesky', 'sky-1'),
	parts: [{ content: 'Tea', files: [] }],
	settings: { __type: 'bluesky' },
	settingFiles: {},
	...more,
});

describe('a post', () => {
	const references = [0, 1, 2].map(reference);

	test('carries the files of its parts in their places', () => {
		const uploaded = { id: 'u', path: 'https://media.example/u.png' };
		const item = toPostItem(
			draft({
				parts: [
					{ content: 'Tea', files: [2, 0] },
					{ content: 'Cake', files: [uploaded], delay: 5 },
				],
			}),
			references,
		);
		expect(item).toEqual({
			integration: { id: 'sky-1' },
			value: [
				{ content: 'Tea', image: [references[2], references[0]] },
				{ content: 'Cake', image: [uploaded], delay: 5 },
			],
			settings: { __type: 'bluesky' },
		});
	});

	test('names the file of a setting by its ID and path alone', () => {
		const { settings } = toPostItem(draft({ settingFiles: { cover: 1 } }), references);
		expect(settings).toEqual({
			__type: 'bluesky',
			cover: { id: '1', path: 'https://media.example/1.png' },
		});
	});

	test('leaves the draft as it is', () => {
		const one = draft({ settingFiles: { cover: 1 } });
		const before = structuredClone({ ...one, target: undefined });
		toPostItem(one, references);
		expect({ ...one, target: undefined }).toEqual(before);
	});
});

test('only some networks look at how many pixels pictures have', () => {
	const of = (identifier: string, ...files: number[]) =>
		hasSizeRule(draft({ target: channel(identifier), parts: [{ content: '', files }] }));
	expect(of('dribbble', 0)).toBe(true);
	expect(of('pinterest', 0)).toBe(false);
	expect(of('pinterest', 0, 1)).toBe(true);
	expect(of('bluesky', 0, 1)).toBe(false);
});

test('the form names no channel twice, JSON may', () => {
	const twice = (entry?: object) =>
		toDrafts(
			{
				...itemOf([]),
				fields: { ...itemOf([]).fields, tags: [] },
				posts: ['x-1', 'devto-1', 'x-1'].map((id) => written({ id, entry: entry as undefined })),
			},
			CHANNELS,
		);
	expect(twice().drafts).toHaveLength(3);
	expect(problemOf(() => twice({ provider: 'auto' }))).toEqual([
		'Channel (X, Acme Coffee) is the same channel as Channel 1',
		'The post would be published there twice. Take one of them out. For two different posts, use two items.',
	]);
});

describe('the posts of an item', () => {
	const SKY = channel('bluesky', 'sky-1');
	const long = (target: Target, characters: number) =>
		draft({ target, parts: [{ content: 'x'.repeat(characters), files: [] }] });
	const item = (drafts: Draft[], more: Partial<DraftedItem> = {}): DraftedItem => ({
		fields: { type: 'schedule', date: '2099-03-04T10:00:00.000Z', shortLink: false, tags: [] },
		allowsPast: false,
		skipsChecks: false,
		onlyChecks: false,
		files: [] as CheckedFile[],
		drafts,
		...more,
	});

	test('come with their channels, in the order of the drafts', () => {
		const drafts = [long(SKY, 300), long(channel('bluesky', 'sky-2'), 5)];
		const posts = toPosts(item(drafts), []);
		expect(posts.map(({ target }) => target.id)).toEqual(['sky-1', 'sky-2']);
		expect(posts.map(({ item: { value } }) => value[0].content.length)).toEqual([300, 5]);
	});

	test('are checked all at once, and the first sentence counts the others', () => {
		const wrong = item([long(SKY, 301), long(channel('bluesky', 'sky-2'), 302)]);
		expect(problemOf(() => toPosts(wrong, []))).toEqual([
			'Channel (sky-1): the text has 301 characters; Bluesky takes 300. Shorten it, or move the rest into Thread (and 1 more)',
			expect.stringContaining('Channel (sky-2): the text has 302 characters'),
		]);
	});

	test('that are drafts may be too long, those at the next free slot may not', () => {
		const of = (type: DraftedItem['fields']['type']) => () => {
			const one = item([long(SKY, 301)]);
			return toPosts({ ...one, fields: { ...one.fields, type } }, []);
		};
		expect(of('draft')()).toHaveLength(1);
		for (const type of ['now', 'schedule', 'nextSlot'] as const) {
			expect(problemOf(of(type))[0]).toContain('has 301 characters');
		}
	});

	test('are not checked if the person said so', () => {
		expect(toPosts(item([long(SKY, 301)], { skipsChecks: true }), [])).toHaveLength(1);
	});
});
