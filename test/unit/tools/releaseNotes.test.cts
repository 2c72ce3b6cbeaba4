import { releaseNotes } from '../../tools/releaseNotes.cjs';
import { newRepository, type Repository } from './gitRepository.cjs';

let repository: Repository;

beforeEach(() => {
	repository = newRepository();
});
afterEach(() => repository.remove());

test('the first release says everything, sorted by what it touched', () => {
	const node = repository.commit(
		'Post to Bluesky',
		'nodes/Postiz/providers/list.ts',
		'test/unit/a.test.cts',
	);
	const page = repository.commit('Show how to post', 'examples/a.json', 'test/e2e/a.test.cts');
	const test = repository.commit('Test in a browser', 'test/e2e/b.test.cts');
	repository.git('tag', 'v0.1.0');
	expect(releaseNotes(repository.folder, 'v0.1.0')).toBe(
		[
			'### Nodes, credentials and the command that moves workflows',
			`- Post to Bluesky (${node})`,
			'### Examples and documentation',
			`- Show how to post (${page})`,
			'### Behind the scenes',
			`- Test in a browser (${test})`,
		].join('\n\n') + '\n',
	);
});

test('a release says what came since the one before, the latest first, and none of its own bump', () => {
	repository.commit('Old', 'nodes/a.ts');
	repository.git('tag', 'v0.1.0');
	const first = repository.commit('First', 'nodes/b.ts');
	const latest = repository.commit('Latest', 'credentials/c.ts');
	repository.commit('0.2.0', 'package.json');
	repository.git('tag', 'v0.2.0');
	repository.commit('Not yet released', 'nodes/d.ts');
	expect(releaseNotes(repository.folder, 'v0.2.0')).toBe(
		`### Nodes, credentials and the command that moves workflows\n\n- Latest (${latest})\n- First (${first})\n`,
	);
});

test('without a tag it says what is not released yet', () => {
	repository.commit('Old', 'nodes/a.ts');
	repository.git('tag', 'v0.1.0');
	expect(releaseNotes(repository.folder)).toBe('Nothing has changed since v0.1.0.\n');
	repository.commit('New', 'nodes/b.ts');
	expect(releaseNotes(repository.folder)).toContain('- New (');
	expect(releaseNotes(repository.folder)).not.toContain('- Old (');
});

test('what breaks stands first', () => {
	const hash = repository.commit(
		'Name the date as the editor does\n\nIt was confusing.\n\nBREAKING: choose the date of Post > Create again',
		'nodes/a.ts',
	);
	expect(releaseNotes(repository.folder)).toBe(
		[
			`### Before you update\n\n- choose the date of Post > Create again (${hash})`,
			`### Nodes, credentials and the command that moves workflows\n\n- Name the date as the editor does (${hash})\n`,
		].join('\n\n'),
	);
});

test('what people see nothing of stands last, whatever it touched', () => {
	const seen = repository.commit('Tell the INTERNAL name of a board', 'nodes/a.ts');
	const unseen = repository.commit(
		'Move the dates to a file\n\nINTERNAL: nothing else changes',
		'nodes/b.ts',
	);
	expect(releaseNotes(repository.folder)).toBe(
		[
			`### Nodes, credentials and the command that moves workflows\n\n- Tell the INTERNAL name of a board (${seen})`,
			`### Behind the scenes\n\n- Move the dates to a file (${unseen})\n`,
		].join('\n\n'),
	);
});

test('a release counts from the last release, a beta from the last beta', () => {
	repository.commit('Old', 'nodes/a.ts');
	repository.git('tag', 'v0.9.0');
	repository.commit('In the first beta', 'nodes/b.ts');
	repository.git('tag', 'v1.0.0-beta.1');
	repository.commit('In the second beta', 'nodes/c.ts');
	repository.git('tag', 'v1.0.0-beta.2');
	repository.commit('In the release', 'nodes/d.ts');
	repository.git('tag', 'v1.0.0');
	const subjects = (tag: string) =>
		[...releaseNotes(repository.folder, tag).matchAll(/^- (.*) \(/gm)].map(
			([, subject]) => subject,
		);
	expect(subjects('v1.0.0-beta.2')).toEqual(['In the second beta']);
	expect(subjects('v1.0.0')).toEqual(['In the release', 'In the second beta', 'In the first beta']);
});

test('merges are left out, what was merged is not', () => {
	repository.commit('Base', 'nodes/a.ts');
	repository.git('tag', 'v0.1.0');
	repository.git('checkout', '--quiet', '-b', 'topic');
	repository.commit('On the topic', 'nodes/b.ts');
	repository.git('checkout', '--quiet', 'main');
	repository.commit('On main', 'nodes/c.ts');
	repository.git('merge', '--quiet', '--no-ff', '--message=Merge the topic', 'topic');
	const notes = releaseNotes(repository.folder);
	expect(notes).toContain('- On the topic (');
	expect(notes).toContain('- On main (');
	expect(notes).not.toContain('Merge the topic');
});
