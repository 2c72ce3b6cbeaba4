import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';

import packageJson from '../../../package.json';
import { ROOT } from '../../harness/paths.cjs';
import { addRelease, notesOf } from '../../tools/changelog.cjs';

const INTRO = '# Changelog\n\nWhat each version brings.\n';

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'changelog-'));
	write('CHANGELOG.md', `${INTRO}\n## Unreleased\n\n- Post to Bluesky\n`);
	writeVersion('0.1.0');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
const writeVersion = (version: string) => write('package.json', JSON.stringify({ version }));
const changelog = () => readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');

/** Runs a command in the folder, with a git that ignores the settings of this machine. */
const run = (command: string, ...parameters: string[]) =>
	execFileSync(command, parameters, {
		cwd: folder,
		encoding: 'utf8',
		env: {
			...process.env,
			...{ GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1' },
			...{ GIT_AUTHOR_NAME: 'Acme Coffee', GIT_AUTHOR_EMAIL: 'acme@example.com' },
			...{ GIT_COMMITTER_NAME: 'Acme Coffee', GIT_COMMITTER_EMAIL: 'acme@example.com' },
		},
		stdio: 'pipe',
		shell: process.platform === 'win32',
	}).trim();

test('what was unreleased becomes the newest version, which is what its release says', () => {
	addRelease(folder, '2099-01-31');
	const first = '## 0.1.0 - 2099-01-31\n\n- Post to Bluesky\n';
	expect(changelog()).toBe(`${INTRO}\n## Unreleased\n\n${first}`);

	write('CHANGELOG.md', changelog().replace('Unreleased\n', 'Unreleased\n\n- Post to Mastodon\n'));
	writeVersion('0.2.0-beta.1');
	addRelease(folder, '2099-02-28');
	expect(changelog()).toBe(
		`${INTRO}\n## Unreleased\n\n## 0.2.0-beta.1 - 2099-02-28\n\n- Post to Mastodon\n\n${first}`,
	);
	expect(notesOf(folder, 'v0.1.0')).toBe('- Post to Bluesky\n');
	expect(notesOf(folder, 'v0.2.0-beta.1')).toBe('- Post to Mastodon\n');
	expect(() => notesOf(folder, 'v0.2.0')).toThrow('CHANGELOG.md has no section of v0.2.0.');
});

test('a version is not released twice, and not without a word of what it brings', () => {
	addRelease(folder, '2099-01-31');
	const before = changelog();
	const release = () => addRelease(folder, '2099-02-28');
	expect(release).toThrow('CHANGELOG.md has a section of 0.1.0.');
	writeVersion('0.2.0');
	expect(release).toThrow('Write in CHANGELOG.md, under “## Unreleased”, what 0.2.0 brings.');
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
	run('git', 'init', '--quiet');
	run('git', 'add', '--all');
	run('git', 'commit', '--quiet', '--message=Start');
	for (const name of ['node_modules', 'test']) {
		symlinkSync(join(ROOT, name), join(folder, name), 'junction');
	}
	run('npm', 'version', ...parameters, '--no-update-notifier');
	expect(run('git', 'show', `v${version}:CHANGELOG.md`)).toMatch(
		new RegExp(`^## ${version} - \\d{4}-\\d\\d-\\d\\d$`, 'm'),
	);
	expect(JSON.parse(run('git', 'show', `v${version}:package.json`))).toHaveProperty(
		'version',
		version,
	);
	expect(run('git', 'status', '--porcelain')).toBe('');
});
