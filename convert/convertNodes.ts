import { isEmpty } from '../nodes/Postiz/values/read';
import { ownCall, requestCall, type Call } from './call';
import { mergeContainers } from './containers';
import { Graph } from './graph';
import { insertWaits, isAtOnce, TOO_EARLY, WAITED, waitsFor } from './inserted';
import { createPost, getPost, OUTPUT, postizNode, uploadFile } from './node';
import { rewriteReaders, type Readers } from './output';
import { stays, type Reading } from './reading';
import { blotato } from './services/blotato';
import { graphApi } from './services/graphApi';
import { others } from './services/others';
import { linkedin, x, youtube } from './services/ownNodes';
import { postiz } from './services/postiz';
import { channelsFor, notePublication } from './services/publication';
import { Surroundings, type Known } from './services/surroundings';
import { uploadPost } from './services/uploadPost';
import {
	asObject,
	listNames,
	type Call as Named,
	type Context,
	type Json,
	type Note,
	type Told,
	type WorkflowNode,
} from './types';
import type { Service } from './services/service';

/** The first one that a node belongs to reads it. */
const SERVICES: Service[] = [
	...[postiz, blotato, uploadPost, graphApi, x, linkedin, youtube],
	...others,
];

interface Read {
	service: Service;
	reading: Reading;
}

/** The nodes of a workflow after the conversion, and the lines between them. */
export function convertNodes(
	workflow: Json,
	context: Context,
): { nodes: unknown[]; connections?: unknown } {
	const given = workflow.nodes as unknown[];
	const nodes = given.filter(isNode);
	const merged = mergeContainers(nodes, asObject(workflow.connections));
	const graph = new Graph(merged.nodes, merged.connections);
	const known: Known = { graph, uploads: new Map(), gone: merged.gone };
	const reads = readAll(graph, known);
	const outputs = new Map(
		[...reads].flatMap(([name, { reading }]) =>
			'output' in reading && reading.output ? [[name, reading.output] as const] : [],
		),
	);
	const { awaited } = rewriteReaders(graph, outputs);
	const waits = waitsFor(graph, reads, awaited);
	const readers = rewriteReaders(graph, outputs, waits);
	const workshop = { known, readers, context };
	const made = new Map(
		readers.nodes.map((node) => [String(node.name), convertNode(node, reads, workshop)]),
	);
	for (const { node, before, after } of readers.changes) {
		// The parameters of a converted node are others anyway.
		if (!isConverted(reads.get(node))) {
			context.conversion.changes.push({ ...context.place, node, before, after });
		}
	}
	for (const name of reads.keys()) {
		if (Object.hasOwn(asObject(workflow.pinData), name) && isConverted(reads.get(name))) {
			noteAt(name, context)(
				'check',
				'Its pinned output is still that of the old node',
				'Unpin it.',
			);
		}
	}
	const result = insertWaits([...made.values()], merged.connections, waits);
	return {
		nodes: [...given.filter((node) => !isNode(node)), ...result.nodes],
		...('connections' in workflow && { connections: result.connections }),
	};
}

const isNode = (value: unknown): value is WorkflowNode => Object.keys(asObject(value)).length > 0;

const isConverted = (read: Read | undefined) => read !== undefined && read.reading.does !== 'stays';

function noteAt(node: unknown, { conversion, place }: Context): Note {
	const name = String(node ?? 'Postiz');
	return (kind, message, advice) => {
		conversion.remarks.push({ kind, ...place, node: name, message, advice });
	};
}

/** What each node that publishes, or prepares that, is and does, by its name. */
function readAll(graph: Graph, known: Known): Map<string, Read> {
	const reads = new Map<string, Read>();
	for (const node of graph.nodes) {
		const name = String(node.name);
		const read = readNode(node, known);
		if (read) reads.set(name, read);
		if (read?.reading.does === 'upload') known.uploads.set(name, read.reading.output);
	}
	return reads;
}

function readNode(node: WorkflowNode, known: Known): Read | undefined {
	if (typeof node.type !== 'string') return undefined;
	const request = requestCall(node);
	const service = SERVICES.find((one) => isOf(one, node, request));
	if (!service) return undefined;
	const reading = readBy(service, node, request, new Surroundings(node, known));
	return reading && { service, reading };
}

function readBy(
	service: Service,
	node: WorkflowNode,
	request: Call | undefined,
	around: Surroundings,
): Reading | undefined {
	if (!request && Object.keys(asObject(node.parameters)).length === 0) {
		return stays('it has no parameters');
	}
	const reading = service.read(request ?? ownCall(node), around, node);
	const isEarly = request && Number(node.typeVersion ?? 1) < 3;
	return reading && isEarly
		? stays('it uses an early version of the HTTP Request node, which is not read')
		: reading;
}

function isOf({ types, addresses }: Service, { type }: WorkflowNode, request?: Call): boolean {
	if (!request) return types.includes(type.replace(/Tool$/, ''));
	const address = [request.host, ...request.path].join('/');
	return addresses?.test(`${address}${request.path.length > 0 ? '' : '/'}`) === true;
}

interface Workshop {
	known: Known;
	readers: Readers;
	context: Context;
}

/** The node that takes the place of another one, or that itself if it stays; adds what there is to say. */
function convertNode(
	node: WorkflowNode,
	reads: Map<string, Read>,
	{ known, readers, context }: Workshop,
): WorkflowNode {
	const name = String(node.name);
	const before = reads.get(name);
	if (!before) return node;
	const { service } = before;
	const call = { ...context.place, node: name, service: service.name };
	if (before.reading.does === 'stays') {
		const { because } = before.reading;
		const message = `It calls ${service.name} and was left as it is, because ${because}`;
		noteAt(name, context)('todo', message, 'Keep it, or put the Postiz node in its place by hand.');
		context.conversion.calls.push({ ...call, outcome: 'left', because });
		return node;
	}
	const { reading } = readNode(node, known) ?? before;
	if (reading.does === 'stays') return node;
	const todos: string[] = [];
	const note: Note = (kind, message, advice) => {
		if (kind === 'todo') todos.push(`${message}. ${advice}`);
		noteAt(name, context)(kind, message, advice);
	};
	const parameters = parametersOf(reading, (post) => {
		notePublication(post, note);
		return channelsFor(post, { node: name, service: service.name, note, context });
	});
	for (const told of reading.said ?? []) note(...told);
	if (reading.does !== 'call') note('setup', ...newCredential(service.name));
	const gone = [...known.gone].flatMap(([one, container]) => (container === name ? [one] : []));
	if (gone.length > 0) {
		const message = `It now publishes what it prepared before. The nodes that waited for that and published it are gone: ${listNames(gone)}`;
		note('check', message, 'Nothing has to be done.');
	}
	if (reading.does === 'post' && reading.post.targets.length > 1) note('check', ...ITEMS);
	if (reading.does === 'post' && readers.awaited.has(name)) {
		if (isAtOnce(reading.post)) note('check', ...WAITED);
		else note('todo', ...TOO_EARLY);
	}
	const unclear = readers.unclear.flatMap(({ source, reader }) =>
		source === name ? [reader] : [],
	);
	if (unclear.length > 0) {
		const has = reading.does === 'upload' ? 'the id and path of the file' : OUTPUT.postId;
		const message = `Its output is another one now. Nodes that seem to use the old one: ${listNames(unclear)}`;
		note('todo', message, `Change these nodes: it now outputs ${has}, among others.`);
	}
	const outcome: Named['outcome'] = todos.length > 0 ? 'todo' : 'converted';
	context.conversion.calls.push({ ...call, outcome });
	context.conversion.converted++;
	const credentials = reading.does === 'call' ? reading.credentials : undefined;
	const converted = postizNode(node, parameters, credentials);
	if (todos.length === 0) return converted;
	const notes = [node.notes, ...todos].filter((text) => !isEmpty(text)).join('\n');
	return { ...converted, notes, notesInFlow: true };
}

const ITEMS: Told = [
	'It now outputs an item for each channel, so that what follows runs for each',
	'If it shall run once, put a Limit node behind it, or choose Execute Once in the settings of the next one.',
];

type Converted = Exclude<Reading, { does: 'stays' }>;

function parametersOf(
	reading: Converted,
	channelsOf: (post: Extract<Reading, { does: 'post' }>['post']) => string[],
): Json {
	switch (reading.does) {
		case 'post':
			return createPost(reading.post, channelsOf(reading.post));
		case 'upload':
			return uploadFile(reading.media);
		case 'status':
			return getPost(reading.id);
		case 'call':
			return reading.parameters;
	}
}

const newCredential = (service: string): Told => [
	`It signed in to ${service}. The new node needs a credential of the type Postiz API`,
	'Make one with an API key of Postiz (Settings > Developers > Public API), and choose it in the node.',
];
