import type { IDataObject, INode } from 'n8n-workflow';

import { exampleFiles, readExample, type ExampleWorkflow } from '../demo/example.cjs';
import {
	openOutside,
	PICTURE,
	type ModelAnswer,
	type ModelRequest,
	type Outside,
} from './outside.cjs';
import { channelId, openWorld, postOn, runPostiz, until, type World } from './world.cjs';

const SHEET_ROWS = 3;

let world: World;
let outside: Outside;

beforeAll(async () => {
	world = await openWorld();
	const bluesky = channelId(world.service, 'bluesky');
	outside = await openOutside(() =>
		[
			'text,channel,picture',
			...Array.from(
				{ length: SHEET_ROWS },
				(_, row) => `"Row ${row + 1}, of the sheet",${bluesky},`,
			),
		].join('\n'),
	);
	// The examples name their credentials, and n8n finds them by the name.
	await world.n8n.createCredential('Postiz account', 'postizApi', {
		host: world.service.apiUrl,
		apiKey: world.service.apiKey,
	});
	await world.n8n.createCredential('OpenAI account', 'openAiApi', {
		apiKey: 'scripted',
		url: `${outside.url}/v1`,
	});
});
afterAll(async () => {
	await world?.close();
	await outside?.close();
});
beforeEach(() => {
	world.service.reset();
	world.service.requests.length = 0;
	outside.asked.length = 0;
	outside.messages.length = 0;
});

/** Imports an example as a person does; only addresses of the web are replaced. */
async function importExample(
	file: string,
	change: (node: INode) => Partial<INode> = () => ({}),
): Promise<{ id: string; versionId: string }> {
	const example = JSON.parse(
		JSON.stringify(readExample(file)).replaceAll('https://example.com', outside.url),
	) as ExampleWorkflow;
	return await world.n8n.createWorkflow({
		...example,
		nodes: example.nodes.map((node) => ({ ...node, ...change(node) })),
	});
}

const run = async (file: string, start: string) =>
	await world.n8n.execute((await importExample(file)).id, start);

const calls = () =>
	world.service.requests.map(({ method, path }) => `${method} ${path.split('/v1')[1]}`);
const LOOK_UP = 'GET /integrations';

test.each(exampleFiles())('%s names credentials without an ID and explains itself', (file) => {
	const { name, nodes } = readExample(file);
	expect(name).not.toBe('');
	for (const { credentials = {} } of nodes) {
		for (const { id } of Object.values(credentials)) expect(id).toBeNull();
	}
});

test('publish-to-three-channels', async () => {
	const execution = await run('publish-to-three-channels.json', 'When clicking ‘Execute workflow’');
	expect(execution.error).toBeUndefined();
	expect(execution.items('Schedule a reminder')).toHaveLength(3);
	expect(world.service.state.posts).toHaveLength(6);
	expect(calls()).toEqual([LOOK_UP, 'POST /posts', LOOK_UP, 'POST /posts']);
});

test('picture-to-three-channels uploads once and posts with one request', async () => {
	const execution = await run('picture-to-three-channels.json', 'When clicking ‘Execute workflow’');
	expect(execution.error).toBeUndefined();
	expect(calls()).toEqual([LOOK_UP, 'POST /upload', 'POST /posts']);
	const { posts, media } = world.service.state;
	expect(posts).toHaveLength(3);
	for (const { parts } of posts) expect(parts[0].image).toMatchObject([{ id: media[0].id }]);
});

test('rss-to-three-networks publishes what is new, in one request, and nothing twice', async () => {
	const { id } = await importExample('rss-to-three-networks.json');
	const first = await world.n8n.execute(id, 'Every hour');
	expect(first.error).toBeUndefined();
	expect(first.items('Publish')).toHaveLength(6);
	expect(calls()).toEqual([LOOK_UP, 'POST /posts']);
	expect(world.service.state.posts.map(({ parts }) => parts[0].published)).toContain(
		'New beans & old friends\n\nhttps://example.com/1',
	);
	const second = await world.n8n.execute(id, 'Every hour');
	expect(second.error).toBeUndefined();
	expect(world.service.state.posts).toHaveLength(6);
});

test('sheet-to-calendar puts all rows in with one request', async () => {
	const execution = await run('sheet-to-calendar.json', 'When clicking ‘Execute workflow’');
	expect(execution.error).toBeUndefined();
	expect(execution.items('Put them into the calendar')).toHaveLength(SHEET_ROWS);
	expect(calls()).toEqual([LOOK_UP, 'POST /posts']);
	expect(world.service.state.posts.map(({ state, parts }) => [state, parts[0].published])).toEqual(
		[1, 2, 3].map((row) => ['DRAFT', `Row ${row}, of the sheet`]),
	);
});

test('sheet-of-200-posts needs four requests for its posts', async () => {
	const execution = await run('sheet-of-200-posts.json', 'When clicking ‘Execute workflow’');
	expect(execution.error).toBeUndefined();
	expect(world.service.state.posts).toHaveLength(200);
	expect(calls().filter((call) => call === 'POST /posts')).toHaveLength(4);
	expect(calls()).toHaveLength(5);
});

test('ai-posts-with-pictures schedules what the model wrote and painted', async () => {
	outside.answer = ({ messages }) =>
		`Written about ${String(messages.at(-1)?.content).split(': ')[1]}`;
	const execution = await run('ai-posts-with-pictures.json', 'When clicking ‘Execute workflow’');
	expect(execution.error).toBeUndefined();
	expect(execution.items('Schedule')).toHaveLength(4);
	const { posts, media } = world.service.state;
	expect(posts.map(({ parts }) => parts[0].published)).toContain(
		'Written about Why we roast on Mondays. Answer with the post alone.',
	);
	expect(posts.every(({ state, parts }) => state === 'QUEUE' && parts[0].image.length === 1)).toBe(
		true,
	);
	// Both pictures are the same here, so that one upload serves all four posts.
	expect(media.map(({ size }) => size)).toEqual([PICTURE.length]);
	const dates = posts
		.filter(({ identifier }) => identifier === 'bluesky')
		.map(({ publishDate }) => publishDate);
	expect(new Set(dates).size).toBe(2);
});

test('weekly-analytics-report draws a chart for each metric of each channel', async () => {
	const execution = await run('weekly-analytics-report.json', 'Every Monday');
	expect(execution.error).toBeUndefined();
	const channels = execution.items('Channels').length;
	expect(channels).toBe(5);
	const [{ json }] = execution.items('Draw the charts');
	expect(json.charts).toBeGreaterThan(channels);
	expect(json.html).toContain('<svg');
	expect(json.html).toContain('in 30 days');
	const [{ binary }] = execution.items('Save as a file');
	expect(binary?.report.fileName).toBe('report.html');
});

test('failed-post-alert reports a failure to the chat', async () => {
	const workflow = await importExample('failed-post-alert.json', ({ name }) =>
		name === 'A post failed'
			? {
					parameters: {
						authentication: 'apiKey',
						events: ['postFailed'],
						pollTimes: { item: [{ mode: 'everyMinute' }] },
					},
				}
			: {},
	);
	await world.n8n.activate(workflow);
	try {
		// The first look, at activation, reports nothing; n8n then looks once a minute at most.
		await until(() => calls().includes('GET /posts'));
		await publishOn('bluesky', 'This one fails');
		const [post] = world.service.state.posts;
		post.state = 'ERROR';
		await until(() => outside.messages.length > 0);
		expect(outside.messages).toEqual([
			{ text: 'A post on Bluesky (acme-coffee.bsky.social) failed: This one fails' },
		]);
	} finally {
		await world.n8n.deactivate(workflow.id);
	}
});

describe('ai-agent-social-manager', () => {
	const askAgent = async (script: Array<(request: ModelRequest) => ModelAnswer>) => {
		let step = 0;
		outside.answer = (request) => script[Math.min(step++, script.length - 1)](request);
		const workflow = await importExample('ai-agent-social-manager.json', ({ name, parameters }) =>
			name === 'Chat'
				? { parameters: { ...parameters, public: true }, webhookId: `agent-${Date.now()}` }
				: {},
		);
		await world.n8n.activate(workflow);
		try {
			const { webhookId } = (await world.n8n.workflow(workflow.id)).nodes.find(
				({ name }) => name === 'Chat',
			) as INode;
			const say = async () =>
				await world.n8n.callWebhook(`${webhookId}/chat`, {
					action: 'sendMessage',
					sessionId: 'session',
					chatInput: 'Post our picture to Bluesky on Monday',
				});
			let answer = await say();
			// n8n opens the chat a moment after the activation.
			await until(async () => answer.status !== 404 || (answer = await say()).status !== 404);
			return answer.data;
		} finally {
			await world.n8n.deactivate(workflow.id);
		}
	};

	const lastResult = ({ messages }: ModelRequest) => {
		const result = JSON.parse(messages.at(-1)?.content ?? '') as unknown;
		return JSON.parse(JSON.stringify(result)) as IDataObject[];
	};

	test('lists channels, uploads, drafts and looks at the result', async () => {
		const seen: unknown[] = [];
		const answer = await askAgent([
			() => ({ tool: 'List_channels', input: {} }),
			() => ({ tool: 'Upload_a_picture', input: { URL: `${outside.url}/picture.png` } }),
			(request) => {
				seen.push(lastResult(request));
				const [file] = [lastResult(request)].flat();
				return {
					tool: 'Create_posts',
					input: {
						Date: '2099-03-03 10:00',
						Text: 'Our picture',
						Uploaded_File: JSON.stringify({ id: file.id, path: file.path }),
						Channel: channelId(world.service, 'bluesky'),
					},
				};
			},
			() => ({ tool: 'Look_at_posts', input: { Text_Contains: '' } }),
			() => 'It is drafted for Monday.',
		]);
		expect(answer).toMatchObject({ output: 'It is drafted for Monday.' });
		expect(calls()).toEqual([LOOK_UP, 'POST /upload', LOOK_UP, 'POST /posts', 'GET /posts']);
		const [post] = world.service.state.posts;
		expect(post).toMatchObject({ state: 'DRAFT', publishDate: '2099-03-03T10:00:00.000Z' });
		expect(post.parts[0]).toMatchObject({
			published: 'Our picture',
			image: [{ path: expect.stringMatching(/\.png$/) }],
		});
		expect(seen).toHaveLength(1);
	});

	test('says in words what went wrong, so that the model can correct it', async () => {
		const reported: string[] = [];
		await askAgent([
			() => ({
				tool: 'Create_posts',
				input: { Date: '2099-03-03 10:00', Text: 'Hello', Uploaded_File: '', Channel: 'wrong' },
			}),
			({ messages }) => {
				reported.push(String(messages.at(-1)?.content));
				return 'I could not.';
			},
		]);
		expect(reported[0]).toContain('no channel with the ID “wrong” is connected');
		expect(reported[0]).toContain('Channel > Get Many returns the IDs');
		expect(world.service.state.posts).toEqual([]);
	});

	test('shows the model what each tool is for', async () => {
		await askAgent([() => 'Hello.']);
		const tools = outside.asked[0].tools ?? [];
		expect(tools.map(({ function: { name } }) => name).sort()).toEqual([
			'Create_posts',
			'List_channels',
			'Look_at_posts',
			'Upload_a_picture',
		]);
		for (const { function: tool } of tools) expect(tool.description.length).toBeGreaterThan(20);
	});
});

async function publishOn(identifier: string, text: string): Promise<void> {
	const { error } = await runPostiz(world, world.apiKey, postOn(world, identifier, text));
	expect(error).toBeUndefined();
}
