/**
 * Tries the packed package in other versions of n8n: `pnpm run compatibility 1.100.1 2.0.3`. Installs
 * each (about 2 GB), uses the nodes in it as a person would, removes it, and prints a table. Each runs on
 * the oldest Node.js that it names, or on the one in `2.0.3@22`.
 *
 * An address tries an n8n that runs already, is new, and has the package: `http://localhost:5678`.
 */
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';

import {
	compareWithExample,
	nodeNamed,
	readExample,
	withChannels,
	type ArrivedPost,
	type ExampleWorkflow,
} from '../demo/example.cjs';
import {
	followScript,
	lastResult,
	openOutside,
	PICTURE,
	type Outside,
} from '../shared/n8n/outside.cjs';
import {
	aRetryDoesTheRest,
	failedRowsLeaveThroughTheErrorOutput,
	failedRowsStandAmongTheOthers,
	retriesPostNoRowTwice,
	theLastErrorNamesAllThatWasCreated,
} from '../shared/n8n/rows.cjs';
import { postOn, START_NODE, type World as TestWorld } from '../shared/n8n/world.cjs';
import {
	ensureNode,
	installModules,
	installPackage,
	n8nCommandOf,
	PACKAGE_NAME,
	type NodeInstallation,
} from '../harness/install.cjs';
import { startN8n } from '../harness/n8n.cjs';
import {
	N8nClient,
	OWNER,
	type FinishedExecution,
	type StoredCredential,
} from '../harness/n8nClient.cjs';
import { n8nFolder, SANDBOX } from '../harness/paths.cjs';
import { INTERRUPTED, isEnding, run, stopAll } from '../harness/processes.cjs';
import { duration, say, step } from '../harness/steps.cjs';
import { runTool } from '../harness/tool.cjs';
import { startService } from '../service/server.cjs';

/** The oldest Node.js that the package itself supports. */
const OLDEST_NODE = 20;
const NODE_TYPES = ['postiz', 'postizTrigger', 'postizWebhookTrigger'];
const EXAMPLE = 'publish-to-three-channels.json';
const PICTURE_EXAMPLE = 'picture-to-three-channels.json';
const EXAMPLE_START = 'When clicking ‘Execute workflow’';

/**
 * n8n names ranges of what it depends on, and newer releases of some broke older releases of n8n;
 * of others the wanted one is not to be had everywhere. Our nodes use none of them.
 */
function overridesFor(version: string): Record<string, string> {
	const [major, minor] = version.split('.').map(Number);
	const older = major === 1 || (major === 2 && minor < FIRST_ON_NEW_LANGGRAPH);
	return {
		linkedom: '0.18.14',
		xlsx: '0.18.5',
		...(major === 1 && { 'zod-to-json-schema': '3.23.3' }),
		...(older
			? {
					'@langchain/langgraph@1': '1.0.2',
					'@langchain/langgraph-checkpoint@1': '1.0.0',
				}
			: { '@langchain/langgraph@1': '1.2.0' }),
	};
}
const FIRST_ON_NEW_LANGGRAPH = 36;

/** What is built, or fetched, for this machine. */
const NATIVE_PARTS = ['isolated-vm', 'node', 'sqlite3'];

interface World extends TestWorld {
	outside: Outside;
}

const NODES_ARE_THERE = 'Nodes are there';

/** What is tried in each n8n, by the head of its column; each throws where it does not work. */
const CHECKS: Record<string, (world: World) => Promise<void>> = {
	[NODES_ARE_THERE]: async ({ n8n }) => {
		const names = (await n8n.nodeTypes()).map(({ name }) => name);
		const missing = NODE_TYPES.filter((name) => !names.includes(`${PACKAGE_NAME}.${name}`));
		if (missing.length > 0) throw new Error(`${missing.join(', ')} missing`);
	},
	'Credential test': async ({ n8n, service, apiKey }) => {
		const values = { host: service.apiUrl, apiKey: service.apiKey };
		const { status, message } = await n8n.testCredential(apiKey, values);
		if (status !== 'OK') throw new Error(message);
		const wrong = await n8n.testCredential(apiKey, {
			...values,
			apiKey: 'wrong',
		});
		if (wrong.status === 'OK') throw new Error('a wrong key passes');
	},
	'Channel list': async ({ n8n, apiKey, service: { state } }) => {
		const form = { authentication: 'apiKey', resource: 'post', operation: 'create' };
		const credentials = { postizApi: { id: apiKey.id, name: apiKey.name } };
		const options = await n8n.loadOptions(
			'getChannelsAndGroups',
			'parameters.channels',
			{ ...form, channels: [] },
			credentials,
		);
		const listed = options.map(({ value }) => String(value));
		const all = [...state.groups.map(({ id }) => `group:${id}`), ...state.channels.map(idOf)];
		expectSame('options', listed.sort(), all.sort());
		const rows = await n8n.pickerRows(
			'searchChannels',
			'parameters.networkSettings.network[0].integrationId',
			{ ...form, networkSettings: { network: [{ provider: 'bluesky' }] } },
			credentials,
		);
		const bluesky = state.channels.filter(({ identifier }) => identifier === 'bluesky');
		expectSame('rows', rows.map(({ value }) => value).sort(), bluesky.map(idOf).sort());
	},
	Publishes: async (world) => {
		const { origin, requests, state } = world.service;
		const example = withChannels(EXAMPLE, state.channels);
		await runWorkflow(world, example, EXAMPLE_START);
		const differences = compareWithExample(
			example,
			requests.filter(({ method }) => method === 'POST').map(({ body }) => body),
			(await axios.get<ArrivedPost[]>(`${origin}/posts.json`)).data,
		);
		if (differences.length > 0) throw new Error(differences.join('; '));
	},
	'Uploads a picture': async (world) => {
		const example = JSON.stringify(withChannels(PICTURE_EXAMPLE, world.service.state.channels));
		await runWorkflow(
			world,
			JSON.parse(example.replaceAll('https://example.com', world.outside.url)) as ExampleWorkflow,
			EXAMPLE_START,
		);
		const { media, posts } = world.service.state;
		expectSame(
			'sizes of the files',
			media.map(({ size }) => size),
			[PICTURE.length],
		);
		expectSame('number of posts', posts.length, 3);
	},
	OAuth2: async (world) => {
		const { n8n, service } = world;
		const token = randomUUID();
		service.state.tokens.push({ token, createdAt: Date.now() });
		const credential = await n8n.createCredential('Postiz OAuth', 'postizOAuth2Api', {
			host: service.apiUrl,
			frontendUrl: service.frontendUrl,
			...service.oauthApp,
			oauthTokenData: { access_token: token, token_type: 'bearer' },
		});
		const execution = await runWorkflow(
			world,
			singleNode('postiz', credential, {
				authentication: 'oAuth2',
				resource: 'integration',
				operation: 'list',
				returnAll: true,
			}),
			EXAMPLE_START,
		);
		expectSame(
			'number of channels',
			execution.items('Postiz').length,
			service.state.channels.length,
		);
	},
	Trigger: async (world) => {
		await runWorkflow(world, withChannels(EXAMPLE, world.service.state.channels), EXAMPLE_START);
		await runWorkflow(world, triggerAlone(world.apiKey), 'Postiz Trigger');
	},
	'Error output': failedRowsLeaveThroughTheErrorOutput,
	Continue: failedRowsStandAmongTheOthers,
	'Retry On Fail': async (world) => {
		await retriesPostNoRowTwice(world, 'continueRegularOutput');
		world.service.reset();
		await retriesPostNoRowTwice(world, 'continueErrorOutput');
		world.service.reset();
		await aRetryDoesTheRest(world);
		world.service.reset();
		await theLastErrorNamesAllThatWasCreated(world);
	},
	'AI tool': async (world) => {
		const { outside, service } = world;
		const told: string[] = [];
		const schedule = (text: string) => ({ tool: TOOL, input: { Text: text } });
		followScript(outside, [
			() => schedule('Far too long'.repeat(30)),
			(request) => {
				told.push(lastResult(request));
				return schedule('Short');
			},
			(request) => {
				told.push(lastResult(request));
				return 'Done.';
			},
		]);
		const workflow = await agentWithTool(world);
		const execution = await runWorkflow(world, workflow, START_NODE);
		const [refused = '', scheduled = ''] = told;
		if (!/Bluesky: 360 of 300 characters.*Nothing was sent/s.test(refused)) {
			throw new Error(`an agent is told: ${refused}`);
		}
		const posts = service.state.posts.map(({ id, parts }) => [id, parts[0].content]);
		expectSame('posts', posts, [[posts[0]?.[0], 'Short']]);
		if (!scheduled.includes(posts[0][0])) throw new Error(`an agent is told: ${scheduled}`);
		expectSame('answer', execution.items('Agent')[0]?.json.output, 'Done.');
	},
};

const idOf = ({ id }: { id: string }) => id;

/** How the model knows the tool. */
const TOOL = 'Schedule';

interface Row {
	version: string;
	node: string;
	cells: string[];
}

async function main(versions: string[]): Promise<number> {
	if (versions.length === 0) {
		say('Name the versions of n8n to try: `npx --yes pnpm@10 run compatibility 2.0.3 2.41.1`.');
		return 1;
	}
	const begun = Date.now();
	const rows: Row[] = [];
	for (const wanted of versions) {
		if (/^https?:/.test(wanted)) {
			rows.push(await tryRunning(wanted));
		} else {
			const [version, node] = wanted.split('@');
			say(`\nn8n ${version}`);
			rows.push(await tryVersion(version, node ? Number(node) : undefined));
		}
		if (isEnding()) return INTERRUPTED;
	}
	say(`\n${table(rows)}\n\n${rows.length} versions tried (${duration(Date.now() - begun)}).`);
	return rows.every(({ cells }) => cells.every((cell) => cell === YES)) ? 0 : 1;
}

const YES = 'yes';

/** Without it, n8n 1.x offers nodes of a package to no agent. */
const TOOLS_ON_1 = { N8N_COMMUNITY_PACKAGES_ALLOW_TOOL_USAGE: 'true' };

async function tryVersion(version: string, nodeMajor?: number): Promise<Row> {
	const folder = n8nFolder(`compat-${version}`);
	const row: Row = { version, node: '', cells: [] };
	try {
		const node = await installVersion(version, folder, nodeMajor ?? (await oldestNode(version)));
		row.node = String(node.version);
		row.cells = await tryInstalled(version, folder, node);
	} catch (error) {
		row.cells = [`no: ${reasonOf(error)}`];
	} finally {
		if (!isEnding()) {
			await step('Remove it', async () => await rm(folder, { recursive: true, force: true }));
		}
	}
	return row;
}

async function tryRunning(url: string): Promise<Row> {
	const client = new N8nClient(url);
	await client.signIn(OWNER);
	const version = await client.version();
	say(`\nn8n ${version} at ${url}`);
	return { version, node: 'its own', cells: await tryAt(client) };
}

/** The oldest Node.js that both that n8n and the package name. */
async function oldestNode(version: string): Promise<number> {
	const engines = await run('npm', ['view', `n8n@${version}`, 'engines.node']);
	const major = Number(/>=\s*(\d+)/.exec(engines)?.[1]);
	if (!major) throw new Error('it is not in the package registry');
	return Math.max(OLDEST_NODE, major);
}

/** Installs one n8n into a folder of its own, for that major version of Node.js. */
async function installVersion(
	version: string,
	folder: string,
	major: number,
): Promise<NodeInstallation> {
	const nodeFolder = n8nFolder(`node-${major}`);
	await writePackage(nodeFolder, { node: String(major) }, {});
	const node = await ensureNode(nodeFolder, (own) => own === major);

	await rm(folder, { recursive: true, force: true });
	await writePackage(folder, { n8n: version }, overridesFor(version));
	await step('Install it (about 2 GB, a few minutes)', async () => {
		await installModules(folder, node.env, `compat-${version}-install.log`);
	});
	return node;
}

/** Makes a folder a package of its own; without the second file, the project would be installed. */
async function writePackage(
	folder: string,
	dependencies: Record<string, string>,
	overrides: Record<string, string>,
): Promise<void> {
	await mkdir(folder, { recursive: true });
	const write = async (file: string, content: object) =>
		// JSON is YAML too.
		await writeFile(join(folder, file), JSON.stringify(content));
	await write('package.json', {
		name: 'compatibility',
		version: '0.0.0',
		private: true,
		dependencies,
	});
	await write('pnpm-workspace.yaml', {
		packages: [],
		overrides,
		onlyBuiltDependencies: NATIVE_PARTS,
		strictDepBuilds: false,
		// Node.js is fetched beside its package, where the cache would miss it.
		sideEffectsCache: false,
	});
}

/** Starts the n8n of that folder with the package, and returns a cell of the table for each check. */
async function tryInstalled(
	version: string,
	folder: string,
	{ node, env }: NodeInstallation,
): Promise<string[]> {
	const userFolder = join(folder, 'data');
	await installPackage(userFolder, folder);
	try {
		const n8n = await step(
			'Start it',
			async () =>
				await startN8n({
					installation: { node, n8n: n8nCommandOf(folder), env },
					userFolder,
					env: TOOLS_ON_1,
				}),
		);
		const client = new N8nClient(n8n.url);
		await client.signIn(OWNER);
		const cells = await tryAt(client);
		await n8n.stop();
		return cells;
	} finally {
		await stopAll();
		await copyFile(
			join(userFolder, 'n8n.log'),
			join(SANDBOX, 'logs', `compat-${version}.log`),
		).catch(() => undefined);
	}
}

/** A cell of the table for each check, in an n8n where somebody is signed in. */
async function tryAt(client: N8nClient): Promise<string[]> {
	const service = await startService();
	const outside = await openOutside();
	try {
		const values = { host: service.apiUrl, apiKey: service.apiKey };
		const apiKey = await client.createCredential('Postiz account', 'postizApi', values);
		const world = {
			n8n: client,
			service,
			outside,
			apiKey,
			close: async () => {},
		};
		const cells = [];
		for (const [name, check] of Object.entries(CHECKS)) {
			service.reset();
			const cell = await check(world).then(
				() => YES,
				(error: Error) => `no: ${reasonOf(error)}`,
			);
			say(`  ${name}: ${cell}`);
			cells.push(cell);
			if (name === NODES_ARE_THERE && cell !== YES) break;
		}
		return [YES, ...cells];
	} finally {
		await service.close();
		await outside.close();
	}
}

/** Stores a workflow on the credential and runs it; throws where it fails. */
async function runWorkflow(
	{ n8n, apiKey }: World,
	workflow: ExampleWorkflow,
	startNode: string,
): Promise<FinishedExecution> {
	const { id, name } = apiKey;
	const { nodes } = workflow;
	const stored = await n8n.createWorkflow({
		...workflow,
		nodes: nodes.map((node) =>
			node.credentials?.postizApi ? { ...node, credentials: { postizApi: { id, name } } } : node,
		),
	});
	const execution = await n8n.execute(stored.id, startNode);
	const { error, status } = execution;
	if (error) throw new Error([error.message, error.description].filter(Boolean).join('. '));
	if (status !== 'success') throw new Error(`the execution ended as ${status}`);
	return execution;
}

function singleNode(
	type: string,
	{ id, name, type: credential }: StoredCredential,
	parameters: IDataObject,
): ExampleWorkflow {
	const example = readExample(EXAMPLE);
	return {
		name: 'One node',
		nodes: [
			nodeNamed(example, EXAMPLE_START),
			{
				...nodeNamed(example, 'Publish now'),
				name: 'Postiz',
				type: `${PACKAGE_NAME}.${type}`,
				parameters: parameters as ExampleWorkflow['nodes'][number]['parameters'],
				credentials: { [credential]: { id, name } },
			},
		],
		connections: {
			[EXAMPLE_START]: { main: [[{ node: 'Postiz', type: 'main', index: 0 }]] },
		},
	};
}

/** An agent whose model is the scripted one outside, with a tool that schedules a post. */
async function agentWithTool(world: World): Promise<ExampleWorkflow> {
	const { n8n, apiKey, outside } = world;
	const openAi = await n8n.createCredential('Scripted model', 'openAiApi', {
		apiKey: 'scripted',
		url: `${outside.url}/v1`,
	});
	const by = ({ type, id, name }: StoredCredential) => ({
		[type]: { id, name },
	});
	const text = "={{ $fromAI('Text', 'What the post says', 'string') }}";
	const nodes = [
		{
			name: START_NODE,
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			parameters: {},
		},
		{
			name: 'Agent',
			type: '@n8n/n8n-nodes-langchain.agent',
			typeVersion: 1.7,
			parameters: {
				promptType: 'define',
				text: 'Schedule a post',
				options: {},
			},
		},
		{
			name: 'Model',
			type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
			typeVersion: 1.2,
			parameters: {
				model: { __rl: true, mode: 'list', value: 'gpt-4o-mini' },
				options: {},
			},
			credentials: by(openAi),
		},
		{
			name: TOOL,
			type: `${PACKAGE_NAME}.postizTool`,
			typeVersion: 1,
			parameters: {
				...postOn(world, 'bluesky', text, 'schedule'),
				date: '2099-03-04T10:00:00',
			},
			credentials: by(apiKey),
		},
	];
	const to = (type: string, node = 'Agent') => ({
		[type]: [[{ node, type, index: 0 }]],
	});
	return {
		name: 'An agent with a tool',
		nodes: nodes.map((node, place) => ({
			...node,
			id: node.name,
			position: [place * 220, 0],
		})),
		connections: {
			[START_NODE]: to('main'),
			Model: to('ai_languageModel'),
			[TOOL]: to('ai_tool'),
		},
	} as ExampleWorkflow;
}

function triggerAlone(credential: StoredCredential): ExampleWorkflow {
	const { nodes } = singleNode('postizTrigger', credential, {
		authentication: 'apiKey',
		events: ['postCreated'],
		pollTimes: { item: [{ mode: 'everyMinute' }] },
	});
	return {
		name: 'Trigger',
		nodes: [{ ...nodes[1], name: 'Postiz Trigger' }],
		connections: {},
	};
}

function expectSame(what: string, actual: unknown, wanted: unknown): void {
	if (JSON.stringify(actual) === JSON.stringify(wanted)) return;
	throw new Error(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(wanted)}`);
}

/** What went wrong, in one line: of a log, the first line that reports an error. */
function reasonOf(error: unknown): string {
	const [first, ...more] = (error as Error).message.split('\n');
	const telling = more.find((line) => /\b(ERR_\w+|\w*Error|not found)\b/.test(line));
	return (telling ?? first).trim().replace(/\|/g, '/').slice(0, 300);
}

function table(rows: Row[]): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	const heads = ['n8n', 'Node.js', 'Starts', ...Object.keys(CHECKS)];
	return [
		line(heads),
		line(heads.map(() => '---')),
		...rows.map(({ version, node, cells }) =>
			line([version, node, ...cells, ...Array<string>(heads.length - 2 - cells.length).fill('')]),
		),
	].join('\n');
}

runTool(async () => {
	process.exitCode = await main(process.argv.slice(2));
}, '\nEnding n8n.');
