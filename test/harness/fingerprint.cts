import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { ROOT } from './paths.cjs';

/** A hash of files and folders, which shows whether something must be built again. */
export function computeFingerprint(paths: string[]): string {
	const hash = createHash('sha256');
	const add = (path: string): void => {
		if (!existsSync(path)) return;
		if (statSync(path).isDirectory()) {
			for (const name of readdirSync(path).sort()) add(join(path, name));
			return;
		}
		// Relative, so that a moved folder is not built again.
		hash.update(relative(ROOT, path)).update('\0').update(readFileSync(path)).update('\0');
	};
	paths.forEach(add);
	return hash.digest('hex');
}

/** Does `work` unless the stamp file has the same fingerprint. Returns whether it did. */
export async function runOnceFor(
	stamp: string,
	fingerprint: string,
	work: () => Promise<void>,
): Promise<boolean> {
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return false;
	await work();
	mkdirSync(dirname(stamp), { recursive: true });
	writeFileSync(stamp, fingerprint);
	return true;
}
