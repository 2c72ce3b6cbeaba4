import type { FileSource } from '../../../../nodes/Postiz/media/fileSource';
import type { PlannedFile } from '../../../../nodes/Postiz/media/plannedFile';
import type { Uploads } from '../../../../nodes/Postiz/media/uploads';
import { openFiles, planPosts } from '../../../../nodes/Postiz/publishing/plan/plan';
import type { WrittenPost } from '../../../../nodes/Postiz/publishing/types';
import type { Channel } from '../../../../nodes/Postiz/transport/types';
import { problemOf } from '../../support/problem.cjs';
import { itemOptions, uploadedFile } from '../plans.cjs';

const CHANNELS: Channel[] = [
	{ id: 'x-1', name: 'Acme Coffee', identifier: 'x' },
	{ id: 'devto-1', name: 'Acme Blog', identifier: 'devto' },
	{ id: 'vibes-1', name: 'Acme Vibes', identifier: 'vibes' },
];

/** Files as a person named them, and what they are. */
const SOURCES = [0, 1, 2].map((index): FileSource => ({
	from: 'url',
	url: `https://media.example/${index}.png`,
}));
const FILES = SOURCES.map((_source, index) => uploadedFile(`${index}.png`));
const OPENED = new Map(SOURCES.map((source, index) => [source, FILES[index]]));

type Change = Partial<WrittenPost> & { id?: string; identifier?: string };

const written = ({ id = 'x-1', identifier, ...post }: Change = {}): WrittenPost => ({
	choice: { id, identifier, position: 'Channel' },
	parts: [{ text: 'Tea', files: [] }],
	format: 'automatic',
	joinsThread: false,
	json: {},
	settingFiles: {},
	...post,
});
const planAll = (...posts: WrittenPost[]) =>
	planPosts({ ...itemOptions(), posts }, { channels: CHANNELS, opened: OPENED });
const plan = (change: Change) => planAll(written(change)).posts[0];

const markdown = (...texts: string[]) => ({ texts, format: 'markdown' });

describe('a planned post', () => {
	test('has the channel that was found, and the settings that its form says', () => {
		const entry = { provider: 'x', who_can_reply_post: 'following' };
		const { target, settings } = plan({ identifier: 'x', entry, json: { community: 'c' } });
		expect(target).toMatchObject({ id: 'x-1', identifier: 'x', label: 'Channel (X, Acme Coffee)' });
		expect(settings).toMatchObject({ who_can_reply_post: 'following', community: 'c' });
	});

	test('from JSON has just the settings of the JSON, for the network of the channel', () => {
		const { target, settings } = plan({ id: 'vibes-1', json: { own: 1 } });
		expect(target.identifier).toBe('vibes');
		expect(settings).toEqual({ own: 1 });
	});

	test('has its text as its network is handed it and its files as they were opened', () => {
		const parts = [
			{ text: '# Tea', files: [SOURCES[2], SOURCES[0]] },
			{ text: 'a < b', files: [SOURCES[2]], delay: 5 },
		];
		const planned = (id: string) => plan({ id, parts, format: 'markdown' }).parts;
		expect(planned('devto-1')).toEqual([
			{ content: '# Tea', files: [FILES[2], FILES[0]], written: markdown('# Tea') },
			{ content: '<p>a &lt; b</p>', files: [FILES[2]], delay: 5, written: markdown('a < b') },
		]);
		expect(planned('x-1').map(({ content }) => content)).toEqual(['Tea', '<p>a &amp;lt; b</p>']);
	});

	test('has the files of its settings by the names of the settings', () => {
		const { settings, settingFiles } = plan({ settingFiles: { cover: SOURCES[1] } });
		expect(settingFiles).toEqual({ cover: FILES[1] });
		expect(settings).toEqual({});
	});

	test('is one text where no thread is published, if the person said so', () => {
		const parts = [
			{ text: '**Tea**', files: [SOURCES[0]] },
			{ text: ' ', files: [] },
			{ text: 'and cake', files: [SOURCES[2], SOURCES[1]], delay: 5 },
		];
		const planned = (joinsThread: boolean, id: string) =>
			plan({ id, parts, format: 'markdown', joinsThread }).parts;
		expect(planned(true, 'devto-1')).toEqual([
			{
				content: '**Tea**\n\nand cake',
				files: [FILES[0], FILES[2], FILES[1]],
				written: markdown('**Tea**', ' ', 'and cake'),
			},
		]);
		expect(planned(false, 'devto-1')).toHaveLength(3);
		// X publishes threads.
		expect(planned(true, 'x-1')).toHaveLength(3);
		expect(planned(true, 'vibes-1')).toHaveLength(3);
	});

	test.each<[string, Change, { isInForm: boolean; isDetected: boolean }]>([
		[
			'chosen in the form',
			{ entry: { provider: 'x' }, identifier: 'x' },
			{ isInForm: true, isDetected: false },
		],
		['detected', { entry: { provider: 'auto' } }, { isInForm: false, isDetected: true }],
		['named in JSON', { identifier: 'x' }, { isInForm: false, isDetected: false }],
		['not named in JSON', {}, { isInForm: false, isDetected: false }],
	])('says where a person sees the fields of its network: %s', (_name, change, expected) => {
		expect(plan(change).target).toMatchObject(expected);
	});

	test('is refused without its channel', () => {
		expect(problemOf(() => plan({ id: 'gone' }))[0]).toBe(
			'Channel: no channel with the ID “gone” is connected',
		);
	});
});

test('an item keeps what holds for it, and its posts their order', () => {
	const { posts, ...item } = planAll(written({ id: 'devto-1' }), written());
	expect(item).toEqual(itemOptions());
	expect(posts.map(({ target }) => target.id)).toEqual(['devto-1', 'x-1']);
});

test('the form names no channel twice, JSON may', () => {
	const twice = (entry?: WrittenPost['entry']) =>
		planAll(...['x-1', 'devto-1', 'x-1'].map((id) => written({ id, entry })));
	expect(twice().posts).toHaveLength(3);
	expect(problemOf(() => twice({ provider: 'auto' }))).toEqual([
		'Channel (X, Acme Coffee) is the same channel as Channel 1',
		'The post would be published there twice. Take one of them out. For two different posts, use two items.',
	]);
});

describe('files are opened', () => {
	const open = async (posts: WrittenPost[], bad?: FileSource) => {
		const checked: FileSource[] = [];
		const uploads = {
			check: async (source: FileSource): Promise<PlannedFile> => {
				checked.push(source);
				if (source === bad) throw new Error('no post can carry it');
				return await Promise.resolve(OPENED.get(source)!);
			},
		} as unknown as Uploads;
		return { opened: await openFiles(posts, uploads), checked };
	};
	const first = written({
		parts: [
			{ text: 'Tea', files: [SOURCES[0]] },
			{ text: 'Cake', files: [SOURCES[1], SOURCES[0]] },
		],
	});

	test('once each, in their order, whichever post, part or setting names them', async () => {
		const second = { ...first, settingFiles: { cover: SOURCES[2], logo: SOURCES[1] } };
		const { opened, checked } = await open([first, second]);
		expect(checked).toEqual(SOURCES);
		expect(opened).toEqual(OPENED);
	});

	test('and not at all without any', async () => {
		expect(await open([written()])).toEqual({ opened: new Map(), checked: [] });
	});

	test('up to one that no post can carry', async () => {
		await expect(open([first], SOURCES[1])).rejects.toThrow('no post can carry it');
	});
});
