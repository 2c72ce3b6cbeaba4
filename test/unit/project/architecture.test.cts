import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

import { ROOT } from '../../harness/paths.cjs';
import { readSources } from './readSources.cjs';

const nodes = readSources('nodes');

/** The folders in a folder of the project, at any depth, by their paths in it. */
const listFolders = (folder: string) =>
	readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
		.filter((entry) => entry.isDirectory())
		.map((entry) => relative(join(ROOT, folder), join(entry.parentPath, entry.name)));

test.each(['test/unit', 'test/integration'])('%s has the same folders as the code', (tests) => {
	const OTHERS = ['credentials', 'examples', 'project', 'support', 'tools'];
	const allowed = [...listFolders('nodes/Postiz'), ...OTHERS];
	const folders = listFolders(tests);
	expect(folders.length).toBeGreaterThan(10);
	expect(folders.filter((folder) => !allowed.includes(folder))).toEqual([]);
	const loose = readdirSync(join(ROOT, tests)).filter((name) => name.endsWith('.cts'));
	expect(loose).toEqual([]);
});

test('no file in nodes/ has more than 350 lines', () => {
	const long = nodes
		.map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
		.filter(({ lines }) => lines > 350);
	expect(long).toEqual([]);
});

test('file names in nodes/ are unique', () => {
	const names = nodes
		.map(({ path }) => basename(path))
		.filter((name) => name !== 'index.ts')
		.sort();
	expect(names.filter((name, index) => name === names[index - 1])).toEqual([]);
});

test('names of functions and types at the top level of nodes/ are unique', () => {
	const DECLARATION =
		/^(?:export )?(?:(?:async |abstract )*(?:function\*?|class|interface|type|enum) (\w+)|const (\w+)(?:: [^=]+)? =\s+(?:async )?[(<])/gm;
	const names = nodes
		.flatMap(({ text }) => [
			...new Set([...text.matchAll(DECLARATION)].map(([, name, constant]) => name ?? constant)),
		])
		.sort();
	expect(names.length).toBeGreaterThan(1000);
	expect(names.filter((name, index) => name === names[index - 1])).toEqual([]);
});

test('comments cite sections of docs/api.md that exist', () => {
	const page = readFileSync(join(ROOT, 'docs/api.md'), 'utf8');
	const headings = [...page.matchAll(/^##+ (.+)$/gm)].map(([, heading]) => heading);
	expect(new Set(headings).size).toBe(headings.length);
	const cited = readSources('nodes', 'credentials', 'test').flatMap(({ path, text }) =>
		[
			...text
				.replace(/\s*\n\s*(\*(?!\/)|\/\/)\s*/g, ' ')
				.matchAll(/docs\/api\.md, ([^.;:()`*\n]+)/g),
		]
			.flatMap(([, sections]) => sections.split(','))
			.map((section) => ({ path, section: section.trim() })),
	);
	expect(cited.length).toBeGreaterThan(20);
	expect(cited.filter(({ section }) => !headings.includes(section))).toEqual([]);
});
