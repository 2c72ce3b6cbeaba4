import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { providers } from '../../../nodes/Postiz/providers';
import { resources } from '../../../nodes/Postiz/resources';
import { PostizTrigger } from '../../../nodes/PostizTrigger/PostizTrigger.node';
import { PostizWebhookTrigger } from '../../../nodes/PostizWebhookTrigger/PostizWebhookTrigger.node';
import { pages } from '../../tools/docs.cjs';

const written = pages();

test.each(Object.entries(written))('%s is what `pnpm run docs` writes', (path, text) => {
	expect(readFileSync(resolve(path), 'utf8')).toBe(text);
});

test('the reference names every setting and every allowed value', () => {
	const page = written['docs/providers.md'];
	for (const { displayName, fields } of providers) {
		const section = page.split(`\n## ${displayName}\n`)[1].split('\n## ')[0];
		for (const { name, displayName: label, type, options = [] } of fields) {
			expect(section).toContain(`| ${label} | \`${name}\` |`);
			if (type !== 'options') continue;
			for (const option of options as Array<{ value: string }>) {
				expect(section).toContain(`\`${option.value}\``);
			}
		}
	}
});

test('the reference says which titles may be empty, and what they are then', () => {
	const rows = written['docs/providers.md'].split('\n');
	const titles = rows.filter((row) => row.includes('The first line of the text if empty.'));
	expect(titles).toEqual(rows.filter((row) => row.includes('| from the text |')));
	expect(titles).toHaveLength(
		providers.flatMap(({ fields }) => fields.filter(({ fromText }) => fromText)).length,
	);
});

/** Every operation and trigger with its fields, by the heading of its section. */
const forms: Array<[string, INodeProperties[]]> = [
	...resources.flatMap(({ name, operations }) =>
		operations.map(({ name: operation, properties }): [string, INodeProperties[]] => [
			`${name}: ${operation}`,
			properties,
		]),
	),
	...[new PostizTrigger(), new PostizWebhookTrigger()].map(
		({ description }): [string, INodeProperties[]] => [
			description.displayName,
			description.properties,
		],
	),
];

const fieldsOf = (heading: string) =>
	written['docs/operations.md']
		.split(`\n## ${heading}\n`)[1]
		.split('\n## ')[0]
		.split('\n')
		.filter((line) => line.startsWith('| '))
		.slice(2)
		.map((line) => line.split(' | ')[0].slice(2));

test.each(forms)('the reference of %s names each field, and none twice', (heading, properties) => {
	const fields = fieldsOf(heading);
	expect(new Set(fields).size).toBe(fields.length);
	for (const { displayName, displayOptions, type } of properties) {
		if (type === 'notice' || displayOptions?.show?.provider) continue;
		expect(fields.map((field) => field.replace(/ \((required|when|unless)\b.*\)$/, ''))).toContain(
			displayName,
		);
	}
});

test('the reference says when a field is needed, and shown', () => {
	expect(fieldsOf('Post: Create')).toEqual(
		expect.arrayContaining([
			'Date (unless _When to Publish_ is _Next Free Slot_ or _Now_)',
			'Channel Names or IDs (required when _Choose Channels_ is _From List_)',
			'Channels (required when _Choose Channels_ is _By Name or ID_)',
			'Network Settings › Network Identifier (required when _Network_ is _Other Network_)',
			'Network Settings › More Settings › Settings (JSON)',
			'Network Settings › Custom Text',
			'Network Settings › Limit to One Channel',
		]),
	);
	expect(fieldsOf('Post: Create From JSON')).toContain('JSON (required)');
	expect(fieldsOf('Postiz Webhook Trigger')).toContain('Events (required)');
});

test('what stands in an option that was just added is called no default', () => {
	const page = written['docs/operations.md'];
	expect(page).toContain('| Options › Max Wait (Minutes) | a number (60 at first) |');
	expect(page).toContain('| Options › Preview Only | on or off (on at first) |');
	expect(page).toContain('| Thread › Delay (Minutes) | a number (0 by default) |');
	for (const line of page.split('\n').filter((row) => /^\| (Options|Filters) › /.test(row))) {
		expect(line.split(' | ')[1]).not.toContain('default');
	}
});

const WORKFLOWS = resolve('.github/workflows');

test('the versions of n8n that work are tried again by a workflow, and so is the newest', () => {
	const page = readFileSync(resolve('docs/compatibility.md'), 'utf8');
	const working = [...page.matchAll(/^\| (\d\S+) +\|(?:[^|]*\|){2} yes /gm)].map(([, n8n]) => n8n);
	const { dependencies } = JSON.parse(readFileSync(resolve('test/n8n/package.json'), 'utf8')) as {
		dependencies: { n8n: string };
	};
	const workflow = readFileSync(join(WORKFLOWS, 'compatibility.yml'), 'utf8');
	const usual = [...workflow.matchAll(/\{ n8n: ([\w.]+), node:/g)].map(([, version]) => version);
	const tried = [...usual, dependencies.n8n];
	expect(working.length).toBeGreaterThan(3);
	expect(tried).toEqual(expect.arrayContaining([...working, 'latest']));
});

test('every action is of GitHub itself, and fixed to a commit', () => {
	const used = readdirSync(WORKFLOWS).flatMap((file) =>
		readFileSync(join(WORKFLOWS, file), 'utf8').match(/uses: .*/g)!,
	);
	expect(used.length).toBeGreaterThan(8);
	for (const line of used) {
		expect(line).toMatch(/^uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	}
});
