/** What n8n-core reads once, when it is loaded: import this before it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FOLDER = join(tmpdir(), 'postiz-n8n-core-');

// The files of tests of a worker share n8n-core.
if (!process.env.N8N_USER_FOLDER?.startsWith(FOLDER)) {
	const userFolder = mkdtempSync(FOLDER);
	process.env.N8N_USER_FOLDER = userFolder;
	process.env.N8N_LOG_LEVEL = 'silent';
	process.env.N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS = 'true';
	process.once('exit', () => rmSync(userFolder, { recursive: true, force: true }));
}
