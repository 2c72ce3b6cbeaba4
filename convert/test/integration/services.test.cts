import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	NodeParameterValueType,
} from 'n8n-workflow';

import { convertWorkflow } from '../../convertWorkflow';
import type { WorkflowNode } from '../../types';
import { providers } from '../../../nodes/Postiz/providers';
import { channelOf } from '../../../test/service/client.cjs';
import type { Service } from '../../../test/service/server.cjs';
import { fileOf, MP4, pngOf } from '../../../test/shared/samples.cjs';
import { FILES, workflowOf, type Posted, type Fixture } from '../services/fixture.cjs';
import { titled } from '../services/index.cjs';
import { startFileServer, type FileServer } from '../../../test/integration/support/fileServer.cjs';
import {
	memoryFile,
	runWorkflow,
	START,
	type WorkflowJson,
} from '../../../test/integration/support/harness.cjs';
import { sentName } from '../../../test/integration/support/media.cjs';
import { postRequests } from '../../../test/integration/support/posts.cjs';
import { useService } from '../../../test/integration/support/useService.cjs';

/*
 * Each workflow is converted, runs in n8n's engine against the sandbox, and posts what it would have posted
 * before, which the fixtures say. n8n's own nodes beside the Postiz node have stand-ins.
 */

const service = useService({ hourlyLimit: 10_000 });
/** Its files can be read again, as those of an earlier execution are. */
const shown = useService({ hourlyLimit: 10_000, showsUploads: true });

/** Another one for each name: the node uploads equal files once. */
const contentOf = (name: string) =>
	fileOf(name.endsWith('.mp4') ? MP4 : pngOf(400, 300), 2000, name.split('/').at(-1)!.length);

let files: FileServer;
beforeAll(async () => {
	files = await startFileServer((request, response) => {
		const content = contentOf(request.url!);
		response.writeHead(200, { 'content-length': content.length }).end(content);
	});
});
afterAll(async () => await files.close());

type Run = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** A node type with these parameters, which runs as it is told. */
function standIn(properties: Record<string, string>, outputs: number, execute: Run): INodeType {
	return {
		description: {
			displayName: 'Stand-in',
			name: 'standIn',
			group: ['transform'],
			version: [1, 2, 2.2, 3.4, 4.2],
			description: '',
			defaults: {},
			inputs: ['main'],
			outputs: Array.from({ length: outputs }, () => 'main' as const),
			properties: Object.entries(properties).map(([name, type]) => ({
				displayName: name,
				name,
				type: type as 'string',
				default: {},
			})),
		},
		execute,
	};
}

const handsOn = standIn({}, 1, async function () {
	return [this.getInputData()];
});

const editFields = standIn({ assignments: 'assignmentCollection' }, 1, async function () {
	return [
		this.getInputData().map(({ binary }, item) => {
			const { assignments } = this.getNodeParameter('assignments', item) as {
				assignments: Array<{ name: string; value: NodeParameterValueType }>;
			};
			const json = Object.fromEntries(assignments.map(({ name, value }) => [name, value]));
			return { json: json as IDataObject, binary, pairedItem: { item } };
		}),
	];
});

const sorts = (outputs: number) =>
	standIn({ conditions: 'filter' }, outputs, async function () {
		const sorted: INodeExecutionData[][] = Array.from({ length: outputs }, () => []);
		this.getInputData().forEach((each, item) => {
			const isTrue = this.getNodeParameter('conditions', item, false, { extractValue: true });
			sorted[isTrue ? 0 : 1]?.push({ ...each, pairedItem: { item } });
		});
		return sorted;
	});

const STAND_INS: Record<string, INodeType> = {
	'n8n-nodes-base.set': editFields,
	'n8n-nodes-base.filter': sorts(1),
	'n8n-nodes-base.if': sorts(2),
};

const identifierOf = (name: string) =>
	providers.find(({ displayName }) => displayName.replace(/ \(.*\)$/, '') === name)!.identifier;

/** The workflow of a fixture after the conversion, with the first channel of each network that its nodes post to. */
function converted(fixture: Fixture, on: Service) {
	const { name: _name, ...old } = workflowOf(fixture, START);
	const { workflows, remarks } = convertWorkflow(old);
	const { nodes, connections } = workflows as { nodes: WorkflowNode[]; connections: object };
	const chosen = nodes.map((node) => {
		const channels = remarks
			.filter((remark) => remark.node === node.name && /^It posted to/.test(remark.message))
			.flatMap(({ message }) => [...message.matchAll(/(?:to|and) ([^(]+) \(/g)])
			.map(([, name]) => channelOf(on, identifierOf(name)));
		if (channels.length === 0) return node;
		return { ...node, parameters: { ...node.parameters, channels } };
	});
	return { nodes: chosen, connections };
}

async function run(fixture: Fixture, on = service) {
	const { rows = [{}], files: binaries = {}, refusing = [] } = fixture;
	for (const channel of on.state.channels) {
		if (refusing.includes(channel.identifier)) channel.failsWith = 'Not today';
	}
	const json = JSON.stringify(converted(fixture, on)).replaceAll(FILES, files.origin);
	const workflow = JSON.parse(json) as WorkflowJson;
	const own = workflow.nodes.map(({ credentials: _credentials, ...node }) => node);
	const nodeTypes = Object.fromEntries(
		own
			.map(({ type }) => [type, STAND_INS[type] ?? handsOn])
			.filter(([type]) => !isOwn(String(type))),
	) as Record<string, INodeType>;
	return await runWorkflow(
		{ ...workflow, nodes: own },
		{
			service: on,
			nodeTypes,
			items: rows.map((row) => ({
				json: JSON.parse(JSON.stringify(row).replaceAll(FILES, files.origin)) as IDataObject,
				binary: Object.fromEntries(
					Object.entries(binaries).map(([field, fileName]) => [
						field,
						memoryFile(contentOf(fileName), { fileName }),
					]),
				),
			})),
		},
	);
}

const isOwn = (type: string) => type === START || type.startsWith('n8n-nodes-postiz-publisher.');

interface Sent extends IDataObject {
	integration: { id: string };
	value: Array<{ content: string; image: IDataObject[] }>;
	settings: IDataObject;
}

/** What the service got, as the fixtures say it. */
function arrived(on: Service): Posted[] {
	return postRequests(on).flatMap(({ body }) => {
		const { posts, type, date } = body as unknown as { posts: Sent[]; type: 'now'; date: string };
		return posts.map(({ integration, value: [first, ...later], settings }) => ({
			on: on.state.channels.find(({ id }) => id === integration.id)!.identifier,
			text: plainOf(first.content),
			files: first.image.map((image) => sentName(on, image) ?? String(image.path)),
			settings,
			type,
			date,
			thread: later.map(({ content }) => plainOf(content)),
		}));
	});
}

// A text with a bracket goes out as HTML, of which the networks make that text again.
const plainOf = (content: string) =>
	content.startsWith('<p>')
		? content
				.replace(/<\/p><p>/g, '\n')
				.replace(/<[^>]*>/g, '')
				.replace(/&(?:amp;)?lt;/g, '<')
				.replace(/&(?:amp;)?gt;/g, '>')
				.replace(/&amp;(?:amp;)?/g, '&')
		: content;

const runnable = titled.filter(([, { posts }]) => posts !== undefined);

test.each(runnable)('%s', async (_name, fixture) => {
	const { outputOf, error } = await run(fixture);
	expect(error).toBeUndefined();
	expectPosts(fixture.posts, service);
	if (fixture.seen) {
		expect(
			outputOf('Log')
				.flat()
				.map(({ json }) => json.seen),
		).toEqual(fixture.seen);
	}
});

test.each(runnable)('twice, each post goes out once: %s', async (_name, fixture) => {
	const { again = { posts: [] } } = fixture;
	// Other files are compared with those that are there.
	const on = fixture.again ? shown : service;
	await run(fixture, on);
	on.requests.length = 0;
	const { error } = await run({ ...fixture, ...again }, on);
	// Uploaded once more, files of the sandbox can't be read, so that nothing goes out.
	expect(error?.message ?? 'its files cannot be compared').toContain(
		'its files cannot be compared',
	);
	expectPosts(again.posts, on);
});

function expectPosts(expected: Posted[] | undefined, on: Service): void {
	const posted = arrived(on);
	expect(posted.map((post) => post.on).sort()).toEqual(
		(expected ?? []).map((post) => post.on).sort(),
	);
	for (const post of expected ?? [])
		expect(posted).toContainEqual(expect.objectContaining(withSettings(post)));
}

const withSettings = ({ settings, ...post }: Posted): object => ({
	...post,
	...(settings && { settings: expect.objectContaining(settings) as object }),
});
