import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import axios from 'axios';

import type { N8nInstallation } from './install.cjs';
import { findFreePort } from './ports.cjs';
import { readLogTail, run, start, stop, waitUntilReady } from './processes.cjs';

export interface N8nOptions {
	installation: N8nInstallation;
	/** Holds the database, the settings and the installed packages. */
	userFolder: string;
	/** The preferred port; a free one is used if it is busy. */
	port?: number;
	/** Without the editor, n8n starts in about two thirds of the time. */
	hasEditor?: boolean;
	env?: Record<string, string>;
}

/** Starts a real n8n on its embedded database and waits until it answers. */
export async function startN8n(options: N8nOptions) {
	const { installation, userFolder } = options;
	mkdirSync(userFolder, { recursive: true });
	const port = await findFreePort(options.port);
	const url = `http://localhost:${port}`;
	const log = join(userFolder, 'n8n.log');
	const child = start(installation.node, [installation.n8n, 'start'], {
		cwd: userFolder,
		env: { ...(await createEnvironment(options, port)), ...options.env },
		log,
	});
	await waitUntilReady(child, log, async () => await isN8nReady(url));
	return {
		url,
		port,
		/** The redirect URL for OAuth apps. */
		oauthCallbackUrl: `${url}/rest/oauth2-credential/callback`,
		log,
		process: child,
		stop: async () => await stop(child),
	};
}
export type RunningN8n = Awaited<ReturnType<typeof startN8n>>;

/** Starts a worker for n8n in queue mode, for one execution at a time, and waits until it is ready. */
export async function startWorker(options: N8nOptions, name: string): Promise<ChildProcess> {
	const { installation, userFolder } = options;
	const log = join(userFolder, `${name}.log`);
	const child = start(installation.node, [installation.n8n, 'worker', '--concurrency=1'], {
		cwd: userFolder,
		env: { ...(await createEnvironment(options, await findFreePort())), ...options.env },
		log,
	});
	await waitUntilReady(child, log, () => /worker is now ready/i.test(readLogTail(log)));
	return child;
}

/** Imports credentials or workflows with `n8n import:…`, which reads them from a file. */
export async function importRecords(
	options: N8nOptions,
	kind: 'credentials' | 'workflow',
	records: unknown[],
): Promise<void> {
	const { installation, userFolder } = options;
	const file = join(userFolder, `import-${kind}.json`);
	mkdirSync(userFolder, { recursive: true });
	await writeFile(file, JSON.stringify(records));
	await run(installation.node, [installation.n8n, `import:${kind}`, `--input=${file}`], {
		cwd: userFolder,
		env: await createEnvironment(options, 0),
	});
}

async function createEnvironment(
	{ installation, userFolder, hasEditor = true }: N8nOptions,
	port: number,
): Promise<NodeJS.ProcessEnv> {
	return {
		...installation.env,
		N8N_USER_FOLDER: userFolder,
		N8N_PORT: String(port),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_EDITOR_BASE_URL: `http://localhost:${port}`,
		WEBHOOK_URL: `http://localhost:${port}`,
		N8N_RUNNERS_BROKER_PORT: String(await findFreePort()),
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_SECURE_COOKIE: 'false',
		N8N_DISABLE_UI: String(!hasEditor),
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		N8N_LOG_LEVEL: 'info',
		GENERIC_TIMEZONE: 'UTC',
		NODE_ENV: 'production',
	};
}

/** Returns whether n8n is ready at this address. */
export async function isN8nReady(url: string): Promise<boolean> {
	try {
		// While n8n starts, it answers every request with a page that says so; later, this one asks to sign in.
		const { data } = await axios.get<unknown>(`${url}/rest/login`, {
			timeout: 2000,
			validateStatus: (status) => status < 500,
		});
		return typeof data === 'object';
	} catch {
		return false;
	}
}
