import { accessesIn } from './accesses';
import { codeIn, isExpression } from './expressions';
import { fieldsNamedIn, takesWholeItems } from './fieldNames';
import type { Graph } from './graph';
import { renamedFields, type Output } from './outputs';
import { newWord, rewriteCode, type Scene } from './rewriteCode';
import { asObject, type Json, type WorkflowNode } from './types';

/** A text that was rewritten, in the node `reader`. */
export interface Rewritten {
	reader: string;
	field: string;
	before: string;
	after: string;
}

/** What a node reads of a converted one, which that no longer has; an empty field is the whole item. */
export interface Unclear {
	source: string;
	reader: string;
	field: string;
}

/** The nodes of a workflow after {@link rewriteReaders}, and what was found. */
export interface Readers {
	nodes: WorkflowNode[];
	rewritten: Rewritten[];
	unclear: Unclear[];
	/** The converted nodes of which something is read that only a published post has. */
	awaited: Set<string>;
}

const CODE_PARAMETERS = ['jsCode', 'functionCode'];

/**
 * Rewrites everything in a workflow that reads the output of converted nodes: expressions, and words that
 * conditions compare; in other code, what is read of one item. What is left is told. `standIns` are nodes behind them whose output is read in their place.
 */
export function rewriteReaders(
	graph: Graph,
	outputs: Map<string, Output>,
	standIns: Map<string, string> = new Map(),
): Readers {
	const found: Readers = { nodes: [], rewritten: [], unclear: [], awaited: new Set() };
	found.nodes = graph.nodes.map((node) => rewriteNode(node, { graph, outputs, standIns }, found));
	found.unclear = distinct(found.unclear);
	return found;
}

function rewriteNode(
	node: WorkflowNode,
	known: Pick<Scene, 'graph' | 'outputs' | 'standIns'>,
	found: Readers,
): WorkflowNode {
	if (node.parameters === undefined || known.outputs.size + known.standIns.size === 0) return node;
	const reader = String(node.name);
	const scene: Scene = {
		...known,
		reader,
		onPublished: (source) => found.awaited.add(source),
		onUnclear: (source, field) => found.unclear.push({ source, reader, field }),
	};
	const tell = (field: string, before: string, after: string) =>
		found.rewritten.push({ reader, field, before, after });
	tellOfNames(node, scene);
	const parameters = asObject(rewriteValue(node.parameters, [], scene, tell));
	return { ...node, parameters };
}

/** Tells of what a node names or takes without an expression, which is not rewritten. */
function tellOfNames(node: WorkflowNode, scene: Scene): void {
	const named = fieldsNamedIn(node);
	for (const { node: source, isError } of scene.graph.sourcesOfInput(scene.reader)) {
		const output = scene.outputs.get(source);
		if (!output) continue;
		if (takesWholeItems(node) && !isError && output.others === 'gone') scene.onUnclear(source, '');
		for (const field of renamedFields(output).keys()) {
			if (named.includes(field)) scene.onUnclear(source, field);
		}
	}
}

type Tell = (field: string, before: string, after: string) => void;

function rewriteValue(value: unknown, path: string[], scene: Scene, tell: Tell): unknown {
	if (typeof value === 'string') {
		const now = rewriteText(value, path, scene);
		if (now !== value) tell(path.join('.'), value, now);
		return now;
	}
	if (Array.isArray(value)) {
		return value.map((inner, index) => rewriteValue(inner, [...path, String(index)], scene, tell));
	}
	if (typeof value !== 'object' || value === null) return value;
	const compared = rewriteWord(value as Json, path, scene, tell);
	return Object.fromEntries(
		Object.entries(compared).map(([key, inner]) => [
			key,
			rewriteValue(inner, [...path, key], scene, tell),
		]),
	);
}

function rewriteText(text: string, path: string[], scene: Scene): string {
	if (CODE_PARAMETERS.includes(path.at(-1) ?? '')) return rewriteCode(text, scene, true);
	if (!isExpression(text)) return text;
	return text.replace(/\{\{(.*?)\}\}/gs, (_all, code: string) => `{{${rewriteCode(code, scene)}}}`);
}

const COMPARED = [
	['leftValue', 'rightValue'],
	['value1', 'value2'],
] as const;

/** The two sides of a condition, with the new word on the right for what is read on the left. */
function rewriteWord(condition: Json, path: string[], scene: Scene, tell: Tell): Json {
	for (const [left, right] of COMPARED) {
		const word = condition[right];
		const [access, ...more] = accessesIn(codeIn(condition[left]));
		if (!access || more.length > 0 || typeof word !== 'string') continue;
		const sources = [
			...(access.node === undefined
				? scene.graph.sourcesOfInput(scene.reader, access.path[0])
				: scene.graph.sourcesOfOutput(access.node, access.path[0])),
		];
		const now = newWord(word, access.path, sources, scene);
		if (now === undefined) continue;
		tell([...path, right].join('.'), word, now);
		return { ...condition, [right]: now };
	}
	return condition;
}

const distinct = <T>(list: T[]): T[] => [
	...new Map(list.map((one) => [JSON.stringify(one), one])).values(),
];
