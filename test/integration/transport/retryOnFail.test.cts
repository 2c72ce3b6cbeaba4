import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { findChannel } from '../../service/client.cjs';
import type { FaultRule } from '../../service/server.cjs';
import {
	createJsonItems,
	POSTIZ,
	runNode,
	runWorkflow,
	START,
	type NodeRunOptions,
} from '../support/harness.cjs';
import {
	createChannelEntry,
	createForm,
	createPost,
	FUTURE,
	selectChannels,
	listPostRequests,
	listStoredPosts,
	storePost,
} from '../support/posts.cjs';
import { listCalls, useService } from '../support/useService.cjs';

const service = useService({ hourlyLimit: 10_000 });

const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const POSTS = { method: 'POST', path: /\/posts$/ };
/** The service rejects it: the node does not check it first. */
const TOO_LONG = 'x'.repeat(400);

/** The service rejects one call of a kind, after it has accepted so many. */
const reject = (match: FaultRule['match'], skip = 0) =>
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
		{ items: createJsonItems(texts.map((text) => ({ text }))), node: RETRY, ...more },
	);

/** Gives each row a request of its own. */
const APART: INodeParameters = { options: { tags: '={{ $json.text }}' } };

const run = async (parameters: INodeParameters, more: Partial<NodeRunOptions> = {}) =>
	await runNode({ service, parameters, node: RETRY, ...more });

const listStoredTexts = () => listStoredPosts(service).map(({ parts }) => parts[0].published);
const listStoredIds = () => listStoredPosts(service).map(({ id }) => id);
const listIds = (items: INodeExecutionData[]) => items.map(({ json }) => json.postId);
const countCallsOf = (call: RegExp) => listCalls(service).filter((made) => call.test(made)).length;

test('creates each row only once, even if a later row stops the node in every attempt', async () => {
	const { error } = await createRows(['One', 'Two', TOO_LONG, 'Four', 'Five'], APART);
	expect(listStoredTexts()).toEqual(['One', 'Two']);
	expect(error?.context).toMatchObject({ itemIndex: 2 });
	expect(error?.description).toContain(
		'2 posts were created. 2 other items were not sent (items 3–4).',
	);
});

test.each(['create', 'upsert'])(
	'sends a text only once, even if its expression returns another one in each attempt: %s',
	async (operation) => {
		reject(POSTS, 1);
		const content = '={{ $json.text + Math.random() }}';
		const form = { ...APART, operation, rowId: '={{ $json.text }}', content };
		const { error, output } = await createRows(['One', 'Two'], form);
		expect(error).toBeUndefined();
		expect(listIds(output[0])).toEqual(listStoredIds());
	},
);

test('reports posts of the first attempt if the second one fails during its lookups', async () => {
	reject(POSTS, 1);
	reject({ method: 'GET', path: /integrations$/ }, 1);
	const { error } = await createRows(['One', 'Two'], APART, { node: { ...RETRY, maxTries: 2 } });
	expect(listStoredTexts()).toEqual(['One']);
	expect(error?.description).toContain('Postiz stored 1 post in an earlier attempt.');
});

test('posts pinned items again in each execution', async () => {
	const nodes = [
		{ name: 'Start', type: START },
		{ name: 'Pinned', type: START },
		{ name: 'Create', type: POSTIZ, parameters: createForm(service), ...RETRY },
	];
	const connectTo = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });
	const connections = { Start: connectTo('Pinned'), Pinned: connectTo('Create') };
	const pinData = { Pinned: createJsonItems([{}]) };
	for (const count of [1, 2]) {
		const { error } = await runWorkflow({ nodes, connections }, { service, pinData });
		expect(error).toBeUndefined();
		expect(listStoredPosts(service)).toHaveLength(count);
	}
});

test('posts at the next free slots are created once', async () => {
	const channels = selectChannels(
		createChannelEntry(service, 'bluesky'),
		createChannelEntry(service, 'telegram'),
	);
	reject(POSTS, 2);
	const { error, output } = await createRows(['One', 'Two'], { type: 'nextSlot', ...channels });
	expect(error).toBeUndefined();
	expect(listStoredPosts(service)).toHaveLength(4);
	expect(listIds(output[0]).sort()).toEqual(listStoredIds().sort());
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
			{ items: createJsonItems(prompts.map((prompt) => ({ prompt }))) },
		);

	test('is not paid for twice', async () => {
		reject(GENERATE, 1);
		const { error, output } = await generate(['Beans', 'Cups']);
		expect(error).toBeUndefined();
		expect(output[0]).toHaveLength(2);
		expect(countCallsOf(/generate-video/)).toBe(3);
	});

	test('is not requested again after a lost answer', async () => {
		service.faults.push({ match: GENERATE, kind: 'resetAfter' });
		const { error } = await generate(['Beans']);
		expect(error?.message).toContain('It is unclear whether Postiz made the video');
		expect(countCallsOf(/generate-video/)).toBe(1);
	});
});

describe('changes of posts', () => {
	const NEW = { operation: 'update', updateFields: { content: 'New' } };
	/** Stores posts and changes them. */
	async function change(parameters: INodeParameters, texts = ['One', 'Two']) {
		const posts = texts.map((text) => storePost(service, 'bluesky', { text }));
		const postId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
		const items = createJsonItems(posts.map(({ id }) => ({ id })));
		const { error, output } = await run({ resource: 'post', postId, ...parameters }, { items });
		expect(error).toBeUndefined();
		expect(listIds(output[0])).toEqual(posts.map(({ id }) => id));
		return posts;
	}

	test('are made once, and the last attempt outputs all', async () => {
		reject(POSTS, 1);
		await change(NEW);
		expect(listPostRequests(service).map(({ status }) => status)).toEqual([201, 400, 201]);
	});

	test('are looked up instead of repeated after a lost answer', async () => {
		service.faults.push(
			{ match: POSTS, kind: 'resetAfter' },
			// The first request is the one before the change.
			{ match: { path: /public\/posts\/c/ }, skip: 2, kind: 'resetBefore', times: 3 },
		);
		await change(NEW, ['One']);
		expect(listStoredTexts()).toEqual(['New']);
		expect(listPostRequests(service)).toHaveLength(1);
	});

	test('reports each deletion once, and does not repeat it', async () => {
		reject({ method: 'DELETE' }, 1);
		const posts = await change({ operation: 'delete' });
		expect(posts.map(({ deleted }) => deleted)).toEqual([true, true]);
		expect(countCallsOf(/^DELETE/)).toBe(3);
	});

	test('reports a deletion whose responses were lost', async () => {
		service.faults.push({ match: { method: 'DELETE' }, kind: 'resetAfter', times: 3 });
		const posts = await change({ operation: 'delete' });
		expect(posts.map(({ deleted }) => deleted)).toEqual([true, true]);
		expect(countCallsOf(/^DELETE/)).toBe(4);
	});
});

describe('deleted channels', () => {
	/** Deletes two channels, by handle and by ID. */
	async function deleteChannels() {
		const [first, second] = ['bluesky', 'mastodon'].map((network) => findChannel(service, network));
		const integrationId = { __rl: true, mode: 'id', value: '={{ $json.channel }}' };
		const form = { resource: 'integration', operation: 'delete', integrationId };
		const { error, output } = await run(form, {
			items: createJsonItems([{ channel: first.profile }, { channel: second.id }]),
		});
		expect(error).toBeUndefined();
		expect(output[0].map(({ json }) => json.channelId)).toEqual([first.id, second.id]);
	}

	test('are not missing in the second attempt if the first one deleted them', async () => {
		reject({ method: 'DELETE' }, 1);
		await deleteChannels();
		expect(countCallsOf(/^DELETE/)).toBe(3);
	});

	test('are not missing in the second attempt if the responses of the first one were lost', async () => {
		service.faults.push(
			{ match: { method: 'DELETE' }, kind: 'resetAfter', times: 3 },
			// The first request is the one before the deletion.
			{ match: { path: /integrations$/ }, skip: 1, kind: 'resetBefore', times: 3 },
		);
		await deleteChannels();
		expect(countCallsOf(/^DELETE/)).toBe(4);
	});
});
