import { accessesIn, collectionsIn, pathCode, renameNodes, type Access } from './accesses';
import type { Graph, Source } from './graph';
import { findField, renamedFields, type Field, type Output } from './outputs';

/** What is known while the code of a node is rewritten. */
export interface Scene {
	graph: Graph;
	/** What converted nodes output, by their names. */
	outputs: Map<string, Output>;
	/** The nodes behind converted ones whose output is read in place of theirs, by the names of these. */
	standIns: Map<string, string>;
	/** The name of the node that the code belongs to. */
	reader: string;
	/** Told of each field that is only known once a post is published. */
	onPublished: (source: string) => void;
	/** Told of what a converted node no longer has; an empty field stands for the whole item. */
	onUnclear: (source: string, field: string) => void;
}

interface Edit {
	start: number;
	end: number;
	text: string;
}

/** JavaScript that reads the same of what nodes output now. `isWhole` for a Code node, not an expression. */
export function rewriteCode(code: string, scene: Scene, isWhole = false): string {
	const accesses = accessesIn(code);
	const edits = accesses.flatMap((access) => editsFor(code, access, scene));
	const lists = collectionsIn(code);
	if (isWhole || lists.length > 0) tellOfRest(code, accesses, lists, scene);
	const edited = edits
		.sort((a, b) => b.start - a.start)
		.reduce((now, { start, end, text }) => now.slice(0, start) + text + now.slice(end), code);
	return renameNodes(edited, (name) => scene.standIns.get(name));
}

function editsFor(code: string, access: Access, scene: Scene): Edit[] {
	const { start, at, end, path, node } = access;
	const sources = scene.graph.sourcesOf(scene.reader, node, path[0]);
	if (path.length === 0) {
		for (const source of sources) {
			if (scene.outputs.get(source.node)?.others === 'gone') scene.onUnclear(source.node, '');
		}
		return [];
	}
	const text = nowOf(path, sources, code.slice(start, at), scene, code.slice(at, end));
	const words = wordsBehind(code, end, path, sources, scene);
	return [...(text === undefined ? [] : [{ start, end, text }]), ...words];
}

/** The code that reads the path now; undefined if it stays. `before` is how the path was written. */
function nowOf(
	path: string[],
	sources: Source[],
	item: string,
	scene: Scene,
	before: string,
): string | undefined {
	const converted = sources.filter(({ node }) => scene.outputs.has(node));
	if (converted.length === 0) return undefined;
	const old = item + before;
	const fields = converted.map(({ node }) => {
		const output = scene.outputs.get(node);
		return output && findField(output, path);
	});
	const readings = converted.flatMap((source, at) => {
		const output = scene.outputs.get(source.node);
		const found = fields[at];
		if (found && (!source.isError || path[0] === 'error')) {
			return fieldCode(found.field, found.rest, item, source.node, before, scene);
		}
		if (output?.others === 'gone' && !source.isError) {
			// What another one of them has is meant for the items of that.
			if (fields.some((each) => each !== undefined)) return [];
			scene.onUnclear(source.node, path.join('.'));
		}
		return old;
	});
	if (converted.length < sources.length) readings.push(old);
	const [first = old, ...more] = new Set(readings);
	if (more.length === 0) return first === old ? undefined : first;
	return `(${[first, ...more].join(' ?? ')})`;
}

function fieldCode(
	field: Field,
	rest: string[],
	item: string,
	source: string,
	before: string,
	scene: Scene,
): string {
	if ('published' in field || ('code' in field && field.isPublished)) scene.onPublished(source);
	if ('code' in field) return field.code(item, source) + pathCode(rest);
	const path = 'published' in field ? field.published : field.path;
	const parts = [...path.split('.').filter((part) => part !== ''), ...rest];
	const code = pathCode(parts);
	return `${item}${before.startsWith('?.') && code.startsWith('.') ? '?' : ''}${code}`;
}

/** `=== 'in-progress'` and the like behind what is read. */
function wordsBehind(
	code: string,
	end: number,
	path: string[],
	sources: Source[],
	scene: Scene,
): Edit[] {
	const compared = /^\s*[=!]==?\s*(['"])([^'"]*)\1/.exec(code.slice(end));
	if (!compared) return [];
	const [whole, , word = ''] = compared;
	const now = newWord(word, path, sources, scene);
	const stop = end + whole.length - 1;
	return now === undefined ? [] : [{ start: stop - word.length, end: stop, text: now }];
}

/** How a word is called now that conditions compare with a field; undefined if it stays. */
export function newWord(
	word: string,
	path: string[],
	sources: Source[],
	{ outputs }: Pick<Scene, 'outputs'>,
): string | undefined {
	const now = sources.map(({ node }) => {
		const words = outputs.get(node)?.words?.[path.join('.')] ?? {};
		return Object.hasOwn(words, word) ? words[word] : word;
	});
	return now.length > 0 && new Set(now).size === 1 && now[0] !== word ? now[0] : undefined;
}

/** Tells of fields that code seems to read in a way that cannot be followed. */
function tellOfRest(
	code: string,
	known: Access[],
	lists: Array<string | undefined>,
	scene: Scene,
): void {
	const mentioned = [undefined, ...known.map(({ node }) => node), ...lists];
	for (const { node } of mentioned.flatMap((name) => scene.graph.sourcesOf(scene.reader, name))) {
		const output = scene.outputs.get(node);
		if (!output) continue;
		for (const field of renamedFields(output).keys()) {
			const uses = [...code.matchAll(new RegExp(`(?:\\.|(['"]))${field}\\b(?:\\1|(?!['"]))`, 'g'))];
			const isOpen = uses.some(
				({ index }) => !known.some(({ start, end }) => start <= index && index < end),
			);
			if (isOpen) scene.onUnclear(node, field);
		}
	}
}
