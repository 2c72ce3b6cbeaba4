import { codeIn, isExpression, split } from '../expressions';
import { baseType, type Graph } from '../graph';
import { topLevel } from '../json';
import { accessesIn, findField, type Output } from '../output';
import type { Media } from '../reading';
import { asObject, textsOf, type WorkflowNode } from '../types';
import { isGiven, plainText } from '../values';

/** What is known of a workflow while its nodes are read. */
export interface Known {
	graph: Graph;
	/** The nodes that upload files, and what they output. */
	uploads: Map<string, Output>;
	/** The names of nodes that are gone, with those that publish in their place. */
	gone: Map<string, string>;
}

/** What a service can ask about what stands around a node. */
export class Surroundings {
	private readonly name: string;

	/** The name of the credential that the node signs in with. */
	readonly credential?: string;

	/** True if it took the place of the node that published what it prepared. */
	readonly isPublished: boolean;

	constructor(
		node: WorkflowNode,
		private readonly known: Known,
	) {
		this.name = String(node.name);
		const [credential] = Object.values(asObject(node.credentials)).map((one) => asObject(one).name);
		if (typeof credential === 'string') this.credential = credential;
		this.isPublished = [...known.gone.values()].includes(this.name);
	}

	/** The files that a text, a list or an expression names; addresses of uploads become these. */
	mediaOf(value: unknown, from: 'url' | 'binary' = 'url'): Media[] {
		if (Array.isArray(value)) return value.flatMap((one) => this.mediaOf(one, from));
		const entered = plainText(value);
		if (!isGiven(entered)) return [];
		if (!isExpression(entered)) return [{ from, value: entered }];
		return elementsOf(entered).map((one) => this.uploadOf(one) ?? { from, value: one });
	}

	/** All texts of the nodes with code before the node. */
	textsBefore(): string[] {
		const { graph } = this.known;
		return graph.nodes
			.filter((node) => ['code', 'function', 'functionItem', 'set'].includes(baseType(node)))
			.filter((node) => graph.behind(String(node.name)).has(this.name))
			.flatMap(({ parameters }) => textsOf(parameters));
	}

	/** The file of an upload if an expression is its address, and nothing else. */
	private uploadOf(expression: string): Media | undefined {
		const code = codeIn(expression);
		const [access, ...more] = accessesIn(code);
		if (!access || more.length > 0) return undefined;
		if ((code.slice(0, access.start) + code.slice(access.end)).trim() !== '') return undefined;
		const sources = this.known.graph.sourcesOf(this.name, access.node, access.path[0]);
		// As it is read now, or as it was before.
		const isFile = ['', 'path'].includes(access.path.join('.'));
		const isUpload = sources.every(({ node, isError }) => {
			const output = isError ? undefined : this.known.uploads.get(node);
			return output && (isFile || findField(output, access.path) !== undefined);
		});
		const item = code.slice(access.start, access.at);
		return isUpload && sources.length > 0 ? { from: 'upload', value: `={{ ${item} }}` } : undefined;
	}
}

/** The expressions of which one is a list: `[a, b]`, or several with commas between them. */
function elementsOf(expression: string): string[] {
	const [, inside] = /^\s*\[(.*)\]\s*$/s.exec(codeIn(expression)) ?? [];
	const chunks = split(expression.slice(1));
	const codes = chunks.filter(({ isCode }) => isCode).map(({ text }) => text);
	const between = chunks.filter(({ isCode }) => !isCode).map(({ text }) => text);
	const isList = codes.length > 1 && between.every((text) => /^\s*[,\n]?\s*$/.test(text));
	const parts = inside === undefined ? isList && codes : topLevel(inside);
	if (!parts) return [expression];
	return parts.filter((part) => part.trim() !== '').map((part) => `={{ ${part.trim()} }}`);
}
