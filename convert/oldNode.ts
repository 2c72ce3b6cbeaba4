import { isExpression } from './expressions';
import { isRead, noteFieldReaders } from './fieldReaders';
import type { Graph } from './graph';
import { holdsWhole } from './lists';
import { correctMinutes } from './luxon';
import { DEFAULT_OPERATION, operations } from './operations';
import { toolParameters, type Plan } from './plan';
import { postizOutputs } from './postizOutputs';
import { asObject, type Json, type Note, type WorkflowNode } from './types';

const NEW_TYPES = new Map([
	['n8n-nodes-postiz.postiz', 'n8n-nodes-postiz-publisher.postiz'],
	['n8n-nodes-postiz.postizTool', 'n8n-nodes-postiz-publisher.postizTool'],
]);

/** How to convert a node of `n8n-nodes-postiz`; undefined for any other. */
export function planOldNode(node: WorkflowNode, graph: Graph): Plan | undefined {
	const type = NEW_TYPES.get(String(node.type));
	if (type === undefined) return undefined;
	const operation = operationOf(node);
	const output = Object.hasOwn(postizOutputs, operation) ? postizOutputs[operation] : undefined;
	return {
		output,
		build: (rewritten, note) => convertOldNode(rewritten, { type, operation, graph, note }),
	};
}

const operationOf = ({ parameters }: WorkflowNode) =>
	String(parameters?.operation ?? DEFAULT_OPERATION);

function convertOldNode(
	node: WorkflowNode,
	{ type, operation, graph, note }: { type: string; operation: string; graph: Graph; note: Note },
): WorkflowNode {
	const old = correctMinutes(asObject(node.parameters), note);
	const parameters = convertParameters(old, note);
	if (!parameters) return node;
	const name = String(node.name);
	noteFieldReaders(name, graph, note);
	return {
		...node,
		type,
		typeVersion: 1,
		parameters: {
			...signIn(node, note),
			...parameters,
			// The nodes behind know the names of Postiz.
			...(operation === 'getIntegrations' && isRead(name, graph) && { simplify: false }),
		},
	};
}

function convertParameters(old: Json, note: Note): Json | undefined {
	const operation = String(old.operation ?? DEFAULT_OPERATION);
	const convert = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
	if (!convert) {
		note(
			'todo',
			isExpression(operation)
				? 'Its operation comes from an expression. The node was left as it was'
				: `It has the operation “${operation}”, which is not converted. The node was left as it was`,
			'Put the new Postiz node in its place by hand, one for each operation.',
		);
		return undefined;
	}
	if (operation === 'createPost' && holdsWhole(old)) {
		note(
			'todo',
			'A list in it (its posts, pictures, settings or tags, for example) or a Value Type comes from an expression as a whole. For such a list n8n hands the old node nothing, or empty rows, so that it never did what the expression says. The node was left as it was',
			'Look at what it published, if it did. Then put the new Postiz node in its place by hand: with Create From JSON, its posts can come from an expression.',
		);
		return undefined;
	}
	return { ...toolParameters(old), ...convert(old, note) };
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
