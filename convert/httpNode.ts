import { isEmpty } from '../nodes/Postiz/values/read';
import { isRead, namesOf, noteFieldReaders, textsOf } from './fieldReaders';
import type { Graph } from './graph';
import { loose, postPosts } from './httpPosts';
import { readCall, type Call } from './httpRequest';
import { correctMinutes } from './luxon';
import { deletePost, listChannels, OUTPUTS, uploadFile } from './operations';
import type { Output } from './outputs';
import { postizNode, type Plan } from './plan';
import { ESCAPES_FOR_JSON } from './template';
import { asList, asObject, type Json, type Note, type WorkflowNode } from './types';

interface Replacement {
	convert: (call: Call, id: string, note: Note, isRead: boolean) => Json | undefined;
	output?: Output;
}

/** What takes the place of the calls, by their method and path, in which * stands for an ID (docs/api.md, Calls). */
const CALLS = new Map<string, Replacement>([
	[
		'GET integrations',
		{ convert: ({ query }, _id, _note, isItRead) => listChannels(isItRead, query.group) },
	],
	[
		'POST upload',
		{
			convert: ({ binaryField }, _id, note) =>
				isEmpty(binaryField) ? undefined : uploadFile({ binaryProperty: binaryField }, note),
		},
	],
	[
		'POST upload-from-url',
		{
			convert: ({ body }) => ({
				resource: 'upload',
				operation: 'fromUrl',
				url: loose(asObject(body.value).url) ?? '',
			}),
		},
	],
	[
		'POST posts',
		{ convert: ({ body }, _id, note) => postPosts(body, note), output: OUTPUTS.created },
	],
	['DELETE posts/*', { convert: (_call, id) => deletePost(id), output: OUTPUTS.deleted }],
]);

/** How to convert an HTTP Request node that calls Postiz; undefined for one that calls something else. */
export function planRequest(node: WorkflowNode, graph: Graph): Plan | undefined {
	const called = readCall(node);
	if (!called) return undefined;
	const { method, path } = called;
	const [what, id = '', ...more] = path;
	const isOne = more.length === 0 && id !== 'group';
	const found = isOne ? CALLS.get(`${method} ${what}${id === '' ? '' : '/*'}`) : undefined;
	if (!found?.convert(called, id, () => undefined, false)) {
		return {
			stays: [
				method === 'OLD'
					? `It calls Postiz with an early version of the HTTP Request node. The node was left as it was`
					: `It calls Postiz (${method} /${path.map((part) => part.replace(/^=/, '')).join('/')}), which is not converted. The node was left as it was`,
				method === 'DELETE' && id === 'group'
					? 'Keep it, or use Post > Delete, which takes the ID of a post and deletes the posts of its group.'
					: 'Put the new Postiz node in its place by hand, or keep it.',
			],
		};
	}
	return {
		output: found.output,
		build: (rewritten, note) => convertRequest(rewritten, found, graph, note),
	};
}

function convertRequest(
	node: WorkflowNode,
	{ convert }: Replacement,
	graph: Graph,
	note: Note,
): WorkflowNode {
	const parameters = correctMinutes(asObject(node.parameters), note);
	const call = readCall({ ...node, parameters });
	if (call === undefined) return node;
	const name = String(node.name);
	const [what, id = ''] = call.path;
	const cleaners = what === 'posts' && call.method === 'POST' ? cleanersOf(name, graph) : [];
	call.body.isEscaped = cleaners.some(escapes);
	const converted = convert(call, id, note, isRead(name, graph));
	noteCleaners(cleaners, note);
	noteLost(parameters, note);
	noteFieldReaders(name, graph, note);
	return postizNode(
		node,
		{ ...signIn(node, call, note), ...converted },
		ownCredentials(node, call),
	);
}

const OWN_TYPES = ['postizApi', 'postizOAuth2Api'];

const usesOwnType = ({ parameters }: Call) =>
	parameters.authentication === 'predefinedCredentialType' &&
	OWN_TYPES.includes(String(parameters.nodeCredentialType));

function ownCredentials({ credentials }: WorkflowNode, call: Call): Json | undefined {
	const own = Object.entries(asObject(credentials)).filter(([type]) => OWN_TYPES.includes(type));
	return usesOwnType(call) && own.length > 0 ? Object.fromEntries(own) : undefined;
}

// The key itself is in a credential, or typed into the node: neither is copied.
function signIn({ credentials }: WorkflowNode, call: Call, note: Note): Json {
	if (usesOwnType(call)) {
		return call.parameters.nodeCredentialType === 'postizOAuth2Api'
			? { authentication: 'oAuth2' }
			: {};
	}
	const [held] = Object.values(asObject(credentials)).map((one) => asObject(one).name);
	const source =
		held !== undefined
			? `the credential “${String(held)}”`
			: hasTypedKey(call)
				? 'a key that is typed into its headers'
				: 'no credential';
	const host = call.host.replace(/^=/, '');
	note(
		'setup',
		`It signed in with ${source}. The new node needs a credential of the type Postiz API`,
		`Make one with the same key${hasTypedKey(call) ? ', which you find in the headers of the old node' : ''}, and with the Base URL ${host}. Then choose it in the node.`,
	);
	return {};
}

const hasTypedKey = ({ parameters: { sendHeaders, headerParameters, jsonHeaders } }: Call) =>
	sendHeaders === true &&
	(asList(asObject(headerParameters).parameters)
		.map(asObject)
		.some(({ name, value }) => /^authorization$/i.test(String(name)) && !isEmpty(value)) ||
		/authorization/i.test(String(jsonHeaders ?? '')));

const HARMLESS_OPTIONS = ['lowercaseHeaders', 'redirect', 'timeout', 'allowUnauthorizedCerts'];

function noteLost(parameters: Json, note: Note): void {
	const options = asObject(parameters.options);
	const response = asObject(asObject(options.response).response);
	if (response.fullResponse === true) {
		note(
			'todo',
			'It output the whole response, with status and headers. The new node outputs what was in “body”',
			'Leave out “body.” in later nodes.',
		);
	}
	noteOptions(parameters, note);
}

/** Names the options of an HTTP Request node that are left out. */
export function noteOptions(parameters: Json, note: Note): void {
	const options = asObject(parameters.options);
	const { neverError } = asObject(asObject(options.response).response);
	const lost = Object.keys(options).filter(
		(name) => name !== 'response' && !HARMLESS_OPTIONS.includes(name),
	);
	if (neverError === true) lost.push('Never Error');
	if (lost.length === 0) return;
	note(
		'check',
		`Options of the HTTP Request node are left out: ${lost.join(', ')}`,
		'Nothing has to be done, unless you need one. On Error in the settings of the node says what happens when it fails.',
	);
}

const CODE = /\.(?:code|function|functionItem|set)$/;
const CLEANS =
	/\.replace(?:All)?\(\s*(?:\/(?:\\n|\\r|\\t|"|\\"|\\\\|\[[^\]]*(?:\\n|\\r|")[^\]]*\]|\\r\?\\n|\()|['"`](?:\\n|\\r|"|\\")['"`])/;

const isCode = ({ type }: WorkflowNode) => CODE.test(type);
const escapes = (node: WorkflowNode) =>
	textsOf(node.parameters).some((text) => ESCAPES_FOR_JSON.test(text));

/** The nodes before a node that take out of texts what would break JSON, or escape it. */
function cleanersOf(name: string, graph: Graph): WorkflowNode[] {
	return graph.nodes.filter(
		(node) =>
			isCode(node) &&
			textsOf(node.parameters).some((text) => CLEANS.test(text) || ESCAPES_FOR_JSON.test(text)) &&
			graph.behind(String(node.name)).has(name),
	);
}

function noteCleaners(cleaners: WorkflowNode[], note: Note): void {
	if (cleaners.length === 0) return;
	note(
		'check',
		`Texts no longer have to be made fit for JSON. A node before it that seems to do that: ${namesOf(cleaners.map((node) => node.name))}`,
		'If it does nothing else, take it out. Line breaks and quotation marks are then published as they are.',
	);
}
