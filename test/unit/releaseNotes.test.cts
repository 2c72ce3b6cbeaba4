import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { releaseNotes } from '../tools/releaseNotes.cjs';

let repository: string;
let second = 0;

beforeEach(() => {
	repository = mkdtempSync(join(tmpdir(), 'release-notes-'));
	git('init', '--quiet', '--initial-branch=main');
});
afterEach(() => rmSync(repository, { recursive: true, force: true }));

/** Runs git as nobody in particular: no settings of this machine, and a clock of its own. */
function git(...parameters: string[]): string {
	const date = `2026-01-01T00:00:${String(second++ % 60).padStart(2, '0')}Z`;
	return execFileSync(
		'git',
		['-c', 'user.name=Acme Coffee', '-c', 'user.email=acme@example.com', ...parameters],
		{
			cwd: repository,
			encoding: 'utf8',
			env: {
				...process.env,
				GIT_CONFIG_GLOBAL: devNull,
				GIT_CONFIG_NOSYSTEM: '1',
				GIT_AUTHOR_DATE: date,
				GIT_COMMITTER_DATE: date,
			},
		},
	).trim();
}

/** Commits a change to these files; gives the short hash. */
function commit(message: string, ...files: string[]): string {
	for (const file of files) {
		mkdirSync(dirname(join(repository, file)), { recursive: true });
		writeFileSync(join(repository, file), message);
	}
	git('add', '--all');
	git('commit', '--quiet', `--message=${message}`);
	return git('rev-parse', '--short', 'HEAD');
}

test('the first release tells everything, sorted by what it touched', () => {
	const node = commit('Post to Bluesky', 'nodes/Postiz/providers/list.ts', 'test/unit/a.test.cts');
	const page = commit('Show how to post', 'examples/a.json', 'test/e2e/a.test.cts');
	const test = commit('Test in a browser', 'test/e2e/b.test.cts');
	git('tag', 'v0.1.0');
	expect(releaseNotes(repository, 'v0.1.0')).toBe(
		[
			'## Nodes, credentials and the command that moves workflows',
			`- Post to Bluesky (${node})`,
			'## Examples and documentation',
			`- Show how to post (${page})`,
			'## Behind the scenes',
			`- Test in a browser (${test})`,
		].join('\n\n') + '\n',
	);
});

test('a release tells what came since the one before, the latest first, and none of its own bump', () => {
	commit('Old', 'nodes/a.ts');
	git('tag', 'v0.1.0');
	const first = commit('First', 'nodes/b.ts');
	const latest = commit('Latest', 'credentials/c.ts');
	commit('0.2.0', 'package.json');
	git('tag', 'v0.2.0');
	commit('Not yet released', 'nodes/d.ts');
	expect(releaseNotes(repository, 'v0.2.0')).toBe(
		`## Nodes, credentials and the command that moves workflows\n\n- Latest (${latest})\n- First (${first})\n`,
	);
});

test('without a tag it tells what is not released yet', () => {
	commit('Old', 'nodes/a.ts');
	git('tag', 'v0.1.0');
	expect(releaseNotes(repository)).toBe('Nothing has changed since v0.1.0.\n');
	commit('New', 'nodes/b.ts');
	expect(releaseNotes(repository)).toContain('- New (');
	expect(releaseNotes(repository)).not.toContain('- Old (');
});

test('what breaks stands first', () => {
	const hash = commit(
		'Name the date as the editor does\n\nIt was confusing.\n\nBREAKING: choose the date of Post > Create again',
		'nodes/a.ts',
	);
	expect(releaseNotes(repository)).toBe(
		[
			`## Before you update\n\n- choose the date of Post > Create again (${hash})`,
			`## Nodes, credentials and the command that moves workflows\n\n- Name the date as the editor does (${hash})\n`,
		].join('\n\n'),
	);
});

test('what people see nothing of stands last, whatever it touched', () => {
	const seen = commit('Tell the INTERNAL name of a board', 'nodes/a.ts');
	const unseen = commit('Move the dates to a file\n\nINTERNAL: nothing else changes', 'nodes/b.ts');
	expect(releaseNotes(repository)).toBe(
		[
			`## Nodes, credentials and the command that moves workflows\n\n- Tell the INTERNAL name of a board (${seen})`,
			`## Behind the scenes\n\n- Move the dates to a file (${unseen})\n`,
		].join('\n\n'),
	);
});

test('a release counts from the last release, a beta from the last beta', () => {
	commit('Old', 'nodes/a.ts');
	git('tag', 'v0.9.0');
	commit('In the first beta', 'nodes/b.ts');
	git('tag', 'v1.0.0-beta.1');
	commit('In the second beta', 'nodes/c.ts');
	git('tag', 'v1.0.0-beta.2');
	commit('In the release', 'nodes/d.ts');
	git('tag', 'v1.0.0');
	const subjects = (tag: string) =>
		[...releaseNotes(repository, tag).matchAll(/^- (.*) \(/gm)].map(([, subject]) => subject);
	expect(subjects('v1.0.0-beta.2')).toEqual(['In the second beta']);
	expect(subjects('v1.0.0')).toEqual(['In the release', 'In the second beta', 'In the first beta']);
});

test('merges are left out, what was merged is not', () => {
	commit('Base', 'nodes/a.ts');
	git('tag', 'v0.1.0');
	git('checkout', '--quiet', '-b', 'topic');
	commit('On the topic', 'nodes/b.ts');
	git('checkout', '--quiet', 'main');
	commit('On main', 'nodes/c.ts');
	git('merge', '--quiet', '--no-ff', '--message=Merge the topic', 'topic');
	const notes = releaseNotes(repository);
	expect(notes).toContain('- On the topic (');
	expect(notes).toContain('- On main (');
	expect(notes).not.toContain('Merge the topic');
});
