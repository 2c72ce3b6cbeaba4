import { renameNodes } from './accesses';
import { isExpression, mapLeaves } from './expressions';
import { baseType, Graph } from './graph';
import { containerRefusal, CONTAINERS, PUBLISHERS } from './services/facebook';
import { graphCallOf } from './services/graphCall';
import { asList, asObject, type Json, type WorkflowNode } from './types';

/** A workflow in which what prepares a post and what publishes it are one node. */
export interface Merged {
	nodes: WorkflowNode[];
	connections: Json;
	/** The names of nodes that are gone, with those that took their place. */
	gone: Map<string, string>;
}

/**
 * Puts containers of the Graph API and the calls that publish them right behind, or after a pause, together:
 * the node of the container publishes. Anything else between them keeps both as they are.
 */
export function mergeContainers(nodes: WorkflowNode[], connections: Json): Merged {
	const merged: Merged = { nodes, connections, gone: new Map() };
	for (const node of nodes.filter((one) => isCall(one, PUBLISHERS))) {
		const line = lineTo(node, new Graph(merged.nodes, merged.connections));
		if (line) takeTogether(line, node, merged);
	}
	return merged;
}

function isCall(node: WorkflowNode, edges: string[]): boolean {
	const call = graphCallOf(node);
	return call?.method === 'POST' && edges.includes(call.edge);
}

/** The names of the container, the pauses and what publishes it, if nothing leads off this line. */
function lineTo(publisher: WorkflowNode, graph: Graph): string[] | undefined {
	const line = [String(publisher.name)];
	for (;;) {
		const [link, ...more] = graph.to(line[0] ?? '');
		const node = link && graph.node(link.from);
		if (!node || more.length > 0 || line.includes(link.from)) return undefined;
		if (graph.from(link.from).length > 1) return undefined;
		line.unshift(link.from);
		if (isCall(node, CONTAINERS)) {
			const isWhole = containerRefusal(graphCallOf(node)) === undefined;
			return isWhole && Boolean(node.disabled) === Boolean(publisher.disabled) ? line : undefined;
		}
		if (baseType(node) !== 'noOp' && !isShortWait(node)) return undefined;
	}
}

/** True for a pause of an hour at most: a longer one, or one until a date, may be meant. */
function isShortWait(node: WorkflowNode): boolean {
	const { parameters = {}, typeVersion } = node;
	const isEarly = Number(typeVersion ?? 1) < 1.1;
	const { resume = 'timeInterval', unit = isEarly ? 'hours' : 'seconds' } = parameters;
	const { amount = isEarly ? 1 : 5 } = parameters;
	const seconds = { seconds: 1, minutes: 60, hours: 3600 }[String(unit)];
	if (baseType(node) !== 'wait' || resume !== 'timeInterval' || seconds === undefined) return false;
	return isExpression(amount) ? unit !== 'hours' : Number(amount) * seconds <= 3600;
}

function takeTogether(
	[container = '', ...removed]: string[],
	publisher: WorkflowNode,
	merged: Merged,
): void {
	const next = asList(asObject(merged.connections[String(publisher.name)]).main);
	const kept = Object.entries(merged.connections).filter(([name]) => !removed.includes(name));
	const own = asObject(merged.connections[container]);
	merged.connections = { ...Object.fromEntries(kept), [container]: { ...own, main: next } };
	merged.nodes = merged.nodes
		.filter(({ name }) => !removed.includes(String(name)))
		.map((node) => ({
			...node,
			...(node.parameters && { parameters: renamed(node.parameters, removed, container) as Json }),
			...(node.name === container &&
				publisher.onError !== undefined && { onError: publisher.onError }),
		}));
	for (const name of removed) merged.gone.set(name, container);
}

/** The value with another name for removed nodes in its expressions. */
const renamed = (value: unknown, removed: string[], container: string): unknown =>
	mapLeaves(value, (text) =>
		typeof text === 'string' && (isExpression(text) || /\$(?:\(|node|items)/.test(text))
			? renameNodes(text, (name) => (removed.includes(name) ? container : undefined))
			: text,
	);
