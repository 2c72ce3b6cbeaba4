import { toJsonField } from './expressions';
import type { Body } from './httpPosts';
import { isRequestNode, mask, namedRows, parseText, queryOf, sentQuery, textSent } from './request';
import { asList, asObject, type Json, type WorkflowNode } from './types';

/** A call of the service’s API by a node that is made for any API. */
export interface Call {
	method: string;
	/** The parts of the path after /public/v1; with an expression in it, a part is one. */
	path: string[];
	/** What stands before /public/v1: the Base URL of the credential. */
	host: string;
	query: Json;
	body: Body;
	/** The binary field of the file that it sends, if it sends one. */
	binaryField: unknown;
	parameters: Json;
}

const ADDRESS = /^=?\s*(.*?)\/+public\/v1\/+([^?\s]*)(?:\?(\S*))?\s*$/s;
const IN_CODE = /\{\{.*\/public\/v1\/+([\w-]+).*\}\}/s;
const RESOURCES = [
	...['analytics', 'find-slot', 'generate-video', 'groups', 'integration-settings'],
	...['integration-trigger', 'integrations', 'is-connected', 'notifications', 'posts', 'social'],
	...['upload', 'upload-from-url', 'video'],
];

/** The call that an HTTP Request node makes, if it calls the service (docs/api.md, Addresses). */
export function readCall(node: WorkflowNode): Call | undefined {
	if (!isRequestNode(node)) return undefined;
	const { parameters = {}, typeVersion } = node;
	const masked = mask(String(parameters.url ?? ''));
	const [, before = '', path = '', query = ''] = ADDRESS.exec(masked.text) ?? [];
	const parts = path.split('/').filter((part) => part !== '');
	// An address that code puts together names no more than what is called.
	const [, inCode = ''] = IN_CODE.exec(before === '' ? String(parameters.url ?? '') : '') ?? [];
	if (inCode !== '') parts.splice(0, parts.length, inCode, '…');
	if (!RESOURCES.includes(parts[0] ?? '')) return undefined;
	const isOld = Number(typeVersion ?? 1) < 3;
	return {
		method: isOld ? 'OLD' : String(parameters.method ?? 'GET').toUpperCase(),
		path: parts.map(masked.restore),
		host: masked.restore(before.replace(/(?:\/api)+$/, isHosted(before) ? '' : '/api')),
		query: { ...queryOf(query, masked.restoreValue), ...sentQuery(parameters) },
		body: readBody(parameters),
		binaryField: binaryFieldOf(parameters),
		parameters,
	};
}

const isHosted = (host: string) => /^https?:\/\/api\.postiz\.com(?:\/|$)/i.test(host);

function readBody(parameters: Json): Body {
	const text = textSent(parameters);
	if (text === undefined) {
		const value = parameters.sendBody === true ? namedRows(parameters.bodyParameters) : undefined;
		return { value, text: value ? toJsonField(value) : '', isEscaped: false };
	}
	const written = typeof text === 'string' ? text : JSON.stringify(text);
	return { value: parseText(text), text: written, isEscaped: false };
}

function binaryFieldOf({ sendBody, contentType, bodyParameters }: Json): unknown {
	if (sendBody !== true || contentType !== 'multipart-form-data') return undefined;
	const rows = asList(asObject(bodyParameters).parameters).map(asObject);
	const file = rows.find(({ parameterType }) => parameterType === 'formBinaryData');
	return file && (file.inputDataFieldName ?? 'data');
}
