import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { convertWorkflow, holdsNodes } from '../../convertWorkflow';
import { expressionCode, toJsonField } from '../../expressions';
import { report } from '../../report';
import { readSetting, toForm } from '../../settings';
import type { Json, Remark, WorkflowNode } from '../../types';
import { buildSettings, findSettingFiles } from '../../../nodes/Postiz/channels/settings';
import { findProvider } from '../../../nodes/Postiz/providers';
import { ROOT } from '../../../test/harness/paths.cjs';
import { networkForms, titleOf } from '../../../test/networks/forms.cjs';

const FIXTURES = join(ROOT, 'convert/test/fixtures');
const NEW_TYPE = /^n8n-nodes-postiz-publisher\./;

interface Fixture {
	old: unknown;
	new: unknown;
	remarks: Remark[];
}

const read = (file: string) => JSON.parse(readFileSync(join(FIXTURES, file), 'utf8')) as Fixture;

const newNodes = (workflows: unknown) =>
	(workflows as { nodes: WorkflowNode[] }).nodes.filter(({ type }) => NEW_TYPE.test(type));

const files = ['http', 'workflows'].flatMap((folder) =>
	readdirSync(join(FIXTURES, folder)).map((file) => `${folder}/${file}`),
);

test.each(files)('%s becomes the workflow that it should, with these remarks', (file) => {
	const { old, new: expected, remarks } = read(file);
	const conversion = convertWorkflow(old);
	expect(conversion.workflows).toEqual(expected);
	expect(conversion.remarks).toEqual(remarks);
	const made = [conversion.workflows].flat().flatMap(newNodes);
	expect(JSON.stringify([made, remarks])).not.toMatch(/typed-in-key|hA1/);
});

describe('settings of every network', () => {
	const titled = networkForms.map((form) => [titleOf(form), form] as const);

	test.each(titled)('%s: rows become fields that send the same', (_name, contract) => {
		const provider = findProvider(contract.network)!;
		const rows = Object.entries(contract.settings).map(([key, value]) =>
			typeof value === 'string'
				? { key, stringValue: value }
				: typeof value === 'boolean'
					? { key, valueType: 'boolean', booleanValue: value }
					: typeof value === 'number'
						? { key, valueType: 'number', numberValue: value }
						: { key, valueType: 'json', jsonValue: JSON.stringify(value) },
		);
		const read = toForm(provider, rows.map(readSetting));
		const nested = rows.find(({ key }) =>
			provider.fields.some((field) => field.name === key && field.nested),
		);
		// Lists of groups stay as they are, under Settings (JSON).
		expect(read).toEqual(nested ? { misfit: nested.key } : { form: expect.any(Object) });
		if (nested) return;
		const { form } = read as { form: Json };
		const filledIn = { provider: provider.identifier, ...form } as Parameters<
			typeof buildSettings
		>[2];
		const found = findSettingFiles(provider, filledIn, { label: 'Channel', binary: {} });
		const files = Object.entries(found).map(([name, file]) => {
			expect(file).toEqual({ from: 'upload', reference: expect.any(Object) as object });
			return [name, 'reference' in file && file.reference] as const;
		});
		const settings = buildSettings(provider.identifier, provider, filledIn);
		const sent = { ...settings, ...Object.fromEntries(files) };
		expect({ ...sent, __type: provider.identifier }).toEqual({
			__type: provider.identifier,
			...contract.settings,
		});
	});

	test.each([
		['a key that the network does not have', 'x', { key: 'mood', stringValue: 'happy' }],
		['a value that is not in the list', 'x', { key: 'post_type', stringValue: 'song' }],
		['tags whose value differs', 'youtube', jsonRow('tags', [{ value: '1', label: 'coffee' }])],
		[
			'a list from an expression',
			'youtube',
			{ ...jsonRow('tags', ''), jsonValue: '={{ $json.t }}' },
		],
		['no number', 'wordpress', jsonRow('categories', ['news'])],
		['text instead of a switch', 'tiktok', { key: 'duet', stringValue: 'maybe' }],
		['a file without its path', 'youtube', jsonRow('thumbnail', { id: 't1' })],
	])('%s is no field', (_name, identifier, row) => {
		const isNumbers = identifier === 'wordpress';
		const read = toForm(findProvider(identifier)!, [readSetting(row)]);
		// The form takes any list of a picker; what WordPress wants is said when it runs.
		expect(read).toEqual(isNumbers ? { form: { categories: ['news'] } } : { misfit: row.key });
	});

	function jsonRow(key: string, value: unknown): Json & { key: string } {
		return { key, valueType: 'json', jsonValue: JSON.stringify(value) };
	}
});

/** A workflow with one node of the old package and what else is given. */
function around(parameters: Json, ...nodes: unknown[]): Json {
	return {
		name: 'W',
		nodes: [{ name: 'Postiz', type: 'n8n-nodes-postiz.postiz', parameters }, ...nodes],
		connections: { Postiz: { main: [[{ node: 'Next', type: 'main', index: 0 }]] } },
	};
}

const post = (content: unknown, ...imageItem: Json[]): Json => ({
	posts: {
		post: [
			{
				integrationId: 'c1',
				settings: { setting: [{ key: '__type', stringValue: 'bluesky' }] },
				value: { contentItem: [{ content, image: { imageItem } }] },
			},
		],
	},
});

describe('dates', () => {
	const scheduled = (date: unknown, type = 'schedule') => {
		const { workflows, remarks } = convertWorkflow(around({ type, date, ...post('Beans') }));
		return [newNodes(workflows)[0].parameters!.date, remarks.length];
	};

	test.each([
		['2026-12-14T10:00:00', '2026-12-14T10:00:00Z', 1],
		['2026-12-14 10:00', '2026-12-14T10:00Z', 1],
		['2026-12-14', '2026-12-14T00:00:00Z', 1],
		['2026-12-14T9:00', '2026-12-14T09:00Z', 1],
		['Dec 14, 2026 10:00', 'Dec 14, 2026 10:00', 1],
		['14.12.2026 10:00', '14.12.2026 10:00', 1],
		['Dec 14, 2026 10:00 GMT', 'Dec 14, 2026 10:00 GMT', 0],
		['2026-12-14 10:00 -05:00', '2026-12-14 10:00 -05:00', 0],
		['2026-12-14 10:00 Europe/Berlin', '2026-12-14 10:00 Europe/Berlin', 0],
		['1797242400000', '1797242400000', 0],
		[
			'={{ $now.toISO({ includeOffset: false }) }}',
			'={{ $now.toISO({ includeOffset: false }) }}',
			1,
		],
		['={{ $json.d ?? $now.toISO() }}', '={{ $json.d ?? $now.toISO() }}', 1],
		['2026-12-14T10:00:00.000Z', '2026-12-14T10:00:00.000Z', 0],
		['2026-12-14T10:00:00+02:00', '2026-12-14T10:00:00+02:00', 0],
		['={{ $now }}', '={{ $now }}', 0],
		['={{ $now.plus({ days: 1 }) }}', '={{ $now.plus({ days: 1 }) }}', 0],
		['={{ $json.d.toDateTime().toISO() }}', '={{ $json.d.toDateTime().toISO() }}', 0],
		['={{ $json.day }}T10:00:00Z', '={{ $json.day }}T10:00:00Z', 0],
		['={{ $json.day }}', '={{ $json.day }}', 1],
	])('%s stays the same moment', (date, expected, count) => {
		expect(scheduled(date)).toEqual([expected, count]);
	});

	test('a missing one is to be filled in', () => {
		expect(scheduled('')).toEqual([undefined, 1]);
	});

	test('for now there is none', () => {
		expect(scheduled('2026-12-14T10:00:00', 'now')).toEqual([undefined, 0]);
	});
});

describe('expressions inside expressions', () => {
	const guarded = (code: string) =>
		`((run) => { try { return run(); } catch (error) { if (error.name.startsWith('Expression')) throw error; } })(() => (${code}))`;

	test.each([
		['={{ $json.text }}', '$json.text'],
		["={{ $json.a.b[0]['c d'] }}", "$json.a?.b?.[0]?.['c d']"],
		["={{ $('Upload').item.json.id }}", "$('Upload').item?.json?.id"],
		['={{ $node["Upload"].json.id }}', '$node["Upload"].json?.id'],
		['={{ $now }}', '$now'],
		['={{ "text" }}', '"text"'],
		['={{ $json.a + 1; }}', guarded('$json.a + 1')],
		['=Hello {{ $json.name }}!', `["Hello ", $json.name, "!"].join('')`],
		['={{ $json.a // why\n }}', guarded('$json.a // why\n')],
		['={{ { a: { b: 1 \\}} }}', guarded('{ a: { b: 1 } }')],
		['=plain', `["plain"].join('')`],
		['=a\u2028b\u2029c', `["a\\u2028b\\u2029c"].join('')`],
		['=\\{{ no code }}', `["\\\\{\\u007b no code }\\u007d"].join('')`],
	])('%s', (expression, code) => {
		expect(expressionCode(expression)).toBe(code);
	});

	test('no brackets stand side by side that would end the expression', () => {
		const field = toJsonField({ a: { b: { c: '={{ $json.c }}', d: '}}{{' } }, e: [{ f: {} }] });
		expect(field.slice(3, -2)).not.toMatch(/\}\}|\{\{/);
		expect(toJsonField({ a: '}}' })).toBe('{\n  "a": "}}"\n}');
	});
});

describe('the report', () => {
	test('says in plain words what is left to do, and where', () => {
		expect(report(convertWorkflow(read('workflows/clean-up.json').old))).toBe(
			[
				'1 node converted in “Delete old drafts”.',
				'',
				'To do by hand:',
				'- “List Posts”: It has the operation “getPosts”, which is not converted. The node was left as it was. Put the new Postiz node in its place by hand, one for each operation.',
				'',
				'Rewritten in other nodes:',
				'- “Did It Work”: ={{ $json.error }} → ={{ $json.deleted }}',
				'',
			].join('\n'),
		);
	});

	test('of several workflows names each once', () => {
		const { old } = read('workflows/clean-up.json');
		const told = report(convertWorkflow([old, { ...(old as Json), name: 'Again' }]));
		expect(told.match(/Delete old drafts|Again|In “/g)).toEqual([
			...['In “', 'Delete old drafts', 'In “', 'Again'],
		]);
		expect(told).toContain(
			'2 nodes converted.\n\nIn “Delete old drafts”:\n\nTo do by hand:\n- “List',
		);
	});

	test('says that nothing is left to do', () => {
		expect(report(convertWorkflow(read('workflows/channels.json').old))).toBe(
			'1 node converted.\n\nNothing is left to do.\n',
		);
		expect(report(convertWorkflow({ nodes: [] }))).toBe('No node was converted.\n');
	});
});

const next = (text: string) => ({
	name: 'Next',
	type: 'n8n-nodes-base.code',
	parameters: { text },
});

const messages = (workflow: unknown) =>
	convertWorkflow(workflow).remarks.map(({ kind, message }) => `${kind}: ${message}`);

describe('remarks', () => {
	const READERS = expect.stringMatching(/^todo: Its fields have other names now\./);

	test.each(['={{ $parameter.posts.post[0].integrationId }}', '={{ $rawParameter["type"] }}'])(
		'the node reads its own fields: %s',
		(text) => {
			expect(messages(around(post(text)))).toEqual([READERS]);
			expect(messages(around(post(text)))[0]).toContain('“Postiz”');
		},
	);

	test.each([
		"={{ $('Postiz').params.postId }}",
		"={{ $('Postiz')['params'].postId }}",
		'={{ $node["Postiz"].parameter.postId }}',
		'={{ $node.Postiz.parameter.postId }}',
		'={{ $input.params.postId }}',
	])('a later node reads its fields: %s', (text) => {
		const found = messages(around({ operation: 'getIntegrations' }, next(text)));
		expect(found).toEqual([READERS]);
		expect(found[0]).toContain('“Next”');
	});

	test.each(['={{ $parameter.text }}', "={{ $('Other').params.a }}", '={{ $json.params }}'])(
		'another node reads other fields: %s',
		(text) => expect(messages(around({ operation: 'getIntegrations' }, next(text)))).toEqual([]),
	);

	test('the node’s own texts are no use of its output', () => {
		const loop = around(post('={{ $json.integration }}'));
		const connections = { Postiz: { main: [[{ node: 'Postiz', type: 'main', index: 0 }]] } };
		expect(messages({ ...loop, connections })).toEqual([]);
	});

	test('only what is pinned counts as pinned output', () => {
		const nodes = [
			{ name: 'constructor', type: 'n8n-nodes-postiz.postiz', parameters: post('Beans') },
		];
		expect(messages({ nodes, pinData: {} })).toEqual([]);
		expect(messages({ nodes, pinData: { constructor: [] } })).toHaveLength(1);
	});

	test('an empty post is no post', () => {
		expect(messages(around(post(' ')))).toEqual(['todo: The post has no text and no media']);
		expect(messages(around(post('', { id: 'a', path: 'https://a.example/a.png' })))).toEqual([]);
		const { posts } = post('Beans') as { posts: { post: Json[] } };
		(posts.post[0].value as { contentItem: Json[] }).contentItem.push({ content: '' });
		expect(messages(around({ posts }))).toEqual([
			'todo: The post: part 2 of its thread has no text and no media',
		]);
	});

	test('a file whose field has a comma in its name', () => {
		const upload = (binaryProperty: string) =>
			messages(around({ operation: 'uploadFile', binaryProperty }));
		expect(upload('my, file')).toEqual([expect.stringMatching(/^todo: .*“my, file”/)]);
		expect(upload('={{ $json.a, "cup" }}')).toEqual([]);
	});

	const WHOLE = '={{ $json.list }}';
	test.each([
		{ posts: WHOLE },
		{ posts: { post: WHOLE } },
		{ posts: { post: [WHOLE] } },
		{ posts: { post: [{ settings: WHOLE }] } },
		{ posts: { post: [{ settings: { setting: [{ key: 'a', valueType: WHOLE }] } }] } },
		{ posts: { post: [{ value: { contentItem: [WHOLE] } }] } },
		{ posts: { post: [{ value: { contentItem: [{ image: { imageItem: WHOLE } }] } }] } },
		{ ...post('Beans'), tags: { tag: WHOLE } },
	])('%j is left as it was', (parameters) => {
		const old = around(parameters);
		expect(convertWorkflow(old).workflows).toEqual(old);
		expect(messages(old)).toEqual([expect.stringMatching(/^todo: A list in it .* as it was$/)]);
	});

	test('in a workflow inside a node they name both', () => {
		const workflowJson = JSON.stringify({ ...around(post('')), name: 'Inner' });
		const holder = {
			name: 'Exec',
			type: 'n8n-nodes-base.executeWorkflow',
			parameters: { workflowJson },
		};
		const conversion = convertWorkflow({ name: 'Outer', nodes: [holder] });
		expect(report(conversion)).toContain('- “Postiz” inside “Exec”: The post has');
	});
});

test('what n8n keeps beside the nodes is left alone, even where it looks like nodes', () => {
	const lookalike = {
		nodes: [{ name: 'Postiz', type: 'n8n-nodes-postiz.postiz', parameters: {} }],
	};
	const beside = {
		meta: lookalike,
		pinData: lookalike,
		settings: lookalike,
		staticData: lookalike,
		connections: lookalike,
	};
	const { workflows, converted } = convertWorkflow({ nodes: [], ...beside });
	expect(workflows).toEqual({ nodes: [], ...beside });
	expect(converted).toBe(0);
});

test.each(['constructor', 'toString', '__proto__', undefined, 5])(
	'a node of the type %s is none of this package',
	(type) => {
		const workflow = { nodes: [{ name: 'a', type }] };
		expect(convertWorkflow(workflow)).toMatchObject({ workflows: workflow, converted: 0 });
	},
);

test.each([
	['n8n-nodes-postiz.postiz', { operation: 'getPosts', date: "={{ $now.format('HH:ii') }}" }],
	['@blotato/n8n-nodes-blotato.blotato', null],
])('a node of the type %s that stays as it is has one remark', (type, parameters) => {
	const workflow = { nodes: [{ name: 'a', type, parameters }] };
	expect(convertWorkflow(workflow)).toMatchObject({ workflows: workflow, converted: 0 });
	expect(messages(workflow)).toEqual([expect.stringMatching(/left as it (?:was|is)/)]);
});

test('what is no node is left as it is', () => {
	const { workflows, converted } = convertWorkflow({
		nodes: [null, 5, ...(around({ operation: 'deletePost' }).nodes as unknown[])],
	});
	expect((workflows as Json).nodes).toMatchObject([null, 5, { name: 'Postiz' }]);
	expect(converted).toBe(1);
});

test.each([
	[{ nodes: [] }, true],
	[[{ name: 'a', nodes: [] }], true],
	[{ data: { workflow: { nodes: [] } } }, true],
	[{ name: 'package' }, false],
	['nodes', false],
	[null, false],
])('%j is an export of n8n: %s', (value, expected) => {
	expect(holdsNodes(value)).toBe(expected);
});
