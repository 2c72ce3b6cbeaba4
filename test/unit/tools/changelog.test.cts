import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import packageJson from '../../../package.json';
import { ROOT } from '../../harness/paths.cjs';
import { addRelease, notesOf } from '../../tools/changelog.cjs';
import { newRepository, type Repository } from './gitRepository.cjs';

const INTRO = '# Changelog\n\nWhat each version brings.\n';

let repository: Repository;

beforeEach(() => {
	repository = newRepository();
	write('CHANGELOG.md', `${INTRO}\n## Unreleased\n\n- Post to Bluesky\n`);
	writeVersion('0.1.0');
});
afterEach(() => repository.remove());

const write = (file: string, text: string) => writeFileSync(join(repository.folder, file), text);
const writeVersion = (version: string) => write('package.json', JSON.stringify({ version }));
const changelog = () => readFileSync(join(repository.folder, 'CHANGELOG.md'), 'utf8');

test('what was unreleased becomes the newest version, which is what its release says', () => {
	addRelease(repository.folder, '2099-01-31');
	const first = '## 0.1.0 - 2099-01-31\n\n- Post to Bluesky\n';
	expect(changelog()).toBe(`${INTRO}\n## Unreleased\n\n${first}`);

	write('CHANGELOG.md', changelog().replace('Unreleased\n', 'Unreleased\n\n- Post to Mastodon\n'));
	writeVersion('0.2.0-beta.1');
	addRelease(repository.folder, '2099-02-28');
	expect(changelog()).toBe(
		`${INTRO}\n## Unreleased\n\n## 0.2.0-beta.1 - 2099-02-28\n\n- Post to Mastodon\n\n${first}`,
	);
	expect(notesOf(repository.folder, 'v0.1.0')).toBe('- Post to Bluesky\n');
	expect(notesOf(repository.folder, 'v0.2.0-beta.1')).toBe('- Post to Mastodon\n');
	expect(() => notesOf(repository.folder, 'v0.2.0')).toThrow(
		'CHANGELOG.md has no section of v0.2.0.',
	);
});

test('a version is not released twice, and not without a word of what it brings', () => {
	addRelease(repository.folder, '2099-01-31');
	const before = changelog();
	const release = () => addRelease(repository.folder, '2099-02-28');
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
