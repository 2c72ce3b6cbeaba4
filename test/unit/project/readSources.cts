import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

import { ROOT } from '../../harness/paths.cjs';

/** A file of code; its path is that in the project. */
export interface Source {
	path: string;
	text: string;
}

const GENERATED = ['node_modules', 'n8n'];

/** All TypeScript below these folders of the project. */
export function readSources(...folders: string[]): Source[] {
	return folders.flatMap((folder) =>
		readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry): Source[] => {
			const path = posix.join(folder, entry.name);
			if (entry.isDirectory()) return GENERATED.includes(entry.name) ? [] : readSources(path);
			if (!/\.c?ts$/.test(entry.name)) return [];
			return [{ path, text: readFileSync(join(ROOT, path), 'utf8') }];
		}),
	);
}
