import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import type { CodexData } from 'n8n-workflow';

import { PostizApi } from '../../../credentials/PostizApi.credentials';
import { PostizOAuth2Api } from '../../../credentials/PostizOAuth2Api.credentials';
import { Postiz } from '../../../nodes/Postiz/Postiz.node.ts';
import { PostizTrigger } from '../../../nodes/PostizTrigger/PostizTrigger.node.ts';
import { listExampleFiles } from '../../demo/example.cjs';
import { ROOT } from '../../harness/paths.cjs';

const nodes = [new Postiz(), new PostizTrigger()];
const credentials = [new PostizApi(), new PostizOAuth2Api()];

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const README = read('README.md');
const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...listPages('docs')];

function listPages(folder: string): string[] {
	return readdirSync(resolve(folder))
		.filter((file) => file.endsWith('.md'))
		.map((file) => join(folder, file));
}

test.each(PAGES)('every link and picture in %s exists', (page) => {
	const targets = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)]
		.map(([, target]) => target)
		.filter((target) => !/^(https?:|#|mailto:|urn:)/.test(target));
	for (const target of targets) {
		const path = resolve(dirname(page), target.split('#')[0]);
		expect([target, existsSync(path)]).toEqual([target, true]);
	}
});

test.each(PAGES)('every command of the project in %s exists', (page) => {
	const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
	const commands = [...read(page).matchAll(/pnpm(?:@10)? (?:run )?([a-z][\w:-]*)/g)]
		.map(([, command]) => command)
		.filter((command) => !['install', 'pack', 'exec', 'add', 'version'].includes(command));
	for (const command of commands) expect(Object.keys(scripts)).toContain(command);
});

test('the files and folders that CONTRIBUTING names exist', () => {
	const folders = ['', 'actions/post', 'publishing', 'publishing/read'].map((folder) =>
		join('nodes/Postiz', folder),
	);
	const isPath = (path: string) =>
		['', ...folders, 'test/unit/networks', 'test/integration/networks']
			.flatMap((folder) => ['', '.ts'].map((ending) => join(ROOT, folder, path + ending)))
			.some(existsSync);
	const built = /^\.sandbox\//;
	const named = [...read('CONTRIBUTING.md').matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)]
		.map(([, path]) => path)
		.filter((path) => !built.test(path));
	expect(named.length).toBeGreaterThan(15);
	expect(named.filter((path) => !isPath(path))).toEqual([]);
});

test('docs/errors.md quotes messages of the nodes', () => {
	const sources = readdirSync(join(ROOT, 'nodes'), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => read(join('nodes', file)))
		.join('\n');
	const quoted = [...read('docs/errors.md').matchAll(/^\| ([^|]+?) +\|/gm)].slice(2);
	expect(quoted.length).toBeGreaterThan(15);
	for (const [, message] of quoted) {
		for (const part of message.split('…')) expect(sources).toContain(part.trim());
	}
});

test('the recipes link to every example', () => {
	const recipes = read('docs/recipes.md');
	const { repository } = JSON.parse(read('package.json')) as { repository: { url: string } };
	const raw = repository.url.replace('//github.com/', '//raw.githubusercontent.com/').slice(0, -4);
	for (const file of listExampleFiles()) {
		expect(recipes).toContain(`(../examples/${file})`);
		// The address for n8n's Import > From URL.
		expect(recipes).toContain(`[${file}](${raw}/main/examples/${file})`);
	}
	expect(README).toContain(`[All ${listExampleFiles().length} recipes](docs/recipes.md)`);
});

const { repository } = JSON.parse(read('package.json')) as { repository: { url: string } };
const REPOSITORY = repository.url.replace(/\.git$/, '');

const codices = nodes.map(({ description: { name } }): [string, CodexData] => {
	const folder = name[0].toUpperCase() + name.slice(1);
	const path = `nodes/${folder}/${folder}.node.json`;
	return [path, JSON.parse(read(path)) as CodexData];
});

/** The page of the project that an address opens, and the heading at which it does. */
function findPage(address: string): { page: string; heading?: string } {
	const [url, heading] = address.split('#');
	if (url === REPOSITORY) return { page: 'README.md', heading };
	const start = `${REPOSITORY}/blob/main/`;
	if (!url.startsWith(start)) throw new Error(`${address} is no page of ${REPOSITORY}`);
	return { page: url.slice(start.length), heading };
}

/** The headings of a page as GitHub makes them part of an address. */
const listSlugs = (page: string) =>
	[...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replace(/ /g, '-'),
	);

test.each([
	...nodes.map(({ description: { displayName, documentationUrl } }) => [
		displayName,
		documentationUrl,
	]),
	...credentials.map(({ displayName, documentationUrl }) => [displayName, documentationUrl]),
])('the documentation URL of %s leads to an existing heading', (_name, address) => {
	const { page, heading } = findPage(address!);
	expect(existsSync(join(ROOT, page))).toBe(true);
	if (heading !== undefined) expect(listSlugs(page)).toContain(heading);
});

// n8n appends its own parameters to these, so that a heading at the end would no longer be found.
test.each(codices)('the links of %s lead to pages, not headings', (_path, { resources }) => {
	const links = [
		...(resources?.credentialDocumentation ?? []),
		...(resources?.primaryDocumentation ?? []),
	];
	expect(links).toHaveLength(2);
	for (const { url } of links) {
		const { page, heading } = findPage(url);
		expect([page, existsSync(join(ROOT, page))]).toEqual([page, true]);
		expect(heading).toBeUndefined();
	}
});
