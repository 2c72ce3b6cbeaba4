import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	Workflow,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeParameters,
	type INodeTypes,
	type NodeParameterValueType,
} from 'n8n-workflow';

import { Problem } from '../../../../../nodes/Postiz/common/problem';
import {
	fieldsOfUpsert,
	fieldsOfCreateFromJson,
} from '../../../../../nodes/Postiz/posts/form/publishFields';
import { fieldsOfUpdate } from '../../../../../nodes/Postiz/posts/form/updateFields';
import { findExpressionNotesOrThrow } from '../../../../../nodes/Postiz/publishing/read/expressions/findExpressionNotesOrThrow';
import { listRawFields } from '../../../../../nodes/Postiz/publishing/read/expressions/rawFields';
import { createFake } from '../../../../shared/fakes.cjs';
import { catchProblem } from '../../../support/catchProblem.cjs';

const FORM = [...fieldsOfUpsert, ...fieldsOfCreateFromJson, ...fieldsOfUpdate];
const nodeTypes = createFake<INodeTypes>({
	getByNameAndVersion: () => ({ description: { properties: [] } }),
});

/** What the expressions of a form give for the first of some items, in n8n's own evaluator. */
function checkForm(parameters: IDataObject, items: IDataObject[]) {
	const node = createFake<INode>({ name: 'Postiz', parameters: {}, type: '', typeVersion: 1 });
	const { expression } = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const input = items.map((json) => ({ json }));
	const evaluate = (source: unknown) =>
		expression.getParameterValue(
			source as NodeParameterValueType,
			null,
			0,
			0,
			'Postiz',
			input,
			'manual',
			{},
		);
	const context = createFake<IExecuteFunctions>({
		getInputData: () => input,
		getNode: () => ({ ...node, parameters: parameters as INodeParameters }),
		getNodeParameter: (path: string) =>
			evaluate(
				path
					.split(/[.[\]]+/)
					.reduce<unknown>((found, key) => (Object(found) as IDataObject)[key], parameters),
			),
		evaluateExpression: (source: string) => evaluate(`=${source}`),
	});
	return findExpressionNotesOrThrow(context, 0, listRawFields(context, FORM));
}

const createFile = (more: IDataObject) => ({ file: [{ source: 'url', ...more }] });
const createThread = (more: IDataObject) => ({ segment: [more] });
const createTitled = (title: string) => ({
	network: [{ provider: 'youtube', settings: { title } }],
});
const wrapped = { output: { output: { caption: 'Hi' } } };

describe('an expression with a field that the item lacks', () => {
	test.each<{ content: string; json: IDataObject; names: string; has: string }>([
		{
			content: '={{ $json.output.caption }}',
			json: wrapped,
			names: 'output.caption',
			has: 'It has output.',
		},
		{
			content: '={{ $json.text }}',
			json: { data: { approved: true } },
			names: 'text',
			has: 'It has data.',
		},
		{ content: '={{ $json.text }}', json: {}, names: 'text', has: 'It is empty.' },
		{
			content: '={{ $json["the text"].trim() }}',
			json: { Text: 'a' },
			names: 'the text',
			has: 'It has Text.',
		},
		{
			content: '={{ $input.item.json.a || $json.b }}',
			json: { c: 1 },
			names: 'a, b',
			has: 'It has c.',
		},
		{
			content: '={{ $json.text }}\n\n#acme',
			json: { title: 'Hi' },
			names: 'text',
			has: 'It has title.',
		},
		{
			content: '={{ $json.title }}\n\nMore: {{ $json.url }}',
			json: { title: 'a', link: 'b' },
			names: 'url',
			has: 'title, link',
		},
		{
			content: '={{ $json.title }} with {{ $json.authors }} and @acme',
			json: { title: 'a' },
			names: 'authors',
			has: 'title',
		},
		{
			content: '=Open today! {{ $json.more }}',
			json: { title: 'a' },
			names: 'more',
			has: 'It has title.',
		},
		{
			content: '={{ $json.Caption }}',
			json: { 'Caption ': 'a', Date: 'b' },
			names: 'Caption',
			has: 'It has “Caption ”, with a blank',
		},
		{
			content: '={{ $json.text }}',
			json: { '\ufefftext': 'a' },
			names: 'text',
			has: 'an invisible character in its name',
		},
	])('is rejected: $content in $json', ({ content, json, names, has }) => {
		const [message, advice] = catchProblem(() => checkForm({ content }, [json]));
		expect(message).toBe(`The expression in Text is empty: the item has no ${names}`);
		expect(advice).toContain(has);
		expect(advice).toContain("add || '' to the expression");
	});

	test.each<[string, IDataObject, IDataObject?]>([
		['Media: URL', { media: createFile({ url: '={{ $json.x }}' }) }],
		['Media: URL', { media: createFile({ url: '={{ $json.x }}' }) }, { id: 'rec0123456789ABCD' }],
		['Media: Details: Alt Text', { media: createFile({ details: { alt: '=A {{ $json.x }}' } }) }],
		['Media: Details: Cover', { media: createFile({ details: { cover: '={{ $json.x }}' } }) }],
		['Thread: Text', { thread: createThread({ content: '=See {{ $json.x }}' }) }],
		[
			'Network Settings: More Settings: Title',
			{ networkSettings: createTitled('={{ $json.x }}!') },
		],
		['Update Fields: Text', { updateFields: { content: '={{ $json.title }} {{ $json.x }}' } }],
		['JSON', { json: '={"posts": [{"content": "{{ $json.x }}"}]}' }],
	])('is rejected in %s', (label, parameters, item = { title: 'a' }) => {
		const [message] = catchProblem(() => checkForm(parameters, [item]));
		expect(message).toBe(`The expression in ${label} is empty: the item has no x`);
	});

	const airtable = { id: 'rec0123456789ABCD', createdTime: '2026' };
	test.each<[string, IDataObject[]]>([
		['={{ $json.caption }}', [{ caption: '' }]],
		['={{ $json.caption }}', [{ caption: null }]],
		['={{ $json.enclosure.url }}', [{ enclosure: null }]],
		['={{ $json.output.length }}', [{ output: 'text' }]],
		['={{ $json.caption }}', [{ title: 'a' }, { caption: 'b' }]],
		["={{ $json.caption || '' }}", [{ title: 'a' }]],
		["={{ $json.title }} {{ $json.url ? 'More: ' + $json.url : '' }}", [{ title: 'a' }]],
		['={{ $json.title }}{{ $json.url && " " + $json.url }}', [{ title: 'a' }]],
		['={{ $json.enclosure?.url }}', [{ title: 'a' }]],
		['={{ ($json.pictures ?? []).map(({ url }) => url) }}', [{ title: 'a' }]],
		['={{ $json.ready ? $json.caption : "" }}', [{ title: 'a' }]],
		['={{ $json.caption }}', [airtable]],
		['', [{}]],
	])('is accepted if it handles the missing field: %j in %j', (content, items) => {
		expect(checkForm({ content }, items)).toEqual([]);
	});

	test('is empty if other items have the field, or if Airtable omits it', () => {
		const items = [airtable, { ...airtable, Picture: 'https://e.example/a.jpg' }];
		expect(checkForm({ media: createFile({ url: '={{ $json.Picture }}' }) }, items)).toEqual([]);
		expect(checkForm({ content: '=A {{ $json.Picture }}' }, [airtable])).toHaveLength(1);
	});
});

test('notes an empty expression among several', () => {
	const content = '={{ $json.title }}\n\nRead more: {{ $json.url }}';
	for (const items of [[{ title: 'a', url: '' }], [{ title: 'a' }, { title: 'b', url: 'c' }]]) {
		expect(checkForm({ content }, items)).toEqual([
			{ level: 'note', field: 'Text', message: '“{{ $json.url }}” in Text is empty' },
		]);
	}
	expect(checkForm({ content }, [{ title: 'a', url: 'b' }])).toEqual([]);
});

describe('a word that only mistakes produce', () => {
	const item = { title: 'Tea', price: 'x', d: 'soon', more: null, author: { name: 'Jo' } };
	test.each([
		['={{ "New: " + $json }}', '[object Object]'],
		['=By {{ $json.author }}', '[object Object]'],
		['={{ $json.broken }}', '[object Object]'],
		['={{ $json.title }} by {{ `${$json.a}` }}', 'undefined'],
		['={{ "Hello " + $json.name + "!" }}', 'undefined'],
		['={{ "Hello " + $json.more + "!" }}', 'null'],
		['={{ `${$json.title}: ${$json.price * 2} €` }}', 'NaN'],
		['=Only {{ $json.price * 2 }} €', 'NaN'],
		['=Only {{ 1 / 0 }} €', 'Infinity'],
		['=On {{ DateTime.fromISO($json.d).toFormat("dd LLL") }}', 'Invalid DateTime'],
		['={{ DateTime.fromISO($json.d).toFormat("dd LLL") + ": tea" }}', 'Invalid DateTime'],
		['={{ new Date($json.d) + "" }}: tea', 'Invalid Date'],
	])('is rejected: %s', (content, word) => {
		const json = { ...item, broken: 'Hello [object Object], welcome' };
		const [message, advice] = catchProblem(() => checkForm({ content }, [json]));
		expect(message).toBe(`Text contains “${word}”`);
		expect(advice).toMatch(/^Fix the expression “\{\{/);
	});

	test.each(['#REF!', 'Only #N/A left', 'Half: #DIV/0!, all: #REF!'])(
		'is rejected as the error of a cell: %s',
		(text) => {
			const content = '={{ $json.title }} {{ $json.text }}';
			const [message, advice] = catchProblem(() =>
				checkForm({ content }, [{ title: 'Tea', text }]),
			);
			expect(message).toBe(`Text contains “${/#\S+[A!0]/.exec(text)?.[0]}”`);
			expect(advice).toBe('Correct the cell, or the expression “{{ $json.text }}”.');
		},
	);

	test.each(['Great #VALUE! Now', 'Your #NAME? Say it', 'Excel shows #REF! if a cell is gone'])(
		'is accepted if it may be a hashtag or a topic: %s',
		(text) => {
			expect(checkForm({ content: '={{ $json.text }}' }, [{ text }])).toEqual([]);
		},
	);

	test.each<[string, IDataObject]>([
		[
			'Media: Details: Alt Text',
			{ media: createFile({ details: { alt: '={{ "A " + $json.x }}' } }) },
		],
		['Thread: Text', { thread: createThread({ content: '={{ "A " + $json.x }}' }) }],
		[
			'Network Settings: More Settings: Title',
			{ networkSettings: createTitled('={{ "A " + $json.x }}') },
		],
		['Update Fields: Text', { updateFields: { content: '={{ "A " + $json.x }}' } }],
		['JSON', { json: '={"content": "{{ "A " + $json.x }}"}' }],
	])('is rejected in %s', (label, parameters) => {
		const [message] = catchProblem(() => checkForm(parameters, [item]));
		expect(message).toBe(`${label} contains “undefined”`);
	});

	test.each<[string, IDataObject]>([
		['=The value is undefined, {{ $json.title }}', item],
		['=To Infinity and beyond: {{ $json.title }}', item],
		['={{ $json.title }}: {{ $json.text }}', { title: 'null and void', text: 'NaN is not NaN' }],
		['={{ $json.text + "!" }}', { text: 'Undefined behaviour is undefined' }],
		['={{ $json.text.toUpperCase() }}: {{ $json.text }}', { text: 'It is null' }],
		['={{ $json.text }}', { text: 'In JavaScript, why [object Object]?' }],
		['={{ $json.a === undefined ? "undefined" : $json.a }} is a word', { a: 1 }],
		['={{ $json.n }} cups', { n: 0 }],
		['={{ $json.tags }} are tags', { tags: ['a', 'b'] }],
		['={{ $json.at }} is a date', { at: '2026-01-01' }],
		['={{ $now }} is a date', {}],
	])('is accepted if a person wrote it: %s in %j', (content, json) => {
		expect(checkForm({ content }, [json])).toEqual([]);
	});

	test('is accepted in JSON if it is null', () => {
		const json = '={"posts": {{ JSON.stringify($json.posts) }}, "inter": {{ $json.inter }}}';
		const item = { posts: [{ settings: null }], inter: 'null' };
		expect(checkForm({ json }, [item])).toEqual([]);
	});
});

const captions = readFileSync(join(__dirname, '../../../../fixtures/captions.txt'), 'utf8')
	.split('\n')
	.filter(Boolean);

test('accepts real captions in a column: alone, joined, and beside others', () => {
	const sources = [
		'={{ $json.text }}',
		'={{ $json.text + "" }}',
		'={{ $json.text }}\n\n{{ $json.title }}',
	];
	const rejected = captions.filter((text) =>
		sources.some((content) => {
			const [message] = catchProblem(() => {
				checkForm({ content }, [{ text, title: 'Tea' }]);
				throw new Problem('none', '');
			});
			return message !== 'none';
		}),
	);
	expect(rejected).toEqual([]);
});
