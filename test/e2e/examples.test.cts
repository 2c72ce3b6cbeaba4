import { NodeHelpers, type IDataObject, type INodeTypeDescription } from 'n8n-workflow';

import { PACKAGE_NAME } from '../harness/install.cjs';
import type { ChatMessage } from '../harness/n8nClient.cjs';
import { listExampleFiles, readExample } from '../demo/example.cjs';
import { REJECTED, createStoredFailure } from '../shared/failures.cjs';
import { LIST_CHANNELS, MANUAL_TRIGGER, LIST_POSTS, useExamples } from './exampleRuns.cjs';
import { redirectTo } from './redirectTo.cjs';
import {
	followScript,
	getLastResult,
	PICTURE,
	type ModelAnswer,
	type ModelRequest,
} from '../shared/n8n/externalServices.cjs';
import {
	EVERY_TEN_SECONDS,
	sendChatMessage,
	createPostNode,
	runPostiz,
	waitUntil,
} from '../shared/n8n/testContext.cjs';

// A change compares pictures with those that were uploaded, and a tool takes files only of the host of Postiz.
const { context, external, listApiCalls, runExample, importExample } = useExamples({
	showsUploads: true,
});

let nodeTypes: INodeTypeDescription[];
beforeAll(async () => {
	const packages = ['n8n-nodes-base', '@n8n/n8n-nodes-langchain', PACKAGE_NAME];
	nodeTypes = (await Promise.all(packages.map((name) => context.n8n.getNodeTypes(name)))).flat();
});

test.each(listExampleFiles())('n8n saves the nodes of %s unchanged', (file) => {
	for (const node of readExample(file).nodes) {
		const description = nodeTypes.find(
			({ name, version }) => name === node.type && [version].flat().includes(node.typeVersion),
		)!;
		const kept = NodeHelpers.getNodeParameters(
			description.properties,
			node.parameters,
			true,
			false,
			node,
			description,
		);
		expect([node.name, kept]).toMatchObject([node.name, node.parameters]);
	}
});

test('publish-to-three-channels publishes to three channels', async () => {
	const execution = await runExample('publish-to-three-channels.json', MANUAL_TRIGGER);
	expect(execution.error).toBeUndefined();
	expect(execution.items('Create the reminder')).toHaveLength(3);
	const { posts, tags: known } = context.service.state;
	const networks = ['x', 'linkedin', 'bluesky'];
	const menu =
		'The winter menu is here ❄️\n\nCinnamon latte & gingerbread from Monday. 5 < 6 reasons to stop by?';
	const thread = [menu, 'Which one will you try first?'];
	expect(
		posts.map(({ identifier, state, tags, parts }) => [
			...[identifier, state],
			known.filter(({ id }) => tags.includes(id)).map(({ name }) => name),
			parts.map(({ published }) => published),
		]),
	).toEqual([
		...networks.map((network) => [network, 'DRAFT', ['Launch'], thread]),
		...networks.map((network) => [network, 'DRAFT', [], ['Last days of the winter menu.']]),
	]);
	expect(posts[0].settings).toMatchObject({ who_can_reply_post: 'following' });
	const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
	expect(posts[3].publishDate).toBe(`${inAWeek}T09:00:00.000Z`);
	const seesSettings = expect.stringContaining('GET /integration-settings/');
	const seesTags = 'GET /posts';
	expect(listApiCalls()).toEqual([
		...[LIST_CHANNELS, LIST_POSTS, seesSettings, 'POST /posts', seesTags],
		...[LIST_CHANNELS, LIST_POSTS, 'POST /posts'],
	]);
});

test('picture-to-three-channels uploads once and posts with one request', async () => {
	const execution = await runExample('picture-to-three-channels.json', MANUAL_TRIGGER);
	expect(execution.error).toBeUndefined();
	expect(listApiCalls()).toEqual([LIST_CHANNELS, LIST_POSTS, 'POST /upload', 'POST /posts']);
	const { posts, media } = context.service.state;
	expect(posts).toHaveLength(3);
	for (const { state, parts } of posts) {
		expect([state, parts[0].image]).toMatchObject(['DRAFT', [{ id: media[0].id }]]);
	}
});

test('sheet-to-calendar drafts new rows, updates the posts of changed rows, and writes everything back', async () => {
	const row = (number: number, text: string, more: object = {}) => ({
		...{ row_number: number, id: `May ${number}`, date: `2099-03-0${number} 10:00`, text },
		...{ channels: 'acme-coffee.bsky.social', picture: '', ready: '', status: '' },
		...{ link: '', problem: '', ...more },
	});
	external.rows = [
		row(2, 'Fresh & bold'),
		row(3, 'To nobody', { channels: 'nobody' }),
		row(4, 'With a picture', { picture: `${external.url}/picture.png` }),
		row(5, 'Everywhere', { channels: 'Bluesky, Mastodon' }),
	];
	const { id } = await importExample('sheet-to-calendar.json', redirectTo(external));
	/** Runs it, and returns what was sent, what the calendar has, and what was written into the sheet. */
	const run = async () => {
		context.service.requests.length = 0;
		expect((await context.n8n.execute(id, 'Every hour')).error).toBeUndefined();
		const { posts } = context.service.state;
		return {
			sent: listApiCalls().filter((call) => call.startsWith('POST')),
			posts: posts.map(({ state, publishDate, parts: [{ published, image }] }) =>
				[state, publishDate.slice(5, 10), published.trim(), image.length].join(' '),
			),
			written: external.rows.map(({ status, problem }) => [status, problem]),
		};
	};
	const both = ['DRAFT 03-05 Everywhere 0', 'DRAFT 03-05 Everywhere 0'];
	const posts = ['DRAFT 03-02 Fresh & bold 0', 'DRAFT 03-04 With a picture 1', ...both];
	const draft = ['draft', ''];
	const nobody = ['rejected', expect.stringContaining('“nobody”')];
	const written = [draft, nobody, draft, draft];
	// Each date is a request.
	const three = Array<string>(3).fill('POST /posts');
	expect(await run()).toEqual({ sent: ['POST /upload', ...three], posts, written });

	// What is not changed is not sent, and no picture uploaded; nor is what could not be written down.
	Object.assign(external.rows[0], { status: '' });
	expect(await run()).toEqual({ sent: [], posts, written });

	Object.assign(external.rows[0], { text: 'Fresh & bolder', date: '2099-03-09 10:00' });
	Object.assign(external.rows[1], { channels: 'acme-coffee.bsky.social' });
	Object.assign(external.rows[3], { ready: 'yes' });
	expect(await run()).toEqual({
		// Both posts of a row share a request.
		sent: three,
		posts: [
			...['DRAFT 03-09 Fresh & bolder 0', posts[1]],
			...both.map((post) => post.replace('DRAFT', 'QUEUE')),
			'DRAFT 03-03 To nobody 0',
		],
		written: [draft, draft, draft, ['scheduled', '']],
	});

	const [out, failed] = context.service.state.posts;
	Object.assign(out, { state: 'PUBLISHED', releaseURL: 'https://bluesky.example/1' });
	Object.assign(failed, { state: 'ERROR', error: createStoredFailure(REJECTED, 'bluesky') });
	Object.assign(external.rows[0], { text: 'Too late' });
	expect(await run()).toMatchObject({
		sent: [],
		written: [
			['published', expect.stringContaining('already published')],
			draft,
			['failed', expect.stringContaining(REJECTED)],
			['scheduled', ''],
		],
	});
	expect(external.rows[0].link).toBe('https://bluesky.example/1');
});

test('ai-posts-with-pictures schedules the texts and pictures of the model', async () => {
	external.answer = ({ messages }) =>
		`Written about ${String(messages.at(-1)?.content).split(': ')[1]}`;
	const execution = await runExample('ai-posts-with-pictures.json', MANUAL_TRIGGER);
	expect(execution.error).toBeUndefined();
	expect(execution.items('Schedule')).toHaveLength(4);
	const { posts, media } = context.service.state;
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

test('weekly-analytics-report returns a row for each channel', async () => {
	const execution = await runExample('weekly-analytics-report.json', 'Every Monday');
	expect(execution.error).toBeUndefined();
	const channels = execution.items('Channels').length;
	const rows = execution.items('Metrics').map(({ json }) => json);
	expect(rows).toHaveLength(channels);
	const rowOf = (id: string) => rows.find(({ network }) => network === id);
	expect(rowOf('x')).toMatchObject({ days: 30, likes: expect.any(Number), note: null });
	expect(rowOf('telegram')).toMatchObject({ note: expect.stringContaining('no metrics') });
	const [{ binary }] = execution.items('Save as a spreadsheet');
	expect(binary?.report.fileName).toBe('report.xlsx');
});

test('failed-post-alert reports a failure and an overdue post to the chat', async () => {
	const workflow = await importExample('failed-post-alert.json', ({ name }) =>
		name === 'A post did not go out'
			? {
					parameters: {
						authentication: 'apiKey',
						events: ['postFailed', 'postOverdue'],
						pollTimes: EVERY_TEN_SECONDS,
					},
				}
			: {},
	);
	// Not overdue yet when the workflow is activated, but before n8n has looked twice.
	await publishOn('bluesky', 'This one got lost');
	const publishDate = new Date(Date.now() - 14.75 * 60_000).toISOString();
	Object.assign(context.service.state.posts[0], { state: 'QUEUE', publishDate, publishesAt: null });
	context.service.requests.length = 0;
	await context.n8n.activate(workflow);
	try {
		// The first look, at activation, reports nothing; n8n then looks every ten seconds.
		await waitUntil(() => listApiCalls().includes('GET /posts'));
		await publishOn('bluesky', 'This one fails');
		const post = context.service.state.posts[1];
		const error = createStoredFailure(REJECTED, 'bluesky');
		Object.assign(post, { state: 'ERROR', error, releaseId: null, releaseURL: null });
		await waitUntil(() => external.messages.length > 1);
		const told = external.messages.map((message) => (message as { text: string }).text);
		expect(told).toHaveLength(2);
		expect(told).toContain(
			`Bluesky: acme-coffee.bsky.social, a post failed: This one fails\nWhy: ${REJECTED}`,
		);
		expect(told).toContainEqual(
			expect.stringMatching(/did not go out in time: This one got lost\nWhy: The Postiz worker/),
		);
	} finally {
		await context.n8n.deactivate(workflow.id);
	}
});

describe('ai-agent-social-manager', () => {
	/** Talks to the agent, whose model answers as the script says; `within` gets what is shown last. */
	const talk = async (
		script: Array<(request: ModelRequest) => ModelAnswer>,
		within: (shown: ChatMessage, next: () => Promise<ChatMessage>) => Promise<void> | void,
	) => {
		followScript(external, script);
		const workflow = await importExample('ai-agent-social-manager.json', ({ name, parameters }) =>
			name === 'Chat'
				? { parameters: { ...parameters, public: true }, webhookId: `agent-${Date.now()}` }
				: {},
		);
		await sendChatMessage(context, workflow, async ({ executionId }) => {
			const next = async () => await context.n8n.waitForChatMessage(String(executionId));
			await within(await next(), next);
		});
	};
	test('lists channels, uploads, drafts on three networks in one call, and reads the result', async () => {
		// Bluesky allows less.
		const text = `${'Our picture of the week. '.repeat(14)}Come in!`;
		const seen: IDataObject[][] = [];
		await talk(
			[
				() => ({ tool: 'List_channels', input: {} }),
				() => ({ tool: 'Upload_a_picture', input: { URL: `${external.url}/picture.png` } }),
				(request) => {
					const [file] = [JSON.parse(getLastResult(request)) as IDataObject | IDataObject[]].flat();
					return {
						tool: 'Draft_a_post',
						input: {
							Date: '2099-03-03 10:00',
							Text: text,
							Uploaded_File: JSON.stringify({ id: file.id, path: file.path }),
							Channel_Names_or_IDs: 'Bluesky, Telegram, Mastodon',
							If_a_Post_Doesn_t_Fit_a_Channel: 'adapt',
						},
					};
				},
				(request) => {
					seen.push(JSON.parse(getLastResult(request)) as IDataObject[]);
					return { tool: 'Look_at_posts', input: { States: 'draft', Text_Contains: '' } };
				},
				() => 'It is drafted for Monday.',
			],
			async (shown) => expect(shown).toEqual({ text: 'It is drafted for Monday.' }),
		);
		expect(listApiCalls()).toEqual([
			...[LIST_CHANNELS, 'GET /notifications', 'POST /upload'],
			...[LIST_CHANNELS, LIST_POSTS, 'POST /posts'],
			'GET /posts',
		]);
		const [{ tools = [], messages }] = external.modelRequests;
		expect(messages[0].content).toContain(new Date().toISOString().slice(0, 10));
		expect(tools.map(({ function: { description } }) => description)).toContain(
			'Save a draft of a post on one or several channels. Nothing is published.',
		);
		const { posts } = context.service.state;
		expect(posts.map(({ identifier }) => identifier)).toEqual(['bluesky', 'telegram', 'mastodon']);
		// The last row says what the model has to know beside the posts.
		expect(seen[0].slice(0, -1).map(({ postId }) => postId)).toEqual(posts.map(({ id }) => id));
		expect(seen[0].at(-1)).toEqual({ note: expect.any(String) });
		expect(posts.map(({ parts }) => parts.length)).toEqual([2, 1, 1]);
		for (const { state, publishDate, parts } of posts) {
			expect([state, publishDate]).toEqual(['DRAFT', '2099-03-03T10:00:00.000Z']);
			expect(parts.map(({ published }) => published).join(' ')).toBe(text);
			expect(parts[0]).toMatchObject({
				image: [{ path: expect.stringMatching(/\.png$/) }],
			});
		}
	});

	test('asks a person before it changes a post', async () => {
		const draft = {
			...createPostNode(context, 'bluesky', 'A draft', 'draft'),
			date: '2099-03-03T10:00:00',
		};
		expect((await runPostiz(context, context.apiKey, draft)).error).toBeUndefined();
		const [post] = context.service.state.posts;
		const change = { Post: post.id, Date: '', Text: 'A menu' };
		const hitlParameters = { Summary: 'On Bluesky: A draft' };
		const asks = { tool: 'Change_a_post', input: { toolParameters: change, hitlParameters } };
		const heard: string[] = [];
		const asksAgain = (request: ModelRequest) => {
			heard.push(getLastResult(request), post.parts[0].published);
			return asks;
		};
		await talk([() => asks, asksAgain, () => 'Done.'], async (question, next) => {
			expect(question.text).toBe(
				`The agent asks to run “Change_a_post”.\n\nOn Bluesky: A draft\n\n${JSON.stringify(change)}`,
			);
			expect(question.buttons?.map(({ text }) => text).sort()).toEqual(['Approve', 'Decline']);
			await context.n8n.pressButton(question, 'Decline');
			await waitUntil(() => heard.length > 0);
			expect(heard).toEqual([expect.stringContaining('rejected'), 'A draft']);
			await context.n8n.pressButton(await next(), 'Approve');
			await waitUntil(async () => (await next()).text === 'Done.');
			expect(context.service.state.posts.map(({ parts }) => parts[0].published)).toEqual([
				'A menu',
			]);
		});
	});
});

async function publishOn(identifier: string, text: string): Promise<void> {
	const { error } = await runPostiz(
		context,
		context.apiKey,
		createPostNode(context, identifier, text),
	);
	expect(error).toBeUndefined();
}
