import { Graph } from '../../graph';
import { rewriteReaders, type Output } from '../../output';
import type { Json, WorkflowNode } from '../../types';

/*
 * A node called “Post” was converted: `id` is now `postId`, `data.link` is `postUrl` once it is published,
 * `ok` is code, and everything else is gone or kept.
 */

const OUTPUT: Output = {
	fields: {
		id: { path: 'postId' },
		'data.link': { path: 'postUrl', isLate: true },
		'results.*.url': { path: 'url' },
		ok: { code: (item) => `(${item}.postId !== undefined)` },
		'error.message': { path: 'error' },
		output: { path: '' },
	},
};

const base = (type: string, parameters: Json, more: Partial<WorkflowNode> = {}) => ({
	type: `n8n-nodes-base.${type}`,
	parameters,
	...more,
});

const line = (...names: string[]) =>
	Object.fromEntries(
		names.slice(1).map((to, at) => [names[at], { main: [[{ node: to, type: 'main', index: 0 }]] }]),
	);

interface Scene {
	between?: Array<Pick<WorkflowNode, 'type' | 'parameters'>>;
	keepsOthers?: true;
	connections?: Json;
	standIn?: string;
}

/** What becomes of a node behind “Post”, and what could not be rewritten. */
function read(
	node: Pick<WorkflowNode, 'type' | 'parameters'>,
	{ between = [], keepsOthers, connections, standIn }: Scene = {},
) {
	const nodes: WorkflowNode[] = [
		{ name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} },
		{ name: 'Post', type: 'postiz', parameters: {} },
		...between.map((each, index) => ({ name: `Between ${index + 1}`, ...each })),
		{ name: 'Reader', ...node },
	];
	const graph = new Graph(nodes, connections ?? line(...nodes.map(({ name }) => String(name))));
	const outputs = new Map([['Post', { ...OUTPUT, keepsOthers }]]);
	const standIns = new Map(standIn === undefined ? [] : [['Post', standIn]]);
	const readers = rewriteReaders(graph, outputs, standIns);
	return {
		parameters: readers.nodes.at(-1)!.parameters,
		unclear: readers.unclear.map(({ reader }) => reader),
		isAwaited: readers.awaited.has('Post'),
		changes: readers.changes,
	};
}

const expression = (code: string) => base('any', { text: `={{ ${code} }}` });
const textOf = (node: ReturnType<typeof base>, scene?: Scene) =>
	String(read(node, scene).parameters?.text).slice(4, -3);

describe('expressions', () => {
	test.each([
		['$json.id', '$json.postId'],
		['$json?.id', '$json?.postId'],
		["$json['id'].trim()", '$json.postId.trim()'],
		['$json.id.length + $json.id', '$json.postId.length + $json.postId'],
		['$input.first().json.id', '$input.first().json.postId'],
		["$('Post').item.json.id", "$('Post').item.json.postId"],
		["$('Post').all()[0].json.id", "$('Post').all()[0].json.postId"],
		[
			"$('Post').itemMatching($itemIndex).json.id",
			"$('Post').itemMatching($itemIndex).json.postId",
		],
		["$('Post')\n\t.item\n\t.json.id", "$('Post')\n\t.item\n\t.json.postId"],
		['$node.Post.json["id"]', '$node.Post.json.postId'],
		['$json.results.instagram.url', '$json.url'],
		['$json.ok', '($json.postId !== undefined)'],
		['$json.output.name', '$json.name'],
		['$json.error.message', '$json.error'],
		["$('Start').item.json.id", "$('Start').item.json.id"],
		['`${$json.id}`', '`${$json.postId}`'],
	])('%s is now %s', (before, after) => {
		expect(textOf(expression(before))).toBe(after);
		expect(read(expression(before)).unclear).toEqual([]);
	});

	test.each([
		['$json.other', ['Reader']],
		['JSON.stringify($json)', ['Reader']],
		["$('Post').item.json.results", ['Reader']],
		["$('Start').item.json.other", []],
		["$('Post').all().map((item) => item.json.id)", ['Reader']],
		['$input.all().map(({ json }) => json.id)', ['Reader']],
	])('of %s it is told that nothing is there any more', (code, unclear) => {
		expect(textOf(expression(code))).toBe(code);
		expect(read(expression(code)).unclear).toEqual(unclear);
	});

	test('what only a published post has is read from the node that waits for it', () => {
		const node = expression("$('Post').item.json.data.link");
		expect(read(node).isAwaited).toBe(true);
		expect(textOf(node, { standIn: "Wait's" })).toBe("$('Wait\\'s').item.json.postUrl");
		expect(textOf(expression('$json.id'), { standIn: 'Wait' })).toBe('$json.postId');
		expect(textOf(expression("$('Post').isExecuted"), { standIn: 'Wait' })).toBe(
			"$('Wait').isExecuted",
		);
	});

	test('each change is told', () => {
		const { changes } = read(base('any', { a: { b: ['={{ $json.id }}'] }, c: '{{ $json.id }}' }));
		expect(changes).toEqual([
			{ node: 'Reader', before: '={{ $json.id }}', after: '={{ $json.postId }}' },
		]);
	});
});

describe('nodes that hand items on', () => {
	const passing = 'filter switch if limit sort noOp merge splitInBatches wait'.split(' ');
	test.each(passing)('%s', (type) => {
		const between = [base(type, {}), base('noOp', {})];
		expect(textOf(expression('$json.id'), { between })).toBe('$json.postId');
		const named = "$('Between 1').item.json.";
		expect(textOf(expression(`${named}id`), { between })).toBe(`${named}postId`);
	});

	test.each<[string, ReturnType<typeof base>, string]>([
		[
			'keeps other fields',
			base('set', { includeOtherFields: true }, { typeVersion: 3.4 }),
			'$json.postId',
		],
		['drops them', base('set', {}, { typeVersion: 3.4 }), '$json.id'],
		['has kept them in early versions', base('set', {}, { typeVersion: 2 }), '$json.postId'],
		[
			'writes the field itself',
			base(
				'set',
				{ includeOtherFields: true, assignments: { assignments: [{ name: 'id', value: 1 }] } },
				{ typeVersion: 3.4 },
			),
			'$json.id',
		],
		['a form waits for other items', base('wait', { resume: 'form' }), '$json.id'],
		['a node of another kind', base('slack', {}), '$json.id'],
	])('Edit Fields %s', (_name, node, expected) => {
		expect(textOf(expression('$json.id'), { between: [node] })).toBe(expected);
	});
});

test.each([
	['splitOut', { fieldToSplitOut: 'id.part, other' }],
	['googleSheets', { columns: { mappingMode: 'autoMapInputData' } }],
	['aggregate', { aggregate: 'aggregateAllItemData' }],
	['respondToWebhook', {}],
])('%s names fields, or takes them all, which is told', (type, parameters) => {
	expect(read(base(type, parameters))).toMatchObject({ parameters, unclear: ['Reader'] });
	expect(read(base(type, parameters), { keepsOthers: true }).unclear).toEqual([]);
	expect(read(base('slack', parameters)).unclear).toEqual(
		'columns' in parameters ? ['Reader'] : [],
	);
});

describe('code', () => {
	const code = (jsCode: string) => read(base('code', { jsCode }));

	test('what it reads of one item is rewritten', () => {
		const { parameters, unclear } = code("const post = $('Post').first().json.id;");
		expect(parameters?.jsCode).toBe("const post = $('Post').first().json.postId;");
		expect(unclear).toEqual([]);
	});

	test('what it seems to read in a way that cannot be followed is told', () => {
		expect(code('return items.map((item) => ({ json: { p: item.json.id } }));').unclear).toEqual([
			'Reader',
		]);
		expect(code("const key = 'id'; return items;").unclear).toEqual(['Reader']);
		expect(code('return items;').unclear).toEqual([]);
	});
});
