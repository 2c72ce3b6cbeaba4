import { isExpression } from './expressions';
import { isRead, noteFieldReaders } from './fieldReaders';
import type { Graph } from './graph';
import { writeRequest } from './httpPosts';
import { correctMinutes } from './luxon';
import { deletePost, listChannels, OUTPUTS, uploadFile } from './operations';
import type { Output } from './outputs';
import { postizNode, type Plan } from './plan';
import { readSetting } from './settings';
import { asList, asObject, type Json, type Note, type WorkflowNode } from './types';

/** What takes the place of each operation. */
const OPERATIONS = new Map<
	string,
	{ convert: (parameters: Json, note: Note, isRead: boolean) => Json; output?: Output }
>([
	['createPost', { convert: createPost, output: OUTPUTS.created }],
	['deletePost', { convert: ({ postId }) => deletePost(postId), output: OUTPUTS.deleted }],
	['getIntegrations', { convert: (_parameters, _note, isItRead) => listChannels(isItRead) }],
	['uploadFile', { convert: uploadFile }],
]);

/** How to convert a node of `n8n-nodes-postiz`; undefined for any other. */
export function planOldNode(node: WorkflowNode, graph: Graph): Plan | undefined {
	if (!/^n8n-nodes-postiz\.postiz(?:Tool)?$/.test(String(node.type))) return undefined;
	const name = String(node.name);
	const operation = String(asObject(node.parameters).operation ?? 'createPost');
	const found = OPERATIONS.get(operation);
	if (!found) {
		return {
			stays: [
				isExpression(operation)
					? 'Its operation comes from an expression. The node was left as it was'
					: `It has the operation “${operation}”, which is not converted. The node was left as it was`,
				'Put the new Postiz node in its place by hand, one for each operation.',
			],
		};
	}
	if (operation === 'createPost' && holdsWhole(node.parameters)) {
		return {
			stays: [
				'A list in it (its posts, pictures, settings or tags, for example) or a Value Type comes from an expression as a whole. For such a list n8n hands the old node nothing, or empty rows, so that it never did what the expression says. The node was left as it was',
				'Look at what it published, if it did. Then put the new Postiz node in its place by hand: with Create From JSON, its posts can come from an expression.',
			],
		};
	}
	return {
		output: found.output,
		build: (rewritten, note) => {
			const old = correctMinutes(asObject(rewritten.parameters), note);
			const parameters = found.convert(old, note, isRead(name, graph));
			noteFieldReaders(name, graph, note);
			const signed = { ...signIn(rewritten, note), ...parameters };
			return postizNode(rewritten, signed, rewritten.credentials);
		},
	};
}

// The new node signs in with an API key unless a parameter says otherwise.
function signIn({ parameters, credentials }: WorkflowNode, note: Note): Json {
	const { postizApi, postizOAuth2Api } = asObject(credentials);
	const hasBoth = postizApi !== undefined && postizOAuth2Api !== undefined;
	const isOAuth2 =
		parameters?.authentication === 'oAuth2' ||
		(postizOAuth2Api !== undefined && postizApi === undefined);
	if (hasBoth) {
		note(
			'check',
			`It has a credential for API keys and one for OAuth2. It signs in with ${isOAuth2 ? 'OAuth2' : 'the API key'}`,
			'See whether that is the one you mean: change Authentication if it is not.',
		);
	}
	return isOAuth2 ? { authentication: 'oAuth2' } : {};
}

/** Create Post, as the operation that sends the same request (docs/api.md, Creating posts). */
function createPost(parameters: Json, note: Note): Json {
	const { type = 'now', date, shortLink, tags, posts } = parameters;
	const list = rowsOf(posts, 'post').map(readPost);
	if (list.length === 0) {
		note('todo', 'It has no posts', 'Add the channels under Channel Names or IDs, and the text.');
	}
	return writeRequest({ type, date, shortLink, tags: rowsOf(tags, 'tag'), posts: list }, note);
}

const readPost = ({ integrationId = '', settings, value, group }: Json) => ({
	integration: { id: integrationId },
	...(group !== undefined && { group }),
	settings: rowsOf(settings, 'setting').map(readSetting),
	value: rowsOf(value, 'contentItem').map(({ content = '', image, id }) => ({
		content,
		...(id !== undefined && { id }),
		image: rowsOf(image, 'imageItem').map(({ id: file = '', path = '' }) => ({ id: file, path })),
	})),
});

/** The rows of a list of the form. */
const rowsOf = (list: unknown, name: string): Json[] => asList(asObject(list)[name]).map(asObject);

interface Shape {
	[key: string]: Shape;
}

// The lists of the form for a post, and what else shapes its requests.
const LISTS: Shape = {
	tags: { tag: {} },
	posts: {
		post: {
			settings: { setting: { valueType: {} } },
			value: { contentItem: { image: { imageItem: {} } } },
		},
	},
};

/** True if an expression stands for more than a field of a post: for a list, or for a row of one. */
function holdsWhole(value: unknown, shape = LISTS): boolean {
	if (isExpression(value)) return true;
	if (Array.isArray(value)) return value.some((row) => holdsWhole(row, shape));
	return Object.entries(shape).some(([key, inner]) => holdsWhole(asObject(value)[key], inner));
}
