/** Installs the n8n of the end-to-end tests, so that `.ci/run` has it by the time it needs it. */
import { ensureN8n } from '../harness/install.cjs';
import { runTool } from '../harness/tool.cjs';

async function main(): Promise<void> {
	await ensureN8n();
}

runTool(main, '\nEnding the installation.');
