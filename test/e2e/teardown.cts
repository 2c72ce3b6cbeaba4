import { stopAll } from '../harness/processes.cjs';

/** Ends the n8n of the end-to-end tests. */
export default async function teardown(): Promise<void> {
	await globalThis.endToEndN8n?.stop();
	await stopAll();
}
