import { accessesIn } from '../accesses';
import type { Merged } from '../containers';
import { codeIn, isExpression, split } from '../expressions';
import { findField, type Output } from '../outputs';
import { baseType, writtenBy, type Graph } from '../graph';
import { parseText } from '../request';
import { topLevel } from '../template';
import { asObject, type WorkflowNode } from '../types';
import type { Media, Surroundings } from './types';
import { isGiven, plainText } from './values';

/** What is known of a workflow while its nodes are read. */
export interface Known {
	graph: Graph;
	/** The nodes that upload files, and what they output. */
	uploads: Map<string, Output>;
	/** The files of posts to networks that take nothing but videos, as they are written. */
	videos: Set<string>;
	/** The nodes that publish. */
	posts: Set<string>;
	/** The names of nodes that are gone, with those that publish in their place. */
	gone: Merged['gone'];
}

/** What stands around a node, as far as a converter may ask. */
export function surroundingsOf(node: WorkflowNode, known: Known): Surroundings {
	const name = String(node.name);
	const [credential] = Object.values(asObject(node.credentials)).map((one) => asObject(one).name);
	return {
		name,
		credential: typeof credential === 'string' ? credential : undefined,
		constantOf: (expression) => constantOf(expression, name, known.graph),
		mediaOf: (value, from = 'url') => mediaOf(value, from, name, known),
		isVideo: (media) => isVideo(media, name, known),
		isOfPost: (value) => postsIn(value, name, known).length > 0,
		isPublished: [...known.gone.values()].includes(name),
	};
}

/** The one access that an expression consists of. */
function onlyAccess(expression: string) {
	const code = codeIn(expression);
	const [access, ...more] = accessesIn(code);
	if (!access || more.length > 0) return undefined;
	const rest = code.slice(0, access.start) + code.slice(access.end);
	return rest.trim() === '' ? { access, code } : undefined;
}

function constantOf(expression: unknown, reader: string, graph: Graph): string | undefined {
	const text = plainText(expression);
	if (!isExpression(text)) return isGiven(text) ? String(text) : undefined;
	const only = onlyAccess(text);
	const field = only?.access.path.join('.');
	if (!only || field === undefined || field === '') return undefined;
	const { node: named, path } = only.access;
	const [source, ...more] = graph.sourcesOf(reader, named, path[0]);
	const node = source && graph.node(source.node);
	if (!node || more.length > 0 || baseType(node) !== 'set') return undefined;
	const { mode, jsonOutput } = asObject(node.parameters);
	const row = writtenBy(node).find(({ name }) => name === field);
	const value =
		mode === 'raw'
			? asObject(parseText(jsonOutput))[field]
			: plainText(row?.value ?? row?.stringValue);
	const isFixed = typeof value !== 'object' && !isExpression(value) && isGiven(value);
	return isFixed ? String(value) : undefined;
}

function mediaOf(value: unknown, from: Media['from'], reader: string, known: Known): Media[] {
	if (Array.isArray(value)) return value.flatMap((one) => mediaOf(one, from, reader, known));
	const entered = plainText(value);
	if (!isGiven(entered)) return [];
	if (!isExpression(entered)) return [{ from, value: entered }];
	const parts = listed(entered);
	if (parts.length > 1) return parts.flatMap((part) => mediaOf(part, from, reader, known));
	const [only = entered] = parts;
	return [uploadOf(only, reader, known) ?? { from, value: only }];
}

/** The parts of an expression that is a list: `[a, b]`, or several with commas between them. */
function listed(expression: string): string[] {
	const [, inside] = /^\s*\[(.*)\]\s*$/s.exec(codeIn(expression)) ?? [];
	const elements = inside === undefined ? undefined : topLevel(inside);
	if (elements)
		return elements.filter((one) => one.trim() !== '').map((one) => `={{ ${one.trim()} }}`);
	const chunks = split(expression.slice(1));
	const isList =
		chunks.filter(({ isCode }) => isCode).length > 1 &&
		chunks.every(({ isCode, text }) => isCode || /^[\s,]*$/.test(text)) &&
		chunks.some(({ isCode, text }) => !isCode && /[,\n]/.test(text));
	if (!isList) return [expression];
	return chunks.filter(({ isCode }) => isCode).map(({ text }) => `={{ ${text.trim()} }}`);
}

/** The file of an upload of whose address an expression consists. */
function uploadOf(
	expression: string,
	reader: string,
	{ graph, uploads }: Known,
): Media | undefined {
	const only = onlyAccess(expression);
	if (!only) return undefined;
	const { node, path, start, at } = only.access;
	const sources = graph.sourcesOf(reader, node, path[0]);
	// As it is read now, or as it was before.
	const isFile = ['', 'path'].includes(path.join('.'));
	const isUpload =
		sources.length > 0 &&
		sources.every((source) => {
			const output = source.isError ? undefined : uploads.get(source.node);
			return output && (isFile || findField(output, path) !== undefined);
		});
	if (!isUpload) return undefined;
	const value = `={{ ${only.code.slice(start, at)} }}`;
	return { from: 'upload', value, node: sources.map((source) => source.node).join() };
}

/** By what two posts are known to have the same file. */
export function fileKey({ from, node, value }: Media, reader: string, graph: Graph): string {
	if (node !== undefined) return `:${node}`;
	if (from !== 'binary') return String(value);
	// A binary field means the same file only in the same items.
	const sources = graph.sourcesOf(reader).map((source) => source.node);
	return JSON.stringify([value, ...sources.sort()]);
}

const isVideo = (media: Media, reader: string, { videos, graph }: Known) =>
	/\.(?:mp4|mov|webm|m4v)\b/i.test(String(media.value)) ||
	videos.has(fileKey(media, reader, graph));

/** The nodes that publish whose output an expression reads; none if it may be that of others. */
export function postsIn(value: unknown, reader: string, { graph, posts }: Known): string[] {
	const only = isExpression(value) ? onlyAccess(value) : undefined;
	if (!only) return [];
	const { node, path } = only.access;
	const sources = graph.sourcesOf(reader, node, path[0]).map((source) => source.node);
	return sources.every((source) => posts.has(source)) ? sources : [];
}
