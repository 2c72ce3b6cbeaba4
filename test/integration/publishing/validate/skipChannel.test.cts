import type { INodeParameters } from 'n8n-workflow';

import { instances } from '../../../../nodes/Postiz/common/processState';
import { listHints } from '../../support/harness.cjs';
import { createBinary, createBinaryItems, createPicture } from '../../support/media.cjs';
import {
	createChannelEntry,
	createOrUpdate,
	createPost,
	FUTURE,
	selectChannels,
	listPostRequests,
	listStoredPosts,
} from '../../support/posts.cjs';
import { useService } from '../../support/useService.cjs';

const service = useService({ hourlyLimit: 1000 });

const selectNetworks = (...networks: string[]) =>
	selectChannels(
		...networks.map((network) => createChannelEntry(service, network, { provider: 'auto' })),
	);
const LEAVES = { options: { ifUnsupported: 'skip', ifExists: 'skip' } };
const createForm = (more: INodeParameters = {}): INodeParameters => ({
	type: 'schedule',
	date: FUTURE,
	...selectNetworks('bluesky', 'pinterest', 'instagram'),
	...LEAVES,
	...more,
});
const listPublished = () => listStoredPosts(service).map(({ identifier }) => identifier);
const BOARD = /Board is required/;
const FILE = /^No file/;

test('posts to the channels of a group that fit, and explains in output and hint why it skipped the others', async () => {
	const run = await createPost(service, createForm({ content: 'Tea' }));
	expect(run.error).toBeUndefined();
	expect(run.output[0].map(({ json }) => json.text)).toEqual(['Tea', 'Tea', 'Tea']);
	expect(listPublished()).toEqual(['bluesky']);
	expect(run.output[0].map(({ json }) => [json.network, json.outcome, json.note])).toEqual([
		['bluesky', 'created', undefined],
		['pinterest', 'skipped', expect.stringMatching(BOARD)],
		['instagram', 'skipped', expect.stringMatching(FILE)],
	]);
	expect(listHints(run).join(' ')).toMatch(
		/^1 post will be published on .* 2 channels were skipped\. Pinterest: Acme Coffee – Board is required/,
	);

	const again = await createPost(service, createForm({ content: 'Tea' }));
	expect(listPublished()).toEqual(['bluesky']);
	expect(again.output[0].map(({ json }) => json.outcome)).toEqual([
		'unchanged',
		'skipped',
		'skipped',
	]);
});

test('publishes nothing by default, and fails the item if no channel fits', async () => {
	const strict = await createPost(service, createForm({ options: {} }));
	expect(strict.error?.message).toMatch(BOARD);
	const OPTION = /To post to the others, set the option .* to Skip Channel\.$/;
	expect(strict.error?.description).toMatch(OPTION);
	const none = await createPost(service, createForm(selectNetworks('pinterest', 'instagram')));
	expect(none.error?.message).toMatch(BOARD);
	expect(none.error?.description).not.toMatch(OPTION);
	expect(listPostRequests(service)).toEqual([]);
});

test.each<{ title: string; more: INodeParameters; message: string }>([
	{ title: 'no text', more: { content: '' }, message: 'The text is empty' },
	{ title: 'a date in the past', more: { date: '2020-01-01 10:00' }, message: 'is in the past' },
	{
		title: 'an unknown channel',
		more: { channels: 'Bluesky, Nobody' },
		message: 'is named “Nobody”',
	},
	{
		title: 'an unreadable file',
		more: { media: { file: [{ binaryField: 'nothing' }] } },
		message: 'has no files',
	},
])('skips no channel for a mistake of the item: $title', async ({ more, message }) => {
	const { error } = await createPost(service, createForm(more));
	expect(error?.message).toContain(message);
	expect(listPostRequests(service)).toEqual([]);
});

test('adapts posts where possible, and skips the other channels', async () => {
	const { error } = await createPost(
		service,
		createForm({ content: 'Beans. '.repeat(60), options: { ifUnsupported: 'adaptOrSkip' } }),
	);
	expect(error).toBeUndefined();
	expect(
		listStoredPosts(service).map(({ identifier, parts }) => [identifier, parts.length]),
	).toEqual([['bluesky', 2]]);
});

test('leaves an existing post unchanged if its channel cannot take the change', async () => {
	const both = selectNetworks('bluesky', 'mastodon');
	const createRow = (content: string) => createForm({ ...both, rowId: 'May 7', content });
	await createOrUpdate(service, createRow('Beans'));
	const run = await createOrUpdate(service, createRow('a'.repeat(400)));
	expect(run.error).toBeUndefined();
	expect(listStoredPosts(service).map(({ parts }) => parts[0].published.length)).toEqual([5, 400]);
	expect(run.output[0].map(({ json }) => [json.network, json.outcome])).toEqual([
		['bluesky', 'skipped'],
		['mastodon', 'updated'],
	]);
});

describe('with uploads that networks cannot reach', () => {
	const local = useService({ hourlyLimit: 1000, uploadsAt: 'http://localhost:4007' });

	const create = async (options: INodeParameters) =>
		await createPost(
			local,
			{
				...selectChannels(
					createChannelEntry(local, 'bluesky'),
					createChannelEntry(local, 'instagram'),
				),
				options,
				media: { file: [{ binaryField: 'cup' }] },
			},
			{ items: createBinaryItems({ cup: createBinary(createPicture(1)) }) },
		);
	const note = expect.stringContaining('The network cannot reach files at http://localhost:4007');

	test('skips networks that fetch files', async () => {
		const { error, output } = await create(LEAVES.options);
		expect(error).toBeUndefined();
		expect(listStoredPosts(local).map(({ identifier }) => identifier)).toEqual(['bluesky']);
		expect(output[0].map(({ json }) => json.note)).toContainEqual(note);
	});

	test('still adds a note with Skip Validation', async () => {
		const { error, output } = await create({ skipValidation: true });
		expect(error).toBeUndefined();
		expect(listStoredPosts(local)).toHaveLength(2);
		expect(output[0].map(({ json }) => json.note)).toEqual([undefined, note]);
	});

	const saveRow = async (seed: number, options: INodeParameters) =>
		await createOrUpdate(
			local,
			{
				...selectChannels(createChannelEntry(local, 'instagram')),
				type: 'schedule',
				date: FUTURE,
				rowId: 'May 7',
				media: { file: [{ binaryField: 'cup' }] },
				options,
			},
			{ items: createBinaryItems({ cup: createBinary(createPicture(seed)) }) },
		);

	test('updates no post with a file there, though only its upload shows the place', async () => {
		expect((await saveRow(1, { skipValidation: true })).error).toBeUndefined();
		instances.clear();
		expect((await saveRow(2, {})).error?.message).toContain('cannot reach files at');
		expect(listPostRequests(local)).toHaveLength(1);
	});

	test('updates a post with a file there that somebody made a draft in Postiz', async () => {
		expect((await saveRow(1, { skipValidation: true })).error).toBeUndefined();
		listStoredPosts(local)[0].state = 'DRAFT';
		instances.clear();
		expect((await saveRow(2, {})).error).toBeUndefined();
		expect(listStoredPosts(local)).toMatchObject([{ state: 'DRAFT' }]);
	});
});
