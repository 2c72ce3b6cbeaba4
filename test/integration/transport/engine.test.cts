/** What n8n does with any node: each test says what Postiz holds and what the node outputs then. */
import { setTimeout as pause } from 'node:timers/promises';
import type { IExecuteFunctions, INode, INodeExecutionData, INodeType } from 'n8n-workflow';

import { MP4, PNG } from '../../shared/samples.cjs';
import {
	jsonItems,
	memoryFile,
	POSTIZ,
	runWorkflow,
	START,
	storedFile,
	type WorkflowJson,
	type WorkflowRunOptions,
} from '../support/harness.cjs';
import { itemsWith, picture, sha256, uploadsTo } from '../support/media.cjs';
import {
	channelEntry,
	createForm,
	createPost,
	FUTURE,
	onChannels,
	postById,
	postRequests,
	storedPosts,
	storePost,
	updatePost,
} from '../support/posts.cjs';
import { callsOf, useService } from '../support/useService.cjs';

jest.setTimeout(30_000);

const service = useService({ hourlyLimit: 10_000 });

const LOOP = 'loop';
const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const POSTS = { method: 'POST', path: /\/posts$/ };
const BINARY = { media: { file: [{ source: 'binary', binaryField: 'data' }] } };

/** Hands on one item after the other at its second output, and at the end all results at its first. */
class Loop implements INodeType {
	description = {
		displayName: 'Loop',
		name: LOOP,
		group: ['transform' as const],
		version: 1,
		description: '',
		defaults: {},
		inputs: ['main' as const],
		outputs: ['main' as const, 'main' as const],
		properties: [],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const state = this.getContext('node') as {
			left?: INodeExecutionData[];
			done: INodeExecutionData[];
		};
		if (state.left) {
			state.done.push(...this.getInputData());
		} else {
			state.left = [...this.getInputData()];
			state.done = [];
		}
		const next = state.left.splice(0, 1);
		return await Promise.resolve(next.length > 0 ? [[], next] : [state.done, []]);
	}
}

const to = (...names: string[]) => names.map((node) => ({ node, type: 'main' as const, index: 0 }));

const createForText = () =>
	createForm(service, { type: 'schedule', date: FUTURE, content: '={{ $json.text }}' });

type WorkflowNode = WorkflowJson['nodes'][number];

const createNode = (more: Partial<INode> = {}): WorkflowNode => ({
	name: 'Create',
	type: POSTIZ,
	parameters: createForText(),
	...more,
});

/** Runs nodes one after the other, behind a start node. */
async function runChain(nodes: WorkflowNode[], options: WorkflowRunOptions = {}) {
	const all = [{ name: 'Start', type: START }, ...nodes];
	const connections = Object.fromEntries(
		all.slice(0, -1).map(({ name }, index) => [name, { main: [to(all[index + 1].name)] }]),
	);
	return await runWorkflow({ nodes: all, connections }, { service, ...options });
}

const rows = (...texts: string[]) => jsonItems(texts.map((text) => ({ text })));
const textsHeld = () => storedPosts(service).map(({ parts }) => parts[0].published);
const idsHeld = () => storedPosts(service).map(({ id }) => id);
const idsOf = (items: INodeExecutionData[]) => items.map(({ json }) => json.postId);
const bluesky = () => service.state.channels.find(({ identifier }) => identifier === 'bluesky')!;

/** Resolves once the service got so many calls of a kind. */
async function arrived(call: string, count: number): Promise<void> {
	while (callsOf(service).filter((made) => made === call).length < count) await pause(5);
}

describe('Execute Once', () => {
	test('posts the first item alone', async () => {
		const { outputOf, error } = await runChain([createNode({ executeOnce: true })], {
			items: rows('One', 'Two', 'Three'),
		});
		expect(error).toBeUndefined();
		expect(textsHeld()).toEqual(['One']);
		expect(idsOf(outputOf('Create')[0])).toEqual(idsHeld());
		expect(outputOf('Create')[0][0].pairedItem).toEqual({ item: 0 });
	});

	test('posts nothing twice with Retry On Fail', async () => {
		service.faults.push({ match: { method: 'PUT' }, kind: 'status', status: 400, body: {} });
		const parameters = {
			...createForText(),
			...onChannels(channelEntry(service, 'bluesky'), channelEntry(service, 'kick')),
			options: { skipValidation: true },
		};
		const { outputOf, error } = await runChain(
			[createNode({ executeOnce: true, parameters, ...RETRY })],
			{ items: rows('One', 'Two') },
		);
		expect(error).toBeUndefined();
		expect(textsHeld()).toEqual(['One', 'One']);
		expect(storedPosts(service).map(({ state }) => state)).toEqual(['QUEUE', 'QUEUE']);
		expect(callsOf(service).filter((call) => call.startsWith('PUT'))).toHaveLength(2);
		expect(idsOf(outputOf('Create')[0]).sort()).toEqual(idsHeld().sort());
	});

	test('changes the post of the first item alone', async () => {
		const posts = ['One', 'Two'].map((text) => storePost(service, bluesky(), { text }));
		const { output, error } = await updatePost(
			service,
			'={{ $json.id }}',
			{ content: 'New' },
			{ items: jsonItems(posts.map(({ id }) => ({ id }))), node: { executeOnce: true } },
		);
		expect(error).toBeUndefined();
		expect(textsHeld()).toEqual(['New', 'Two']);
		expect(output[0].map(({ json }) => json.postId)).toEqual([posts[0].id]);
	});
});

describe('Always Output Data', () => {
	const list = (more: Partial<INode> = {}): WorkflowNode => ({
		name: 'List',
		type: POSTIZ,
		parameters: { resource: 'post', operation: 'list' },
		...more,
	});
	const once = () => createNode({ parameters: createForm(service) });

	test('without posts there is one empty item, for which the next node posts once', async () => {
		storedPosts(service).length = 0;
		const { outputOf, error } = await runChain([list({ alwaysOutputData: true }), once()]);
		expect(error).toBeUndefined();
		expect(outputOf('List')[0].map(({ json }) => json)).toEqual([{}]);
		expect(textsHeld()).toEqual(['Fresh beans']);
		expect(idsOf(outputOf('Create')[0])).toEqual(idsHeld());
	});

	test('without it the next node does not run', async () => {
		storedPosts(service).length = 0;
		const { outputOf, run, error } = await runChain([list(), once()]);
		expect(error).toBeUndefined();
		expect(outputOf('List')).toEqual([[]]);
		expect(run.data.resultData.runData).not.toHaveProperty('Create');
		expect(textsHeld()).toEqual([]);
	});

	test('adds nothing to what was created', async () => {
		const { outputOf } = await runChain([createNode({ alwaysOutputData: true })], {
			items: rows('One', 'Two'),
		});
		expect(idsOf(outputOf('Create')[0])).toEqual(idsHeld());
		expect(textsHeld()).toEqual(['One', 'Two']);
	});
});

describe('Loop Over Items', () => {
	/** A loop over the nodes of these names. */
	async function runLoop(nodes: WorkflowNode[], options: WorkflowRunOptions) {
		const names = nodes.map(({ name }) => name);
		const inner = names.map((name, index) => [name, { main: [to(names[index + 1] ?? 'Loop')] }]);
		return await runWorkflow(
			{
				nodes: [{ name: 'Start', type: START }, { name: 'Loop', type: LOOP }, ...nodes],
				connections: {
					Start: { main: [to('Loop')] },
					Loop: { main: [[], to(names[0])] },
					...Object.fromEntries(inner),
				},
			},
			{ service, nodeTypes: { [LOOP]: new Loop() }, ...options },
		);
	}

	test.each([{}, RETRY])('posts in each round (%j)', async (more) => {
		// The first try of the second round fails.
		if ('maxTries' in more) {
			service.faults.push({ match: POSTS, skip: 1, kind: 'status', status: 400, body: {} });
		}
		const { outputOf, run, error } = await runLoop([createNode(more)], {
			items: rows('One', 'Two', 'Two'),
		});
		expect(error).toBeUndefined();
		expect(textsHeld()).toEqual(['One', 'Two', 'Two']);
		expect(run.data.resultData.runData.Create).toHaveLength(3);
		expect(idsOf(outputOf('Loop')[0])).toEqual(idsHeld());
	});

	test('posts in each round what a node in the loop has pinned', async () => {
		const { outputOf, error } = await runLoop(
			[{ name: 'Pinned', type: START }, createNode(RETRY)],
			{ items: rows('One', 'Two'), pinData: { Pinned: rows('Pinned') } },
		);
		expect(error).toBeUndefined();
		expect(textsHeld()).toEqual(['Pinned', 'Pinned']);
		expect(idsOf(outputOf('Loop')[0])).toEqual(idsHeld());
	});

	test('changes a post in each round', async () => {
		const post = storePost(service, bluesky());
		const parameters = {
			resource: 'post',
			operation: 'update',
			...postById(post.id),
			updateFields: { content: '={{ $json.text }}' },
		};
		const { outputOf, error } = await runLoop(
			[{ name: 'Update', type: POSTIZ, parameters, ...RETRY }],
			{ items: rows('One', 'Two') },
		);
		expect(error).toBeUndefined();
		expect(outputOf('Loop')[0].map(({ json }) => json.text)).toEqual(['One', 'Two']);
		expect(textsHeld()).toEqual(['Two']);
		expect(postRequests(service)).toHaveLength(2);
	});
});

describe('pinned data', () => {
	test('of the node itself is output, and nothing is sent', async () => {
		const pinned = jsonItems([{ postId: 'pinned' }]);
		const { outputOf, error } = await runChain([createNode(), { name: 'After', type: START }], {
			items: rows('One'),
			pinData: { Create: pinned },
		});
		expect(error).toBeUndefined();
		expect(outputOf('After')[0].map(({ json }) => json)).toEqual([{ postId: 'pinned' }]);
		expect(service.requests).toEqual([]);
	});

	test('of the node before is posted, by each execution anew', async () => {
		const pinData = { Before: rows('One', 'Two') };
		const chain = [{ name: 'Before', type: START }, createNode(RETRY)];
		const first = await runChain(chain, { pinData });
		const second = await runChain(chain, { pinData });
		expect([first.error, second.error]).toEqual([undefined, undefined]);
		expect(textsHeld()).toEqual(['One', 'Two', 'One', 'Two']);
		expect([first, second].flatMap(({ outputOf }) => idsOf(outputOf('Create')[0]))).toEqual(
			idsHeld(),
		);
	});
});

describe('two executions at once', () => {
	test('each post and output their own, files included', async () => {
		const parameters = { ...createForText(), ...BINARY };
		const chain = [createNode({ parameters, ...RETRY })];
		const itemsOf = (name: string, mark: number) =>
			[1, 2].map((number) => ({
				json: { text: `${name} ${number}` },
				binary: { data: memoryFile(picture(mark), { fileName: 'cup.png' }) },
			}));
		const runs = await Promise.all([
			runChain(chain, { items: itemsOf('A', 1) }),
			runChain(chain, { items: itemsOf('B', 2) }),
		]);
		expect(runs.map(({ error }) => error)).toEqual([undefined, undefined]);
		expect(textsHeld().sort()).toEqual(['A 1', 'A 2', 'B 1', 'B 2']);
		for (const [index, name] of ['A', 'B'].entries()) {
			const own = storedPosts(service).filter(({ parts }) => parts[0].published.startsWith(name));
			expect(idsOf(runs[index].outputOf('Create')[0])).toEqual(own.map(({ id }) => id));
			const { sha256: sum } = service.state.media.find(
				({ id }) => id === own[0].parts[0].image[0].id,
			)!;
			expect(sum).toBe(sha256(picture(index + 1)));
		}
	});

	test('one that fails leaves the other alone', async () => {
		const run = async (text: string) =>
			await runChain([createNode()], { items: rows(text, `${text} again`) });
		const [bad, good] = await Promise.all([run('x'.repeat(400)), run('Good')]);
		expect(bad.error?.message).toMatch(/ \[item 0\]/);
		expect(bad.error?.description).not.toContain('created before');
		expect(good.error).toBeUndefined();
		expect(textsHeld()).toEqual(['Good', 'Good again']);
		expect(idsOf(good.outputOf('Create')[0])).toEqual(idsHeld());
	});
});

describe('cancelling', () => {
	// n8n cuts off the request that is under way.
	const UNCLEAR =
		'It is unclear whether Postiz created this item: The execution was cancelled before Postiz answered';
	const texts = ['One', 'Two', 'Three', 'Four'];

	test.each([{}, RETRY])('an upload sends no post and no further file (%j)', async (more) => {
		service.faults.push({
			match: { path: /\/upload$/ },
			kind: 'latency',
			delay: 1000,
			times: 9,
		});
		const files = texts.map((_text, mark) => ({ data: memoryFile(picture(mark)) }));
		const { error, outputOf } = await runChain(
			[createNode({ parameters: createForm(service, BINARY), ...more })],
			{ items: itemsWith(...files, ...files), cancelWhen: arrived('POST /upload', 1) },
		);
		expect(error?.message).toContain('The execution was cancelled');
		expect(outputOf('Create')).toEqual([]);
		await pause(300);
		// Three are sent at a time.
		expect(uploadsTo(service).length).toBeLessThanOrEqual(3);
		expect(postRequests(service)).toEqual([]);
	});

	test.each([{}, RETRY])('a wait for the limit sends nothing more (%j)', async (more) => {
		service.faults.push({
			match: POSTS,
			skip: 1,
			kind: 'status',
			status: 429,
			headers: { 'retry-after': '30' },
			body: {},
		});
		const parameters = { ...createForText(), options: { limitReached: 'wait' } };
		const { error } = await runChain([createNode({ parameters, ...more })], {
			items: rows(...texts),
			// The answer has to be there, so that the node waits.
			cancelWhen: arrived('POST /posts', 2).then(async () => await pause(300)),
		});
		expect(error?.message).toMatch(/^The execution was cancelled before /);
		expect(error?.description).toContain(
			`1 post was created before (item 0). 3 items were not sent (1–3).`,
		);
		expect(postRequests(service)).toHaveLength(2);
		expect(textsHeld()).toEqual(['One']);
	});

	test.each([{}, RETRY])(
		'a batch sends nothing more, and names what is there (%j)',
		async (more) => {
			service.faults.push({ match: POSTS, kind: 'latency', delay: 100, times: 9 });
			const { error } = await runChain([createNode(more)], {
				items: rows(...texts),
				cancelWhen: arrived('POST /posts', 2),
			});
			expect(textsHeld()).toEqual(['One', 'Two']);
			expect(error?.message).toBe(`${UNCLEAR} [item 1]`);
			expect(error?.description).toContain(
				`1 post was created before (item 0). 2 items were not sent (2–3).`,
			);
			expect(postRequests(service)).toHaveLength(2);
		},
	);

	test('a batch that continues on errors outputs what is there, and an error for the rest', async () => {
		service.faults.push({ match: POSTS, kind: 'latency', delay: 100, times: 9 });
		const { outputOf } = await runChain([createNode({ onError: 'continueRegularOutput' })], {
			items: rows(...texts),
			cancelWhen: arrived('POST /posts', 2),
		});
		const unsent = expect.stringContaining('The execution was cancelled before this item was sent');
		expect(outputOf('Create')[0].map(({ json }) => json.error ?? json.postId)).toEqual([
			idsHeld()[0],
			expect.stringContaining(UNCLEAR),
			unsent,
			unsent,
		]);
		expect(postRequests(service)).toHaveLength(2);
	});

	test.each([{}, RETRY])('changes of posts changes no further one (%j)', async (more) => {
		const posts = texts.map((text) => storePost(service, bluesky(), { text }));
		service.faults.push({ match: POSTS, kind: 'latency', delay: 100, times: 9 });
		const { error } = await updatePost(
			service,
			'={{ $json.id }}',
			{ content: 'New' },
			{
				items: jsonItems(posts.map(({ id }) => ({ id }))),
				node: more,
				cancelWhen: arrived('POST /posts', 2),
			},
		);
		expect(textsHeld()).toEqual(['New', 'New', 'Three', 'Four']);
		expect(error?.message).toBe(
			'The execution was cancelled before this item was processed [item 2]',
		);
		expect(postRequests(service)).toHaveLength(2);
	});
});

describe('binary data', () => {
	const image = Buffer.concat([PNG, Buffer.from('in memory')]);
	const video = Buffer.concat([MP4, Buffer.from('in files')]);
	const sums = [sha256(image), sha256(video)];
	const createItems = async () =>
		itemsWith(
			{ data: memoryFile(image, { fileName: 'cup.png', mimeType: 'image/png' }) },
			{ data: await storedFile(video, { fileName: 'pour.mp4', mimeType: 'video/mp4' }) },
		);
	/** The sums of the first file of each post, in the order in which the posts came. */
	const sumsHeld = () =>
		storedPosts(service).map(
			({ parts }) => service.state.media.find(({ id }) => id === parts[0].image[0]?.id)?.sha256,
		);

	test('in memory and in files is posted, each with its item', async () => {
		const { output, error } = await createPost(service, BINARY, { items: await createItems() });
		expect(error).toBeUndefined();
		expect(sumsHeld()).toEqual(sums);
		expect(idsOf(output[0])).toEqual(idsHeld());
		expect(service.state.media).toHaveLength(2);
	});

	test('in memory and in files replaces that of a post', async () => {
		const posts = ['One', 'Two'].map((text) => storePost(service, bluesky(), { text }));
		const items = await createItems();
		items.forEach((item, index) => (item.json.id = posts[index].id));
		const { output, error } = await updatePost(service, '={{ $json.id }}', BINARY, { items });
		expect(error).toBeUndefined();
		expect(sumsHeld()).toEqual(sums);
		expect(output[0].map(({ json }) => json.postId)).toEqual(posts.map(({ id }) => id));
	});
});
