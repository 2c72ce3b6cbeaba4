import { isExpression } from '../expressions';
import { firstOf, mask, parseText, readRequest } from '../request';
import { plainText, watch, type Watched } from './values';
import { asList, asObject, type Json, type WorkflowNode } from '../types';

/** A call of the Graph API, by its own node or by HTTP Request. */
export interface GraphCall {
	method: string;
	/** The page or account, or what else the call is about; may be an expression. */
	owner: string;
	/** What the call is for, such as `media_publish`; empty for the owner itself. */
	edge: string;
	values: Json;
	/** The names of values that were not read. */
	unread: Watched['unread'];
	/** The binary field that is sent. */
	file?: unknown;
	host: string;
}

/** The hosts of the Graph API. */
export const GRAPH_HOSTS =
	/^(?:graph|graph-video)\.(?:facebook|instagram)\.com$|^graph\.threads\.net$/;
const VERSION = /^v\d+(?:\.\d+)?$/;
const OWN_TYPE = /^n8n-nodes-base\.facebookGraphApi(?:Tool)?$/;

/** The call that a node makes, if it is one of the Graph API. */
export function graphCallOf(node: WorkflowNode): GraphCall | undefined {
	if (typeof node.type !== 'string') return undefined;
	if (OWN_TYPE.test(node.type)) return fromNode(asObject(node.parameters));
	const request = readRequest(node);
	if (!request || !GRAPH_HOSTS.test(request.host)) return undefined;
	const [file] = Object.values(request.files).flat();
	return {
		method: request.method,
		host: request.host,
		...placeOf(request.path),
		...watch(firstOf(request.values)),
		...(file === undefined ? {} : { file }),
	};
}

function fromNode(parameters: Json): GraphCall {
	const {
		node = '',
		edge = '',
		httpRequestMethod = 'GET',
		hostUrl = 'graph.facebook.com',
	} = parameters;
	const options = asObject(parameters.options);
	const rows = asList(asObject(options.queryParameters).parameter).map(asObject);
	const texts = [node, edge].map(String);
	const joined = texts.map((text) => text.replace(/^=/, '').trim()).join('/');
	const masked = mask(joined);
	const path = masked.text
		.split('/')
		.filter((part) => part.trim() !== '')
		.map(masked.restore);
	const [, file] = /^(?:[^:]*:)?(.*)$/s.exec(String(parameters.binaryPropertyName ?? '')) ?? [];
	return {
		method: String(plainText(httpRequestMethod)).trim(),
		host: String(hostUrl),
		...placeOf(texts.some(isExpression) ? path : path.map((part) => part.replace(/^=/, ''))),
		...watch({
			...Object.fromEntries(
				rows.map((row) => [String(row.name ?? '').replace(/^=/, ''), row.value]),
			),
			...asObject(parseText(options.queryParametersJson)),
			...(fieldsOf(options) !== '' && { fields: fieldsOf(options) }),
		}),
		...(parameters.sendBinaryData === true && { file }),
	};
}

const fieldsOf = ({ fields }: Json) =>
	asList(asObject(fields).field)
		.map((field) => asObject(field).name)
		.join(',');

function placeOf(path: string[]): Pick<GraphCall, 'owner' | 'edge'> {
	const [owner = '', ...edge] = path.filter((part) => !VERSION.test(part));
	// Whoever writes the edge behind the node, too, names it twice.
	return { owner, edge: edge.filter((part, at) => part !== edge[at - 1]).join('/') };
}
