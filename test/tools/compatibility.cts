/**
 * Tries the packed package in other versions of n8n: `pnpm run compatibility 1.100.1 2.0.3`. Installs
 * each (about 2 GB), runs end-to-end tests in it, removes it, and prints a table. Each runs on
 * the oldest Node.js that it names, or on the one in `2.0.3@22`.
 *
 * An address tries an n8n that runs already, is new, and has the package: `http://localhost:5678`.
 */
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import {
	ensureNode,
	installModules,
	installPackage,
	n8nCommandOf,
	type NodeInstallation,
} from '../harness/install.cjs';
import { startN8n } from '../harness/n8n.cjs';
import { N8nClient } from '../harness/n8nClient.cjs';
import { n8nFolder, SANDBOX } from '../harness/paths.cjs';
import { INTERRUPTED, isEnding, run, stopAll } from '../harness/processes.cjs';
import { duration, say, step } from '../harness/steps.cjs';
import { table } from '../harness/table.cjs';
import { runTool } from '../harness/tool.cjs';
import { readTried, runJest } from './jestRun.cjs';

/** The oldest Node.js that the package itself supports. */
const OLDEST_NODE = 20;
const REPORT = 'compatibility';

/** The end-to-end tests that run in each n8n, by the head of their column and their names. */
const COLUMNS: Record<string, string> = {
	'Nodes are there': 'the node types and both credential types are there',
	'Credential test': 'the right key passes',
	'Channel list': 'the list of channels offers|a list that can be searched',
	Publishes: '^publish-to-three-channels$',
	'Uploads a picture': '^picture-to-three-channels',
	OAuth2: 'OAuth2 self-hosted',
	Trigger: 'Postiz Trigger: a manual run',
	'Webhook memory': 'n8n keeps what a call has told',
	'Error output': 'On Error continueErrorOutput',
	Continue: 'On Error continueRegularOutput',
	'Retry On Fail': 'Retry On Fail, ',
	'AI tool': 'an agent with Postiz Tool',
};
const FILES = ['credentials', 'lists', 'examples', 'triggers', 'engine', 'agent'];

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
	say(`\n${tableOf(rows)}\n\n${rows.length} versions tried (${duration(Date.now() - begun)}).`);
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
		row.cells = [`no: ${reasonOf((error as Error).message)}`];
	} finally {
		if (!isEnding()) {
			await step('Remove it', async () => await rm(folder, { recursive: true, force: true }));
		}
	}
	return row;
}

async function tryRunning(url: string): Promise<Row> {
	const client = await N8nClient.signIn(url);
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
		const client = await N8nClient.signIn(n8n.url);
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

/** A cell of the table for each column, in an n8n where somebody is signed in. */
async function tryAt(client: N8nClient): Promise<string[]> {
	process.env.E2E_N8N_URL = client.url;
	process.env.E2E_N8N_SESSION = client.session;
	await runJest(
		REPORT,
		['e2e'],
		[
			'--runInBand',
			...['--testPathPatterns', `/e2e/(${FILES.join('|')})\\.test\\.`],
			...['--testNamePattern', Object.values(COLUMNS).join('|')],
		],
	);
	const tried = readTried(REPORT);
	const cells = Object.values(COLUMNS).map((name) => {
		const own = tried.filter(({ fullName }) => new RegExp(name).test(fullName));
		if (own.length === 0) return 'no: it was not tried';
		const failed = own.find(({ status }) => status !== 'passed');
		return failed ? `no: ${reasonOf(failed.failure ?? failed.fullName)}` : YES;
	});
	return [YES, ...cells];
}

/** What went wrong, in one line: of a log, the first line that reports an error. */
function reasonOf(said: string): string {
	const [first, ...more] = said.split('\n');
	const telling = more.find((line) => /\b(ERR_\w+|\w*Error|not found)\b/.test(line));
	return (telling ?? first).trim().slice(0, 300);
}

function tableOf(rows: Row[]): string {
	const heads = ['n8n', 'Node.js', 'Starts', ...Object.keys(COLUMNS)];
	return table(
		heads,
		rows.map(({ version, node, cells }) => [
			version,
			node,
			...cells,
			...Array<string>(heads.length - 2 - cells.length).fill(''),
		]),
	);
}

runTool(async () => {
	process.exitCode = await main(process.argv.slice(2));
}, '\nEnding n8n.');
