import { isExpression } from './expressions';
import { asList, asObject, type Json, type WorkflowNode } from './types';

/** New names of the fields that an operation outputs, by the old ones. */
export type Renames = Record<string, string>;

/** The new names, by the operation of the old node. */
export const renamesOf: Record<string, Renames> = {
	createPost: { integration: 'channelId' },
	getIntegrations: { id: 'channelId', name: 'channelName', identifier: 'provider' },
	findPublished: { id: 'releaseId' },
	listGroups: { id: 'groupId', name: 'groupName' },
	linkPublished: { id: 'postId', releaseURL: 'postUrl' },
	setStatus: { id: 'postId' },
};

/**
 * The node, whose expressions read the output of the node called `source` by the new names of its
 * fields: where they name it, and in `$json` if no other node hands items on to this one.
 */
export function renameFields<T extends WorkflowNode>(
	node: T,
	source: string,
	renames: Renames,
	connections: Json,
): T {
	const named = escapeRegExp(source);
	const item = '(?:\\.\\w+(?:\\([^()]*\\))?(?:\\[\\d+\\])?)*?\\??\\.json';
	const sources = [
		`\\$\\(\\s*(?:'${named}'|"${named}"|\`${named}\`)\\s*\\)${item}`,
		`\\$node(?:\\[\\s*(?:'${named}'|"${named}")\\s*\\]|\\.${named})\\.json`,
		...(isOnlySource(source, node, connections) ? ['\\$json', `\\$input${item}`] : []),
	];
	const fields = Object.keys(renames).join('|');
	const reading = new RegExp(
		`((?:${sources.join('|')})\\??)(?:(\\.)(${fields})\\b|(\\[\\s*['"])(${fields})(?=['"]\\s*\\]))`,
		'g',
	);
	const rename = (value: unknown): unknown => {
		if (isExpression(value)) {
			return value.replace(
				reading,
				(_, read: string, dot: string, field: string, open: string, inQuotes: string) =>
					read + (dot ?? open) + renames[field ?? inQuotes],
			);
		}
		if (Array.isArray(value)) return value.map(rename);
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rename(inner)]));
	};
	return node.parameters ? { ...node, parameters: rename(node.parameters) as Json } : node;
}

function isOnlySource(source: string, { name }: WorkflowNode, connections: Json): boolean {
	const handing = Object.entries(connections).filter(([, outputs]) =>
		asList(asObject(outputs).main)
			.flatMap(asList)
			.some((target) => asObject(target).node === name),
	);
	return handing.length === 1 && handing[0]?.[0] === source;
}

const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
