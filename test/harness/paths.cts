import { join, resolve } from 'node:path';

/** The project's folder. */
export const ROOT = resolve(__dirname, '..', '..');

/** The files of the demo and the tests, which git ignores. */
export const SANDBOX = join(ROOT, '.sandbox');

/** The package that holds the real n8n. */
export const N8N_PACKAGE = join(ROOT, 'test', 'n8n');

/**
 * A folder for the data of one n8n. The linter skips folders with this name, as n8n keeps thousands of the editor's
 * scripts there.
 */
export const getN8nFolder = (name: string) => join(SANDBOX, 'node_modules', name);
