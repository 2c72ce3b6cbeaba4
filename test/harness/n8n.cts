import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import axios from 'axios';

import type { N8nInstallation } from './install.cjs';
import { freePort } from './ports.cjs';
import { logTail, run, start, stop } from './processes.cjs';

const START_LIMIT_MS = 180_000;
const POLL_MS = 500;

export interface N8nOptions {
	installation: N8nInstallation;
	/** Holds the database, the settings and the installed packages. */
	userFolder: string;
	/** Wanted port; another is taken where it is busy. */
	port?: number;
	env?: Record<string, string>;
}

export interface RunningN8n {
	url: string;
	port: number;
	/** The redirect URL for OAuth apps. */
	oauthCallbackUrl: string;
	log: string;
	process: ChildProcess;
	stop: () => Promise<void>;
}

/** Starts a real n8n on its embedded database and waits until it answers. */
export async function startN8n(options: N8nOptions): Promise<RunningN8n> {
	const { installation, userFolder } = options;
	mkdirSync(userFolder, { recursive: true });
	const port = await freePort(options.port);
	const url = `http://localhost:${port}`;
	const log = join(userFolder, 'n8n.log');
	const child = start(installation.node, [installation.n8n, 'start'], {
		cwd: userFolder,
		env: { ...(await environment(options, port)), ...options.env },
		log,
	});
	await waitUntilReady(url, child, log);
	return {
		url,
		port,
		oauthCallbackUrl: `${url}/rest/oauth2-credential/callback`,
		log,
		process: child,
		stop: async () => await stop(child),
	};
}

/** Starts a worker for an n8n in queue mode, for one execution at a time, and waits until it takes work. */
export async function startWorker(options: N8nOptions, name: string): Promise<ChildProcess> {
	const { installation, userFolder } = options;
	const log = join(userFolder, `${name}.log`);
	const child = start(installation.node, [installation.n8n, 'worker', '--concurrency=1'], {
		cwd: userFolder,
		env: { ...(await environment(options, await freePort())), ...options.env },
		log,
	});
	const end = Date.now() + START_LIMIT_MS;
	while (!/worker is now ready/i.test(logTail(log))) {
		if (child.exitCode !== null || Date.now() > end) {
			await stop(child);
			throw new Error(`A worker did not start. The end of its log (${log}):\n${logTail(log)}`);
		}
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
	return child;
}

/** Runs one of n8n's commands, such as `import:workflow`, and returns what it printed. */
async function n8nCommand(options: N8nOptions, parameters: string[]): Promise<string> {
	const { installation, userFolder } = options;
	mkdirSync(userFolder, { recursive: true });
	return await run(installation.node, [installation.n8n, ...parameters], {
		cwd: userFolder,
		env: await environment(options, 0),
	});
}

/** Imports credentials, or workflows, as `n8n import:…` reads them from a file. */
export async function importInto(
	options: N8nOptions,
	kind: 'credentials' | 'workflow',
	records: unknown[],
): Promise<void> {
	const file = join(options.userFolder, `import-${kind}.json`);
	mkdirSync(options.userFolder, { recursive: true });
	await writeFile(file, JSON.stringify(records));
	await n8nCommand(options, [`import:${kind}`, `--input=${file}`]);
}

async function environment(
	{ installation, userFolder }: N8nOptions,
	port: number,
): Promise<NodeJS.ProcessEnv> {
	return {
		...installation.env,
		N8N_USER_FOLDER: userFolder,
		N8N_PORT: String(port),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_EDITOR_BASE_URL: `http://localhost:${port}`,
		WEBHOOK_URL: `http://localhost:${port}`,
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_SECURE_COOKIE: 'false',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		N8N_LOG_LEVEL: 'info',
		GENERIC_TIMEZONE: 'UTC',
		NODE_ENV: 'production',
	};
}

async function waitUntilReady(url: string, child: ChildProcess, log: string): Promise<void> {
	const end = Date.now() + START_LIMIT_MS;
	while (Date.now() < end) {
		if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) break;
		if (await answersAsN8n(url)) return;
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
	await stop(child);
	throw new Error(`n8n did not start. The end of its log (${log}):\n${logTail(log)}`);
}

/** Whether an n8n that is ready answers there. */
export async function answersAsN8n(url: string): Promise<boolean> {
	try {
		// While it starts, n8n answers every address with a page that says so.
		const { data } = await axios.get<{ data?: object }>(`${url}/rest/settings`, { timeout: 2000 });
		return typeof data.data === 'object';
	} catch {
		return false;
	}
}
