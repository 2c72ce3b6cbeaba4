import { isEmpty } from '../nodes/Postiz/values/read';
import { Bare, parseText, plain, topLevel } from './json';
import { asObject, rowsOf, type Json, type WorkflowNode } from './types';

/** What a node tells a service: the parameters of its own node, or a request. */
export interface Call {
	/** In capital letters; empty for a service's own node. */
	method: string;
	/** The host in lower case, or an expression for it; empty for a service's own node. */
	host: string;
	/** The parts of the path, some of which may be expressions. */
	path: string[];
	/** The parameters, or what a request sends in its address and body: each name once. Reading one marks it as read. */
	values: Json;
	/** All values of a request that have one of these names, which a form may have several times. */
	all: (...names: string[]) => unknown[];
	/** The binary fields that a request sends, by the names that they have in its form. */
	files: Record<string, unknown[]>;
	/** The body of a request, if it is JSON that can be read. */
	body: unknown;
	/** The names of values that nobody has read, except these. */
	unread: (idle?: readonly string[]) => string[];
}

/** The object, with a list of what nobody reads: so nothing is dropped without a word. */
export function watch(object: Json): Pick<Call, 'values' | 'unread'> {
	const read = new Set<PropertyKey>();
	const values = new Proxy(object, {
		get: (target, name) => {
			read.add(name);
			return Reflect.get(target, name) as unknown;
		},
	});
	const unread = (idle: readonly string[] = []) =>
		Object.entries(object).flatMap(([name, value]) =>
			isEmpty(value) || value === '=' || read.has(name) || idle.includes(name) ? [] : [name],
		);
	return { values, unread };
}

/** What nodes of any service may hold beside their own fields. */
const NO_FIELDS = ['authentication', 'descriptionType', 'toolDescription', 'requestOptions'];

/** What a node of a service tells it. */
export function ownCall({ parameters }: WorkflowNode): Call {
	const { values, unread } = watch(asObject(parameters));
	return {
		...{ method: '', host: '', path: [], files: {}, body: undefined, values },
		all: () => [],
		unread: (idle = []) => unread([...NO_FIELDS, ...idle]),
	};
}

/** True for a node that makes requests of any kind. */
export const isRequestNode = ({ type }: WorkflowNode): boolean =>
	/^n8n-nodes-base\.httpRequest(?:Tool)?$/.test(type);

const ADDRESS = /^=?(?:https?:\/\/)?\/*([^/?]+)\/*([^?]*)(?:\?(.*))?$/i;

/** The request that an HTTP Request node makes; undefined for other nodes, and if its address cannot be read. */
export function requestCall(node: WorkflowNode): Call | undefined {
	if (!isRequestNode(node)) return undefined;
	const parameters = asObject(node.parameters);
	const masked = mask(String(parameters.url ?? ''));
	// A blank in an address is a slip.
	const [, host, path = '', query = ''] = ADDRESS.exec(masked.text.replace(/\s+/g, '')) ?? [];
	if (host === undefined) return undefined;
	const { rows, files, body } = bodyOf(parameters);
	const all = [...pairsOf(query, masked.restoreValue), ...sentQuery(parameters), ...rows].filter(
		([name]) => name !== '',
	);
	// Of several values of a name, the first one counts.
	const { values, unread } = watch(Object.fromEntries([...all].reverse()));
	return {
		method: String(parameters.method ?? parameters.requestMethod ?? 'GET')
			.replace(/^=/, '')
			.trim()
			.toUpperCase(),
		host: masked.restore(host).replace(/^(?!=).*/, (plainHost) => plainHost.toLowerCase()),
		path: partsOf(path).map(masked.restore),
		...{ values, files, body },
		all: (...names) => {
			for (const name of names) Reflect.get(values, name);
			return all.flatMap(([name, value]) => (names.includes(name) ? [value].flat() : []));
		},
		unread: (idle = []) => [
			...unread(idle),
			...Object.keys(files).filter((name) => !idle.includes(name) && !(name in values)),
		],
	};
}

type Rows = Array<[name: string, value: unknown]>;

/** The parts of a path that are not empty. */
export const partsOf = (path: string) => path.split('/').filter((part) => part.trim() !== '');

function bodyOf(parameters: Json): { rows: Rows; files: Record<string, unknown[]>; body: unknown } {
	const text = textSent(parameters);
	if (text !== undefined) {
		const body = parseText(text);
		const rows = body instanceof Bare ? [] : Object.entries(asObject(plain(body)));
		return { rows, files: {}, body };
	}
	const sent =
		parameters.sendBody === true ? rowsOf(asObject(parameters.bodyParameters).parameters) : [];
	const files: Record<string, unknown[]> = {};
	for (const row of sent.filter(isFile)) {
		(files[nameOf(row)] ??= []).push(row.inputDataFieldName ?? 'data');
	}
	const rows = entriesOf(sent.filter((row) => !isFile(row)));
	return { rows, files, body: rows.length > 0 ? Object.fromEntries(rows) : {} };
}

/** The body of an HTTP Request node that is entered as text; undefined for rows, or none. */
export function textSent(parameters: Json): unknown {
	const { sendBody, contentType, specifyBody, jsonBody, body } = parameters;
	if (sendBody !== true) return undefined;
	if (contentType === 'raw' || specifyBody === 'string') return body ?? '';
	return specifyBody === 'json' ? (jsonBody ?? '') : undefined;
}

const isFile = ({ parameterType }: Json) => parameterType === 'formBinaryData';

// A name may be written as an expression without code in it.
const nameOf = ({ name }: Json) => String(name ?? '').replace(/^=/, '');

/** The names and values of rows. */
export const entriesOf = (rows: Json[]): Rows => rows.map((row) => [nameOf(row), row.value ?? '']);

function sentQuery({ sendQuery, specifyQuery, jsonQuery, queryParameters }: Json): Rows {
	if (sendQuery !== true) return [];
	if (specifyQuery === 'json') return Object.entries(asObject(plain(parseText(jsonQuery))));
	return entriesOf(rowsOf(asObject(queryParameters).parameters));
}

function pairsOf(query: string, restore: (text: string) => string): Rows {
	return query.split('&').map((pair) => {
		const [key = '', ...value] = pair.split('=');
		return [key, restore(value.join('='))];
	});
}

const MARK = /\uE000(\d+)\uE001/g;

/** An address with marks for its expressions, which may hold anything, and what restores its parts. */
export function mask(template: string) {
	const codes: string[] = [];
	const text = template.replace(/\{\{.*?\}\}/gs, (code) => `\uE000${codes.push(code) - 1}\uE001`);
	const restored = (part: string, read: (code: string) => string) => {
		// Every second piece is the number of an expression.
		const pieces = part.split(MARK);
		const texts = pieces.map((piece, at) =>
			at % 2 === 0 ? decoded(piece) : read(codes[Number(piece)] ?? ''),
		);
		return (pieces.length > 1 ? '=' : '') + texts.join('');
	};
	return {
		text,
		restore: (part: string) => restored(part, (code) => code),
		/** For a value behind the question mark, whose encoding is undone. */
		restoreValue: (part: string) => restored(part.replace(/\+/g, ' '), unencoded),
	};
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
