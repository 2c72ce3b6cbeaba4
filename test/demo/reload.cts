import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { fingerprint } from '../harness/fingerprint.cjs';
import { updatePackage } from '../harness/install.cjs';
import type { RunningN8n } from '../harness/n8n.cjs';
import type { N8nClient } from '../harness/n8nClient.cjs';
import { ROOT } from '../harness/paths.cjs';
import { isEnding } from '../harness/processes.cjs';
import { say, step } from '../harness/steps.cjs';

const FOLDERS = ['nodes', 'credentials', 'icons'];
const POLL_MS = 300;
const MAX_LOAD_MS = 20_000;
const MAX_REASON_LINES = 8;

/** The environment of an n8n that loads an installed package again when its files change. */
export const RELOADING = {
	N8N_DEV_RELOAD: 'true',
	// Below this level, n8n does not log why it could not load a package.
	N8N_LOG_LEVEL: 'debug',
};

/** A hash of the sources of what n8n loads. */
export const hashSources = () => fingerprint(FOLDERS.map((folder) => join(ROOT, folder)));

/**
 * Builds the package and has n8n load it whenever its sources change. `loaded` is the hash of the
 * sources that n8n starts with. Never ends: prints an error and goes on with the next change.
 */
export async function reloadOnChange(
	loaded: string,
	n8n: RunningN8n,
	userFolder: string,
	client: N8nClient,
): Promise<never> {
	say(`
Watching ${FOLDERS.join('/, ')}/: save a file there, and n8n reloads the package.
After any other change, such as in package.json, restart this command.`);
	let sources = loaded;
	for (;;) {
		// Polls, as fs.watch loses a file that an editor or git replaces.
		await sleep(POLL_MS);
		try {
			const now = hashSources();
			if (now === sources) continue;
			sources = now;
			await step('Build the package and load it into n8n', async () => {
				await reload(n8n, userFolder, client);
			});
			say('  What to do next: reload the editor in your browser.');
		} catch (error) {
			if (isEnding()) continue;
			say(`${(error as Error).message}\n\nWhat to do next: fix it and save the file.`);
		}
	}
}

/** Builds the package and waits until n8n has loaded it. Throws if it cannot be built or loaded. */
async function reload({ log }: RunningN8n, userFolder: string, client: N8nClient): Promise<void> {
	const before = await client.typesVersion();
	const logged = readFileSync(log, 'utf8').length;
	await updatePackage(userFolder);
	const end = Date.now() + MAX_LOAD_MS;
	while ((await client.typesVersion()) === before) {
		const reason = failureIn(readFileSync(log, 'utf8').slice(logged));
		if (reason) throw new Error(`n8n could not load the package:\n${reason}`);
		if (Date.now() > end) throw new Error(`n8n did not load the package. Its log: ${log}`);
		await sleep(POLL_MS);
	}
}

function failureIn(log: string): string | undefined {
	const [, details] = /Hot reload failed for \S+ (.*)/.exec(log) ?? [];
	return details?.replaceAll('\\n', '\n').split('\n').slice(0, MAX_REASON_LINES).join('\n');
}
