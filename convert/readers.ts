import { accessesIn } from './accesses';
import { codeIn, isExpression, mapLeaves } from './expressions';
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
	tellOfNames(node, scene);
	const parameters = mapLeaves(node.parameters, (text, path) => {
		if (typeof text !== 'string') return text;
		const now = rewriteText(wordNow(text, path, node, scene), path, scene);
		if (now !== text) {
			found.rewritten.push({ reader, field: path.join('.'), before: text, after: now });
		}
		return now;
	});
	return { ...node, parameters: asObject(parameters) };
}

/** Tells of what a node names or takes without an expression, which is not rewritten. */
function tellOfNames(node: WorkflowNode, scene: Scene): void {
	const named = fieldsNamedIn(node);
	for (const { node: source, isError } of scene.graph.sourcesOf(scene.reader)) {
		const output = scene.outputs.get(source);
		if (!output) continue;
		if (takesWholeItems(node) && !isError && output.others === 'gone') scene.onUnclear(source, '');
		for (const field of renamedFields(output).keys()) {
			if (named.includes(field)) scene.onUnclear(source, field);
		}
	}
}

function rewriteText(text: string, path: string[], scene: Scene): string {
	if (CODE_PARAMETERS.includes(path.at(-1) ?? '')) return rewriteCode(text, scene, true);
	if (!isExpression(text)) return text;
	return text.replace(/\{\{(.*?)\}\}/gs, (_all, code: string) => `{{${rewriteCode(code, scene)}}}`);
}

/** The left side of a condition, by the name of the right one. */
const COMPARED: Record<string, string> = { rightValue: 'leftValue', value2: 'value1' };

/** The new word for a text that a condition compares with what is read on its left side. */
function wordNow(word: string, path: string[], node: WorkflowNode, scene: Scene): string {
	const left = COMPARED[path.at(-1) ?? ''];
	if (left === undefined) return word;
	const condition = path
		.slice(0, -1)
		.reduce<unknown>((at, key) => (at as Json)[key], node.parameters);
	const [access, ...more] = accessesIn(codeIn(asObject(condition)[left]));
	if (!access || more.length > 0) return word;
	const sources = scene.graph.sourcesOf(scene.reader, access.node, access.path[0]);
	return newWord(word, access.path, sources, scene) ?? word;
}

const distinct = <T>(list: T[]): T[] => [
	...new Map(list.map((one) => [JSON.stringify(one), one])).values(),
];
