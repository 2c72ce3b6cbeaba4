import { accessesIn, renameNodes } from './accesses';
import { isExpression } from './expressions';
import { textsOf } from './fieldReaders';
import { baseType, Graph } from './graph';
import { containerRefusal, CONTAINERS, PUBLISHERS } from './services/facebook';
import { graphCallOf } from './services/graphCall';
import { asList, asObject, type Json, type WorkflowNode } from './types';

/** A workflow in which what prepares a post and what publishes it are one node. */
export interface Merged {
	nodes: WorkflowNode[];
	connections: Json;
	/** The nodes that prepared a post and publish it now. */
	published: Set<string>;
	/** The names of nodes that are gone, with those that took their place. */
	gone: Map<string, string>;
	/** Why a call stays as it is, by the name of its node. */
	reasons: Map<string, string>;
}

/**
 * Puts containers of the Graph API and the calls that publish them together: the node of the container
 * publishes, and what waited or asked whether it was ready goes. An approval between them, or anything else,
 * keeps both as they are.
 */
export function mergeContainers(nodes: WorkflowNode[], connections: Json): Merged {
	const merged: Merged = {
		nodes,
		connections,
		published: new Set(),
		gone: new Map(),
		reasons: new Map(),
	};
	for (const { name } of nodes.filter((node) => isCall(node, PUBLISHERS))) {
		mergeOne(String(name), merged);
	}
	return merged;
}

function isCall(node: WorkflowNode, edges: string[]): boolean {
	const call = graphCallOf(node);
	return call?.method === 'POST' && edges.includes(call.edge);
}

function mergeOne(publisher: string, merged: Merged): void {
	const graph = new Graph(merged.nodes, merged.connections);
	const before = ancestorsOf(publisher, graph);
	const containers = merged.nodes.filter(
		(node) => before.has(String(node.name)) && isCall(node, CONTAINERS),
	);
	const names = containers.map((node) => String(node.name));
	if (names.length === 0) return;
	const stay = (because: string) => {
		for (const name of [...names, publisher]) merged.reasons.set(name, because);
	};
	const refusals = containers.map((node) => containerRefusal(graphCallOf(node)));
	const refusal = refusals.find((reason) => reason !== undefined);
	if (refusal !== undefined) return stay(refusal);
	const reached = new Set(names.flatMap((name) => [...graph.behind(name)]));
	const between = [...reached].filter((name) => before.has(name) && !names.includes(name));
	const others = between.filter((name) => !isPlumbing(graph.node(name)));
	if (others.length > 0) {
		return stay(
			`“${others.join('”, “')}” stands between what prepares the post and what publishes it`,
		);
	}
	const region = new Set([...between, ...names, publisher]);
	const leaving = between.flatMap((name) =>
		graph.from(name).filter(({ to }) => !region.has(to) && !isStop(graph.node(to))),
	);
	if (leaving.length > 0) return stay('it leads elsewhere while it is not ready');
	const last = graph.node(publisher);
	if (containers.some(({ disabled }) => Boolean(disabled) !== Boolean(last?.disabled))) {
		return stay('only one of what prepares and what publishes it is disabled');
	}
	const stops = between.flatMap((name) =>
		graph.from(name).flatMap(({ to }) => (isStop(graph.node(to)) ? [to] : [])),
	);
	const removed = new Set([...between, ...stops, publisher]);
	const isNamed = graph.nodes.some(
		(node) => renamed(node.parameters, removed, '') !== node.parameters,
	);
	if (names.length > 1 && isNamed) return stay('several nodes prepare what it publishes');
	takeTogether(names, publisher, removed, merged);
}

/** The nodes whose items reach a node, as far as another publisher. */
function ancestorsOf(name: string, graph: Graph): Set<string> {
	const found = new Set<string>();
	const waiting = [name];
	for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
		for (const { from } of graph.to(at)) {
			const node = graph.node(from);
			if (found.has(from) || from === name || !node || isCall(node, PUBLISHERS)) continue;
			found.add(from);
			// What is before the container has nothing to do with it.
			if (!isCall(node, CONTAINERS)) waiting.push(from);
		}
	}
	return found;
}

const isStop = (node?: WorkflowNode) => node !== undefined && baseType(node) === 'stopAndError';

/** True for what only waits for a container: a time, a look at its state, and what decides by that. */
function isPlumbing(node?: WorkflowNode): boolean {
	if (!node) return false;
	const type = baseType(node);
	const texts = textsOf(node.parameters).join('\n');
	if (type === 'noOp') return true;
	if (type === 'wait') return isShortWait(node);
	if (['if', 'switch', 'filter'].includes(type)) return asksForState(node);
	const call = graphCallOf(node);
	return (
		call?.method === 'GET' &&
		call.edge === '' &&
		/\bstatus(?:_code)?\b/.test(String(call.values.fields ?? texts))
	);
}

/** True for a pause of an hour at most: a longer one, or one until a date, may be meant. */
function isShortWait({ parameters = {}, typeVersion }: WorkflowNode): boolean {
	const isEarly = Number(typeVersion ?? 1) < 1.1;
	const { resume = 'timeInterval', unit = isEarly ? 'hours' : 'seconds' } = parameters;
	const { amount = isEarly ? 1 : 5 } = parameters;
	const seconds = { seconds: 1, minutes: 60, hours: 3600 }[String(unit)];
	if (resume !== 'timeInterval' || seconds === undefined) return false;
	return isExpression(amount) ? unit !== 'hours' : Number(amount) * seconds <= 3600;
}

const STATES = /^(?:expired|error|finished|in[_-]progress|published|ready)$/i;
const READS_STATE = /(?:\.|\[['"])(?:status|status_code)\b/;

/** True if each condition of a node compares the state of a container, and nothing else is asked. */
function asksForState({ parameters = {} }: WorkflowNode): boolean {
	const texts = textsOf(parameters);
	const read = texts.filter((text) => isExpression(text));
	const isState = (text: string) => READS_STATE.test(text) && accessesIn(text).length === 1;
	return (
		read.length > 0 &&
		read.every(isState) &&
		texts.some((text) => STATES.test(text) || /['"](?:FINISHED|IN_PROGRESS)['"]/.test(text)) &&
		!JSON.stringify(parameters).match(/approv/i)
	);
}

function takeTogether(
	containers: string[],
	publisher: string,
	removed: Set<string>,
	merged: Merged,
): void {
	const [first = ''] = containers;
	const last = merged.nodes.find(({ name }) => name === publisher);
	const next = outputsOf(merged.connections[publisher]);
	const mainOf = (name: string) => {
		const own = outputsOf(merged.connections[name]);
		const main = [0, 1].map((output) => [
			...(own[output] ?? []).filter((target) => !removed.has(String(asObject(target).node))),
			...(next[output] ?? []),
		]);
		return main[1]?.length ? main : [main[0]];
	};
	const entries = Object.entries(merged.connections).filter(([name]) => !removed.has(name));
	merged.connections = Object.fromEntries([
		...entries,
		...containers.map((name) => [
			name,
			{ ...asObject(merged.connections[name]), main: mainOf(name) },
		]),
	]) as Json;
	merged.nodes = merged.nodes
		.filter(({ name }) => !removed.has(String(name)))
		.map((node) => {
			const parameters = renamed(node.parameters, removed, first) as Json | undefined;
			const isContainer = containers.includes(String(node.name));
			return {
				...node,
				...(parameters && { parameters }),
				...(isContainer && last?.onError !== undefined && { onError: last.onError }),
			};
		});
	for (const name of containers) merged.published.add(name);
	for (const name of removed) merged.gone.set(name, first);
}

const outputsOf = (outputs: unknown): unknown[][] => asList(asObject(outputs).main).map(asList);

/** The value with another name for removed nodes in its expressions; the same one if there are none. */
function renamed(value: unknown, removed: Set<string>, container: string): unknown {
	if (typeof value === 'string') {
		const isCode = isExpression(value) || /\$(?:\(|node|items)/.test(value);
		return isCode
			? renameNodes(value, (name) => (removed.has(name) ? container : undefined))
			: value;
	}
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).map(
		([key, inner]) => [key, renamed(inner, removed, container)] as const,
	);
	const isSame = entries.every(([key, inner]) => (value as Json)[key] === inner);
	if (isSame) return value;
	return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
