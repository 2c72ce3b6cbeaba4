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

/** Creates posts with the node; returns their IDs. */
async function create(parameters: INodeParameters): Promise<string[]> {
	const execution = await run('create', { type: 'schedule', date: DATE, ...parameters });
	expect(execution.error).toBeUndefined();
	return execution.items('Postiz').map(({ json }) => String(json.postId));
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
