import { accessesIn } from '../accesses';
import { codeIn, isExpression, split } from '../expressions';
import { baseType, writtenBy, type Graph } from '../graph';
import { findField, type Output } from '../outputs';
import { parseText } from '../request';
import { topLevel } from '../template';
import { asObject, type WorkflowNode } from '../types';
import { isGiven, plainText } from './values';

/** A file of a post, as text or as an expression: an address, the name of a binary field, or an upload. */
export interface Media {
	from: 'url' | 'binary' | 'upload';
	value: unknown;
	/** The node that uploads it. */
	node?: string;
}

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
	gone: Map<string, string>;
}

/** What a converter can ask about what stands around a node. */
export class Surroundings {
	readonly name: string;

	/** The name of the credential that the node signs in with. */
	readonly credential?: string;

	/** The node publishes what it prepares, as it took the place of the one that did. */
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

	/** The fixed text that an expression yields because a node before sets it; undefined if that is not so. */
	constantOf(expression: unknown): string | undefined {
		const { graph } = this.known;
		const text = plainText(expression);
		if (!isExpression(text)) return isGiven(text) ? String(text) : undefined;
		const { node: named, path = [] } = onlyAccess(text)?.access ?? {};
		const field = path.join('.');
		if (field === '') return undefined;
		const [source, ...more] = graph.sourcesOf(this.name, named, path[0]);
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

	/** The files that a text, a list or an expression names; addresses of uploads become these. */
	mediaOf(value: unknown, from: Media['from'] = 'url'): Media[] {
		if (Array.isArray(value)) return value.flatMap((one) => this.mediaOf(one, from));
		const entered = plainText(value);
		if (!isGiven(entered)) return [];
		if (!isExpression(entered)) return [{ from, value: entered }];
		const parts = listed(entered);
		if (parts.length > 1) return parts.flatMap((part) => this.mediaOf(part, from));
		const [only = entered] = parts;
		return [this.uploadOf(only) ?? { from, value: only }];
	}

	/** True if the same file goes to a network that takes only videos, or is a video by its name. */
	isVideo(media: Media): boolean {
		const isNamed = /\.(?:mp4|mov|webm|m4v)\b/i.test(String(media.value));
		return isNamed || this.known.videos.has(this.fileKey(media));
	}

	/** The nodes that publish whose output an expression reads; none if it may be that of others. */
	postsIn(value: unknown): string[] {
		const { graph, posts } = this.known;
		const only = isExpression(value) ? onlyAccess(value) : undefined;
		if (!only) return [];
		const { node, path } = only.access;
		const sources = graph.sourcesOf(this.name, node, path[0]).map((source) => source.node);
		return sources.every((source) => posts.has(source)) ? sources : [];
	}

	/** By what two posts are known to have the same file. */
	fileKey({ from, node, value }: Media): string {
		if (node !== undefined) return `:${node}`;
		if (from !== 'binary') return String(value);
		// A binary field means the same file only in the same items.
		const sources = this.known.graph.sourcesOf(this.name).map((source) => source.node);
		return JSON.stringify([value, ...sources.sort()]);
	}

	/** The file of an upload of whose address an expression consists. */
	private uploadOf(expression: string): Media | undefined {
		const only = onlyAccess(expression);
		if (!only) return undefined;
		const { node, path, start, at } = only.access;
		const sources = this.known.graph.sourcesOf(this.name, node, path[0]);
		// As it is read now, or as it was before.
		const isFile = ['', 'path'].includes(path.join('.'));
		const isUpload = sources.every((source) => {
			const output = source.isError ? undefined : this.known.uploads.get(source.node);
			return output && (isFile || findField(output, path) !== undefined);
		});
		if (!isUpload || sources.length === 0) return undefined;
		const value = `={{ ${only.code.slice(start, at)} }}`;
		return { from: 'upload', value, node: sources.map((source) => source.node).join() };
	}
}

/** The one access that an expression consists of. */
function onlyAccess(expression: string) {
	const code = codeIn(expression);
	const [access, ...more] = accessesIn(code);
	if (!access || more.length > 0) return undefined;
	const rest = code.slice(0, access.start) + code.slice(access.end);
	return rest.trim() === '' ? { access, code } : undefined;
}

/** The parts of an expression that is a list: `[a, b]`, or several with commas between them. */
function listed(expression: string): string[] {
	const [, inside] = /^\s*\[(.*)\]\s*$/s.exec(codeIn(expression)) ?? [];
	const elements = inside === undefined ? undefined : topLevel(inside);
	const chunks = split(expression.slice(1));
	const codes = chunks.filter(({ isCode }) => isCode).map(({ text }) => text);
	const between = chunks.filter(({ isCode }) => !isCode).map(({ text }) => text);
	const isList =
		codes.length > 1 &&
		between.every((text) => /^[\s,]*$/.test(text)) &&
		between.some((text) => /[,\n]/.test(text));
	const parts = elements?.filter((one) => one.trim() !== '') ?? (isList ? codes : undefined);
	return parts?.map((part) => `={{ ${part.trim()} }}`) ?? [expression];
}
