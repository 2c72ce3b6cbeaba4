import { spawnSync } from 'node:child_process';
import { linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { convertWorkflow, holdsNodes } from '../../convertWorkflow';
import { expressionCode, toJsonField } from '../../expressions';
import { report } from '../../report';
import { readSetting, toForm } from '../../settings';
import type { Json, Remark, WorkflowNode } from '../../types';
import { buildSettings, findSettingFiles } from '../../../nodes/Postiz/channels/settings';
import { findProvider } from '../../../nodes/Postiz/providers';
import { ROOT } from '../../../test/harness/paths.cjs';
import { networkForms, titleOf } from '../../../test/networks/forms.cjs';

const FIXTURES = join(ROOT, 'convert/test/fixtures/workflows');
const OLD_TYPE = /^n8n-nodes-postiz\./;
const NEW_TYPE = /^n8n-nodes-postiz-publisher\./;

interface Fixture {
	old: unknown;
	new: unknown;
	remarks: Remark[];
}

const fixtures = readdirSync(FIXTURES).map((file): [string, Fixture] => [
	basename(file, '.json'),
	JSON.parse(readFileSync(join(FIXTURES, file), 'utf8')) as Fixture,
]);

const LEFT_AS_THEY_WERE: Record<string, string[]> = {
	'clean-up': ['List Posts'],
	'early-versions': ['List'],
	'by-hand': ['Any Operation', 'Future Operation', 'A Video'],
	'from-expressions': ['All Posts', 'Some of It'],
};

/** What an expression reads under another name after the conversion. */
const READ_ANEW: Record<string, Array<[before: string, after: string]>> = {
	'clean-up': [['$json.error', '$json.deleted']],
	'upload-then-post': [['$json.integration', '$json.channelId']],
};

/** A part of a fixture, with the new names of what its expressions read. */
function readAnew<T>(name: string, value: T): T {
	const json = (READ_ANEW[name] ?? []).reduce(
		(text, [before, after]) => text.replaceAll(before, after),
		JSON.stringify(value),
	);
	return JSON.parse(json) as T;
}

const fixture = (name: string) => fixtures.find(([known]) => known === name)![1];

/** The nodes of one workflow or of several. */
function nodesOf(workflows: unknown): WorkflowNode[] {
	return [workflows].flat().flatMap((workflow) => (workflow as { nodes: WorkflowNode[] }).nodes);
}

/** The nodes without those that were put in, and without what these need of the others. */
const kept = (nodes: WorkflowNode[], names: unknown[]): WorkflowNode[] =>
	nodes
		.filter(({ name }) => names.includes(name))
		.map((node) => ({ ...node, alwaysOutputData: undefined }));

const newNodes = (workflows: unknown) =>
	nodesOf(workflows).filter(({ type }) => NEW_TYPE.test(type));

/** The expressions of a value, in no order. */
function expressionsOf(value: unknown): string[] {
	if (typeof value === 'string') {
		return value.startsWith('=')
			? [...value.matchAll(/\{\{(.*?)\}\}/gs)].map(([, code]) => code.trim().replace(/;$/, ''))
			: [];
	}
	return typeof value === 'object' && value !== null
		? Object.values(value).flatMap(expressionsOf)
		: [];
}

describe.each(fixtures)('%s', (name, { old, new: expected, remarks }) => {
	test('becomes the workflow that it should, with these remarks', () => {
		const conversion = convertWorkflow(old);
		expect(conversion.workflows).toEqual(expected);
		expect(conversion.remarks).toEqual(remarks);
		expect(conversion.converted).toBe(
			nodesOf(old).filter(({ type }) => OLD_TYPE.test(type)).length -
				nodesOf(expected).filter(({ type }) => OLD_TYPE.test(type)).length +
				Number(name === 'several-workflows'),
		);
	});

	test('keeps all but the type and the parameters of Postiz nodes', () => {
		const names = nodesOf(old).map((node) => node.name);
		const hasMore = nodesOf(expected).length > names.length;
		const rest = (workflows: unknown) =>
			[workflows].flat().map((workflow) => ({
				...(workflow as Json),
				...(hasMore && { connections: undefined }),
				nodes: kept(nodesOf(workflow), names).map(({ type, parameters, ...node }) => ({
					...node,
					type: type.replace(OLD_TYPE, 'n8n-nodes-postiz-publisher.'),
					...(OLD_TYPE.test(type) || NEW_TYPE.test(type) || parameters?.workflowJson
						? {}
						: { parameters }),
				})),
			}));
		const { workflows } = convertWorkflow(old);
		const left = nodesOf(workflows).filter(({ type }) => OLD_TYPE.test(type));
		expect(rest(workflows)).toEqual(rest(readAnew(name, old)));
		expect(left.map((node) => node.name)).toEqual(LEFT_AS_THEY_WERE[name] ?? []);
	});

	test('keeps every expression that is still used', () => {
		const DROPPED = ['ii:ss', "'yyyy-LL-dd'", '$json.base64', '$binary'];
		// Inside another expression a path may end early instead of failing.
		const kept = JSON.stringify(convertWorkflow(old).workflows).replace(/\?\.(?=\[)|\?(?=\.)/g, '');
		for (const expression of nodesOf(readAnew(name, old)).flatMap(({ parameters }) =>
			expressionsOf(parameters),
		)) {
			if (DROPPED.some((part) => expression.includes(part))) continue;
			expect(kept).toContain(JSON.stringify(expression).slice(1, -1));
		}
	});
});

test('there are workflows of all kinds among them', () => {
	expect(fixtures.length).toBeGreaterThanOrEqual(10);
	const operations = fixtures.flatMap(([, { old }]) =>
		nodesOf(old)
			.filter(({ type }) => OLD_TYPE.test(type))
			.map(({ parameters }) => parameters?.operation ?? 'createPost'),
	);
	expect([...new Set(operations)]).toEqual(
		expect.arrayContaining([
			'createPost',
			'deletePost',
			'generateVideo',
			'getIntegrations',
			'uploadFile',
		]),
	);
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
		const found = findSettingFiles(provider, filledIn, { place: 'Channel', binary: {} });
		const files = Object.entries(found).map(([name, { from, ...file }]) => {
			expect(from).toBe('upload');
			return [name, file] as const;
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

describe('dates', () => {
	const scheduled = (date: unknown, type = 'schedule') => {
		const { workflows, remarks } = convertWorkflow({
			nodes: [
				{
					name: 'Postiz',
					type: 'n8n-nodes-postiz.postiz',
					parameters: {
						type,
						date,
						posts: {
							post: [
								{
									integrationId: 'c1',
									settings: { setting: [{ key: '__type', stringValue: 'bluesky' }] },
									value: { contentItem: [{ content: 'Beans' }] },
								},
							],
						},
					},
				},
			],
		});
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
		expect(report(convertWorkflow(fixture('clean-up').old))).toBe(
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
		const { old } = fixture('clean-up');
		const told = report(convertWorkflow([old, { ...(old as Json), name: 'Again' }]));
		expect(told.match(/Delete old drafts|Again|In “/g)).toEqual([
			...['In “', 'Delete old drafts', 'In “', 'Again'],
		]);
		expect(told).toContain(
			'2 nodes converted.\n\nIn “Delete old drafts”:\n\nTo do by hand:\n- “List',
		);
	});

	test('says that nothing is left to do', () => {
		expect(report(convertWorkflow(fixture('channels').old))).toBe(
			'1 node converted.\n\nNothing is left to do.\n',
		);
		expect(report(convertWorkflow({ nodes: [] }))).toBe('No node was converted.\n');
	});
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

describe('the command', () => {
	const CLI = join(ROOT, 'convert', 'cli.cts');
	const { old, new: expected } = fixture('clean-up');
	const json = JSON.stringify(old);
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'convert-'));
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	function run(file: string | Buffer, ...args: string[]) {
		writeFileSync(join(folder, 'old.json'), file);
		const loaded = ['--require', require.resolve('tsx/cjs'), CLI, 'old.json', ...args];
		return spawnSync(process.execPath, loaded, { cwd: folder, encoding: 'utf8' });
	}

	test.each([
		['UTF-8 with a mark', Buffer.from(`\uFEFF${json}`)],
		['UTF-16, little end first', Buffer.from(`\uFEFF${json}`, 'utf16le')],
		['UTF-16, big end first', Buffer.from(`\uFEFF${json}`, 'utf16le').swap16()],
	])('reads %s', (_name, file) => {
		const { status, stdout } = run(file);
		expect(status).toBe(0);
		expect(JSON.parse(stdout)).toEqual(expected);
	});

	test.each(['old.json', './old.json', 'link.json'])('never writes over the old file: %s', (to) => {
		writeFileSync(join(folder, 'old.json'), json);
		linkSync(join(folder, 'old.json'), join(folder, 'link.json'));
		const { status, stderr } = run(json, '-o', to);
		expect(stderr).toBe('old.json is kept as it is: name another file after -o.\n');
		expect(status).toBe(2);
		expect(readFileSync(join(folder, 'old.json'), 'utf8')).toBe(json);
	});

	test('writes over another file', () => {
		writeFileSync(join(folder, 'new.json'), 'before');
		expect(run(json, '-o', 'new.json').status).toBe(0);
		expect(JSON.parse(readFileSync(join(folder, 'new.json'), 'utf8'))).toEqual(expected);
	});

	test('says in a sentence what it cannot convert', () => {
		const deep = `{"nodes":[{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}]}`;
		const { status, stdout, stderr } = run(deep);
		expect(stderr).toBe('old.json is too large, or nested too deeply, to be converted.\n');
		expect([status, stdout]).toEqual([2, '']);
	});
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
