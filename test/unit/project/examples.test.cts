import { NodeHelpers, Workflow, type IDataObject, type INode, type INodeTypes } from 'n8n-workflow';

import { Postiz } from '../../../nodes/Postiz/Postiz.node';
import { exampleFiles, nodeNamed, readExample } from '../../demo/example.cjs';

const STICKY_NOTE = 'n8n-nodes-base.stickyNote';
const POSTIZ = 'n8n-nodes-postiz-publisher.postiz';

/** The newest versions of n8n's own nodes in n8n 1.85, the oldest one that is supported. */
const NEWEST_IN_1_85: Record<string, number> = {
	aggregate: 1,
	airtable: 2.1,
	code: 2,
	convertToFile: 1.1,
	emailSend: 2.1,
	filter: 2.2,
	formTrigger: 2.2,
	googleDrive: 3,
	googleSheets: 4.5,
	httpRequest: 4.2,
	if: 2.2,
	limit: 1,
	manualTrigger: 1,
	noOp: 1,
	removeDuplicates: 2,
	rssFeedRead: 1.1,
	scheduleTrigger: 1.2,
	set: 3.4,
	slack: 2.3,
	splitInBatches: 3,
	stickyNote: 1,
	stopAndError: 1,
	summarize: 1.1,
	switch: 3.2,
	telegram: 1.2,
	wait: 1.1,
};

/** What a node takes up on the canvas, with its name below and the buttons above. */
const NODE = { left: -40, right: 300, above: -40, below: 150 };

test.each(exampleFiles())('the notes of %s cover no node', (file) => {
	const { nodes } = readExample(file);
	const notes = nodes.filter(({ type }) => type === STICKY_NOTE);
	const covered = notes.flatMap(({ position: [x, y], parameters }) => {
		const { width, height } = parameters as { width: number; height: number };
		return nodes
			.filter(({ type }) => type !== STICKY_NOTE)
			.filter(
				({ position: [left, top] }) =>
					left + NODE.right > x &&
					left + NODE.left < x + width &&
					top + NODE.below > y &&
					top + NODE.above < y + height,
			);
	});
	expect(covered.map(({ name }) => name)).toEqual([]);
});

/** The parameters of a node as n8n keeps them when it imports it, and those that are open. */
function imported(node: INode) {
	const { description } = new Postiz();
	const { properties } = description;
	const parameters =
		NodeHelpers.getNodeParameters(properties, node.parameters, true, false, node, description) ??
		{};
	const active = { ...node, parameters, disabled: false };
	const issues = NodeHelpers.getNodeParametersIssues(properties, active, description);
	return { parameters, open: Object.keys(issues?.parameters ?? {}) };
}

test.each(exampleFiles())('all that is open in the Postiz nodes of %s is the channels', (file) => {
	for (const node of readExample(file).nodes.filter(({ type }) => type === POSTIZ)) {
		const { parameters, open } = imported(node);
		const isOpen = Array.isArray(parameters.channels);
		expect([node.name, open]).toEqual([node.name, isOpen ? ['channels'] : []]);
	}
});

// A run that was cut short before it wrote down what it did is run again.
test.each(exampleFiles())('%s sends nothing again that is there', (file) => {
	const options = readExample(file).nodes.map(({ parameters }) => Object(parameters.options));
	expect(options.filter(({ ifExists }) => ifExists === 'post')).toEqual([]);
});

test('no example publishes as it ships, without asking', () => {
	const publishers = exampleFiles()
		.map((file) =>
			readExample(file).nodes.filter(({ type, disabled }) => type.startsWith(POSTIZ) && !disabled),
		)
		// n8n runs no workflow in which something required is open.
		.filter((nodes) =>
			nodes.every((node) => node.type !== POSTIZ || imported(node).open.length === 0),
		)
		.flat()
		.filter(({ parameters: { resource, operation, type: when, updateFields, options } }) => {
			const isPublic = when !== 'draft' && !Object(options).previewOnly;
			const creates = ['create', 'createOrUpdate'].includes(String(operation)) && isPublic;
			const schedules = operation === 'update' && Object(updateFields).state === 'scheduled';
			return resource === 'post' && (creates || schedules);
		})
		.map(({ name }) => name);
	// Human review asks before the first, a chat before the third, and a mail before the fifth; records and rows say if
	// or when.
	expect(publishers).toEqual([
		'Schedule a draft',
		'Schedule the posts',
		'Schedule the post',
		'Schedule the posts',
		'Schedule the rows',
		'Create or update posts',
	]);
});

test.each(exampleFiles())('%s has nodes that n8n 1.85 knows', (file) => {
	for (const { type, typeVersion } of readExample(file).nodes) {
		const [, node] = /^n8n-nodes-base\.(.+)$/.exec(type) ?? [];
		// Data tables came with n8n 2.5.
		if (node && node !== 'dataTable')
			expect([node, typeVersion <= NEWEST_IN_1_85[node]]).toEqual([node, true]);
	}
});

test.each([
	['in Slack', 'text', ['1 &lt; 2', '\n{picture}', '\n{preview}']],
	['by email', 'html', ['1 &lt; 2', '<img src="{picture}"', '<a href="{preview}">']],
])('approval-in-a-chat shows drafts %s with picture and preview', (where, field, parts) => {
	const node = nodeNamed(readExample('approval-in-a-chat.json'), `Show ${where}`);
	const message = String(node.parameters[field]).replaceAll("$('The draft').item.json", '$json');
	const { expression } = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: { getByNameAndVersion: () => undefined } as unknown as INodeTypes,
	});
	const show = (json: IDataObject) =>
		expression.getParameterValue(message, null, 0, 0, node.name, [{ json }], 'internal', {});
	const draft = { title: 'Bluesky', text: '1 < 2', picture: '{picture}', preview: '{preview}' };
	for (const part of parts) expect(show(draft)).toContain(part);
	expect(show({ ...draft, picture: '', preview: '' })).not.toMatch(/undefined|null|<img|<a/);
});
