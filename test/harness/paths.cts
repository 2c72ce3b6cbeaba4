import { join, resolve } from 'node:path';

/** The project's folder. */
export const ROOT = resolve(__dirname, '..', '..');

/** Everything that the demo and the tests leave behind; git ignores it. */
export const SANDBOX = join(ROOT, '.sandbox');

/** The package that holds the real n8n. */
export const N8N_PACKAGE = join(ROOT, 'test', 'n8n');
