import { isExpression, mapLeaves } from './expressions';
import { baseType, type Graph, type Source } from './graph';
import { asObject, textsOf, type WorkflowNode } from './types';

/** How a field of the old output is read now; `isLate` if only a published post has it. */
export type Field = { isLate?: true } & (
	| /** Its path now, from the item on; an empty one is the whole item. */ { path: string }
	  /** JavaScript that yields it, from that of the item and the name of the node that has it. */
	| { code: (item: string, source: string) => string }
);

/** What a converted node outputs, by what the node before it did. */
export interface Output {
	/** By old paths with dots between their parts, of which `*` stands for any. */
	fields: Record<string, Field>;
	/** All other fields are as they were. */
	keepsOthers?: true;
}

/** The nodes of a workflow after {@link rewriteReaders}, and what was found. */
export interface Readers {
	nodes: WorkflowNode[];
	changes: Array<{ node: string; before: string; after: string }>;
	/** The nodes that read something of a converted one that was not rewritten. */
	unclear: Array<{ source: string; reader: string }>;
	/** The converted nodes of which something is read that only a published post has. */
	awaited: Set<string>;
}

/**
 * Rewrites what reads one field of the output of converted nodes, and tells of all else that seems to read it.
 * `standIns` are nodes whose output is read in place of that of converted ones, by the names of these.
 */
export function rewriteReaders(
	graph: Graph,
	outputs: Map<string, Output>,
	standIns = new Map<string, string>(),
): Readers {
	const readers: Readers = { nodes: [], changes: [], unclear: [], awaited: new Set() };
	readers.nodes = graph.nodes.map((node) => {
		if (outputs.size === 0 || node.parameters === undefined) return node;
		const scene = new Scene(String(node.name), graph, outputs, standIns, readers);
		scene.tellOfNames(node);
		const parameters = mapLeaves(node.parameters, (text, key) => scene.rewrite(text, key));
		return { ...node, parameters: asObject(parameters) };
	});
	return readers;
}

/** A node whose texts are rewritten. */
class Scene {
	constructor(
		private readonly reader: string,
		private readonly graph: Graph,
		private readonly outputs: Map<string, Output>,
		private readonly standIns: Map<string, string>,
		private readonly found: Readers,
	) {}

	rewrite(text: unknown, key: string): unknown {
		if (typeof text !== 'string') return text;
		const isWhole = ['jsCode', 'functionCode'].includes(key);
		if (!isWhole && !isExpression(text)) return text;
		const now = isWhole
			? this.rewriteCode(text, true)
			: text.replace(
					/\{\{(.*?)\}\}/gs,
					(_all, code: string) => `{{${this.rewriteCode(code, false)}}}`,
				);
		if (now !== text) this.found.changes.push({ node: this.reader, before: text, after: now });
		return now;
	}

	/** Tells of a node that names fields as text, or takes all of them. */
	tellOfNames(node: WorkflowNode): void {
		const isNaming =
			NAMING.has(baseType(node)) || textsOf(node.parameters).includes('autoMapInputData');
		if (!isNaming) return;
		for (const { node: source, isError } of this.graph.sourcesOf(this.reader)) {
			const output = this.outputs.get(source);
			if (output && !output.keepsOthers && !isError) this.tell(source);
		}
	}

	private tell(source: string): void {
		this.found.unclear.push({ source, reader: this.reader });
	}

	private rewriteCode(code: string, isWhole: boolean): string {
		const accesses = accessesIn(code);
		if (isWhole || /\.all\(\s*\)(?!\s*\[)|\$items\(/.test(code)) this.tellOfRest(code, accesses);
		const edited = accesses.reduceRight((now, access) => {
			const text = this.nowOf(access, code);
			return text === undefined ? now : now.slice(0, access.start) + text + now.slice(access.end);
		}, code);
		return renameNodes(edited, (name) => this.standIns.get(name));
	}

	/** The code for an access now; undefined if it stays. */
	private nowOf({ start, at, end, path, node }: Access, code: string): string | undefined {
		const sources = this.graph.sourcesOf(this.reader, node, path[0]);
		const known = sources.map((source) => ({ source, output: this.outputs.get(source.node) }));
		const found = known.map(({ output }) => output && findField(output, path));
		const item = code.slice(start, at);
		const old = code.slice(start, end);
		const readings = known.flatMap(({ source, output }, index): string | string[] => {
			const field = found[index];
			if (field && (!source.isError || path[0] === 'error')) {
				return this.fieldCode(field, item, source, code.startsWith('?.', at));
			}
			if (!output || output.keepsOthers || source.isError) return old;
			// What another one of them has is meant for the items of that one.
			if (found.some((each) => each !== undefined)) return [];
			this.tell(source.node);
			return old;
		});
		const isNew = (one: string) => one !== old;
		const [first = old, ...more] = new Set([...readings.filter(isNew), ...readings]);
		if (more.length > 0) return `(${[first, ...more].join(' ?? ')})`;
		return first === old ? undefined : first;
	}

	private fieldCode(
		{ field, rest }: { field: Field; rest: string[] },
		item: string,
		{ node }: Source,
		isOptional: boolean,
	): string {
		if (field.isLate) this.found.awaited.add(node);
		if ('code' in field) return field.code(item, node) + pathCode(rest);
		const code = pathCode([...field.path.split('.').filter((part) => part !== ''), ...rest]);
		return item + (isOptional && code.startsWith('.') ? '?' : '') + code;
	}

	/** Tells of old names in code beside what is rewritten. */
	private tellOfRest(code: string, accesses: Access[]): void {
		const rest = accesses.reduceRight(
			(text, { start, end }) => text.slice(0, start) + text.slice(end),
			code,
		);
		for (const [source, output] of this.outputs) {
			const isNear = this.graph.sourcesOf(this.reader).some(({ node }) => node === source);
			if (!isNear && !code.includes(source)) continue;
			const names = renamedIn(output).join('|');
			if (new RegExp(`(?:\\.|['"])(?:${names})\\b`).test(rest)) this.tell(source);
		}
	}
}

/** The nodes in which names of fields stand as text, and those that use all fields. */
const NAMING = new Set([
	...['aggregate', 'compareDatasets', 'convertToFile', 'itemLists', 'removeDuplicates'],
	...['renameKeys', 'respondToWebhook', 'sort', 'splitOut', 'summarize'],
]);

/** The old names of fields that have others now. */
const renamedIn = ({ fields }: Output): string[] =>
	Object.keys(fields).filter((name) => {
		const field = fields[name];
		return /^\w+$/.test(name) && !(field && 'path' in field && field.path === name);
	});

/** The field that a path leads to, and what of the path goes on inside it. */
export function findField(
	{ fields }: Output,
	path: string[],
): { field: Field; rest: string[] } | undefined {
	for (let length = path.length; length > 0; length--) {
		for (const [key, field] of Object.entries(fields)) {
			const parts = key.split('.');
			const fits =
				parts.length === length && parts.every((part, at) => part === '*' || part === path[at]);
			if (fits) return { field, rest: path.slice(length) };
		}
	}
	// With the whole response, HTTP Request has everything under its body.
	return path[0] === 'body' ? findField({ fields }, path.slice(1)) : undefined;
}

/** A place in code that reads a field of one item, or the whole item. */
export interface Access {
	start: number;
	end: number;
	/** Where the path begins. */
	at: number;
	/** The node that it names; undefined for the input. */
	node?: string;
	path: string[];
}

const QUOTED = `'(?:[^'\\\\]|\\\\.)*'|"(?:[^"\\\\]|\\\\.)*"|\`[^\`$]*\``;
const ONE = `(?:item|(?:first|last)\\(\\)|itemMatching\\([^()]*\\)|all\\(\\)\\[\\d+\\])`;
const ANCHOR = new RegExp(
	`(?<![\\w$])(?:\\$json\\b|(?:\\$input|\\$\\(\\s*(?<name>${QUOTED})\\s*\\))\\s*\\??\\.\\s*${ONE}\\s*\\??\\.\\s*json\\b|\\$node(?:\\[\\s*(?<old>${QUOTED})\\s*\\]|\\.(?<word>\\w+))\\.json\\b)`,
	'g',
);
const PART = new RegExp(
	`\\s*(?:\\??\\.\\s*(?<key>[A-Za-z_$][\\w$]*)(?!\\s*\\(|[\\w$])|(?:\\?\\.)?\\[\\s*(?:(?<quoted>${QUOTED})|(?<index>\\d+))\\s*\\])`,
	'y',
);

/** All places in code that read one item of the input, or of a node by its name. */
export function accessesIn(code: string): Access[] {
	return [...code.matchAll(ANCHOR)].map(({ 0: anchor, index: start, groups = {} }) => {
		const at = start + anchor.length;
		const path: string[] = [];
		let end = at;
		for (;;) {
			PART.lastIndex = end;
			const part = PART.exec(code)?.groups;
			if (!part) break;
			path.push(part.key ?? part.index ?? unquoted(part.quoted ?? ''));
			end = PART.lastIndex;
		}
		const quotedName = groups.name ?? groups.old;
		const node = quotedName === undefined ? groups.word : unquoted(quotedName);
		return { start, at, end, path, node };
	});
}

const unquoted = (text: string) => text.slice(1, -1).replace(/\\(.)/gs, '$1');

const NAME = new RegExp(
	`(\\$\\(\\s*|\\$items\\(\\s*|\\$node\\[\\s*)(${QUOTED})|\\$node\\.(\\w+)`,
	'g',
);

/** The code with other names of nodes; `nameOf` returns the new one, or undefined if it stays. */
export function renameNodes(code: string, nameOf: (name: string) => string | undefined): string {
	return code.replace(NAME, (all, before: string, quoted: string | undefined, word: string) => {
		const now = nameOf(quoted === undefined ? word : unquoted(quoted));
		if (now === undefined) return all;
		if (quoted === undefined) return `$node[${JSON.stringify(now)}]`;
		const [quote = ''] = quoted;
		return before + quote + now.replace(new RegExp(`[\\\\${quote}]`, 'g'), '\\$&') + quote;
	});
}

/** A path as code, to stand behind an item. */
const pathCode = (path: string[]): string =>
	path
		.map((part) =>
			/^\d+$/.test(part)
				? `[${part}]`
				: /^[A-Za-z_$][\w$]*$/.test(part)
					? `.${part}`
					: `[${JSON.stringify(part)}]`,
		)
		.join('');
