import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';

import { ensureN8n, installPackage, packPackage } from '../harness/install.cjs';
import { isN8nReady, importRecords, startN8n, type N8nOptions } from '../harness/n8n.cjs';
import { N8nClient, type Owner } from '../harness/n8nClient.cjs';
import { getN8nFolder } from '../harness/paths.cjs';
import { findFreePort } from '../harness/ports.cjs';
import { endOnSignal, INTERRUPTED, isEnding, stopAll } from '../harness/processes.cjs';
import { formatDuration, print, runStep } from '../harness/steps.cjs';
import { readVersion } from '../service/releases/release.cjs';
import { omit } from '../service/schema.cjs';
import { startService, type Service } from '../service/server.cjs';
import { listExampleFiles, fillInChannels, type ExampleWorkflow } from './example.cjs';

const N8N_FOLDER = getN8nFolder('n8n-demo');
const EXAMPLE = 'publish-to-three-channels.json';
const WORKFLOW_ID = 'postizDemoPublish';
const CREDENTIAL_ID = 'postizDemoApiKey';
const CREDENTIAL_NAME = 'Postiz account';
const SERVICE_PORT = 4007;
const N8N_PORT = 5678;
const START_NODE = 'When clicking ‘Execute workflow’';

/** Says where the demo of this folder runs: two of them would write to the same database. */
const RUNNING_FILE = join(N8N_FOLDER, 'running.json');

/** The address of the picture in the examples. */
const EXAMPLE_PICTURE = 'https://example.com/picture.png';

/** What the end of the demo needs to know, however early it comes. */
const demo: { service?: Service; exitCode: number } = { exitCode: INTERRUPTED };

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			once: { type: 'boolean', default: false },
		},
	});
	const begun = Date.now();
	print('Postiz for n8n: the demo. It runs a real n8n with this package and posts to a sandbox.\n');

	await rejectSecondDemo();
	const installation = await ensureN8n();
	await packPackage();
	const service = await openSandbox();
	const options: N8nOptions = { installation, userFolder: N8N_FOLDER, port: N8N_PORT };
	const owner = createDemoOwner();
	await runStep('Put the package, the credential and the example workflows into n8n', async () => {
		await installPackage(options.userFolder);
		await importRecords(options, 'credentials', [createCredential(service)]);
		await importRecords(options, 'workflow', createDemoWorkflows(service));
	});
	const n8n = await runStep('Start n8n (about half a minute)', async () => await startN8n(options));
	writeFileSync(RUNNING_FILE, JSON.stringify({ pid: process.pid, url: n8n.url }));
	if (n8n.port !== N8N_PORT) print(`  Port ${N8N_PORT} is busy, so n8n is at ${n8n.url}`);
	service.state.oauthApp.redirectUrl = n8n.oauthCallbackUrl;
	const client = await N8nClient.signIn(n8n.url, owner);
	demo.exitCode = (await runExample(client, service)) ? 0 : 1;

	print(`\nReady after ${formatDuration(Date.now() - begun)}.`);
	if (values.once) {
		print('What to do next: run it without --once to keep n8n open, and try the node yourself.');
		return;
	}
	sayWhereToGo(n8n.url, owner, service);
	await new Promise((resolve) => n8n.process.once('close', resolve));
	throw new Error(`n8n has ended by itself. What it said last is in ${n8n.log}`);
}

async function rejectSecondDemo(): Promise<void> {
	if (!existsSync(RUNNING_FILE)) return;
	const { pid, url } = JSON.parse(readFileSync(RUNNING_FILE, 'utf8')) as {
		pid: number;
		url: string;
	};
	if (!(await isN8nReady(url))) return;
	throw new Error(
		`The demo is running already at ${url}. Use it there, or end it first: press Ctrl+C in its window, or end the process ${pid}.`,
	);
}

async function openSandbox(): Promise<Service> {
	return await runStep('Start the sandbox service', async () => {
		const port = await findFreePort(SERVICE_PORT);
		if (port !== SERVICE_PORT) print(`  Port ${SERVICE_PORT} is busy, so it is at port ${port}`);
		const version = readVersion(process.env.POSTIZ_VERSION);
		return (demo.service = await startService({ port, version }));
	});
}

async function runExample(client: N8nClient, { state }: Service): Promise<boolean> {
	const before = new Set(state.posts.map(({ id }) => id));
	const execution = await runStep(
		'Execute the example workflow',
		async () => await client.execute(WORKFLOW_ID, START_NODE),
	);
	const { status, error } = execution;
	if (status !== 'success') {
		print(`  The workflow failed: ${error?.message ?? status}. ${error?.description ?? ''}`);
		return false;
	}
	const arrived = state.posts.filter(({ id }) => !before.has(id));
	print('\nThese posts arrived:');
	for (const post of arrived) {
		const { __type: network, ...settings } = omit(post.settings, 'n8n');
		print(`\n  ${String(network)} · ${post.state} · ${post.publishDate}`);
		for (const { published } of post.parts) print(`    | ${published.replace(/\n/g, '\n    | ')}`);
		if (Object.keys(settings).length > 0) print(`    settings ${JSON.stringify(settings)}`);
	}
	const created = ['Create the post', 'Create the reminder'].flatMap((node) =>
		execution.items(node),
	);
	if (arrived.length === created.length) return true;
	print(`\nThe workflow names ${created.length} posts, but ${arrived.length} arrived.`);
	return false;
}

function createCredential({ apiUrl, apiKey }: Service) {
	return {
		id: CREDENTIAL_ID,
		name: CREDENTIAL_NAME,
		type: 'postizApi',
		data: { host: apiUrl, apiKey },
	};
}

/** An example as n8n imports it, with the credential of the demo and the channels of its sandbox. */
function createDemoWorkflow(file: string, id: string, { state }: Service): ExampleWorkflow {
	const example = fillInChannels(file, state.channels);
	const postizApi = { id: CREDENTIAL_ID, name: CREDENTIAL_NAME };
	return {
		...example,
		id,
		active: false,
		nodes: example.nodes.map((node) =>
			node.credentials?.postizApi ? { ...node, credentials: { postizApi } } : node,
		),
	};
}

/** All examples: the one that is executed, and those to look at. */
function createDemoWorkflows(service: Service): ExampleWorkflow[] {
	const workflows = [
		createDemoWorkflow(EXAMPLE, WORKFLOW_ID, service),
		...listExampleFiles()
			.filter((file) => file !== EXAMPLE)
			.map((file) => createDemoWorkflow(file, `demo-${basename(file, '.json')}`, service)),
	];
	const json = JSON.stringify(workflows).replaceAll(EXAMPLE_PICTURE, getPictureUrl(service));
	return JSON.parse(json) as ExampleWorkflow[];
}

/** A picture to try the node with. */
const getPictureUrl = ({ origin }: Service) => `${origin}/picture.png`;

/** Who signs in to the demo's n8n; made once and kept beside its database. */
function createDemoOwner(): Owner {
	const file = join(N8N_FOLDER, 'owner.json');
	if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Owner;
	const owner = { email: 'demo@example.com', password: `Demo1-${randomBytes(6).toString('hex')}` };
	mkdirSync(N8N_FOLDER, { recursive: true });
	writeFileSync(file, JSON.stringify(owner), { mode: 0o600 });
	return owner;
}

function sayWhereToGo(n8nUrl: string, owner: Owner, service: Service): void {
	print(`
What to do next: open the workflow and press Execute workflow.

  The workflow      ${n8nUrl}/workflow/${WORKFLOW_ID}
  Sign in with      ${owner.email}
  and the password  ${owner.password}
  The posts         ${service.origin}/
  A picture to post ${getPictureUrl(service)}

To add a credential yourself, use these:
  Base URL            ${service.apiUrl}
  Frontend URL        ${service.frontendUrl}
  API key             ${service.apiKey}
  OAuth client ID     ${service.oauthApp.clientId}
  OAuth client secret ${service.oauthApp.clientSecret}

Press Ctrl+C to stop.`);
}

async function end(): Promise<void> {
	await stopAll();
	await demo.service?.close();
	rmSync(RUNNING_FILE, { force: true });
}

endOnSignal(async () => {
	print('\nEnding n8n and the sandbox.');
	await end();
	return demo.exitCode;
});

async function runDemo(): Promise<void> {
	await main().catch((error: Error) => {
		if (isEnding()) return;
		print(`\n${error.message}`);
		demo.exitCode = 1;
	});
	if (isEnding()) return;
	await end();
	process.exit(demo.exitCode);
}

void runDemo();
