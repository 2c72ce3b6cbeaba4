import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { ROOT } from './paths.cjs';

/** A hash over files and folders, to see whether something must be made again. */
export function fingerprint(paths: string[]): string {
	const hash = createHash('sha256');
	const add = (path: string): void => {
		if (!existsSync(path)) return;
		if (statSync(path).isDirectory()) {
			for (const name of readdirSync(path).sort()) add(join(path, name));
			return;
		}
		// Relative, so that a folder that was moved is not made anew.
		hash.update(relative(ROOT, path)).update('\0').update(readFileSync(path)).update('\0');
	};
	paths.forEach(add);
	return hash.digest('hex');
}

/** Does `work` unless it was done before for the same fingerprint, as the stamp file says. */
export async function onceFor(
	stamp: string,
	print: string,
	work: () => Promise<void>,
): Promise<boolean> {
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === print) return false;
	await work();
	mkdirSync(dirname(stamp), { recursive: true });
	writeFileSync(stamp, print);
	return true;
}
