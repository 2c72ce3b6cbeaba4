import type { INodeExecutionData, INodeParameters, OnError } from 'n8n-workflow';

import { channelOf } from '../../service/client.cjs';
import { PNG } from '../../shared/samples.cjs';
import type { FaultRule, Service } from '../../service/server.cjs';
import {
	jsonItems,
	memoryFile,
	POSTIZ,
	runNode,
	runWorkflow,
	START,
	type NodeRun,
	type NodeRunOptions,
} from '../support/harness.cjs';
import {
	channelEntry,
	createForm,
	createPost,
	postRequests,
	storedPosts,
	storePost,
	onChannels,
} from '../support/posts.cjs';
import { callsOf, useService } from '../support/useService.cjs';

const service = useService({ hourlyLimit: 10_000 });

const POSTS = { method: 'POST', path: /\/posts$/ };
const LOOK_UPS = { method: 'GET', path: /\/posts$/ };
/** It is refused by the service: the node does not check it first. */
const TOO_LONG = 'x'.repeat(400);
const ON_ERROR: Array<OnError | undefined> = [
	undefined,
	'continueRegularOutput',
	'continueErrorOutput',
];
const retrying = (maxTries = 3) => ({ retryOnFail: true, maxTries, waitBetweenTries: 1 });

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
			date: '2099-03-04T10:00:00.000Z',
			content: '={{ $json.text }}',
			options: { skipValidation: true, ...options },
			...parameters,
		},
		{ items: jsonItems(texts.map((text) => ({ text }))), node: retrying(), ...more },
	);

const textsOf = ({ state }: Service) => state.posts.map(({ parts }) => parts[0].published);
const itemOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;

/** The items of both outputs: those that were created, and those that failed. */
function sortOutput({ output }: NodeRun) {
	const all = output.flat();
	return {
		created: all.filter(({ json }) => json.error === undefined),
		failed: all.filter(({ json }) => json.error !== undefined),
	};
}

describe.each([true, false])('rows of which the first is bad (combined: %s)', (combineItems) => {
	const texts = [TOO_LONG, 'Two', 'Three', 'Four'];

	test.each(ON_ERROR.slice(1))('are created once with %s', async (onError) => {
		const run = await createRows(texts, { combineItems }, { onError });
		expect(textsOf(service).sort()).toEqual(['Four', 'Three', 'Two']);
		const { created, failed } = sortOutput(run);
		expect(created.map(({ json }) => json.postId)).toEqual(
			storedPosts(service).map(({ id }) => id),
		);
		expect(created.map(itemOf)).toEqual([1, 2, 3]);
		expect(failed.map(itemOf)).toEqual([0]);
	});

	test('cost only the bad one again', async () => {
		await createRows(texts, { combineItems }, { onError: 'continueRegularOutput' });
		const first = combineItems ? [4, 3] : [1, 1, 1, 1];
		expect(postRequests(service).map(({ body }) => (body as { posts: [] }).posts.length)).toEqual(
			// n8n only looks for an error in the first item.
			[...first, 1, 1],
		);
	});
});

test('a row that stops the node is not preceded by rows that were created three times', async () => {
	const { error } = await createRows(['One', 'Two', TOO_LONG, 'Four', 'Five']);
	expect(textsOf(service)).toEqual(['One', 'Two']);
	expect(error?.message).toMatch(/ \[item 2\]/);
	expect(error?.description).toContain(
		`2 posts were created before (items 0–1). 2 items were not sent (3–4).`,
	);
});

test('a row that goes through at the second try is output with those of the first', async () => {
	service.faults.push({ match: POSTS, skip: 1, kind: 'status', status: 400, body: {} });
	const { error, output } = await createRows(['One', 'Two', 'Three']);
	expect(error).toBeUndefined();
	expect(output[0].map(({ json }) => json.postId)).toEqual(
		storedPosts(service).map(({ id }) => id),
	);
	expect(textsOf(service)).toEqual(['One', 'Two', 'Three']);
});

test('an item of which one of two posts was created gets the other one only', async () => {
	service.faults.push({ match: POSTS, kind: 'status', status: 500, processed: true, keep: 1 });
	const { output } = await createRows(['One'], {
		...onChannels(...['bluesky', 'telegram'].map((name) => channelEntry(service, name))),
	});
	expect(storedPosts(service).map(({ identifier }) => identifier)).toEqual(['bluesky', 'telegram']);
	expect(output[0].map(({ json }) => json.provider)).toEqual(['bluesky', 'telegram']);
});

describe('a post of which the answer was lost', () => {
	const lost: FaultRule = { match: POSTS, kind: 'resetAfter' };
	const blind = (times: number): FaultRule => ({
		match: LOOK_UPS,
		kind: 'status',
		status: 404,
		body: { message: 'Cannot GET /public/v1/posts' },
		times,
	});

	test.each(ON_ERROR)('is looked up by the next try (%s)', async (onError) => {
		service.faults.push(lost, blind(1));
		const { error, output } = await createRows(['One', 'Two'], {}, { onError });
		expect(error).toBeUndefined();
		expect(textsOf(service)).toEqual(['One', 'Two']);
		expect(output[0].map(({ json }) => json.postId)).toEqual(
			storedPosts(service).map(({ id }) => id),
		);
	});

	test('is never sent again if it cannot be found', async () => {
		service.faults.push({ ...lost, kind: 'resetBefore' });
		const { output } = await createRows(['One', 'Two'], {}, { onError: 'continueRegularOutput' });
		expect(textsOf(service)).toEqual(['Two']);
		expect(output[0].map(({ json }) => json.error ?? 'created')).toEqual([
			expect.stringContaining("Postiz doesn't have this item yet"),
			'created',
		]);
		expect(postRequests(service)).toHaveLength(2);
	});

	test('is sent again if the service was done with it and has nothing', async () => {
		service.faults.push({ match: POSTS, kind: 'status', status: 500 }, blind(1));
		const { error } = await createRows(['One', 'Two']);
		expect(error).toBeUndefined();
		expect(textsOf(service)).toEqual(['One', 'Two']);
	});
});

test('posts at the next free slots are created once', async () => {
	const channels = onChannels(
		...['bluesky', 'telegram'].map((name) => channelEntry(service, name)),
	);
	service.faults.push({ match: POSTS, skip: 2, kind: 'status', status: 400, body: {} });
	const { error, output } = await createRows(['One', 'Two'], { type: 'nextSlot', ...channels });
	expect(error).toBeUndefined();
	expect(storedPosts(service)).toHaveLength(4);
	expect(new Set(output[0].map(({ json }) => json.postId)).size).toBe(4);
});

test('a slot that is not found names the posts of the item that are there', async () => {
	const bluesky = channelEntry(service, 'bluesky');
	const json = JSON.stringify(
		['One', 'Two'].map((content) => ({
			integration: { id: channelOf(service, 'bluesky') },
			value: [{ content, image: [] }],
			settings: { __type: bluesky.provider },
		})),
	);
	service.faults.push({
		match: { method: 'GET', path: /find-slot/ },
		// The first answer says how far to look for posts of an earlier run.
		skip: 2,
		kind: 'wrongJson',
		body: {},
	});
	const { output } = await runNode({
		service,
		parameters: {
			resource: 'post',
			operation: 'createFromJson',
			json,
			type: 'nextSlot',
		},
		onError: 'continueRegularOutput',
	});
	const [post] = storedPosts(service);
	expect(output[0].map(({ json: { error, postId } }) => error ?? postId)).toEqual([
		post.id,
		expect.stringMatching(
			/^Postiz has 1 of the 2 posts of this item: Postiz didn't return a free slot/,
		),
	]);
});

test('a draft that could not be scheduled is scheduled by the next try, not created again', async () => {
	service.faults.push({
		match: { method: 'PUT', path: /status$/ },
		kind: 'status',
		status: 400,
		body: { message: 'Not now' },
	});
	const { error, output } = await createRows(['One'], {
		...onChannels(channelEntry(service, 'kick')),
	});
	expect(error).toBeUndefined();
	expect(storedPosts(service).map(({ state }) => state)).toEqual(['QUEUE']);
	expect(output[0].map(({ json }) => json.state)).toEqual(['scheduled']);
});

test('a file is uploaded once', async () => {
	const picture = memoryFile(PNG, { fileName: 'cup.png', mimeType: 'image/png' });
	const items = ['One', 'Two'].map((text) => ({ json: { text }, binary: { data: picture } }));
	service.faults.push({ match: POSTS, skip: 1, kind: 'status', status: 400, body: {} });
	const { error } = await createRows(
		[],
		{ media: { file: [{ source: 'binary', binaryField: 'data' }] } },
		{ items },
	);
	expect(error).toBeUndefined();
	expect(storedPosts(service)).toHaveLength(2);
	expect(service.state.media).toHaveLength(1);
});

test('files that were uploaded are not uploaded again for one that fails', async () => {
	const file = (fileName: string, content: Buffer) => ({
		json: {},
		binary: { data: memoryFile(content, { fileName }) },
	});
	const items = [
		file('notes.txt', Buffer.from('no picture')),
		file('cup.png', PNG),
		file('pot.png', Buffer.concat([PNG, Buffer.from('2')])),
	];
	const run = await runNode({
		service,
		parameters: { resource: 'upload', operation: 'file' },
		items,
		onError: 'continueRegularOutput',
		node: retrying(5),
	});
	expect(service.state.media).toHaveLength(2);
	expect(
		sortOutput(run)
			.created.map(({ json }) => json.id)
			.sort(),
	).toEqual(service.state.media.map(({ id }) => id).sort());
});

describe('videos', () => {
	const generate = async (more: Partial<NodeRunOptions> = {}) =>
		await runNode({
			service,
			parameters: {
				resource: 'video',
				operation: 'generate',
				prompt: '={{ $json.prompt }}',
				voice: { __rl: true, mode: 'id', value: 'voice-amber' },
			},
			node: retrying(),
			...more,
		});
	const asked = () => callsOf(service).filter((call) => call === 'POST /generate-video').length;

	test('that were made are not paid for twice', async () => {
		service.faults.push({
			match: { method: 'POST', path: /generate-video$/ },
			skip: 1,
			kind: 'status',
			status: 400,
			body: { message: 'Not now' },
		});
		const items = jsonItems(['Beans', 'Cups'].map((prompt) => ({ prompt })));
		const { error, output } = await generate({ items });
		expect(error).toBeUndefined();
		expect(asked()).toBe(3);
		expect(output[0]).toHaveLength(2);
	});

	test('of which the answer was lost are not asked for again', async () => {
		service.faults.push({
			match: { method: 'POST', path: /generate-video$/ },
			kind: 'resetAfter',
		});
		const { error } = await generate({ items: jsonItems([{ prompt: 'Beans' }]) });
		expect(error?.message).toContain('The connection to Postiz was lost');
		expect(asked()).toBe(1);
	});
});

test('another node, and another execution, do their work anew', async () => {
	const node = {
		type: POSTIZ,
		parameters: createForm(service, { content: 'Once each' }),
		...retrying(),
	};
	const workflow = {
		nodes: [
			{ name: 'Start', type: START },
			{ ...node, name: 'First' },
			{ ...node, name: 'Second' },
		],
		connections: {
			Start: {
				main: [
					[
						{ node: 'First', type: 'main' as const, index: 0 },
						{ node: 'Second', type: 'main' as const, index: 0 },
					],
				],
			},
		},
	};
	const items = jsonItems([{}]);
	for (let execution = 0; execution < 2; execution++) {
		const { error } = await runWorkflow(workflow, { service, items });
		expect(error).toBeUndefined();
	}
	expect(storedPosts(service)).toHaveLength(4);
});

describe('changes of posts', () => {
	const changing = async (
		parameters: INodeParameters,
		ids: string[],
		more: Partial<NodeRunOptions> = {},
	) =>
		await runNode({
			service,
			parameters: {
				resource: 'post',
				postId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
				...parameters,
			},
			items: jsonItems(ids.map((id) => ({ id }))),
			node: retrying(),
			...more,
		});
	const sky = () => service.state.channels.find(({ identifier }) => identifier === 'bluesky')!;
	const calls = (call: RegExp) => callsOf(service).filter((made) => call.test(made)).length;

	test('are made once, and the last try outputs all of them', async () => {
		const posts = ['One', 'Two'].map(() => storePost(service, sky()));
		service.faults.push({ match: POSTS, skip: 1, kind: 'status', status: 400, body: {} });
		const { error, output } = await changing(
			{ operation: 'update', updateFields: { content: 'New' } },
			posts.map(({ id }) => id),
		);
		expect(error).toBeUndefined();
		expect(output[0].map(({ json }) => json.postId)).toEqual(posts.map(({ id }) => id));
		expect(postRequests(service).map(({ status }) => status)).toEqual([201, 400, 201]);
	});

	test('of which the answer was lost are looked up, not made again', async () => {
		const post = storePost(service, sky());
		service.faults.push(
			{ match: POSTS, kind: 'resetAfter' },
			// The first look is the one before the change.
			{ match: { path: /public\/posts\/c/ }, skip: 2, kind: 'resetBefore', times: 3 },
		);
		const { error, output } = await changing(
			{ operation: 'update', updateFields: { content: 'New' } },
			[post.id],
		);
		expect(error).toBeUndefined();
		expect(output[0].map(({ json }) => json.text)).toEqual(['New']);
		expect(postRequests(service)).toHaveLength(1);
	});

	test('of their state are made once', async () => {
		const posts = ['One', 'Two'].map(() => storePost(service, sky(), { state: 'DRAFT' }));
		service.faults.push(
			{ match: { method: 'PUT' }, kind: 'status', status: 503, processed: true },
			{ match: { method: 'PUT' }, skip: 1, kind: 'status', status: 400, body: {} },
		);
		const { error } = await changing(
			{ operation: 'update', updateFields: { state: 'scheduled' } },
			posts.map(({ id }) => id),
			{ onError: 'continueRegularOutput' },
		);
		expect(error).toBeUndefined();
		expect(posts.map(({ state }) => state)).toEqual(['QUEUE', 'QUEUE']);
		// The first one was lost and only looked up, the second one refused and made again.
		expect(calls(/^PUT/)).toBe(3);
	});

	test('deletions are told once each, and not tried on what is gone', async () => {
		const posts = ['One', 'Two'].map(() => storePost(service, sky()));
		service.faults.push({
			match: { method: 'DELETE' },
			skip: 1,
			kind: 'status',
			status: 400,
			body: {},
		});
		const { error, output } = await changing(
			{ operation: 'delete' },
			posts.map(({ id }) => id),
		);
		expect(error).toBeUndefined();
		expect(posts.map(({ deleted }) => deleted)).toEqual([true, true]);
		expect(output[0].map(({ json }) => json.postId)).toEqual(posts.map(({ id }) => id));
		expect(calls(/^DELETE/)).toBe(3);
	});
});
