import { isExpression, mapLeaves } from './expressions';
import { literalIn } from './literal';
import { Bare, parsePlain, parseTemplate, topLevel } from './template';
import { asList, asObject, type Json, type WorkflowNode } from './types';

/** The types of the nodes that make a request of any kind. */
export const isRequestNode = ({ type }: WorkflowNode): boolean =>
	/^n8n-nodes-base\.httpRequest(?:Tool)?$/.test(type);

/** A request as it is read from an HTTP Request node; what comes from expressions is one. */
export interface Request {
	method: string;
	/** The name of the host, in lower case. */
	host: string;
	/** The parts of the path. */
	path: string[];
	/** What is sent in the address and in the body, by its name; in a form a name may occur several times. */
	values: Record<string, unknown[]>;
	/** The binary fields that are sent, by the names that they have in the form. */
	files: Record<string, unknown[]>;
	/** The body, if it is JSON that can be read. */
	body: unknown;
}

const ADDRESS = /^=?\s*https?:\/\/([^/?\s]+)\/*([^?\s]*)(?:\?(\S*))?\s*$/is;

/** The request that an HTTP Request node makes; undefined if its address cannot be read. */
export function readRequest(node: WorkflowNode): Request | undefined {
	if (!isRequestNode(node)) return undefined;
	const parameters = asObject(node.parameters);
	const masked = mask(String(parameters.url ?? ''));
	// A blank in an address is a slip: no host or path that publishes has one.
	const [, host, path = '', query = ''] = ADDRESS.exec(masked.text.replace(/\s+/g, '')) ?? [];
	if (host === undefined || masked.restore(host).startsWith('=')) return undefined;
	const isEarly = Number(node.typeVersion ?? 1) < 3;
	const { method, values, files, body } = (isEarly ? readEarly : readSent)(parameters);
	return {
		method: method.replace(/^=/, '').trim().toUpperCase(),
		host: host.toLowerCase(),
		path: path
			.split('/')
			.filter((part) => part !== '')
			.map(masked.restore),
		values: grouped([...Object.entries(queryOf(query, masked.restoreValue)), ...values]),
		files: grouped(files),
		body,
	};
}

type Rows = Array<[name: string, value: unknown]>;

interface Sent {
	method: string;
	values: Rows;
	files: Rows;
	body: unknown;
}

function readSent(parameters: Json): Sent {
	const { sendBody, bodyParameters } = parameters;
	const rows = asList(asObject(bodyParameters).parameters).map(asObject);
	const text = textSent(parameters);
	const body = text === undefined ? {} : parseBody(text);
	const isForm = sendBody === true && text === undefined;
	const isFile = (row: Json) => row.parameterType === 'formBinaryData';
	return {
		method: String(parameters.method ?? 'GET'),
		values: [
			...Object.entries(sentQuery(parameters)),
			...entriesOf(body),
			...(isForm ? rows.filter((row) => !isFile(row)).map(toEntry) : []),
		],
		files: isForm
			? rows.filter(isFile).map((row) => [nameOf(row), row.inputDataFieldName ?? 'data'])
			: [],
		body,
	};
}

/** The body of an HTTP Request node that is entered as one text, or as JSON; undefined for rows, or none. */
export function textSent(parameters: Json): unknown {
	const { sendBody, contentType, specifyBody, jsonBody, body } = parameters;
	if (sendBody !== true) return undefined;
	if (contentType === 'raw' || specifyBody === 'string') return body ?? '';
	return specifyBody === 'json' ? (jsonBody ?? '') : undefined;
}

/** As versions 1 and 2 of the node hold it. */
function readEarly(parameters: Json): Sent {
	const { jsonParameters, bodyParametersJson, bodyParametersUi, sendBinaryData } = parameters;
	const { queryParametersJson, queryParametersUi, binaryPropertyName = 'data' } = parameters;
	const rowsOf = (list: unknown): Rows =>
		asList(asObject(list).parameter).map(asObject).map(toEntry);
	const body = jsonParameters === true ? parseBody(bodyParametersJson) : {};
	const files = sendBinaryData === true ? String(binaryPropertyName).split(',') : [];
	return {
		method: String(parameters.requestMethod ?? 'GET'),
		values: [
			...(jsonParameters === true
				? [...entriesOf(parseText(queryParametersJson)), ...entriesOf(body)]
				: [...rowsOf(queryParametersUi), ...rowsOf(bodyParametersUi)]),
		],
		files: files.map((file) => {
			const [name = '', field] = file.trim().split(':');
			return [name, field ?? name];
		}),
		body,
	};
}

const entriesOf = (value: unknown): Rows =>
	Object.entries(value instanceof Bare ? {} : asObject(value)).map(([name, inner]) => [
		name,
		plain(inner),
	]);

const toEntry = (row: Json): [string, unknown] => [nameOf(row), row.value ?? ''];

// A name may be written as an expression without code in it.
const nameOf = ({ name }: Json) => String(name ?? '').replace(/^=/, '');

function grouped(rows: Rows): Record<string, unknown[]> {
	const groups: Record<string, unknown[]> = {};
	for (const [name, value] of rows) {
		if (name === '') continue;
		const own = Object.hasOwn(groups, name) ? groups[name] : undefined;
		groups[name] = [...(own ?? []), value];
	}
	return groups;
}

/** The values of a request, of which each name has one. */
export const firstOf = (values: Request['values']): Json =>
	Object.fromEntries(Object.entries(values).map(([name, [value]]) => [name, value]));

/** A value with an expression for what is {@link Bare}. */
export const plain = (value: unknown): unknown =>
	mapLeaves(value, (leaf) => (leaf instanceof Bare ? leaf.expression : leaf));

const HELD_BACK = /\uE000(\d+)\uE001/g;

interface Masked {
	text: string;
	restore: (text: string) => string;
	/** As `restore`, for a value behind the question mark, of which the encoding is undone. */
	restoreValue: (text: string) => string;
}

/** The text with marks for its expressions, which may hold anything. */
export function mask(template: string): Masked {
	const codes: string[] = [];
	const text = template.replace(/\{\{.*?\}\}/gs, (code) => `\uE000${codes.push(code) - 1}\uE001`);
	const restore = (masked: string) => {
		const restored = masked.replace(HELD_BACK, (_mark, index) => codes[Number(index)] ?? '');
		return restored === masked ? decoded(masked) : `=${restored}`;
	};
	const restoreValue = (masked: string) => {
		const parts = masked.replace(/\+/g, ' ').split(HELD_BACK);
		// Every second part is the number of an expression.
		const restored = parts.map((part, at) =>
			at % 2 === 0 ? decoded(part) : unencoded(codes[Number(part)] ?? ''),
		);
		return (parts.length > 1 ? '=' : '') + restored.join('');
	};
	return { text, restore, restoreValue };
}

/** The expression without the call that encodes its value for an address. */
function unencoded(expression: string): string {
	const [, code = ''] = /^\{\{(.*)\}\}$/s.exec(expression) ?? [];
	const [, called] = /^\s*encodeURI(?:Component)?\((.*)\)\s*$/s.exec(code) ?? [];
	const [, extended] = /^(.*)\.urlEncode\(\)\s*$/s.exec(code) ?? [];
	const inner = called !== undefined && topLevel(called) ? called : extended;
	return inner === undefined ? expression : `{{ ${inner.trim()} }}`;
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** The names and values behind the question mark of an address. */
export function queryOf(query: string, restore: (text: string) => string): Json {
	const pairs = query.split('&').filter((pair) => pair !== '');
	return Object.fromEntries(
		pairs.map((pair) => {
			const [key = '', ...value] = pair.split('=');
			return [key, restore(value.join('='))];
		}),
	);
}

/** The names and values that an HTTP Request node adds to the address. */
export function sentQuery({ sendQuery, specifyQuery, jsonQuery, queryParameters }: Json): Json {
	if (sendQuery !== true) return {};
	if (specifyQuery === 'json') return asObject(parseText(jsonQuery));
	return namedRows(queryParameters);
}

/** Names and values of a list of the node. */
export function namedRows(collection: unknown): Json {
	const rows = asList(asObject(collection).parameters).map(asObject);
	return Object.fromEntries(
		rows.filter((row) => nameOf(row) !== '').map((row) => [nameOf(row), row.value ?? '']),
	);
}

const parseBody = (text: unknown) => literalIn(text) ?? parseText(text);

/** JSON with expressions in it, as it is read; undefined if it is none. */
// Only after an equals sign at the front curly brackets are an expression.
export function parseText(text: unknown): unknown {
	if (typeof text !== 'string') return text;
	return isExpression(text) ? parseTemplate(text.slice(1)) : parsePlain(text);
}
