import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { readExample } from '../demo/example.cjs';
import {
	followScript,
	lastResult,
	openOutside,
	type ModelRequest,
	type Outside,
} from '../shared/n8n/outside.cjs';
import {
	byId,
	channelId,
	inChat,
	openWorld,
	postizNode,
	runChain,
	runPostiz,
	type World,
} from '../shared/n8n/world.cjs';
import { storedFailure } from '../shared/failures.cjs';
import { onChannels } from '../integration/support/posts.cjs';

const DATE = '2099-03-04T10:00:00.000Z';
const MINUTE_MS = 60_000;

let world: World;
let outside: Outside;

beforeAll(async () => {
	world = await openWorld({ hourlyLimit: 1000, allowPrivateUploadUrls: true });
	outside = await openOutside();
});
afterAll(async () => {
	await world?.close();
	await outside?.close();
});
beforeEach(() => {
	world.service.reset();
	world.service.requests.length = 0;
	outside.messages.length = 0;
	outside.asked.length = 0;
});

const run = async (
	operation: string,
	parameters: INodeParameters,
	options: Parameters<typeof runPostiz>[3] = {},
) =>
	await runPostiz(
		world,
		world.apiKey,
		{ authentication: 'apiKey', resource: 'post', operation, ...parameters },
		options,
	);

const entry = (identifier: string, more: INodeParameters = {}) => ({
	provider: identifier,
	integrationId: byId(channelId(world.service, identifier)),
	...more,
});

const picture = (alt: string) => ({
	source: 'url',
	url: `${outside.url}/picture.png`,
	details: { alt },
});

/** Creates posts with the node; returns their IDs. */
async function create(parameters: INodeParameters): Promise<string[]> {
	const execution = await run('create', { type: 'schedule', date: DATE, ...parameters });
	expect(execution.error).toBeUndefined();
	return execution.items('Postiz').map(({ json }) => String(json.postId));
}

/** A post on X with everything that a post can have. */
async function createWhole(type = 'schedule'): Promise<string> {
	const [id] = await create({
		type,
		content: 'Fresh & bold',
		media: { file: [picture('A cup')] },
		...onChannels(entry('x', { who_can_reply_post: 'verified', settings: { made_with_ai: true } })),
		thread: {
			segment: [{ content: 'More', delay: 5, media: { file: [picture('Beans')] } }],
		},
		options: { tags: 'Launch', inter: 7 },
	});
	return id;
}

async function get(id: string): Promise<IDataObject> {
	const execution = await run('get', { postId: byId(id) });
	expect(execution.error).toBeUndefined();
	const [{ json }] = execution.items('Postiz');
	return json;
}

const stored = (id: string) => world.service.state.posts.find((post) => post.id === id)!;
const calls = () =>
	world.service.requests.map(({ method, path }) => `${method} ${path.replace(/^.*\/v1/, '')}`);
const written = () => calls().filter((call) => !call.startsWith('GET '));

describe('Post: Get', () => {
	test('shows all of a post', async () => {
		const id = await createWhole();
		const media = (alt: string) => [
			{
				id: expect.any(String),
				path: expect.stringMatching(/\.png$/),
				alt,
				cover: null,
				coverAtSecond: null,
			},
		];
		expect(await get(id)).toMatchObject({
			postId: id,
			state: 'scheduled',
			text: 'Fresh & bold',
			date: DATE,
			provider: 'x',
			intervalInDays: 7,
			tags: ['Launch'],
			settings: { __type: 'x', who_can_reply_post: 'verified', made_with_ai: true },
			media: media('A cup'),
			thread: [{ text: 'More', delay: 5, media: media('Beans') }],
			failureReason: null,
		});
	});

	test('shows nothing of another workspace', async () => {
		const [{ id }] = world.service.neighbour.posts;
		const { error } = await run('get', { postId: byId(id) });
		expect(error?.message).toBe(`Postiz has no post with the ID “${id}”`);
	});
});

describe('Post: Update', () => {
	const update = async (id: string, updateFields: INodeParameters) =>
		await run('update', { postId: byId(id), updateFields });
	const setting = (key: string, value: string) => ({
		setting: [{ key: byId(key), value: byId(value) }],
	});

	test.each<[string, () => INodeParameters, object]>([
		['date', () => ({ date: '2099-04-01T09:30:00' }), { date: '2099-04-01T09:30:00.000Z' }],
		['text', () => ({ content: 'Bolder & fresher' }), { text: 'Bolder & fresher' }],
		[
			'media',
			() => ({ media: { file: [picture('Two cups'), picture('A spoon')] } }),
			{
				media: [
					expect.objectContaining({ alt: 'Two cups' }),
					expect.objectContaining({ alt: 'A spoon' }),
				],
			},
		],
		[
			'thread',
			() => ({
				thread: {
					segment: [
						{ content: 'Other', delay: 1 },
						{ content: 'Last', delay: 2 },
					],
				},
			}),
			{
				thread: [
					expect.objectContaining({ text: 'Other', delay: 1, media: [] }),
					expect.objectContaining({ text: 'Last', delay: 2, media: [] }),
				],
			},
		],
		['tags', () => ({ tags: 'Weekly, Event' }), { tags: ['Weekly', 'Event'] }],
		['repetition', () => ({ inter: 3 }), { intervalInDays: 3 }],
		[
			'settings',
			() => ({ settings: setting('Who Can Reply', 'Everyone') }),
			{ settings: { __type: 'x', who_can_reply_post: 'everyone', made_with_ai: true } },
		],
		[
			'what is removed',
			() => ({ remove: ['media', 'inter', 'tags', 'thread'] }),
			{ media: [], intervalInDays: null, tags: [], thread: [] },
		],
	])('changes %s, and nothing else', async (_what, updateFields, changes) => {
		const id = await createWhole();
		const before = await get(id);
		const { error, items } = await update(id, updateFields());
		expect(error).toBeUndefined();
		const after = await get(id);
		// Each change gives a post another group.
		expect(after).toEqual({ ...before, postGroup: after.postGroup, ...changes });
		expect(items('Postiz')[0].json).toMatchObject(after);
	});

	test('leaves a draft a draft', async () => {
		const id = await createWhole('draft');
		const { error } = await update(id, { content: 'Still a draft' });
		expect(error).toBeUndefined();
		expect(await get(id)).toMatchObject({ state: 'draft', text: 'Still a draft' });
	});

	test('tries a failed post again at its new date', async () => {
		const id = await createWhole();
		Object.assign(stored(id), { state: 'ERROR', error: storedFailure('X says no', 'x') });
		expect(await get(id)).toMatchObject({ state: 'failed', failureReason: 'X says no' });
		const { error } = await update(id, { date: '2099-04-01T09:30:00' });
		expect(error).toBeUndefined();
		expect(await get(id)).toMatchObject({ state: 'scheduled', failureReason: null });
	});

	test('refuses published posts and those of another workspace, and writes nothing', async () => {
		const id = await createWhole();
		stored(id).state = 'PUBLISHED';
		const foreign = structuredClone(world.service.neighbour.posts);
		world.service.requests.length = 0;
		expect((await update(id, { content: 'Too late' })).error?.message).toMatch(/published/);
		expect((await update(foreign[0].id, { content: 'Mine' })).error?.message).toBe(
			`Postiz has no post with the ID “${foreign[0].id}”`,
		);
		expect(written()).toEqual([]);
		expect(world.service.neighbour.posts).toEqual(foreign);
	});
});

describe('Post: Wait', () => {
	const tellTeam = {
		name: 'Tell the team',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url: '',
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '={{ { link: $json.postUrl } }}',
			options: {},
		} as INodeParameters,
	};
	const form = (text: string) => ({
		resource: 'post',
		operation: 'create',
		type: 'now',
		content: text,
		...onChannels(entry('bluesky'), entry('telegram')),
	});

	test('publish, then tell the team with the link, is two nodes', async () => {
		const execution = await runChain(world, [
			postizNode('Create', world.apiKey, form('Fresh beans')),
			postizNode('Wait', world.apiKey, {
				resource: 'post',
				operation: 'wait',
				postId: byId('={{ $json.postId }}'),
			}),
			{ ...tellTeam, parameters: { ...tellTeam.parameters, url: `${outside.url}/chat-webhook` } },
		]);
		expect(execution.error).toBeUndefined();
		const links = world.service.state.posts.map(({ releaseURL }) => releaseURL);
		expect(links).toEqual([
			expect.stringMatching(/^https:\/\/bluesky/),
			expect.stringMatching(/^https:\/\/telegram/),
		]);
		expect(outside.messages).toEqual(links.map((link) => ({ link })));
	});

	test('the address of a profile is not the link of a post, and such a post has no metrics', async () => {
		const channels = world.service.state.channels;
		channels.find(({ identifier }) => identifier === 'threads')!.hidesLinks = true;
		const ofThePost = { postId: byId('={{ $json.postId }}') };
		const execution = await runChain(world, [
			postizNode('Create', world.apiKey, { ...form('Hidden'), ...onChannels(entry('threads')) }),
			postizNode('Wait', world.apiKey, { resource: 'post', operation: 'wait', ...ofThePost }),
			postizNode('Metrics', world.apiKey, {
				resource: 'analytics',
				operation: 'post',
				postId: byId("={{ $('Create').item.json.postId }}"),
			}),
		]);
		expect(execution.error).toBeUndefined();
		const note = expect.stringContaining('only the address of the profile');
		expect(execution.items('Wait').map(({ json }) => json)).toMatchObject([
			{ postUrl: null, postUrlNote: note },
		]);
		expect(execution.items('Metrics').map(({ json }) => json)).toMatchObject([
			{ provider: 'threads', days: 7, postUrl: null, note },
		]);
	});

	test('waits until posts are out, and reports those that failed with the reason', async () => {
		const channels = world.service.state.channels;
		channels.find(({ identifier }) => identifier === 'telegram')!.failsWith = 'The bot is no admin';
		const ids = await create({ ...form('Soon'), type: 'schedule', date: soon() });
		const execution = await run(
			'wait',
			{ postId: byId('={{ $json.id }}'), maxMinutes: 3 },
			{ items: ids.map((id) => ({ id })), nodeOptions: { onError: 'continueErrorOutput' } },
		);
		expect(execution.items('Postiz').map(({ json }) => [json.postId, json.postUrl])).toEqual([
			[ids[0], stored(ids[0]).releaseURL],
		]);
		expect(execution.items('Postiz', 1).map(({ json }) => json.error)).toEqual([
			expect.stringContaining(
				`The post “${ids[1]}” failed: The bot is no admin [item 1]. Correct what the reason says`,
			),
		]);
	});

	/** The next minute: dates may be stored without seconds. */
	const soon = () => new Date(Date.now() + MINUTE_MS / 4).toISOString();
});

describe('Validate Only', () => {
	test('shows what each row of a sheet would do, and sends nothing', async () => {
		const rows = [
			{ text: 'Fresh beans', channel: 'bluesky' },
			{ text: 'a'.repeat(301), channel: 'bluesky' },
			{ text: 'More beans', channel: 'telegram' },
		];
		const execution = await run(
			'create',
			{
				type: 'schedule',
				date: DATE,
				content: '={{ $json.text }}',
				media: { file: [picture('A cup')] },
				channelsBy: 'name',
				channelNames: '={{ $json.id }}',
				combineItems: true,
				options: { validateOnly: true },
			},
			{
				items: rows.map(({ text, channel }) => ({ text, id: channelId(world.service, channel) })),
				nodeOptions: { onError: 'continueErrorOutput' },
			},
		);
		expect(execution.items('Postiz').map(({ json }) => json)).toEqual([
			expect.objectContaining({ provider: 'bluesky', date: DATE, valid: true, requests: 1 }),
			expect.objectContaining({ valid: false, problems: ['301 of 300 characters'] }),
			expect.objectContaining({ provider: 'telegram', date: DATE, valid: true, requests: 1 }),
		]);
		const [{ json }] = execution.items('Postiz');
		expect(json.parts).toMatchObject([
			{ text: 'Fresh beans', characters: 11, maxCharacters: 300, files: [{ alt: 'A cup' }] },
		]);
		expect(execution.items('Postiz', 1)).toEqual([]);
		expect(calls()).toEqual(['GET /integrations', 'GET /posts']);
		expect([world.service.state.posts, world.service.state.media]).toEqual([[], []]);
	});
});

describe('the state by Post: Update', () => {
	test('schedules a draft that can go out, and refuses one that cannot', async () => {
		const channels = onChannels(entry('bluesky'));
		const [good] = await create({ type: 'draft', content: 'Fresh beans', ...channels });
		const [long] = await create({ type: 'draft', content: 'a'.repeat(301), ...channels });
		world.service.requests.length = 0;
		const execution = await run(
			'update',
			{ postId: byId('={{ $json.id }}'), updateFields: { state: 'scheduled' } },
			{
				items: [{ id: good }, { id: long }],
				nodeOptions: { onError: 'continueErrorOutput' },
			},
		);
		expect(execution.items('Postiz').map(({ json }) => json)).toEqual([
			expect.objectContaining({
				postId: good,
				state: 'scheduled',
				text: 'Fresh beans',
				provider: 'bluesky',
				changed: ['state'],
			}),
		]);
		const [{ json }] = execution.items('Postiz', 1);
		expect(json.error).toContain('Bluesky: 301 of 300 characters');
		expect(written()).toEqual([`PUT /posts/${good}/status`]);
		expect([stored(good).state, stored(long).state]).toEqual(['QUEUE', 'DRAFT']);
	});

	test('schedules a draft for another date with one request', async () => {
		const channels = onChannels(entry('bluesky'));
		const [draft] = await create({ type: 'draft', content: 'Fresh beans', ...channels });
		Object.assign(stored(draft), { publishDate: '2001-02-03T10:00:00.000Z' });
		world.service.requests.length = 0;
		const execution = await run('update', {
			postId: byId(draft),
			updateFields: { state: 'scheduled', date: DATE },
		});
		expect(execution.error).toBeUndefined();
		expect(execution.items('Postiz').map(({ json }) => json)).toMatchObject([
			{ postId: draft, state: 'scheduled', changed: ['date', 'state'] },
		]);
		expect(written()).toEqual(['POST /posts']);
		expect(stored(draft)).toMatchObject({ state: 'QUEUE', publishDate: DATE });
	});
});

describe('Post: Delete', () => {
	test('outputs every post of the group that was deleted', async () => {
		const channels = onChannels(entry('mastodon'), entry('bluesky'));
		const [first, second] = await create({ content: 'Fresh beans', ...channels });
		// As a post that was made in Postiz for several channels.
		stored(second).group = stored(first).group;
		const execution = await run('delete', { postId: byId(first) });
		expect(execution.error).toBeUndefined();
		const rows = execution
			.items('Postiz')
			.map(({ json }) => [json.postId, json.provider, json.deleted]);
		expect(rows.sort()).toEqual(
			[
				[first, 'mastodon', true],
				[second, 'bluesky', true],
			].sort(),
		);
		expect([stored(first).deleted, stored(second).deleted]).toEqual([true, true]);
	});
});

describe('Post: Get Many with Include Details', () => {
	test('shows files, thread and why a post failed', async () => {
		const date = new Date(Date.now() + 1440 * MINUTE_MS).toISOString();
		const [fine, failed] = await create({
			date,
			content: 'Fresh beans',
			media: { file: [picture('A cup')] },
			...onChannels(entry('mastodon'), entry('bluesky')),
			thread: { segment: [{ content: 'More', delay: 5 }] },
		});
		Object.assign(stored(failed), {
			state: 'ERROR',
			error: storedFailure('Bluesky says no', 'bluesky'),
		});
		const execution = await run('list', { returnAll: true, period: 'next7', includeDetails: true });
		expect(execution.error).toBeUndefined();
		const rows = new Map(execution.items('Postiz').map(({ json }) => [json.postId, json]));
		expect([...rows.keys()].sort()).toEqual([fine, failed].sort());
		const details = {
			media: [expect.objectContaining({ alt: 'A cup' })],
			thread: [expect.objectContaining({ text: 'More', delay: 5 })],
		};
		expect(rows.get(fine)).toMatchObject({ ...details, state: 'scheduled', failureReason: null });
		expect(rows.get(failed)).toMatchObject({
			...details,
			state: 'failed',
			failureReason: 'Bluesky says no',
		});
	});
});

describe('video covers', () => {
	test('a cover from a file of the item, and a moment of the video', async () => {
		const film = (details: INodeParameters) => ({
			file: [{ source: 'url', url: `${outside.url}/film.mp4`, details }],
		});
		const post = (name: string, channel: INodeParameters, details: INodeParameters) =>
			postizNode(name, world.apiKey, {
				resource: 'post',
				operation: 'create',
				type: 'schedule',
				date: DATE,
				content: 'Pour',
				media: film(details),
				...onChannels(channel),
			});
		const subreddit = {
			entry: [{ subreddit: '/r/coffee', title: 'Pour', type: 'video', is_flair_required: false }],
		};
		const execution = await runChain(world, [
			{
				name: 'Cover',
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				parameters: {
					url: `${outside.url}/picture.png`,
					options: { response: { response: { responseFormat: 'file' } } },
				},
			},
			post('On Reddit', entry('reddit', { subreddit }), { cover: 'data' }),
			post('On Instagram', entry('instagram', { post_type: 'post' }), { coverAt: 1.5 }),
		]);
		expect(execution.error).toBeUndefined();
		const images = world.service.state.posts.map(({ parts }) => parts[0].image);
		expect(images).toEqual([
			[
				expect.objectContaining({
					path: expect.stringMatching(/\.mp4$/),
					thumbnail: expect.stringMatching(/\.png$/),
				}),
			],
			[expect.objectContaining({ thumbnailTimestamp: 1500 })],
		]);
	});
});

describe('an AI agent with the tools of the example', () => {
	/** The example without its human review. */
	async function importAgent() {
		const { nodes, connections, ...example } = readExample('ai-agent-social-manager.json');
		const openAi = await world.n8n.createCredential('Scripted model', 'openAiApi', {
			apiKey: 'scripted',
			url: `${outside.url}/v1`,
		});
		const credentialOf = ({ name, credentials }: INode) => {
			if (!credentials) return {};
			const { id, name: own, type } = name === 'Model' ? openAi : world.apiKey;
			return { credentials: { [type]: { id, name: own } } };
		};
		const toAgent = { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] };
		return await world.n8n.createWorkflow({
			...example,
			nodes: nodes
				.filter(({ name }) => name !== 'Human review' && name !== 'Answer')
				.map((node) => ({
					...node,
					...credentialOf(node),
					...(node.name === 'Chat' && {
						parameters: { public: true, options: {} },
						webhookId: `calendar-${Date.now()}`,
					}),
				})),
			connections: {
				...Object.fromEntries(
					Object.entries(connections).filter(
						([name]) => name !== 'Human review' && name !== 'Agent',
					),
				),
				'Schedule a draft': toAgent,
				'Change a post': toAgent,
			},
		});
	}

	test('finds a post, changes it, sees why another failed and tries that one again', async () => {
		const date = new Date(Date.now() + 1440 * MINUTE_MS).toISOString();
		const channels = onChannels(entry('bluesky'));
		const [menu] = await create({ date, content: 'Our winter menu', ...channels });
		const [broken] = await create({ date, content: 'Beans of the week', ...channels });
		Object.assign(stored(broken), {
			state: 'ERROR',
			error: storedFailure('The link is dead', 'bluesky'),
		});
		world.service.requests.length = 0;

		const found: IDataObject[][] = [];
		const rowsOf = (text: string) => [JSON.parse(text) as IDataObject | IDataObject[]].flat();
		followScript(outside, [
			() => ({ tool: 'Look_at_posts', input: { States: '', Text_Contains: 'winter' } }),
			(request) => {
				found.push(rowsOf(lastResult(request)));
				return {
					tool: 'Change_a_post',
					input: { Post: found[0][0].postId, Date: '', Text: 'Our summer menu' },
				};
			},
			() => ({ tool: 'Look_at_posts', input: { States: 'failed', Text_Contains: '' } }),
			(request) => {
				found.push(rowsOf(lastResult(request)));
				return { tool: 'Get_a_post', input: { Post: found[1][0].postId } };
			},
			(request) => {
				found.push(rowsOf(lastResult(request)));
				return {
					tool: 'Change_a_post',
					input: { Post: broken, Date: '2099-05-05 08:00', Text: 'Beans of the week, here' },
				};
			},
			(request) => {
				found.push(rowsOf(lastResult(request)));
				return `It failed: ${String(found[2][0].failureReason)}. I try again.`;
			},
		]);
		await inChat(world, await importAgent(), async (answer) => {
			expect(answer).toMatchObject({ output: 'It failed: The link is dead. I try again.' });
		});

		expect(found.map((rows) => rows.map(({ postId, state }) => [postId, state]))).toEqual([
			[[menu, 'scheduled']],
			[[broken, 'failed']],
			[[broken, 'failed']],
			[[broken, 'scheduled']],
		]);
		expect(await get(menu)).toMatchObject({ text: 'Our summer menu', date });
		expect(await get(broken)).toMatchObject({
			state: 'scheduled',
			text: 'Beans of the week, here',
			date: '2099-05-05T08:00:00.000Z',
			failureReason: null,
		});
	});

	test('posts to three networks, and shortens what is too long for one of them', async () => {
		const told: IDataObject[][] = [];
		const hear = (request: ModelRequest) => {
			told.push([JSON.parse(lastResult(request)) as IDataObject | IDataObject[]].flat());
			return String(told[0][0].postId);
		};
		followScript(outside, [
			() => ({
				tool: 'Draft_a_post',
				input: {
					Channels: '["Bluesky", "Mastodon", "Telegram"]',
					Text: 'Fresh beans. '.repeat(25),
					Date: '2099-05-05 08:00:00',
					If_Text_Is_Too_Long: 'fail',
					Uploaded_File: '',
				},
			}),
			(request) => ({ tool: 'Schedule_a_draft', input: { Post: hear(request) } }),
			(request) => ({
				tool: 'Change_a_post',
				input: { Post: hear(request), Date: '', Text: 'Fresh beans.' },
			}),
			(request) => ({ tool: 'Schedule_a_draft', input: { Post: hear(request) } }),
			(request) => {
				hear(request);
				return 'It is scheduled.';
			},
		]);
		await inChat(world, await importAgent(), async (answer) => {
			expect(answer).toMatchObject({ output: 'It is scheduled.' });
		});
		const [drafts, [refusal], [changed], [scheduled]] = told;
		expect(drafts.map(({ provider }) => provider)).toEqual(['bluesky', 'mastodon', 'telegram']);
		expect(refusal).toEqual({ error: expect.stringContaining('Post > Update') });
		expect([changed.state, scheduled.state]).toEqual(['draft', 'scheduled']);
		expect(await get(String(drafts[0].postId))).toMatchObject({
			state: 'scheduled',
			text: 'Fresh beans.',
			date: '2099-05-05T08:00:00.000Z',
		});
	});

	test('is told in words which tool has the ID of a post that there is not', async () => {
		const heard: string[] = [];
		followScript(outside, [
			() => ({ tool: 'Change_a_post', input: { Post: 'nothing', Date: 'soon', Text: '' } }),
			(request) => {
				heard.push(lastResult(request));
				return { tool: 'Change_a_post', input: { Post: 'nothing', Date: '', Text: 'Hello' } };
			},
			(request) => {
				heard.push(lastResult(request));
				return 'I could not.';
			},
		]);
		await inChat(world, await importAgent(), async (answer) => {
			expect(answer).toMatchObject({ output: 'I could not.' });
		});
		expect(heard[0]).toContain('“soon” cannot be read as a date');
		expect(heard[1]).toContain('Postiz has no post with the ID “nothing”');
		expect(heard[1]).toContain('Post > Get Many');
		expect(written()).toEqual([]);
	});
});
