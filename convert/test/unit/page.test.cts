import { look, type Source, type View } from '../../page/view';

const { writePage } = require('../../../gulpfile.js') as {
	writePage: (file: string) => Promise<void>;
};

const BLOTATO = '@blotato/n8n-nodes-blotato.blotato';

const blotato = (name: string, parameters: object) => ({
	name,
	type: BLOTATO,
	typeVersion: 2,
	parameters,
});
const onX = blotato('To X', {
	platform: 'twitter',
	accountId: { __rl: true, mode: 'list', value: '98', cachedResultName: 'Acme Coffee' },
	postContentText: '={{ $json.title }}',
});
const log = {
	name: 'Log',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: {
		assignments: {
			assignments: [
				{ id: '1', name: 'id', type: 'string', value: '={{ $json.postSubmissionId }}' },
			],
		},
	},
};
const reply = {
	name: 'Reply',
	type: 'n8n-nodes-base.twitter',
	typeVersion: 2,
	parameters: {
		text: 'Hi',
		additionalFields: { inReplyToStatusId: { __rl: true, mode: 'id', value: '1' } },
	},
};

const workflow = (name: string, nodes: Array<{ name: string }>) => ({
	name,
	nodes,
	connections: Object.fromEntries(
		nodes
			.slice(1)
			.map((node, at) => [
				nodes[at].name,
				{ main: [[{ node: node.name, type: 'main', index: 0 }]] },
			]),
	),
});

const viewOf = (sources: Source[]): View => {
	const seen = look(sources);
	if (!seen.view) throw new Error(seen.problem);
	return seen.view;
};
const view = (given: unknown) => viewOf([{ text: JSON.stringify(given) }]);

test('what reads the output is rewritten, and told', () => {
	const { looks, summary, files } = view(workflow('News', [onX, log]));
	expect(summary).toBe('1 node converted.');
	expect(looks).toEqual([
		{ where: 'Log', message: '={{ $json.postSubmissionId }} is now ={{ $json.postId }}' },
	]);
	expect(files.map(({ name }) => name)).toEqual(['News (Postiz).json']);
	expect(JSON.parse(files[0].text)).toHaveProperty('nodes.0.parameters.operation', 'create');
});

test('what is left to do stands in its order: paste, choose, mend, try', () => {
	const { steps, summary } = view(workflow('News', [onX, reply]));
	expect(summary).toBe('1 node converted, 1 left as it is.');
	expect(steps.map(({ message }) => message)).toEqual([
		expect.stringMatching(/paste/),
		expect.stringMatching(/credential/),
		expect.stringMatching(/^It posted to X \(Acme Coffee\)\. It now/),
		expect.stringMatching(/left as it is, because it replies to a post/),
		expect.stringMatching(/switch the old workflow off/),
	]);
	expect(steps.map(({ where }) => where)).toEqual([undefined, 'To X', 'To X', 'Reply', undefined]);
});

test('of several files, each node is named with its workflow', () => {
	const sources: Source[] = ['Tea', 'Cake'].map((name) => ({
		name: `${name}.json`,
		text: `\uFEFF${JSON.stringify(workflow(name, [onX]))}`,
	}));
	const { files, steps, summary } = viewOf(sources);
	expect(summary).toBe('2 nodes converted.');
	expect(files.map(({ name }) => name)).toEqual(['Tea (Postiz).json', 'Cake (Postiz).json']);
	expect(steps.map(({ where }) => where)).toContain('To X in Tea, To X in Cake');
});

test('where nothing was converted, there is nothing to copy', () => {
	const { files, summary, steps } = view(workflow('News', [reply]));
	expect([files, summary]).toEqual([[], '1 left as it is.']);
	expect(steps.map(({ where }) => where)).toEqual(['Reply']);
});

test('an operation of the older Postiz node that is not converted is named', () => {
	const old = {
		name: 'List',
		type: 'n8n-nodes-postiz.postiz',
		parameters: { operation: 'getPosts' },
	};
	const { summary, steps } = view(workflow('News', [old]));
	expect([summary, steps.map(({ where }) => where)]).toEqual(['1 left as it is.', ['List']]);
});

test.each([
	['no JSON', '{"nodes": [', /^This is not an n8n workflow: it is not valid JSON\./],
	['no workflow', '{"name": "x"}', /^There is nothing to convert/],
	['a text', '"nodes"', /nothing to convert/],
	[
		'nothing that publishes',
		JSON.stringify(workflow('Other', [log])),
		/^There is nothing to convert/,
	],
	['too deep', `${'['.repeat(20_000)}{"nodes":[]}${']'.repeat(20_000)}`, /cannot be converted/],
])('%s is told in a sentence', (_what, text, message) => {
	expect(look([{ text }])).toEqual({ problem: expect.stringMatching(message) as string });
});

test('it can be bundled', async () => await writePage('.sandbox/bundled/index.html'));
