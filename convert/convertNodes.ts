import { isRead, namesOf } from './fieldReaders';
import { Graph } from './graph';
import { planRequest } from './httpNode';
import { planOldNode } from './oldNode';
import { oneListNode } from './oneList';
import type { Plan } from './plan';
import { rewriteReaders, type Unclear } from './readers';
import { Draft } from './surgery';
import { asObject, type Json, type Note, type Setting, type WorkflowNode } from './types';

/** The nodes of a workflow after the conversion, and the lines between them if these changed. */
export function convertNodes(
	workflow: Json,
	{ conversion, place }: Setting,
): { nodes: unknown[]; connections?: Json } {
	const given = workflow.nodes as unknown[];
	const nodes = given.map((node) => asObject(node) as WorkflowNode);
	const graph = new Graph(nodes, asObject(workflow.connections));
	const plans = planAll(graph);
	const noteAt =
		(node: unknown): Note =>
		(kind, message, advice) =>
			conversion.remarks.push({ kind, ...place, node: String(node ?? 'Postiz'), message, advice });
	const active = new Map(
		[...plans].filter(([name, plan]) => {
			const node = graph.node(name);
			if (!node || plan.build(node, () => undefined) === node) {
				if (node) plan.build(node, noteAt(node.name));
				return false;
			}
			const stays = plan.output?.ifRead === 'stays' && isRead(name, graph);
			if (stays) noteStays(plan, noteAt(name));
			return !stays;
		}),
	);
	const standIns = standInsFor(active, graph);
	const outputs = outputsOf(active);
	for (const name of standIns.keys()) {
		if (typeof active.get(name)?.output?.ifRead === 'object') outputs.delete(name);
	}
	const readers = rewriteReaders(graph, outputs, standIns);
	for (const { reader, ...rewritten } of readers.rewritten) {
		conversion.changes.push({ ...place, node: reader, ...rewritten });
	}
	const draft = new Draft(asObject(workflow.connections));
	draft.nodes = readers.nodes.map((node, index) => {
		const name = String(node.name);
		const plan = active.get(name);
		if (!plan) return node.type === undefined ? given[index] : node;
		const note = noteAt(node.name);
		const built = plan.build(node, note);
		conversion.converted++;
		noteOutput(plan, unclearOf(name, readers.unclear), standIns.has(name), note);
		if (plan.output && Object.hasOwn(asObject(workflow.pinData), name)) {
			notePinned(note);
		}
		return built;
	});
	for (const [name, standIn] of standIns) {
		const node = graph.node(name);
		const ifRead = active.get(name)?.output?.ifRead;
		if (!node || typeof ifRead !== 'object') continue;
		draft.change(name, { alwaysOutputData: true });
		draft.insertBehind(name, oneListNode(node, standIn, ifRead.list));
	}
	return draft.result();
}

function planAll(graph: Graph): Map<string, Plan> {
	return new Map(
		graph.nodes.flatMap((node) => {
			const plan = planRequest(node, graph) ?? planOldNode(node, graph);
			return plan ? [[String(node.name), plan] as const] : [];
		}),
	);
}

function outputsOf(plans: Map<string, Plan>) {
	return new Map(
		[...plans].flatMap(([name, { output }]) => (output ? [[name, output] as const] : [])),
	);
}

const unclearOf = (name: string, unclear: Unclear[]) =>
	unclear.filter(({ source }) => source === name);

/** The names of nodes that are put behind converted ones, as their output is read as before there. */
function standInsFor(plans: Map<string, Plan>, graph: Graph): Map<string, string> {
	return new Map(
		[...plans].flatMap(([name, { output }]) =>
			typeof output?.ifRead === 'object' && isRead(name, graph)
				? [[name, graph.unusedName(`${name} in One List`)] as const]
				: [],
		),
	);
}

function noteStays({ output }: Plan, note: Note): void {
	note(
		'todo',
		`${output?.message ?? 'Its output is another now'}, and other nodes use that. The node was left as it was`,
		`Keep it. ${output?.advice ?? ''}`.trim(),
	);
}

function noteOutput({ output }: Plan, unclear: Unclear[], hasStandIn: boolean, note: Note): void {
	const { message, advice = '' } = output ?? {};
	if (message === undefined) return;
	if (hasStandIn) note('check', message, advice);
	if (unclear.length === 0) return;
	const readers = namesOf(unclear.map(({ reader }) => reader));
	note('todo', `${message}. Nodes that seem to use it: ${readers}`, advice);
}

function notePinned(note: Note): void {
	note(
		'check',
		'Its pinned output is still that of the old node. The output looks different now',
		'Unpin it, and run the node once.',
	);
}
