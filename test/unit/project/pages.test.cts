import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import type {
	CodexData,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';

import { PostizApi } from '../../../credentials/PostizApi.credentials';
import { PostizOAuth2Api } from '../../../credentials/PostizOAuth2Api.credentials';
import { Postiz } from '../../../nodes/Postiz/Postiz.node.ts';
import { PostizTrigger } from '../../../nodes/PostizTrigger/PostizTrigger.node.ts';
import { exampleFiles } from '../../demo/example.cjs';
import { ROOT } from '../../harness/paths.cjs';
import { readSources } from './sources.cjs';

const nodes = [new Postiz(), new PostizTrigger()];
const credentials = [new PostizApi(), new PostizOAuth2Api()];

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const README = read('README.md');
const USING = read('docs/using.md');
const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...pagesIn('docs')];

function pagesIn(folder: string): string[] {
	return readdirSync(resolve(folder))
		.filter((file) => file.endsWith('.md'))
		.map((file) => join(folder, file));
}

/** All names that the forms show: fields, options and the buttons that add them. */
function shownNames(properties: INodeProperties[]): string[] {
	return properties.flatMap((property) => [
		property.displayName,
		property.placeholder ?? '',
		property.typeOptions?.multipleValueButtonText ?? '',
		...(property.modes ?? []).map(({ displayName }) => displayName),
		...(property.options ?? []).flatMap(
			(option: INodeProperties | INodePropertyCollection | INodePropertyOptions) =>
				'values' in option
					? [option.displayName, ...shownNames(option.values)]
					: 'type' in option
						? shownNames([option])
						: [option.name],
		),
	]);
}

test.each(PAGES)('every link and picture in %s leads somewhere', (page) => {
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

test('what the README calls by its name in the form is called so there', () => {
	const names = [
		...nodes.flatMap(({ description }) => shownNames(description.properties)),
		...credentials.flatMap(({ properties }) => shownNames(properties)),
		// Names of n8n itself.
		...['Continue', 'Continue (using error output)', 'Textarea', 'File', 'On Form Submitted'],
	];
	const called = [
		...`${README}${USING}`.replace(/`[^`]*`/g, '').matchAll(/_([A-Z][^_\n]{2,60})_/g),
	].map(([, name]) => name);
	expect(called.length).toBeGreaterThan(10);
	for (const name of called) expect(names).toContain(name);
});

test('the errors that docs/errors.md explains are errors of the node', () => {
	const sources = readSources('nodes')
		.map(({ text }) => text)
		.join('\n');
	const table = read('docs/errors.md').split('\n## ')[0];
	const sentences = [...table.matchAll(/^\| (.+?) +\| /gm)]
		.map(([, sentence]) => sentence)
		.filter((sentence) => !/^(The node says|-+)/.test(sentence));
	expect(sentences.length).toBeGreaterThan(8);
	for (const sentence of sentences) {
		for (const part of sentence.split('…').map((piece) => piece.trim())) {
			expect(sources).toContain(part);
		}
	}
});

test('the files and folders that CONTRIBUTING names exist', () => {
	const folders = ['', 'resources/post', 'resources/post/shared', 'publishing'].map((folder) =>
		join('nodes/Postiz', folder),
	);
	const exists = (path: string) =>
		['', ...folders, 'test/unit/providers', 'test/integration/providers']
			.flatMap((folder) => ['', '.ts'].map((ending) => join(ROOT, folder, path + ending)))
			.some(existsSync);
	const built = /^(\.sandbox|convert\/dist)\//;
	const named = [...read('CONTRIBUTING.md').matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)]
		.map(([, path]) => path)
		.filter((path) => !built.test(path));
	expect(named.length).toBeGreaterThan(15);
	expect(named.filter((path) => !exists(path))).toEqual([]);
});

test('a new node has no channel yet, and the README says where to choose some', () => {
	const { properties } = new Postiz().description;
	const channels = properties.find(({ name }) => name === 'channels')!;
	expect(channels).toMatchObject({ type: 'multiOptions', default: [], required: true });
	expect(README).toContain(`**${channels.displayName}:** choose `);
});

test('the recipes lead to every example', () => {
	const recipes = read('docs/recipes.md');
	const { repository } = JSON.parse(read('package.json')) as { repository: { url: string } };
	const raw = repository.url.replace('//github.com/', '//raw.githubusercontent.com/').slice(0, -4);
	for (const file of exampleFiles()) {
		expect(recipes).toContain(`(../examples/${file})`);
		// The address for n8n's Import > From URL.
		expect(recipes).toContain(`[${file}](${raw}/main/examples/${file})`);
	}
	expect(README).toContain(`[All ${exampleFiles().length} recipes](docs/recipes.md)`);
});

type Codex = CodexData & { alias: string[] };

const { repository } = JSON.parse(read('package.json')) as { repository: { url: string } };
const REPOSITORY = repository.url.replace(/\.git$/, '');

const codices = nodes.map(({ description: { name } }): [string, Codex] => {
	const folder = name[0].toUpperCase() + name.slice(1);
	const path = `nodes/${folder}/${folder}.node.json`;
	return [path, JSON.parse(read(path)) as Codex];
});

/** The page of the project that an address opens, and the heading at which it does. */
function pageOf(address: string): { page: string; heading?: string } {
	const [url, heading] = address.split('#');
	if (url === REPOSITORY) return { page: 'README.md', heading };
	const start = `${REPOSITORY}/blob/main/`;
	if (!url.startsWith(start)) throw new Error(`${address} is no page of ${REPOSITORY}`);
	return { page: url.slice(start.length), heading };
}

/** The headings of a page as GitHub makes them part of an address. */
const slugsOf = (page: string) =>
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
])('the documentation of %s is at a heading that exists', (_name, address) => {
	const { page, heading } = pageOf(address!);
	expect(existsSync(join(ROOT, page))).toBe(true);
	if (heading !== undefined) expect(slugsOf(page)).toContain(heading);
});

// n8n appends its own parameters to these, so that a heading at the end would no longer be found.
test.each(codices)('the links of %s lead to pages, not to headings', (_path, { resources }) => {
	const links = [
		...(resources?.credentialDocumentation ?? []),
		...(resources?.primaryDocumentation ?? []),
	];
	expect(links).toHaveLength(2);
	for (const { url } of links) {
		const { page, heading } = pageOf(url);
		expect([page, existsSync(join(ROOT, page))]).toEqual([page, true]);
		expect(heading).toBeUndefined();
	}
});

test('the node and its triggers are found by the same words', () => {
	const [[, { alias }], ...others] = codices;
	expect(alias.map((word) => word.toLowerCase())).toEqual(
		expect.arrayContaining([
			'instagram',
			'linkedin post',
			'schedule post',
			'social media',
			'tiktok',
			'twitter',
		]),
	);
	for (const [, codex] of others) expect(codex.alias).toEqual(alias);
});
