import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { ensureN8n, installPackage } from '../harness/install.cjs';
import { startN8n, type RunningN8n } from '../harness/n8n.cjs';
import { SANDBOX } from '../harness/paths.cjs';
import { step } from '../harness/steps.cjs';

declare global {
	var endToEndN8n: RunningN8n | undefined;
}

/** Starts one fresh n8n with the packed package for all end-to-end tests. */
export default async function setup(): Promise<void> {
	const userFolder = join(SANDBOX, 'n8n-e2e');
	rmSync(userFolder, { recursive: true, force: true });
	const installation = await ensureN8n();
	await installPackage(userFolder);
	globalThis.endToEndN8n = await step(
		'Start n8n (about half a minute)',
		async () => await startN8n({ installation, userFolder }),
	);
	process.env.E2E_N8N_URL = globalThis.endToEndN8n.url;
}
