import { asObject, type WorkflowNode } from '../types';

/** The operations of the Postiz node that a workflow can become, as its form calls them. */
export const OPERATIONS: Record<string, string> = {
	'integration.list': 'Channel > Get Many',
	'post.create': 'Post > Create',
	'post.createFromJson': 'Post > Create From JSON',
	'post.delete': 'Post > Delete',
	'post.get': 'Post > Get',
	'post.wait': 'Post > Wait',
	'upload.file': 'Media > Upload File',
	'upload.fromUrl': 'Media > Upload From URL',
};

const MAX_ADDRESS = 80;

/** What a node does, in a few words: `Postiz: Post > Create`, `HTTP Request: POST https://…`. */
export function describeNode({ type, parameters }: WorkflowNode): string {
	const { resource, operation, method = 'GET', url } = asObject(parameters);
	const name = nameOfType(type);
	if (/^n8n-nodes-postiz-publisher\./.test(type)) {
		const known = OPERATIONS[`${String(resource)}.${String(operation)}`];
		return known === undefined ? 'Postiz' : `Postiz: ${known}`;
	}
	if (typeof url !== 'string' || !type.includes('httpRequest')) return name;
	const address = url.length > MAX_ADDRESS ? `${url.slice(0, MAX_ADDRESS)}…` : url;
	return `${name}: ${String(method)} ${address}`;
}

/** The name of a type of node, such as `HTTP Request` for `n8n-nodes-base.httpRequest`. */
function nameOfType(type: string): string {
	const last = type.split('.').at(-1) ?? type;
	const words = last.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/^./, (c) => c.toUpperCase());
	return words.replace(/\bhttp\b/gi, 'HTTP').replace(/\bapi\b/gi, 'API');
}
