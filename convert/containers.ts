import { ownCall, requestCall } from './call';
import { isExpression, mapLeaves } from './expressions';
import { baseType, Graph } from './graph';
import { accessesIn, renameNodes } from './output';
import {
	containerRefusal,
	CONTAINERS,
	graphApi,
	graphCall,
	PUBLISHERS,
	type GraphCall,
} from './services/graphApi';
import { asList, asObject, textsOf, type Json, type WorkflowNode } from './types';

interface Merged {
	nodes: WorkflowNode[];
	connections: Json;
	/** The names of nodes that are gone, with those that took their place. */
	gone: Map<string, string>;
}

/**
 * Puts the calls of the Graph API together that make a container, ask for its state and publish it: the node of the
 * container publishes. If anything else happens between them, all stay as they are.
 */
export function mergeContainers(nodes: WorkflowNode[], connections: Json): Merged {
	const merged: Merged = { nodes, connections, gone: new Map() };
	for (const node of nodes.filter((one) => isCall(callOf(one), PUBLISHERS))) {
		const found = containerOf(node, new Graph(merged.nodes, merged.connections));
		if (found) putTogether(found, node, merged);
	}
	return merged;
}

/** The call of the Graph API that a node makes, if it makes one. */
function callOf(node: WorkflowNode): GraphCall | undefined {
	if (typeof node.type !== 'string') return undefined;
	if (graphApi.types.includes(node.type)) return graphCall(ownCall(node));
	const request = requestCall(node);
	const isOwn = request && graphApi.addresses?.test(`${request.host}/`);
	return isOwn ? graphCall(request) : undefined;
}

const isCall = (call: GraphCall | undefined, edges: string[]) =>
	call?.method === 'POST' && edges.includes(call.edge);

interface Found {
	container: string;
	/** The nodes between the container and what publishes it, and that. */
	removed: Set<string>;
}

/** The container that a node publishes, if no line leads away from the nodes between them, or to these. */
function containerOf(publisher: WorkflowNode, graph: Graph): Found | undefined {
	const removed = new Set([String(publisher.name)]);
	const containers = new Set<string>();
	// A set that grows while it is walked through: all nodes before what publishes.
	for (const name of removed) {
		for (const { from } of graph.to(name)) {
			const node = graph.node(from);
			if (!node) return undefined;
			if (isCall(callOf(node), CONTAINERS)) containers.add(from);
			else if (isWaiting(node)) removed.add(from);
			else return undefined;
		}
	}
	const [container = '', ...more] = containers;
	const node = graph.node(container);
	const between = [container, ...removed].filter((name) => name !== publisher.name);
	const isClosed = between.every((name) => graph.from(name).every(({ to }) => removed.has(to)));
	if (!node || more.length > 0 || !isClosed) return undefined;
	const isWhole = containerRefusal(callOf(node)?.values ?? {}) === undefined;
	return isWhole && Boolean(node.disabled) === Boolean(publisher.disabled)
		? { container, removed }
		: undefined;
}

/** True for a node that only waits until the container is ready. */
function isWaiting(node: WorkflowNode): boolean {
	const type = baseType(node);
	if (type === 'noOp') return true;
	if (type === 'wait') return isShortWait(node);
	if (type === 'if' || type === 'switch') return readsState(node);
	const call = callOf(node);
	return call?.method === 'GET' && call.edge === '' && asksForState(call);
}

const asksForState = ({ values }: GraphCall) => {
	const fields = String(values.fields ?? 'status').split(/[,\s]+/);
	return fields.every((field) => ['id', 'status', 'status_code', 'error_message'].includes(field));
};

/** True for a condition about the state of a container, or of how often it was asked for. */
function readsState({ parameters }: WorkflowNode): boolean {
	const texts = textsOf(parameters).filter(isExpression);
	const paths = texts.flatMap((text) => accessesIn(text).map(({ path }) => path.at(-1)));
	return paths.length > 0 && paths.every((field) => /^status(?:_code)?$/.test(field ?? ''));
}

/** True for a pause of seconds or minutes: a longer one, or one until a date, may be meant. */
function isShortWait({ parameters = {}, typeVersion }: WorkflowNode): boolean {
	const preset = Number(typeVersion ?? 1) < 1.1 ? 'hours' : 'seconds';
	const { resume = 'timeInterval', unit = preset } = parameters;
	return resume === 'timeInterval' && ['seconds', 'minutes'].includes(String(unit));
}

function putTogether({ container, removed }: Found, publisher: WorkflowNode, merged: Merged): void {
	const next = asList(asObject(merged.connections[String(publisher.name)]).main);
	const kept = Object.entries(merged.connections).filter(([name]) => !removed.has(name));
	const own = asObject(merged.connections[container]);
	merged.connections = { ...Object.fromEntries(kept), [container]: { ...own, main: next } };
	const nameOf = (name: string) => (removed.has(name) ? container : undefined);
	const rename = (text: unknown) =>
		typeof text === 'string' && /\$(?:\(|node|items)/.test(text) ? renameNodes(text, nameOf) : text;
	merged.nodes = merged.nodes
		.filter(({ name }) => !removed.has(String(name)))
		.map((node) => ({
			...node,
			...(node.parameters && { parameters: mapLeaves(node.parameters, rename) as Json }),
			...(node.name === container &&
				publisher.onError !== undefined && { onError: publisher.onError }),
		}));
	for (const name of removed) merged.gone.set(name, container);
}
