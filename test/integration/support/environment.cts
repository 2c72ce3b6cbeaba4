/** What n8n-core reads once, when it is loaded: import this before it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** n8n's own folder for this file of tests or program: settings, and the files that it keeps. */
export const userFolder = mkdtempSync(join(tmpdir(), 'postiz-n8n-core-'));

process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_LOG_LEVEL = 'silent';
process.env.N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS = 'true';

const cleanUp = () => rmSync(userFolder, { recursive: true, force: true });
if (typeof afterAll === 'function') afterAll(cleanUp);
else process.once('exit', cleanUp);
