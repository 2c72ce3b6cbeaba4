import { NodeHelpers, Workflow, type IDataObject, type INode, type INodeTypes } from 'n8n-workflow';

import { Postiz } from '../../../nodes/Postiz/Postiz.node';
import { listExampleFiles, getNode, readExample } from '../../demo/example.cjs';
import { createFake } from '../../shared/fakes.cjs';

const POSTIZ = 'n8n-nodes-postiz-publisher.postiz';

/** The parameters of a node as n8n keeps them when it imports it, and those that are open. */
function importNode(node: INode) {
	const { description } = new Postiz();
	const { properties } = description;
	const parameters =
		NodeHelpers.getNodeParameters(properties, node.parameters, true, false, node, description) ??
		{};
	const active = { ...node, parameters, disabled: false };
	const issues = NodeHelpers.getNodeParametersIssues(properties, active, description);
	return { parameters, open: Object.keys(issues?.parameters ?? {}) };
}

test.each(listExampleFiles())('the Postiz nodes of %s only lack their channels', (file) => {
	for (const node of readExample(file).nodes.filter(({ type }) => type === POSTIZ)) {
		const { parameters, open } = importNode(node);
		const isOpen = Array.isArray(parameters.channels);
		expect([node.name, open]).toEqual([node.name, isOpen ? ['channels'] : []]);
	}
});

// An interrupted run must be safe to repeat.
test.each(listExampleFiles())('%s never sends an existing post again', (file) => {
	const options = readExample(file).nodes.map(({ parameters }) => Object(parameters.options));
	expect(options.filter(({ ifExists }) => ifExists === 'post')).toEqual([]);
});

test('no example publishes as shipped without an approval or a record that is ready', () => {
	const publishers = listExampleFiles()
		.map((file) =>
			readExample(file).nodes.filter(({ type, disabled }) => type.startsWith(POSTIZ) && !disabled),
		)
		// n8n does not run a workflow while a required field is empty.
		.filter((nodes) =>
			nodes.every((node) => node.type !== POSTIZ || importNode(node).open.length === 0),
		)
		.flat()
		.filter(({ parameters: { resource, operation, type: when, updateFields, options } }) => {
			const isPublic = when !== 'draft' && !Object(options).previewOnly;
			const creates = ['create', 'upsert'].includes(String(operation)) && isPublic;
			const schedules = operation === 'update' && Object(updateFields).state === 'scheduled';
			return resource === 'post' && (creates || schedules);
		})
		.map(({ name }) => name);
	// Each waits for an approval (human review, chat or email) or publishes what a record or row sets as ready.
	expect(publishers).toEqual([
		'Schedule a draft',
		'Schedule the posts',
		'Schedule the post',
		'Create or update posts',
		'Schedule the posts',
		'Schedule the rows',
		'Create or update posts',
	]);
});

test.each([
	['in Slack', 'text', ['1 &lt; 2', '\n{picture}', '\n{preview}']],
	['by email', 'html', ['1 &lt; 2', '<img src="{picture}"', '<a href="{preview}">']],
])('approval-in-a-chat shows drafts %s with picture and preview', (where, field, parts) => {
	const node = getNode(readExample('approval-in-a-chat.json'), `Show ${where}`);
	const message = String(node.parameters[field]).replaceAll("$('The draft').item.json", '$json');
	const { expression } = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: createFake<INodeTypes>({ getByNameAndVersion: () => undefined }),
	});
	const show = (json: IDataObject) =>
		expression.getParameterValue(message, null, 0, 0, node.name, [{ json }], 'internal', {});
	const draft = { title: 'Bluesky', text: '1 < 2', picture: '{picture}', preview: '{preview}' };
	for (const part of parts) expect(show(draft)).toContain(part);
	expect(show({ ...draft, picture: '', preview: '' })).not.toMatch(/undefined|null|<img|<a/);
});
