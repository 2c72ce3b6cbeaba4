import { isEmpty } from '../nodes/Postiz/values/read';
import { mergeContainers } from './containers';
import { isRead, namesOf } from './fieldReaders';
import { Graph } from './graph';
import { planRequest } from './httpNode';
import { planOldNode } from './oldNode';
import type { Behind, Replaced } from './plan';
import { rewriteReaders, type Readers } from './readers';
import { ServicePlanner } from './services/planner';
import {
	asList,
	asObject,
	type Json,
	type Note,
	type Context,
	type Told,
	type WorkflowNode,
} from './types';

type Planned = Replaced & { service?: string };

/** The nodes of a workflow after the conversion, and the lines between them if these changed. */
export function convertNodes(
	workflow: Json,
	context: Context,
): { nodes: unknown[]; connections?: Json } {
	const given = workflow.nodes as unknown[];
	const lines = asObject(workflow.connections);
	const merged = mergeContainers(given.filter(isNode), lines);
	const graph = new Graph(merged.nodes, merged.connections);
	const services = new ServicePlanner(graph, context, merged.gone);
	const plans = plansFor(graph, services, context);
	const { readers, behind } = rewrite(graph, plans);
	for (const { reader, ...rewritten } of readers.rewritten) {
		// The parameters of a node that is converted are others anyway.
		if (plans.has(reader)) continue;
		context.conversion.changes.push({ ...context.place, node: reader, ...rewritten });
	}
	services.prepare(readers.nodes);
	const left = new Set([...plans.values()].flatMap(({ service }) => service ?? []));
	services.noteLeftovers(left, (name) => noteAt(name, context));
	let { connections } = merged;
	const made = readers.nodes.flatMap((node) => {
		const name = String(node.name);
		const plan = plans.get(name);
		if (!plan) return [node];
		context.conversion.converted++;
		const todos: string[] = [];
		const note = noteAt(node.name, context, todos);
		const built = plan.build(node, note);
		noteGone(name, merged.gone, note);
		const added = behind.get(name) ?? [];
		noteOutput(name, plan, added, readers, note);
		if (plan.output && Object.hasOwn(asObject(workflow.pinData), name)) note('check', ...PINNED);
		const converted = withCall(built, plan.service, todos, context);
		const nodesBehind = added.map((each) => each.node(converted, each.name));
		for (const each of [...nodesBehind].reverse()) {
			connections = insertedBehind(name, each, connections);
		}
		return [converted, ...nodesBehind];
	});
	return {
		nodes: [...given.filter((node) => !isNode(node)), ...made],
		...(connections !== lines && { connections }),
	};
}

const isNode = (value: unknown): value is WorkflowNode => Object.keys(asObject(value)).length > 0;

/** Says which nodes are gone, as the node does their work. */
function noteGone(name: string, gone: Map<string, string>, note: Note): void {
	const names = [...gone].flatMap(([one, container]) => (container === name ? [one] : []));
	if (names.length === 0) return;
	note(
		'check',
		`It now publishes what it prepared before. The nodes that waited for that and published it are gone: ${namesOf(names)}`,
		'Nothing has to be done.',
	);
}

const noteAt =
	(node: unknown, { conversion, place }: Context, todos: string[] = []): Note =>
	(kind, message, advice) => {
		if (kind === 'todo') todos.push(`${message}. ${advice}`);
		conversion.remarks.push({ kind, ...place, node: String(node ?? 'Postiz'), message, advice });
	};

/** Takes down what became of a call of another service, and writes at its node what is to be done. */
function withCall(
	node: WorkflowNode,
	service: string | undefined,
	todos: string[],
	{ conversion, place }: Context,
): WorkflowNode {
	if (service === undefined) return node;
	const outcome = todos.length > 0 ? 'todo' : 'converted';
	conversion.calls.push({ ...place, node: String(node.name), service, outcome });
	if (todos.length === 0) return node;
	const notes = [node.notes, ...todos].filter((text) => !isEmpty(text)).join('\n');
	return { ...node, notes, notesInFlow: true };
}

/** The plans of the nodes that are converted, by their names; says of others why they stay. */
function plansFor(
	graph: Graph,
	services: ServicePlanner,
	{ conversion, ...context }: Context,
): Map<string, Planned> {
	const plans = new Map<string, Planned>();
	for (const node of graph.nodes) {
		const plan = planRequest(node, graph) ?? planOldNode(node, graph) ?? services.planFor(node);
		if (plan && 'stays' in plan) {
			const { service = 'Postiz', because, stays } = plan;
			noteAt(node.name, { conversion, ...context })('todo', ...stays);
			const outcome = 'left' as const;
			const { place } = context;
			conversion.calls.push({ ...place, node: String(node.name), service, outcome, because });
		} else if (plan) {
			plans.set(String(node.name), plan);
		}
	}
	return plans;
}

/** Rewrites what reads the output of converted nodes, and says what has to be put behind these for it. */
function rewrite(graph: Graph, plans: Map<string, Planned>) {
	const outputs = new Map(
		[...plans].flatMap(([name, { output }]) => (output ? [[name, output] as const] : [])),
	);
	const { awaited } = rewriteReaders(graph, outputs);
	const behind = new Map<string, Behind[]>();
	const standIns = new Map<string, string>();
	for (const [name, plan] of plans) {
		const needed = (plan.behind ?? []).filter(({ when }) =>
			when === 'read' ? isRead(name, graph) : awaited.has(name),
		);
		behind.set(name, needed);
		for (const { name: standIn, isReadInstead } of needed) {
			if (isReadInstead) standIns.set(name, standIn);
		}
	}
	return { readers: rewriteReaders(graph, outputs, standIns), behind };
}

const TOO_EARLY: Told = [
	'Nodes behind it read the link or the ID of the post. These are only known once the post is published, which is later',
	'Put these nodes into a workflow of their own that starts with the Postiz Trigger.',
];

const PINNED: Told = [
	'Its pinned output is still that of the old node. The output looks different now',
	'Unpin it, and run the node once.',
];

function noteOutput(
	name: string,
	{ output }: Planned,
	behind: Behind[],
	{ awaited, unclear }: Readers,
	note: Note,
): void {
	for (const { told } of behind) note('check', ...told);
	if (awaited.has(name) && !behind.some(({ when }) => when === 'awaited')) {
		note('todo', ...TOO_EARLY);
	}
	const [message, advice] = output?.missed ?? [];
	const readers = unclear.filter(({ source }) => source === name).map(({ reader }) => reader);
	if (message === undefined || advice === undefined || readers.length === 0) return;
	note('todo', `${message}. Nodes that seem to use it: ${namesOf(readers)}`, advice);
}

/**
 * The lines with a node behind another one, which gets the items that its first output has. If the new one
 * has an error output, that leads where the error output of the other one does.
 */
function insertedBehind(name: string, node: WorkflowNode, connections: Json): Json {
	const [first = [], ...others] = asList(asObject(connections[name]).main);
	const own = String(node.name);
	const line = { node: own, type: 'main', index: 0 };
	const errors = node.onError === 'continueErrorOutput' ? others : [];
	const isOpen = [first, ...errors].some((targets) => asList(targets).length > 0);
	return {
		...connections,
		[name]: { ...asObject(connections[name]), main: [[line], ...others] },
		...(isOpen && { [own]: { main: [first ?? [], ...errors] } }),
	};
}
