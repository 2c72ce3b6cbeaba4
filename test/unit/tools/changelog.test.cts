import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import packageJson from '../../../package.json';
import { ROOT } from '../../harness/paths.cjs';
import { addRelease, notesOf } from '../../tools/changelog.cjs';
import { newRepository, type Repository } from './gitRepository.cjs';

const INTRO = '# Changelog\n\nWhat each version brings.\n';
const NODES = 'Nodes, credentials and the command that moves workflows';

let repository: Repository;

beforeEach(() => {
	repository = newRepository();
	write('CHANGELOG.md', INTRO);
	writeVersion('0.1.0');
});
afterEach(() => repository.remove());

const write = (file: string, text: string) => writeFileSync(join(repository.folder, file), text);
const writeVersion = (version: string) => write('package.json', JSON.stringify({ version }));
const changelog = () => readFileSync(join(repository.folder, 'CHANGELOG.md'), 'utf8');

/** Releases a version without npm: adds its section, commits and tags. */
function release(version: string, date: string): void {
	writeVersion(version);
	addRelease(repository.folder, date);
	repository.commit(version);
	repository.git('tag', `v${version}`);
}

test('the first section stands below the introduction, with the version and the day', () => {
	const hash = repository.commit('Post to Bluesky', 'nodes/a.ts');
	addRelease(repository.folder, '2099-01-31');
	expect(changelog()).toBe(
		`${INTRO}\n## 0.1.0 - 2099-01-31\n\n### ${NODES}\n\n- Post to Bluesky (${hash})\n`,
	);
});

test('a later section stands above the earlier ones, which stay as they are', () => {
	repository.commit('Post to Bluesky', 'nodes/a.ts');
	release('0.1.0', '2099-01-31');
	const before = changelog().slice(INTRO.length);
	const hash = repository.commit('Post to Mastodon', 'nodes/b.ts');
	release('0.2.0', '2099-02-28');
	expect(changelog()).toBe(
		`${INTRO}\n## 0.2.0 - 2099-02-28\n\n### ${NODES}\n\n- Post to Mastodon (${hash})\n${before}`,
	);
});

test('a release holds what its betas brought, a beta only what is new in it', () => {
	repository.commit('Old', 'nodes/a.ts');
	release('0.9.0', '2099-01-01');
	repository.commit('In the first beta', 'nodes/b.ts');
	release('1.0.0-beta.1', '2099-02-01');
	repository.commit('In the second beta', 'nodes/c.ts');
	release('1.0.0-beta.2', '2099-03-01');
	release('1.0.0', '2099-04-01');
	const subjects = (tag: string) =>
		[...notesOf(repository.folder, tag).matchAll(/^- (.*) \(/gm)].map(([, subject]) => subject);
	expect(subjects('v1.0.0-beta.2')).toEqual(['In the second beta']);
	expect(subjects('v1.0.0')).toEqual(['In the second beta', 'In the first beta']);
});

test('the notes of a release are its section without the heading', () => {
	const first = repository.commit('Post to Bluesky', 'nodes/a.ts');
	release('0.1.0', '2099-01-31');
	repository.commit('Post to Mastodon', 'nodes/b.ts');
	release('0.1.1', '2099-02-28');
	expect(notesOf(repository.folder, 'v0.1.0')).toBe(
		`### ${NODES}\n\n- Post to Bluesky (${first})\n`,
	);
	expect(() => notesOf(repository.folder, 'v0.1')).toThrow('CHANGELOG.md has no section of v0.1.');
});

test('a section is written once, so that nobody’s corrections are lost', () => {
	repository.commit('Post to Bluesky', 'nodes/a.ts');
	addRelease(repository.folder, '2099-01-31');
	const before = changelog();
	expect(() => addRelease(repository.folder, '2099-02-28')).toThrow(
		'CHANGELOG.md has a section of 0.1.0.',
	);
	expect(changelog()).toBe(before);
});

test.each([
	['0.1.0', ['0.1.0', '--allow-same-version']],
	['0.2.0', ['minor']],
])('npm tags %s with its section in the changelog', (version, parameters) => {
	const { scripts } = packageJson;
	write(
		'package.json',
		JSON.stringify({ name: 'a', version: '0.1.0', scripts: { version: scripts.version } }),
	);
	write('.gitignore', 'node_modules\ntest\n');
	repository.commit('Post to Bluesky', 'nodes/a.ts');
	for (const name of ['node_modules', 'test']) {
		symlinkSync(join(ROOT, name), join(repository.folder, name), 'junction');
	}
	execFileSync('npm', ['version', ...parameters, '--no-update-notifier'], {
		cwd: repository.folder,
		env: repository.env,
		stdio: 'pipe',
		shell: process.platform === 'win32',
	});
	const { git } = repository;
	expect(git('show', `v${version}:CHANGELOG.md`)).toMatch(
		new RegExp(`^## ${version} - \\d{4}-\\d\\d-\\d\\d$`, 'm'),
	);
	expect(JSON.parse(git('show', `v${version}:package.json`))).toHaveProperty('version', version);
	expect(git('status', '--porcelain')).toBe('');
});
