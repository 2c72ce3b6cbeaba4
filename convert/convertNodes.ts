import { isEmpty } from '../nodes/Postiz/values/read';
import { ownCall, requestCall, type Call } from './call';
import { mergeContainers } from './containers';
import { Graph } from './graph';
import { insertWaits, isAtOnce, TOO_EARLY, WAITED, waitsFor } from './inserted';
import { createPost, postizNode } from './node';
import { rewriteReaders, type Readers } from './output';
import { stays, type Reading } from './reading';
import { blotato } from './services/blotato';
import { graphApi } from './services/graphApi';
import { others } from './services/others';
import { linkedin, x, youtube } from './services/ownNodes';
import { postiz } from './services/postiz';
import { addAccounts, channelsFor, notePublication, type Accounts } from './services/publication';
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

type Read = { service: Service; reading: Reading };
type Workshop = { known: Known; readers: Readers; accounts: Accounts; context: Context };

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
	const accounts: Accounts = new Map();
	const reads = new Map<string, Read>();
	for (const node of graph.nodes) {
		const read = readNode(node, known);
		if (!read) continue;
		const { reading } = read;
		reads.set(String(node.name), read);
		if (reading.does === 'post') addAccounts(reading.post, accounts);
		if (reading.does !== 'call' || !reading.isUpload || !reading.output) continue;
		known.uploads.set(String(node.name), reading.output);
	}
	const outputs = new Map(
		[...reads].flatMap(([name, { reading }]) =>
			'output' in reading && reading.output ? [[name, reading.output] as const] : [],
		),
	);
	const { awaited } = rewriteReaders(graph, outputs);
	const waits = waitsFor(graph, reads, awaited);
	const readers = rewriteReaders(graph, outputs, waits);
	const workshop = { known, readers, accounts, context };
	const made = readers.nodes.map((node) =>
		convertNode(node, reads.get(String(node.name)), workshop),
	);
	const isConverted = (name: string) => (reads.get(name)?.reading.does ?? 'stays') !== 'stays';
	// The parameters of a converted node are others anyway.
	const changes = readers.changes.filter(({ node }) => !isConverted(node));
	context.conversion.changes.push(...changes.map((change) => ({ ...context.place, ...change })));
	const result = insertWaits(made, merged.connections, waits);
	return {
		nodes: [...given.filter((node) => !isNode(node)), ...result.nodes],
		...('connections' in workflow && { connections: result.connections }),
	};
}

const isNode = (value: unknown): value is WorkflowNode => Object.keys(asObject(value)).length > 0;

function noteAt(node: unknown, { conversion, place }: Context): Note {
	const name = String(node ?? 'Postiz');
	return (kind, message, advice) => {
		conversion.remarks.push({ kind, ...place, node: name, message, advice });
	};
}

function readNode(node: WorkflowNode, known: Known): Read | undefined {
	if (typeof node.type !== 'string') return undefined;
	const request = requestCall(node);
	const service = SERVICES.find((one) => isOf(one, node, request));
	if (!service) return undefined;
	const reading = service.read(request ?? ownCall(node), new Surroundings(node, known), node);
	if (!request && Object.keys(asObject(node.parameters)).length === 0) {
		return { service, reading: stays('it has no parameters') };
	}
	if (reading && request && Number(node.typeVersion ?? 1) < 3) {
		return { service, reading: stays('it uses an early version of the HTTP Request node') };
	}
	return reading && { service, reading };
}

function isOf({ types, addresses }: Service, { type }: WorkflowNode, request?: Call): boolean {
	if (!request) return types.includes(type.replace(/Tool$/, ''));
	const address = [request.host, ...request.path].join('/');
	return addresses?.test(`${address}${request.path.length > 0 ? '' : '/'}`) === true;
}

/** The node that takes the place of another one, or that itself if it stays; adds what there is to say. */
function convertNode(
	node: WorkflowNode,
	before: Read | undefined,
	{ known, readers, accounts, context }: Workshop,
): WorkflowNode {
	const name = String(node.name);
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
	for (const told of reading.said ?? []) note(...told);
	if (service !== postiz) note('setup', ...newCredential(service.name));
	if (reading.does === 'post') notePublication(reading.post, note);
	const gone = [...known.gone].flatMap(([one, container]) => (container === name ? [one] : []));
	if (gone.length > 0) {
		const message = `It now publishes what it prepared before. The nodes that waited for that and published it are gone: ${listNames(gone)}`;
		note('check', message, 'Nothing has to be done.');
	}
	if (reading.does === 'post' && readers.awaited.has(name)) {
		note(...(isAtOnce(reading.post) ? WAITED : TOO_EARLY));
	}
	const unclear = readers.unclear.flatMap(({ source, reader }) =>
		source === name ? [reader] : [],
	);
	if (unclear.length > 0) {
		const message = `Its output is another one now. Nodes that seem to use the old one: ${listNames(unclear)}`;
		note('todo', message, 'Run the node once, and change what these read.');
	}
	const parameters =
		reading.does === 'post'
			? createPost(reading.post, channelsFor(reading.post, accounts, note))
			: reading.parameters;
	const outcome: Named['outcome'] = todos.length > 0 ? 'todo' : 'converted';
	context.conversion.calls.push({ ...call, outcome });
	context.conversion.converted++;
	const credentials = reading.does === 'call' ? reading.credentials : undefined;
	const converted = postizNode(node, parameters, credentials);
	if (todos.length === 0) return converted;
	const notes = [node.notes, ...todos].filter((text) => !isEmpty(text)).join('\n');
	return { ...converted, notes, notesInFlow: true };
}

const newCredential = (service: string): Told => [
	`It signed in to ${service}. The new node needs a credential of the type Postiz API`,
	'Make one with an API key of Postiz (Settings > Developers > Public API), and choose it in the node.',
];
