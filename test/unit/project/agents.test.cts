import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { getEncoding } from 'js-tiktoken';
import type { INodeProperties } from 'n8n-workflow';

import { resources } from '../../../nodes/Postiz/resources';
import { nodeNamed, readExample } from '../../demo/example.cjs';

const PAGE = readFileSync(resolve('docs/agents.md'), 'utf8');
const example = readExample('ai-agent-social-manager.json');
const tools = example.nodes.filter(({ type }) => type.endsWith('.postizTool'));

/** The rows of the table with this second column. */
function table(column: string): string[][] {
	const start = PAGE.search(new RegExp(`^\\|[^|\n]+\\| ${column} `, 'm'));
	const lines = PAGE.slice(start).split('\n\n')[0].split('\n').slice(2);
	return lines.map((line) =>
		line
			.split('|')
			.slice(1, -1)
			.map((cell) => cell.trim()),
	);
}

/** The key that the editor makes of a label. */
const keyOf = (label: string) => label.replace(/\W+/g, '_');

const labelsIn = (properties: INodeProperties[]): string[] =>
	properties.flatMap(({ displayName, options = [] }) => [
		displayName,
		...options.flatMap((option) =>
			'values' in option ? labelsIn(option.values) : 'type' in option ? labelsIn([option]) : [],
		),
	]);

/** What the model fills in: the key and the description of each field. */
const fieldsOf = (parameters: object) =>
	[
		...JSON.stringify(parameters).matchAll(/\$fromAI\('(\w+)', `([^`]+)`, 'string'(, '\w*')?\)/g),
	].map(([, key, description]) => ({ key, description }));

test('the page has the tools of the example, and fields that their forms have', () => {
	const rows = table('Operation');
	expect(rows.map(([name]) => name).sort()).toEqual(tools.map(({ name }) => name).sort());
	for (const [name, operation, fields] of rows) {
		const { parameters } = nodeNamed(example, name);
		const resource = resources.find(({ value }) => value === parameters.resource)!;
		const { name: operationName, properties } = resource.operations.find(
			({ value }) => value === parameters.operation,
		)!;
		expect(operation.split(',')[0]).toBe(`${resource.name} > ${operationName}`);
		const labels = fields.split(', ').filter(Boolean);
		for (const label of labels) expect(labelsIn(properties)).toContain(label);
		const keys = fieldsOf(parameters).map(({ key }) => key);
		expect(keys.sort()).toEqual(labels.map(keyOf).sort());
	}
});

test('the tools take few tokens of a model', () => {
	const schemas = tools.map(({ name, parameters }) => {
		const fields = fieldsOf(parameters);
		const properties = Object.fromEntries(
			fields.map(({ key, description }) => [key, { type: 'string', description }]),
		);
		const { toolDescription: description } = parameters;
		const schema = { type: 'object', properties, required: Object.keys(properties) };
		return { type: 'function', function: { name, description, parameters: schema } };
	});
	expect(schemas).toHaveLength(7);
	const amount = getEncoding('o200k_base').encode(JSON.stringify(schemas)).length;
	process.stdout.write(`The tools of the example take ${amount} of 900 tokens.\n`);
	expect(amount).toBeLessThan(900);
});
