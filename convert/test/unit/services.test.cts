import { convertWorkflow } from '../../convertWorkflow';
import type { Call, WorkflowNode } from '../../types';
import { lines, log, node, outcomeOf, workflowOf, type Fixture } from '../services/fixture.cjs';
import { serviceFixtures, titled } from '../services/index.cjs';

const NEW = /^n8n-nodes-postiz-publisher\.postiz/;

describe.each(titled)('%s', (_name, fixture) => {
	const old = workflowOf(fixture);
	const conversion = convertWorkflow(old);
	const { nodes } = conversion.workflows as { nodes: WorkflowNode[] };

	test('each call ends as it should, and the reasons are said', () => {
		expect(conversion.calls.length).toBeGreaterThan(0);
		for (const { node, outcome } of conversion.calls) {
			expect([node, outcome]).toEqual([node, outcomeOf(fixture, node)]);
		}
		const said = conversion.remarks.map(({ message }) => message).join('\n');
		for (const reason of fixture.says ?? []) expect(said).toMatch(reason);
	});

	test('what stays is as it was, and what has something to do says it at the node', () => {
		for (const { node: name, outcome } of conversion.calls) {
			const node = nodes.find((each) => each.name === name)!;
			if (outcome === 'left') {
				const same = old.nodes.find((each) => each.name === name)!;
				// What it reads of a converted one has another name.
				const isReader = conversion.changes.some((change) => change.node === name);
				expect(node).toEqual(isReader ? { ...same, parameters: node.parameters } : same);
				continue;
			}
			expect(node.type).toMatch(NEW);
			expect(node.credentials).toBeUndefined();
			const todos = conversion.remarks.filter((each) => each.node === name && each.kind === 'todo');
			expect(todos.length > 0).toBe(outcome === 'todo');
			for (const { message } of todos) expect(node.notes).toContain(message);
		}
		expect(JSON.stringify(nodes.filter(({ type }) => NEW.test(type)))).not.toContain(
			'typed-in-key',
		);
	});
});

/** How many calls that publish a fixture stands for, by what becomes of them. */
function shares(fixture: Fixture): Array<[Call['outcome'], number]> {
	const { count = 0 } = fixture;
	const { calls } = convertWorkflow(workflowOf(fixture));
	const publishing = calls.filter(({ node }) => !/^(?:Upload|Other|Look|Video)/.test(node));
	return publishing.map(({ outcome }) => [outcome, count / publishing.length]);
}

test('85 % of the calls of public workflows need nothing by hand but channel and credential', () => {
	const all = serviceFixtures.flatMap(shares);
	const amount = (shares: typeof all) => shares.reduce((sum, [, count]) => sum + count, 0);
	const done = all.filter(([outcome]) => outcome === 'converted');
	expect(amount(done) / amount(all)).toBeGreaterThanOrEqual(0.85);
});

test.each([
	{ options: { scheduledTime: '2099-13-45 10:00' } },
	{ platform: 'http://[', options: { title: 'Beans' } },
])('a slip in a workflow ends no conversion: %j', (slip) => {
	const type = '@blotato/n8n-nodes-blotato.blotato';
	const parameters = { platform: 'bluesky', accountId: '7', postContentText: 'Beans', ...slip };
	expect(convertWorkflow({ nodes: [node('Publish', type, parameters)] }).calls).toHaveLength(1);
});

test('the errors of a node that is put behind another one go where those of the other one go', () => {
	const publish = node('Publish', 'n8n-nodes-base.twitter', { text: 'Beans' }, { typeVersion: 2 });
	const { workflows } = convertWorkflow({
		nodes: [{ ...publish, onError: 'continueErrorOutput' }, log('={{ $json.id }}')],
		connections: lines(['Publish', 'Log', 0], ['Publish', 'Failed', 1]),
	});
	expect(workflows).toMatchObject({
		connections: lines(
			['Publish', 'Wait for Publish', 0],
			['Publish', 'Failed', 1],
			['Wait for Publish', 'Log', 0],
			['Wait for Publish', 'Failed', 1],
		),
	});
});

test('the only account of a network is its channel, of several each is to be chosen', () => {
	const post = (name: string, accountId: string, platform = 'twitter') =>
		node(name, '@blotato/n8n-nodes-blotato.blotato', { platform, accountId, postContentText: 'A' });
	const { workflows } = convertWorkflow({
		nodes: [
			post('One', '1'),
			post('Same', '1'),
			post('Sky', '2', 'bluesky'),
			post('Other', '3', 'bluesky'),
			post('Open', '={{ $json.account }}', 'threads'),
		],
	});
	const [x, open] = [{ channels: ['X'] }, { channels: [] }];
	expect(workflows).toMatchObject({
		nodes: [x, x, open, open, open].map((parameters) => ({ parameters })),
	});
});
