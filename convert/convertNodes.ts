import { isEmpty } from '../nodes/Postiz/values/read';
import { mergeContainers, type Merged } from './containers';
import { isRead, namesOf } from './fieldReaders';
import { Graph } from './graph';
import { planRequest } from './httpNode';
import { planOldNode } from './oldNode';
import type { Behind, Plan } from './plan';
import { rewriteReaders, type Readers } from './readers';
import { ServicePlanner } from './services/planner';
import { Draft } from './surgery';
import { asObject, type Json, type Note, type Setting, type WorkflowNode } from './types';

/** The nodes of a workflow after the conversion, and the lines between them if these changed. */
export function convertNodes(
	workflow: Json,
	setting: Setting,
): { nodes: unknown[]; connections?: Json } {
	const given = workflow.nodes as unknown[];
	const nodes = given.filter(isNode);
	const merged = mergeContainers(nodes, asObject(workflow.connections));
	const graph = new Graph(merged.nodes, merged.connections);
	const services = new ServicePlanner(graph, setting, merged.gone);
	const plans = activePlans(graph, services, setting);
	const { readers, behind } = rewrite(graph, plans);
	for (const { reader, ...rewritten } of readers.rewritten) {
		// The parameters of a node that is converted are others anyway.
		if (plans.has(reader)) continue;
		setting.conversion.changes.push({ ...setting.place, node: reader, ...rewritten });
	}
	services.prepare(readers.nodes);
	const left = new Set([...plans.values()].flatMap(({ service }) => service ?? []));
	services.noteLeftovers(left, (name) => noteAt(name, setting));
	const draft = new Draft(merged.connections, merged.gone.size > 0);
	const pinData = asObject(workflow.pinData);
	draft.nodes = readers.nodes.map((node) => {
		const plan = plans.get(String(node.name));
		if (!plan) return node;
		setting.conversion.converted++;
		const todos: string[] = [];
		const note = noteAt(node.name, setting, todos);
		const built = plan.build(node, note);
		noteGone(String(node.name), merged, note);
		noteOutput(node, plan, { readers, behind, pinData }, note);
		return plan.service === undefined ? built : withCall(built, plan, todos, setting);
	});
	for (const [name, list] of behind) {
		for (const { node, ...each } of [...list].reverse()) {
			const converted = asObject(draft.node(name)) as WorkflowNode;
			draft.insertBehind(name, node(converted, each.name));
		}
	}
	const { nodes: made, ...lines } = draft.result();
	return { nodes: [...given.filter((node) => !isNode(node)), ...made], ...lines };
}

const isNode = (value: unknown): value is WorkflowNode =>
	typeof asObject(value).type === 'string' || Object.keys(asObject(value)).length > 0;

/** Says which nodes are gone, as the node does their work. */
function noteGone(name: string, { gone }: Merged, note: Note): void {
	const names = [...gone].flatMap(([one, container]) => (container === name ? [one] : []));
	if (names.length === 0) return;
	note(
		'check',
		`It now publishes what it prepared before. The nodes that waited for that and published it are gone: ${namesOf(names)}`,
		'Nothing has to be done.',
	);
}

const noteAt =
	(node: unknown, { conversion, place }: Setting, todos: string[] = []): Note =>
	(kind, message, advice) => {
		if (kind === 'todo') todos.push(`${message}. ${advice}`);
		conversion.remarks.push({ kind, ...place, node: String(node ?? 'Postiz'), message, advice });
	};

/** Takes down what became of a call of another service, and writes at its node what is to be done. */
function withCall(
	node: WorkflowNode,
	{ service = '' }: Plan,
	todos: string[],
	{ conversion, place }: Setting,
): WorkflowNode {
	const outcome = todos.length > 0 ? 'todo' : 'converted';
	conversion.calls.push({ ...place, node: String(node.name), service, outcome });
	if (todos.length === 0) return node;
	const notes = [node.notes, ...todos].filter((text) => !isEmpty(text)).join('\n');
	return { ...node, notes, notesInFlow: true };
}

/** The plans of the nodes that are converted, by their names; says of others why they stay. */
function activePlans(graph: Graph, services: ServicePlanner, setting: Setting): Map<string, Plan> {
	const plans = new Map<string, Plan>();
	for (const node of graph.nodes) {
		const plan = planRequest(node, graph) ?? planOldNode(node, graph) ?? services.planFor(node);
		if (!plan) continue;
		const name = String(node.name);
		const note = noteAt(node.name, setting);
		const { service = 'Postiz', because } = plan;
		const stays =
			plan.service === undefined
				? plan.build(node, () => undefined) === node
				: because !== undefined;
		if (stays) {
			plan.build(node, note);
			const call = { ...setting.place, node: name, service, outcome: 'left', because } as const;
			setting.conversion.calls.push(call);
		} else {
			plans.set(name, plan);
		}
	}
	return plans;
}

/** Rewrites what reads the output of converted nodes, and says what has to be put behind these for it. */
function rewrite(graph: Graph, plans: Map<string, Plan>) {
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
		if (needed.length > 0) behind.set(name, needed);
		for (const { name: standIn, isReadInstead } of needed) {
			if (isReadInstead) standIns.set(name, standIn);
		}
	}
	return { readers: rewriteReaders(graph, outputs, standIns), behind };
}

const TOO_EARLY = [
	'Nodes behind it read the link or the ID of the post. These are only known once the post is published, which is later',
	'Put these nodes into a workflow of their own that starts with the Postiz Trigger.',
] as const;

interface Around {
	readers: Readers;
	behind: Map<string, Behind[]>;
	pinData: Json;
}

function noteOutput(
	node: WorkflowNode,
	{ output }: Plan,
	{ readers, behind, pinData }: Around,
	note: Note,
): void {
	const name = String(node.name);
	const { message, advice = '' } = output ?? {};
	const added = behind.get(name) ?? [];
	for (const { told } of added) note('check', ...told);
	if (readers.awaited.has(name) && !added.some(({ when }) => when === 'awaited'))
		note('todo', ...TOO_EARLY);
	if (message !== undefined) {
		const unclear = readers.unclear.filter(({ source }) => source === name);
		const seem = namesOf(unclear.map(({ reader }) => reader));
		if (unclear.length > 0) note('todo', `${message}. Nodes that seem to use it: ${seem}`, advice);
	}
	if (output && Object.hasOwn(pinData, name)) {
		note(
			'check',
			'Its pinned output is still that of the old node. The output looks different now',
			'Unpin it, and run the node once.',
		);
	}
}
