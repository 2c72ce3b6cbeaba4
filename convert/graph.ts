import { asList, asObject, type Json, type WorkflowNode } from './types';

/** A line from an output of a node to an input of another one. */
export interface Link {
	from: string;
	output: number;
	to: string;
	input: number;
}

/** The nodes of a workflow and the lines on which their items run. */
export class Graph {
	private readonly byName: Map<string, WorkflowNode>;
	private readonly links: Link[];

	constructor(
		readonly nodes: WorkflowNode[],
		private readonly connections: Json,
	) {
		this.byName = new Map(nodes.map((node) => [String(node.name), node]));
		this.links = linksOf(connections).filter(({ to }) => this.byName.has(to));
	}

	node(name: string): WorkflowNode | undefined {
		return this.byName.get(name);
	}

	/** The name, or the name with the first number that no node has yet. */
	unusedName(name: string): string {
		let unused = name;
		for (let number = 1; this.byName.has(unused); number++) unused = `${name} ${number}`;
		return unused;
	}

	/** The lines that leave a node, and those that reach one. */
	from(name: string): Link[] {
		return this.links.filter((link) => link.from === name);
	}

	to(name: string): Link[] {
		return this.links.filter((link) => link.to === name);
	}

	/** The tools of the agents that a node is a tool of. */
	toolsBeside(name: string): string[] {
		const agentsOf = (tool: unknown) =>
			asList(asObject(tool).ai_tool)
				.flatMap(asList)
				.map((target) => asObject(target).node);
		const agents = agentsOf(this.connections[name]);
		return Object.entries(this.connections).flatMap(([other, outputs]) =>
			other !== name && agentsOf(outputs).some((agent) => agents.includes(agent)) ? [other] : [],
		);
	}

	/** The nodes whose items have run through the node. */
	behind(name: string): Set<string> {
		const reached = new Set<string>();
		const waiting = [name];
		for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
			for (const { to } of this.from(at)) {
				if (reached.has(to)) continue;
				reached.add(to);
				waiting.push(to);
			}
		}
		return reached;
	}

	/**
	 * The nodes that made the items which a node gets, or which the node of that name outputs, seen through
	 * those that only hand items on. With a field, those that may have made this field of them.
	 */
	sourcesOf(reader: string, node?: string, field?: string): Source[] {
		if (node !== undefined && this.makes(node, field)) return [{ node }];
		const links = node === undefined ? this.to(reader) : this.linksFor(node);
		const found = this.collect(node ?? reader, field, new Set(), links);
		return [...new Map(found.map((source) => [JSON.stringify(source), source])).values()];
	}

	private collect(
		name: string,
		field: string | undefined,
		seen: Set<string>,
		links: Link[],
	): Source[] {
		if (seen.has(name)) return [];
		seen.add(name);
		return links.flatMap(({ from, output }) => {
			if (isErrorOutput(this.node(from), output)) return [{ node: from, isError: true as const }];
			return this.makes(from, field)
				? [{ node: from }]
				: this.collect(from, field, seen, this.linksFor(from, output));
		});
	}

	/**
	 * The lines whose items leave a node by an output: a loop hands on new ones, which are also those that are
	 * read by its name, and is done with those that came back.
	 */
	private linksFor(name: string, output?: number): Link[] {
		const links = this.to(name);
		const node = this.node(name);
		if (!node || baseType(node) !== 'splitInBatches') return links;
		const version = Number(node.typeVersion ?? 1);
		const back = this.behind(name);
		const isLoop = output === undefined || output === (version < 3 ? 0 : 1);
		const own = links.filter(({ from }) => back.has(from) !== isLoop);
		return own.length > 0 && links.some(({ from }) => back.has(from)) ? own : links;
	}

	private makes(name: string, field?: string): boolean {
		const node = this.node(name);
		if (!node || !handsOn(node)) return true;
		return field !== undefined && setsField(node, field);
	}
}

/** A node that makes items; `isError` for what its error output has. */
export interface Source {
	node: string;
	isError?: true;
}

function linksOf(connections: Json): Link[] {
	return Object.entries(connections).flatMap(([from, outputs]) =>
		asList(asObject(outputs).main).flatMap((targets, output) =>
			asList(targets).map((target) => {
				const { node, index } = asObject(target);
				return { from, output, to: String(node), input: Number(index ?? 0) };
			}),
		),
	);
}

// The last output; of nodes with several outputs of their own nobody reads such errors.
const isErrorOutput = (node: WorkflowNode | undefined, output: number) =>
	node?.onError === 'continueErrorOutput' && output === 1 && !HAS_OUTPUTS.test(node.type);

const HAS_OUTPUTS =
	/\.(?:if|switch|splitInBatches|compareDatasets|textClassifier|sentimentAnalysis)$/;

/** The name of one of n8n's own types without its package. */
export const baseType = ({ type }: WorkflowNode): string =>
	/^n8n-nodes-base\.(\w+)$/.exec(type)?.[1] ?? '';

const HANDING_ON = new Set([
	'executionData',
	'filter',
	'if',
	'limit',
	'merge',
	'noOp',
	'removeDuplicates',
	'renameKeys',
	'respondToWebhook',
	'set',
	'sort',
	'splitInBatches',
	'switch',
	'wait',
]);

/** True if a node outputs the items that it gets, perhaps fewer, or with more fields. */
function handsOn(node: WorkflowNode): boolean {
	const { parameters = {} } = node;
	const type = baseType(node);
	if (type === 'itemLists')
		return ['limit', 'removeDuplicates', 'sort'].includes(String(parameters.operation));
	if (!HANDING_ON.has(type)) return false;
	if (type === 'wait')
		return ['timeInterval', 'specificTime'].includes(String(parameters.resume ?? 'timeInterval'));
	if (type === 'merge') return parameters.mode !== 'combineBySql';
	return type !== 'set' || keepsOthers(node);
}

function keepsOthers({ parameters = {}, typeVersion }: WorkflowNode): boolean {
	const version = Number(typeVersion ?? 1);
	if (version < 3) return parameters.keepOnlySet !== true;
	if (version < 3.3) return parameters.include !== 'none';
	return parameters.includeOtherFields === true;
}

/** True if a node that hands items on gives them this field itself. */
function setsField(node: WorkflowNode, field: string): boolean {
	const { parameters = {} } = node;
	const type = baseType(node);
	if (type === 'renameKeys') {
		return rows(asObject(parameters.keys).key).some(({ newKey }) => newKey === field);
	}
	return type === 'set' && writtenBy(node).some(({ name }) => name === field);
}

/** The fields that a node for editing fields writes, in its versions. */
export function writtenBy({ parameters }: WorkflowNode): Json[] {
	const { assignments, fields, values } = asObject(parameters);
	return [
		...rows(asObject(assignments).assignments),
		...rows(asObject(fields).values),
		...Object.values(asObject(values)).flatMap(rows),
	];
}

const rows = (list: unknown): Json[] => asList(list).map(asObject);
