import { asList, asObject, rowsOf, type Json, type WorkflowNode } from './types';

/** A line from an output of a node to another node. */
export interface Link {
	from: string;
	output: number;
	to: string;
}

/** A node that makes items; `isError` for those of its error output. */
export interface Source {
	node: string;
	isError: boolean;
}

/** The nodes of a workflow and the lines on which their items run. */
export class Graph {
	private readonly byName: Map<string, WorkflowNode>;
	private readonly links: Link[];

	constructor(
		readonly nodes: WorkflowNode[],
		readonly connections: Json,
	) {
		this.byName = new Map(nodes.map((node) => [String(node.name), node]));
		this.links = linksOf(connections).filter(({ to }) => this.byName.has(to));
	}

	node(name: string): WorkflowNode | undefined {
		return this.byName.get(name);
	}

	/** The name, with the first number that no node has yet if it is taken. */
	unusedName(name: string): string {
		let unused = name;
		for (let number = 1; this.byName.has(unused); number++) unused = `${name} ${number}`;
		return unused;
	}

	/** The lines that leave a node. */
	from(name: string): Link[] {
		return this.links.filter((link) => link.from === name);
	}

	/** The lines that reach a node. */
	to(name: string): Link[] {
		return this.links.filter((link) => link.to === name);
	}

	/** The nodes whose items have run through a node. */
	behind(name: string, reached = new Set<string>()): Set<string> {
		for (const { to } of this.from(name)) {
			if (reached.has(to)) continue;
			reached.add(to);
			this.behind(to, reached);
		}
		return reached;
	}

	/**
	 * The nodes that made the items that a node gets, or that the node called `named` outputs, seen through nodes that
	 * only hand items on. With a field, the nodes that may have made that field.
	 */
	sourcesOf(reader: string, named?: string, field?: string): Source[] {
		if (named !== undefined && this.makes(named, field)) return [{ node: named, isError: false }];
		const links = named === undefined ? this.to(reader) : this.linksFor(named);
		const found = this.collect(links, field, new Set([named ?? reader]));
		return [...new Map(found.map((source) => [JSON.stringify(source), source])).values()];
	}

	private collect(links: Link[], field: string | undefined, seen: Set<string>): Source[] {
		return links.flatMap(({ from, output }) => {
			if (isErrorOutput(this.node(from), output)) return [{ node: from, isError: true }];
			if (this.makes(from, field)) return [{ node: from, isError: false }];
			if (seen.has(from)) return [];
			seen.add(from);
			return this.collect(this.linksFor(from, output), field, seen);
		});
	}

	/** The lines whose items leave a node by an output: a loop hands on new items, and is done with those that came back. */
	private linksFor(name: string, output?: number): Link[] {
		const links = this.to(name);
		const node = this.node(name);
		if (!node || baseType(node) !== 'splitInBatches') return links;
		const isLoop = output === undefined || output === (Number(node.typeVersion ?? 1) < 3 ? 0 : 1);
		const back = this.behind(name);
		const own = links.filter(({ from }) => back.has(from) !== isLoop);
		return own.length > 0 && links.some(({ from }) => back.has(from)) ? own : links;
	}

	private makes(name: string, field?: string): boolean {
		const node = this.node(name);
		if (!node || !handsOn(node)) return true;
		return writtenBy(node).some((written) => written === field);
	}
}

function linksOf(connections: Json): Link[] {
	return Object.entries(connections).flatMap(([from, outputs]) =>
		asList(asObject(outputs).main).flatMap((targets, output) =>
			rowsOf(targets).map(({ node }) => ({ from, output, to: String(node) })),
		),
	);
}

const HAS_OUTPUTS =
	/\.(?:if|switch|splitInBatches|compareDatasets|textClassifier|sentimentAnalysis)$/;

const isErrorOutput = (node: WorkflowNode | undefined, output: number) =>
	node?.onError === 'continueErrorOutput' && output === 1 && !HAS_OUTPUTS.test(node.type);

/** The name of one of n8n's own types without its package; empty for others. */
export const baseType = ({ type }: WorkflowNode): string =>
	/^n8n-nodes-base\.(\w+)$/.exec(type)?.[1] ?? '';

const HANDING_ON = new Set([
	...['executionData', 'filter', 'if', 'limit', 'merge', 'noOp', 'removeDuplicates'],
	...['renameKeys', 'respondToWebhook', 'set', 'sort', 'splitInBatches', 'switch', 'wait'],
]);

/** True if a node outputs the items that it gets, perhaps fewer, or with more fields. */
function handsOn(node: WorkflowNode): boolean {
	const type = baseType(node);
	const {
		resume = 'timeInterval',
		include,
		includeOtherFields,
		keepOnlySet,
	} = node.parameters ?? {};
	if (type === 'wait') return ['timeInterval', 'specificTime'].includes(String(resume));
	if (type !== 'set') return HANDING_ON.has(type);
	const version = Number(node.typeVersion ?? 1);
	if (version < 3) return keepOnlySet !== true;
	return version < 3.3 ? include !== 'none' : includeOtherFields === true;
}

/** The fields that Edit Fields writes, in all versions. */
function writtenBy(node: WorkflowNode): unknown[] {
	const { assignments, fields, values } = node.parameters ?? {};
	if (baseType(node) !== 'set') return [];
	const lists = [asObject(assignments).assignments, asObject(fields).values];
	return [...lists, ...Object.values(asObject(values))].flatMap(rowsOf).map(({ name }) => name);
}
