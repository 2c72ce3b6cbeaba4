import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A git repository of its own for one test, on an empty branch `main`. */
export interface Repository {
	folder: string;
	/** The environment of a git that knows no settings of this machine. */
	env: NodeJS.ProcessEnv;
	/** Runs git and returns what it prints. */
	git: (...parameters: string[]) => string;
	/** Commits a change to these files and returns the short hash. */
	commit: (message: string, ...files: string[]) => string;
	remove: () => void;
}

export function newRepository(): Repository {
	const folder = mkdtempSync(join(tmpdir(), 'repository-'));
	const env = {
		...process.env,
		GIT_CONFIG_GLOBAL: devNull,
		GIT_CONFIG_NOSYSTEM: '1',
		GIT_AUTHOR_NAME: 'Acme Coffee',
		GIT_AUTHOR_EMAIL: 'acme@example.com',
		GIT_COMMITTER_NAME: 'Acme Coffee',
		GIT_COMMITTER_EMAIL: 'acme@example.com',
	};
	let second = 0;

	const git = (...parameters: string[]) => {
		const date = `2026-01-01T00:00:${String(second++ % 60).padStart(2, '0')}Z`;
		return execFileSync('git', parameters, {
			cwd: folder,
			encoding: 'utf8',
			env: { ...env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
		}).trim();
	};

	const commit = (message: string, ...files: string[]) => {
		for (const file of files) {
			mkdirSync(dirname(join(folder, file)), { recursive: true });
			writeFileSync(join(folder, file), message);
		}
		git('add', '--all');
		git('commit', '--quiet', `--message=${message}`);
		return git('rev-parse', '--short', 'HEAD');
	};

	git('init', '--quiet', '--initial-branch=main');
	return {
		folder,
		env,
		git,
		commit,
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}
