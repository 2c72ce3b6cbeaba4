import type { Graph } from './graph';
import { OUTPUT, postizNode, waitForPost } from './node';
import type { Publication, Reading } from './reading';
import { asList, asObject, type Json, type Kind, type Told, type WorkflowNode } from './types';

/** True for a post that goes out when the node runs. */
export const isAtOnce = ({ when }: Publication) => when === undefined || when.type === 'now';

/** Of a post whose link is read right behind it, and of one that goes out later. */
export const WAITED: [Kind, ...Told] = [
	'check',
	'Nodes behind it read the link or the ID of the post, which are known once it is published. The node behind it waits for that, for ten minutes at most',
	'The ID that they read is now that of the post on its network. Check that they need this one.',
];
export const TOO_EARLY: [Kind, ...Told] = [
	'todo',
	'Nodes behind it read the link or the ID of the post. These are only known once the post is published, which is later',
	'Put these nodes into a workflow of their own that starts with the Postiz Trigger.',
];

/** The names of the nodes that wait for a link, by those of the posts. */
export function waitsFor(
	graph: Graph,
	reads: Map<string, { reading: Reading }>,
	awaited: Set<string>,
): Map<string, string> {
	const posts = [...reads].filter(
		([name, { reading }]) => awaited.has(name) && reading.does === 'post' && isAtOnce(reading.post),
	);
	return new Map(posts.map(([name]) => [name, graph.unusedName(`Wait for ${name}`)]));
}

/** The workflow with Post > Wait behind nodes that publish, on free places. `waits` has their names. */
export function insertWaits(
	nodes: WorkflowNode[],
	connections: Json,
	waits: Map<string, string>,
): { nodes: WorkflowNode[]; connections: Json } {
	const result = { nodes, connections };
	for (const [name, own] of waits) {
		const at = result.nodes.findIndex((node) => node.name === name);
		const converted = result.nodes[at];
		if (!converted) continue;
		const { position, type, onError, credentials } = converted;
		const wait: WorkflowNode = {
			name: own,
			...postizNode({ type }, waitForPost(`={{ $json.${OUTPUT.postId} }}`), credentials),
			...(onError !== undefined && { onError }),
			...(Array.isArray(position) && { position: freePlace(position as number[], result.nodes) }),
		};
		result.nodes = [...result.nodes.slice(0, at + 1), wait, ...result.nodes.slice(at + 1)];
		result.connections = linked(name, wait, result.connections);
	}
	return result;
}

/** What a node with its label takes, in the units of the canvas. */
const ROOM = { width: 200, height: 160 };

/** The first free place below and to the right of another one. */
function freePlace([x = 0, y = 0]: number[], nodes: WorkflowNode[]): [number, number] {
	const taken = nodes.map(({ position }) => asList(position).map(Number));
	const left = x + ROOM.width / 2;
	let top = y + ROOM.height;
	const isTaken = ([otherLeft = NaN, otherTop = NaN]: number[]) =>
		Math.abs(otherLeft - left) < ROOM.width && Math.abs(otherTop - top) < ROOM.height;
	while (taken.some(isTaken)) top += ROOM.height / 2;
	return [left, top];
}

/** The lines with a node behind another one: it gets the items of its first output, and shares its error output. */
function linked(name: string, node: WorkflowNode, connections: Json): Json {
	const [first = [], ...others] = asList(asObject(connections[name]).main);
	const own = String(node.name);
	const errors = node.onError === 'continueErrorOutput' ? others : [];
	const line = [{ node: own, type: 'main', index: 0 }];
	return {
		...connections,
		[name]: { ...asObject(connections[name]), main: [line, ...others] },
		[own]: { main: [first ?? [], ...errors] },
	};
}
