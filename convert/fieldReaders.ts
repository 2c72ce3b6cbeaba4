import type { Graph } from './graph';
import type { Note } from './types';

/** Names the nodes, and the node itself, whose expressions read the fields of a node by name. */
export function noteFieldReaders(name: string, graph: Graph, note: Note): void {
	const next = graph.from(name).map(({ to }) => to);
	const readers = graph.nodes.filter((node) =>
		textsOf(node.parameters).some(
			(text) =>
				(node.name === name && /\$(?:p|rawP)arameter\b/.test(text)) ||
				(next.includes(String(node.name)) && /\$input\.params\b/.test(text)) ||
				(mentions(text, name) && /\bparam(?:s|eter)\b/.test(text)),
		),
	);
	if (readers.length === 0) return;
	note(
		'todo',
		`Its fields have other names now. Nodes with an expression that seems to read them by the old ones ($parameter or .params): ${namesOf(readers.map((node) => node.name))}`,
		'Write there what the field says, or the name that it has now.',
	);
}

/** The names of nodes as sentences have them, each once. */
export const namesOf = (names: unknown[]) =>
	[...new Set(names)].map((name) => `“${String(name)}”`).join(', ');

/** True if nodes behind a node, or others by its name, may read what it outputs. */
export function isRead(name: string, graph: Graph): boolean {
	return (
		graph.from(name).length > 0 ||
		graph.nodes.some(
			(node) => node.name !== name && textsOf(node.parameters).some((text) => mentions(text, name)),
		)
	);
}

/** All texts in a value. */
export function textsOf(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

function mentions(text: string, name: string): boolean {
	const isQuoted = ["'", '"', '`'].some((quote) => text.includes(`${quote}${name}${quote}`));
	return isQuoted || text.includes(`$node.${name}.`);
}
