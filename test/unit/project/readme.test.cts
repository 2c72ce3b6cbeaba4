import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { PostizApi } from '../../../credentials/PostizApi.credentials';
import { PostizOAuth2Api } from '../../../credentials/PostizOAuth2Api.credentials';
import { Postiz } from '../../../nodes/Postiz/Postiz.node';
import { PostizTrigger } from '../../../nodes/PostizTrigger/PostizTrigger.node';
import { PostizWebhookTrigger } from '../../../nodes/PostizWebhookTrigger/PostizWebhookTrigger.node';
import { exampleFiles } from '../../demo/example.cjs';

const read = (path: string) => readFileSync(resolve(path), 'utf8');
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
		...[new Postiz(), new PostizTrigger(), new PostizWebhookTrigger()].flatMap(({ description }) =>
			shownNames(description.properties),
		),
		...[new PostizApi(), new PostizOAuth2Api()].flatMap(({ properties }) => shownNames(properties)),
		// Names of n8n itself.
		...['Continue', 'Continue (using error output)', 'Response Format', 'File'],
	];
	const called = [
		...`${README}${USING}`.replace(/`[^`]*`/g, '').matchAll(/_([A-Z][^_\n]{2,60})_/g),
	].map(([, name]) => name);
	expect(called.length).toBeGreaterThan(10);
	for (const name of called) expect(names).toContain(name);
});

test('the errors that docs/errors.md explains are errors of the node', () => {
	const sources = readSources(resolve('nodes')).join('\n');
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

test('a new node has no channel yet, and the guides say where to choose some', () => {
	const { properties } = new Postiz().description;
	const channels = properties.find(({ name }) => name === 'channels')!;
	expect(channels).toMatchObject({ type: 'multiOptions', default: [], required: true });
	for (const guide of [README, USING])
		expect(guide).toContain(`**${channels.displayName}:** choose `);
});

test('the recipes lead to every example', () => {
	const recipes = read('docs/recipes.md');
	for (const file of exampleFiles()) expect(recipes).toContain(`(../examples/${file})`);
	expect(README).toContain(`[All ${exampleFiles().length} recipes](docs/recipes.md)`);
});

function readSources(folder: string): string[] {
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) return readSources(path);
		return entry.name.endsWith('.ts') ? [readFileSync(path, 'utf8')] : [];
	});
}
