import type { IExecuteFunctions } from 'n8n-workflow';

import type { FileSource } from '../../../../nodes/Postiz/media/fileSource';
import { plannedUpload, plannedUrl } from '../../../../nodes/Postiz/media/mediaFile';
import { Uploads } from '../../../../nodes/Postiz/media/uploads';
import { openItem, planItem } from '../../../../nodes/Postiz/publishing/plan/planItem';
import type {
	Origin,
	WrittenForm,
	WrittenItem,
	WrittenPost,
} from '../../../../nodes/Postiz/publishing/types';
import type { PostizClient } from '../../../../nodes/Postiz/transport/client';
import type { Channel } from '../../../../nodes/Postiz/transport/types';
import { itemOptions } from '../plans.cjs';

const CHANNELS: Channel[] = [
	{ id: 'x-1', name: 'Acme Coffee', identifier: 'x' },
	{ id: 'devto-1', name: 'Acme Blog', identifier: 'devto' },
	{ id: 'vibes-1', name: 'Acme Vibes', identifier: 'vibes' },
];

/** Files as named by a person, and what they are. */
const ADDRESSES = [0, 1, 2].map((index) => `https://media.example/${index}.png`);
const SOURCES = ADDRESSES.map((url): FileSource => ({ from: 'url', url }));
const FILES = ADDRESSES.map((url) => plannedUrl(url));

type Change = Partial<WrittenPost> & { id?: string };

const written = ({ id = 'x-1', ...post }: Change = {}): WrittenPost => ({
	choice: { id, position: 'Channel' },
	parts: [{ text: 'Tea', files: [] }],
	format: 'automatic',
	json: {},
	settingFiles: {},
	...post,
});
const planWritten = async (
	item: WrittenItem['written'],
	uploads = createUploads(),
	options = itemOptions(),
) =>
	await planItem(
		{ ...options, written: item },
		{ channels: CHANNELS, uploads, timezone: 'Europe/Berlin' },
	);
const planAll = async (...posts: WrittenPost[]) => await planWritten(posts);
const plan = async (change: Change) => (await planAll(written(change))).posts[0];

/** A form for all channels, with one picture. */
const writtenForm = (more: Partial<WrittenForm> = {}): WrittenForm => ({
	channels: ['x-1', 'devto-1', 'vibes-1'].map((id) => ({ texts: [id] })),
	group: '',
	networks: [],
	parts: [{ text: 'Tea is ready\nCome in', files: [SOURCES[0]] }],
	format: 'automatic',
	...more,
});

const markdown = (...texts: string[]) => ({ texts, format: 'markdown' });

describe('a planned post', () => {
	test('has the channel that was found, and the settings that its form says', async () => {
		const form = { provider: 'x', who_can_reply_post: 'following' };
		const { target, settings } = await plan({ form, json: { community: 'c' } });
		expect(target).toMatchObject({ id: 'x-1', identifier: 'x', label: 'Channel (X, Acme Coffee)' });
		expect(settings).toMatchObject({ who_can_reply_post: 'following', community: 'c' });
	});

	test('from JSON has just the settings of the JSON, for the network of the channel', async () => {
		const { target, settings } = await plan({ id: 'vibes-1', json: { own: 1 } });
		expect(target.identifier).toBe('vibes');
		expect(settings).toEqual({ own: 1 });
	});

	test('has its text as its network is handed it and its files as they were opened', async () => {
		const parts = [
			{ text: '# Tea', files: [SOURCES[2], SOURCES[0]] },
			{ text: 'a < b', files: [SOURCES[2]], delay: 5 },
		];
		const planned = async (id: string) => (await plan({ id, parts, format: 'markdown' })).parts;
		expect(await planned('devto-1')).toEqual([
			{ content: '# Tea', files: [FILES[2], FILES[0]], written: markdown('# Tea') },
			{ content: '<p>a &lt; b</p>', files: [FILES[2]], delay: 5, written: markdown('a < b') },
		]);
		const onX = await planned('x-1');
		expect(onX.map(({ content }) => content)).toEqual(['Tea', '<p>a &amp;lt; b</p>']);
	});

	test('has the files of its settings by the names of the settings', async () => {
		const { settings, settingFiles } = await plan({ settingFiles: { cover: SOURCES[1] } });
		expect(settingFiles).toEqual({ cover: FILES[1] });
		expect(settings).toEqual({ who_can_reply_post: 'everyone' });
	});

	test('is one text where no thread is published, if the person said so', async () => {
		const parts = [
			{ text: '**Tea**', files: [SOURCES[0]] },
			{ text: ' ', files: [] },
			{ text: 'and cake', files: [SOURCES[2], SOURCES[1]], delay: 5 },
		];
		const planned = async (adapts: boolean, id: string) => {
			const post = written({ id, parts, format: 'markdown' });
			const options = { ...itemOptions(), adapts };
			return (await planWritten([post], createUploads(), options)).posts[0].parts;
		};
		expect(await planned(true, 'devto-1')).toEqual([
			{
				content: '**Tea**\n\nand cake',
				files: [FILES[0], FILES[2], FILES[1]],
				written: markdown('**Tea**', ' ', 'and cake'),
			},
		]);
		expect(await planned(false, 'devto-1')).toHaveLength(3);
		// X supports threads.
		expect(await planned(true, 'x-1')).toHaveLength(3);
		expect(await planned(true, 'vibes-1')).toHaveLength(3);
		const [, , last] = parts;
		const options = { ...itemOptions(), adapts: true };
		const single = written({ id: 'devto-1', parts: [last] });
		const { posts } = await planWritten([single], createUploads(), options);
		expect(posts[0].parts).toMatchObject([{ delay: 5 }]);
	});

	test.each<[string, Change, Origin]>([
		['a form with Network Settings', { form: { provider: 'x' } }, 'formWithSettings'],
		['a form without these', { form: {} }, 'form'],
		['JSON', {}, 'json'],
	])('says that it comes from %s', async (_name, change, expected) => {
		expect((await plan(change)).origin).toBe(expected);
	});

	test('has the first line of its text as the title that its network needs', async () => {
		const parts = [{ text: 'Tea is ready\nCome in', files: [] }];
		const settingsOf = async (change: Change) =>
			(await plan({ id: 'devto-1', parts, ...change })).settings;
		expect(await settingsOf({ form: {} })).toEqual({ title: 'Tea is ready' });
		const form = { provider: 'devto', title: 'Menu' };
		expect(await settingsOf({ form })).toMatchObject({ title: 'Menu' });
		expect(await settingsOf({})).toEqual({ title: 'Tea is ready' });
		expect(await settingsOf({ json: { title: 'Menu' } })).toEqual({ title: 'Menu' });
		const { corrections } = await planAll(written({ id: 'devto-1', parts, form: {} }));
		expect(corrections).toEqual(new Set());
	});

	test('from JSON has its settings as they are if nothing is validated, and those of a form do not', async () => {
		const options = { ...itemOptions(), skipsValidation: true };
		const settingsOf = async (change: Change) =>
			(await planWritten([written(change)], createUploads(), options)).posts[0].settings;
		expect(await settingsOf({ id: 'devto-1', json: { own: 'True' } })).toEqual({ own: 'True' });
		expect(await settingsOf({ json: { made_with_ai: 'True' } })).toEqual({ made_with_ai: 'True' });
		expect(await settingsOf({ id: 'devto-1', form: {} })).toEqual({ title: 'Tea' });
	});
});

test('an item keeps what holds for it, and its posts their order', async () => {
	const { posts, ...item } = await planAll(written({ id: 'devto-1' }), written());
	expect(item).toEqual({
		...itemOptions(),
		disabled: [],
		unusedNetworks: [],
		corrections: new Set([
			'Dev.to: title is the first line of the text',
			'X: who_can_reply_post is “everyone”',
		]),
	});
	expect(posts.map(({ target }) => target.id)).toEqual(['devto-1', 'x-1']);
});

test('a form opens the files that only its Network Settings name, now that it is known who needs them', async () => {
	const uploads = createUploads();
	const cover = { id: '1', path: 'https://media.example/cover.png' };
	const network = {
		label: 'Network Settings (Dev.to)',
		identifier: 'devto',
		channelId: '',
		form: { provider: 'devto', settings: { main_image: { mode: 'id', value: cover } } },
		json: {},
		text: '',
		binary: {},
	};
	const { posts } = await planWritten(writtenForm({ networks: [network] }), uploads);
	const main_image = plannedUpload(cover);
	expect(posts.map(({ settingFiles }) => settingFiles)).toEqual([{}, { main_image }, {}]);
});

function createUploads(): Uploads {
	const context = { getNode: () => ({ type: 'postiz' }) } as unknown as IExecuteFunctions;
	return new Uploads(context, {} as PostizClient, 'postMedia');
}

test('files of a form and of JSON are opened before the channels are known', async () => {
	const uploads = createUploads();
	const options = itemOptions();
	await openItem({ ...options, written: writtenForm() }, uploads);
	expect(SOURCES.map((source) => uploads.fileOf(source))).toEqual([FILES[0], undefined, undefined]);
	const settingFiles = { a: SOURCES[2] };
	await openItem({ ...options, written: [written({ settingFiles })] }, uploads);
	expect(SOURCES.map((source) => uploads.fileOf(source))).toEqual([FILES[0], undefined, FILES[2]]);
});
