import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';

import { computeFingerprint, runOnceFor } from './fingerprint.cjs';
import { N8N_PACKAGE, getN8nFolder, ROOT, SANDBOX } from './paths.cjs';
import { run } from './processes.cjs';
import { print, runStep } from './steps.cjs';

const NODE_PACKAGE = join(N8N_PACKAGE, 'node24');
const N8N_NEEDS_NODE = 24;
const PNPM = ['--yes', 'pnpm@10'];

export const PACKAGE_NAME = 'n8n-nodes-postiz-publisher';

/** How to run n8n on this machine. */
export interface N8nInstallation {
	node: string;
	n8n: string;
	env: NodeJS.ProcessEnv;
	/** Where it is installed. */
	folder: string;
}

/** The Node.js that runs n8n, and for which its native parts are built. */
interface NodeInstallation {
	node: string;
	/** The environment with this Node.js first in PATH. */
	env: NodeJS.ProcessEnv;
	/** Its major version. */
	version: number;
}

/** Installs n8n and the Node.js that it needs, if necessary. */
export async function ensureN8n(): Promise<N8nInstallation> {
	const { node, env, version } = await ensureNode(NODE_PACKAGE, (own) => own >= N8N_NEEDS_NODE);
	const lock = computeFingerprint([
		join(N8N_PACKAGE, 'package.json'),
		join(N8N_PACKAGE, 'pnpm-lock.yaml'),
		join(N8N_PACKAGE, 'pnpm-workspace.yaml'),
	]);
	const modules = join(N8N_PACKAGE, 'node_modules');
	// Its native parts are built for one platform and one major version of Node.js.
	const fingerprint = [lock, process.platform, process.arch, version].join(' ');
	await runOnceFor(join(modules, '.complete'), fingerprint, async () => {
		await runStep('Install n8n (1.9 GB, about two minutes the first time)', async () => {
			await rm(modules, { recursive: true, force: true });
			await installModules(N8N_PACKAGE, env, 'n8n-install.log');
		});
	});
	return { node, n8n: getN8nCommand(N8N_PACKAGE), env, folder: N8N_PACKAGE };
}

const getN8nCommand = (folder: string) => join(folder, 'node_modules', 'n8n', 'bin', 'n8n');

/** Installs another version of n8n (about 2 GB) for the Node.js that runs this. */
async function installVersion(version: string): Promise<N8nInstallation> {
	const folder = getN8nFolder(`n8n-${version}`);
	const env = cleanEnvironment();
	await runOnceFor(join(folder, '.complete'), [version, process.version].join(' '), async () => {
		await rm(folder, { recursive: true, force: true });
		await mkdir(folder, { recursive: true });
		const files = {
			'package.json': { name: 'n8n-version', private: true, dependencies: { n8n: version } },
			// Without it, the project would be installed. JSON is YAML, too.
			'pnpm-workspace.yaml': {
				packages: [],
				overrides: getOverrides(version),
				onlyBuiltDependencies: ['isolated-vm', 'sqlite3'],
				strictDepBuilds: false,
			},
		};
		for (const [file, content] of Object.entries(files)) {
			await writeFile(join(folder, file), JSON.stringify(content));
		}
		await runStep(`Install n8n ${version} (about 2 GB, a few minutes)`, async () => {
			await installModules(folder, env, `n8n-${version}-install.log`);
		});
	});
	return { node: process.execPath, n8n: getN8nCommand(folder), env, folder };
}

/**
 * n8n declares version ranges of its dependencies. Newer releases of some of them broke older releases of n8n, and
 * others are not available everywhere. Our nodes use none of them.
 */
function getOverrides(version: string): Record<string, string> {
	const [major = 0, minor = 0] = version.split('.').map(Number);
	const isOlder = major === 1 || (major === 2 && minor < FIRST_ON_NEW_LANGGRAPH);
	return {
		linkedom: '0.18.14',
		xlsx: '0.18.5',
		...(major === 1 && { 'zod-to-json-schema': '3.23.3' }),
		...(isOlder
			? { '@langchain/langgraph@1': '1.0.2', '@langchain/langgraph-checkpoint@1': '1.0.0' }
			: { '@langchain/langgraph@1': '1.2.0' }),
	};
}
const FIRST_ON_NEW_LANGGRAPH = 36;

/** Installs the dependencies of a folder, by its lock file if it has one. */
async function installModules(folder: string, env: NodeJS.ProcessEnv, log: string): Promise<void> {
	const lock = existsSync(join(folder, 'pnpm-lock.yaml')) ? '' : 'no-';
	await run('npx', [...PNPM, 'install', `--${lock}frozen-lockfile`], {
		cwd: folder,
		env,
		log: join(SANDBOX, 'logs', log),
	});
}

/**
 * The installed Node.js if its major version fits. Otherwise the version in the package.json of that folder, from the
 * package registry.
 */
async function ensureNode(
	folder: string,
	fits: (major: number) => boolean,
): Promise<NodeInstallation> {
	const own = Number(process.versions.node.split('.')[0]);
	if (fits(own)) return { node: process.execPath, env: cleanEnvironment(), version: own };
	const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
		dependencies: { node: string };
	};
	const version = parseInt(dependencies.node, 10);
	const stamp = join(folder, 'node_modules', '.complete');
	await runOnceFor(stamp, computeFingerprint([join(folder, 'pnpm-lock.yaml')]), async () => {
		await runStep(`Install Node.js ${version}, which n8n needs`, async () => {
			await installModules(folder, cleanEnvironment(), 'node-install.log');
		});
	});
	const home = findNodeHome(folder, version);
	const bin = join(home, 'bin');
	return {
		node: join(bin, process.platform === 'win32' ? 'node.exe' : 'node'),
		env: {
			...cleanEnvironment(),
			PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
			npm_config_nodedir: home,
		},
		version,
	};
}

/** The folder with `bin` and `include` that the `node` package fetched for this platform. */
function findNodeHome(folder: string, version: number): string {
	const store = join(folder, 'node_modules', '.pnpm');
	for (const name of readdirSync(store).filter((entry) => entry.startsWith('node@'))) {
		const modules = join(store, name, 'node_modules', 'node', 'node_modules');
		for (const platform of existsSync(modules) ? readdirSync(modules) : []) {
			if (existsSync(join(modules, platform, 'include'))) return join(modules, platform);
		}
	}
	throw new Error(
		`Node.js ${version} could not be installed for this platform. Install it yourself and run the command again with it.`,
	);
}

/** The environment without the variables of the package manager that started this process. */
function cleanEnvironment(): NodeJS.ProcessEnv {
	return Object.fromEntries(
		Object.entries(process.env).filter(
			([name]) =>
				!/^(npm_(lifecycle|package|command|execpath|node_execpath)|pnpm_|PNPM_|INIT_CWD|NODE_OPTIONS|JEST)/i.test(
					name,
				) && !/^npm_config_verify/i.test(name),
		),
	);
}

/** The sources of the packed package; the lock file has the versions of its parsers. */
const SOURCES = [
	'nodes',
	'credentials',
	'icons',
	'gulpfile.js',
	'package.json',
	'tsconfig.json',
	'pnpm-lock.yaml',
	'README.md',
	'LICENSE',
].map((name) => join(ROOT, name));

const PACK_FOLDER = join(SANDBOX, 'pack');

let packed: Promise<string> | undefined;

/**
 * Builds and packs the package as it would be published, once per run and only if its sources have changed. Returns the
 * path of the archive.
 */
export async function packPackage(): Promise<string> {
	return await (packed ??= pack());
}

async function pack(): Promise<string> {
	const isNew = await runOnceFor(
		join(PACK_FOLDER, '.complete'),
		computeFingerprint(SOURCES),
		async () => {
			await runStep('Build and pack the package', async () => {
				await rm(PACK_FOLDER, { recursive: true, force: true });
				await mkdir(PACK_FOLDER, { recursive: true });
				await build();
				await run('npx', [...PNPM, 'pack', '--pack-destination', PACK_FOLDER], {
					cwd: ROOT,
					env: cleanEnvironment(),
				});
			});
		},
	);
	if (!isNew) print('> The package is built and packed already');
	const archive = readdirSync(PACK_FOLDER).find((name) => name.endsWith('.tgz'));
	if (!archive) throw new Error(`The package was not packed; remove ${PACK_FOLDER} and try again.`);
	return join(PACK_FOLDER, archive);
}

async function build(): Promise<void> {
	const gulp = join(ROOT, 'node_modules', 'gulp', 'bin', 'gulp.js');
	const onlyErrors = '-L';
	await run(process.execPath, [gulp, 'build', onlyErrors], {
		cwd: ROOT,
		log: join(SANDBOX, 'logs', 'build.log'),
	});
}

/**
 * Copies the packed package to where the n8n in `n8nPackage` loads community packages from.
 */
export async function installPackage(
	userFolder: string,
	n8nPackage: string = N8N_PACKAGE,
): Promise<void> {
	const target = getPackageFolder(userFolder);
	await rm(target, { recursive: true, force: true });
	await mkdir(target, { recursive: true });
	await run('tar', ['-xzf', await packPackage(), '--strip-components=1'], { cwd: target });
	await linkWorkflowPackage(dirname(target), n8nPackage);
}

/**
 * Prepares an n8n with the packed package and without a database, in a folder of this name. Without a version, it is
 * the n8n of test/n8n.
 */
export async function installFreshN8n(
	name: string,
	version?: string,
): Promise<{ installation: N8nInstallation; userFolder: string }> {
	const userFolder = getN8nFolder(name);
	await rm(userFolder, { recursive: true, force: true });
	const installation = version ? await installVersion(version) : await ensureN8n();
	await installPackage(userFolder, installation.folder);
	return { installation, userFolder };
}

/** Where n8n loads the installed package from. */
const getPackageFolder = (userFolder: string) =>
	join(userFolder, '.n8n', 'nodes', 'node_modules', PACKAGE_NAME);

/**
 * Outside the project, the node finds only n8n's own `n8n-workflow`. Within it, it would find the project's, and n8n
 * would not recognize the node's errors.
 */
async function linkWorkflowPackage(folder: string, n8nPackage: string): Promise<void> {
	const link = join(folder, 'n8n-workflow');
	const n8n = await realpath(join(n8nPackage, 'node_modules', 'n8n'));
	await rm(link, { recursive: true, force: true });
	await symlink(join(dirname(n8n), 'n8n-workflow'), link, 'junction');
}
