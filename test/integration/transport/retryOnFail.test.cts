import type { INodeExecutionData, INodeParameters, OnError } from 'n8n-workflow';

import { PNG } from '../../shared/samples.cjs';
import type { FaultRule } from '../../service/server.cjs';
import {
	jsonItems,
	memoryFile,
	POSTIZ,
	runNode,
	runWorkflow,
	START,
	type NodeRunOptions,
} from '../support/harness.cjs';
import {
	channelEntry,
	createForm,
	createPost,
	FUTURE,
	onChannels,
	postRequests,
	storedPosts,
	storePost,
} from '../support/posts.cjs';
import { callsOf, useService } from '../support/useService.cjs';

const service = useService({ hourlyLimit: 10_000 });

const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const POSTS = { method: 'POST', path: /\/posts$/ };
/** It is refused by the service: the node does not check it first. */
const TOO_LONG = 'x'.repeat(400);

/** The service refuses one call of a kind, after so many that it takes. */
const refuse = (match: FaultRule['match'], skip = 0) =>
	service.faults.push({ match, skip, kind: 'status', status: 400, body: { message: 'Not now' } });

/** Creates a post a row; n8n runs the node up to three times while it fails. */
const createRows = async (
	texts: string[],
	{ options, ...parameters }: INodeParameters & { options?: INodeParameters } = {},
	more: Partial<NodeRunOptions> = {},
) =>
	await createPost(
		service,
		{
			type: 'schedule',
			date: FUTURE,
			content: '={{ $json.text }}',
			options: { skipValidation: true, ...options },
			...parameters,
		},
		{ items: jsonItems(texts.map((text) => ({ text }))), node: RETRY, ...more },
	);

/** Gives each row a request of its own. */
const APART: INodeParameters = { options: { tags: '={{ $json.text }}' } };
const CONTINUE = { onError: 'continueRegularOutput' } as const;

const run = async (parameters: INodeParameters, more: Partial<NodeRunOptions> = {}) =>
	await runNode({ service, parameters, node: RETRY, ...more });

const textsHeld = () => storedPosts(service).map(({ parts }) => parts[0].published);
const idsHeld = () => storedPosts(service).map(({ id }) => id);
const idsOf = (items: INodeExecutionData[]) => items.map(({ json }) => json.postId);
const itemOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;
const countOf = (call: RegExp) => callsOf(service).filter((made) => call.test(made)).length;

describe('rows of which the first is bad', () => {
	const texts = [TOO_LONG, 'Two', 'Three', 'Four'];

	test.each<OnError>(['continueRegularOutput', 'continueErrorOutput'])(
		'are created once (%s)',
		async (onError) => {
			const { output } = await createRows(texts, {}, { onError });
			const [failed, created] = [true, false].map((isFailed) =>
				output.flat().filter(({ json }) => 'error' in json === isFailed),
			);
			expect(textsHeld().sort()).toEqual(['Four', 'Three', 'Two']);
			expect(idsOf(created)).toEqual(idsHeld());
			expect([failed, created].map((items) => items.map(itemOf))).toEqual([[0], [1, 2, 3]]);
			expect(postRequests(service).map(({ body }) => (body as { posts: [] }).posts.length)).toEqual(
				[4, 2, 1, 1, 2, 1, 1],
			);
		},
	);
});

test('a row that stops the node is not preceded by rows that were created three times', async () => {
	const { error } = await createRows(['One', 'Two', TOO_LONG, 'Four', 'Five'], APART);
	expect(textsHeld()).toEqual(['One', 'Two']);
	expect(error?.context).toMatchObject({ itemIndex: 2 });
	expect(error?.description).toContain('2 posts were created. 2 other items were not sent (3–4).');
});

test('items that are pinned are posted by each execution anew', async () => {
	const nodes = [
		{ name: 'Start', type: START },
		{ name: 'Pinned', type: START },
		{ name: 'Create', type: POSTIZ, parameters: createForm(service), ...RETRY },
	];
	const to = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });
	const connections = { Start: to('Pinned'), Pinned: to('Create') };
	const pinData = { Pinned: jsonItems([{}]) };
	for (const count of [1, 2]) {
		const { error } = await runWorkflow({ nodes, connections }, { service, pinData });
		expect(error).toBeUndefined();
		expect(storedPosts(service)).toHaveLength(count);
	}
});

test('posts at the next free slots are created once', async () => {
	const channels = onChannels(channelEntry(service, 'bluesky'), channelEntry(service, 'telegram'));
	refuse(POSTS, 2);
	const { error, output } = await createRows(['One', 'Two'], { type: 'nextSlot', ...channels });
	expect(error).toBeUndefined();
	expect(storedPosts(service)).toHaveLength(4);
	expect(idsOf(output[0]).sort()).toEqual(idsHeld().sort());
});

describe('a post of which the answer was lost', () => {
	test('is looked up by the next try', async () => {
		service.faults.push(
			{ match: POSTS, kind: 'resetAfter' },
			{ match: { method: 'GET', path: /\/posts$/ }, kind: 'status', status: 404, body: {} },
		);
		const { error, output } = await createRows(['One', 'Two']);
		expect(error).toBeUndefined();
		expect(textsHeld()).toEqual(['One', 'Two']);
		expect(idsOf(output[0])).toEqual(idsHeld());
	});

	test('is never sent again if it cannot be found', async () => {
		service.faults.push({ match: POSTS, kind: 'resetBefore' });
		const { output } = await createRows(['One', 'Two'], APART, CONTINUE);
		expect(textsHeld()).toEqual(['Two']);
		expect(output[0].map(({ json }) => json.error ?? 'created')).toEqual([
			expect.stringContaining('It is unclear whether Postiz has this post'),
			'created',
		]);
		expect(postRequests(service)).toHaveLength(2);
	});
});

describe('a file is uploaded once', () => {
	const fileItem = (text: string, content: Buffer) => ({
		json: { text },
		binary: { data: memoryFile(content, { fileName: 'cup.png' }) },
	});

	test('for posts', async () => {
		refuse(POSTS, 1);
		const { error } = await createRows(
			[],
			{ media: { file: [{ source: 'binary', binaryField: 'data' }] } },
			{ items: [fileItem('One', PNG), fileItem('Two', PNG)] },
		);
		expect(error).toBeUndefined();
		expect(storedPosts(service)).toHaveLength(2);
		expect(service.state.media).toHaveLength(1);
	});

	test('beside one that cannot be', async () => {
		const other = Buffer.concat([PNG, Buffer.from('2')]);
		const items = [Buffer.from('no picture'), PNG, other].map((content) => fileItem('', content));
		const parameters = { resource: 'upload', operation: 'file' };
		const { output } = await run(parameters, { items, onError: 'continueRegularOutput' });
		const uploaded = service.state.media.map(({ id }) => id);
		expect(uploaded).toHaveLength(2);
		expect(output[0].slice(1).map(({ json }) => json.id)).toEqual(expect.arrayContaining(uploaded));
	});
});

describe('a video', () => {
	const GENERATE = { method: 'POST', path: /generate-video$/ };
	const generate = async (prompts: string[]) =>
		await run(
			{
				resource: 'video',
				operation: 'generate',
				prompt: '={{ $json.prompt }}',
				voice: { __rl: true, mode: 'id', value: 'voice-amber' },
			},
			{ items: jsonItems(prompts.map((prompt) => ({ prompt }))) },
		);

	test('that was made is not paid for twice', async () => {
		refuse(GENERATE, 1);
		const { error, output } = await generate(['Beans', 'Cups']);
		expect(error).toBeUndefined();
		expect(output[0]).toHaveLength(2);
		expect(countOf(/generate-video/)).toBe(3);
	});

	test('of which the answer was lost is not asked for again', async () => {
		service.faults.push({ match: GENERATE, kind: 'resetAfter' });
		const { error } = await generate(['Beans']);
		expect(error?.message).toContain('The connection to Postiz was lost');
		expect(countOf(/generate-video/)).toBe(1);
	});
});

describe('changes of posts', () => {
	const NEW = { operation: 'update', updateFields: { content: 'New' } };
	/** Stores posts and changes them. */
	async function change(
		parameters: INodeParameters,
		more: Partial<NodeRunOptions> = {},
		texts = ['One', 'Two'],
	) {
		const state = 'state' in Object(parameters.updateFields) ? 'DRAFT' : 'QUEUE';
		const posts = texts.map((text) => storePost(service, 'bluesky', { text, state }));
		const postId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
		const items = jsonItems(posts.map(({ id }) => ({ id })));
		const { error, output } = await run(
			{ resource: 'post', postId, ...parameters },
			{ items, ...more },
		);
		expect(error).toBeUndefined();
		expect(idsOf(output[0])).toEqual(posts.map(({ id }) => id));
		return posts;
	}

	test('are made once, and the last try outputs all of them', async () => {
		refuse(POSTS, 1);
		await change(NEW);
		expect(postRequests(service).map(({ status }) => status)).toEqual([201, 400, 201]);
	});

	test('of which the answer was lost are looked up, not made again', async () => {
		service.faults.push(
			{ match: POSTS, kind: 'resetAfter' },
			// The first look is the one before the change.
			{ match: { path: /public\/posts\/c/ }, skip: 2, kind: 'resetBefore', times: 3 },
		);
		await change(NEW, {}, ['One']);
		expect(textsHeld()).toEqual(['New']);
		expect(postRequests(service)).toHaveLength(1);
	});

	test('of their state are made once', async () => {
		refuse({ method: 'PUT' });
		service.faults.push({ match: { method: 'PUT' }, kind: 'status', status: 503, processed: true });
		const posts = await change(
			{ operation: 'update', updateFields: { state: 'scheduled' } },
			{ onError: 'continueRegularOutput' },
		);
		expect(posts.map(({ state }) => state)).toEqual(['QUEUE', 'QUEUE']);
		// The first one was refused and made again, the answer of the second one lost and only looked up.
		expect(countOf(/^PUT/)).toBe(3);
	});

	test('deletions are told once each, and not tried on what is gone', async () => {
		refuse({ method: 'DELETE' }, 1);
		const posts = await change({ operation: 'delete' });
		expect(posts.map(({ deleted }) => deleted)).toEqual([true, true]);
		expect(countOf(/^DELETE/)).toBe(3);
	});
});
