import { isExpression } from './expressions';
import { noteFieldReaders, noteFollowers } from './followers';
import { holdsWhole } from './lists';
import { DEFAULT_OPERATION, operations } from './operations';
import { convertRequest } from './httpNode';
import { renameFields, type Renames } from './outputFields';
import { correctMinutes } from './luxon';
import {
	asObject,
	type Account,
	type Answers,
	type Call,
	type Change,
	type Json,
	type Note,
	type Remark,
	type WorkflowNode,
} from './types';

const NEW_TYPES = new Map([
	['n8n-nodes-postiz.postiz', 'n8n-nodes-postiz-publisher.postiz'],
	['n8n-nodes-postiz.postizTool', 'n8n-nodes-postiz-publisher.postizTool'],
]);

// n8n adds them to a node that is used as a tool.
const TOOL_PARAMETERS = ['descriptionType', 'toolDescription'];

export interface Conversion {
	/** What was given, with the new node in place of the old one; the rest as it was. */
	workflows: unknown;
	/** How many nodes were converted. */
	converted: number;
	remarks: Remark[];
	/** The accounts that become channels, each once. */
	accounts: Account[];
	/** The nodes that publish by another service, and what became of each. */
	calls: Call[];
	/** What was rewritten in nodes that read the output of converted ones. */
	changes: Change[];
}

/** What a person decides. */
export interface Choices {
	/** Which channel each of {@link Conversion.accounts} becomes. Without one, the node has no channel yet. */
	answers?: Answers;
	/** Name the network as the channel of an account without an answer: its only channel is meant. */
	guessesChannels?: boolean;
}

/**
 * Puts this package's node in place of that of `n8n-nodes-postiz`, and of HTTP Request nodes that call
 * Postiz, in all workflows of an n8n export: one workflow, a list of them, or nodes copied from the
 * editor. The input is left as it is.
 */
export function convertWorkflow(input: unknown, _choices: Choices = {}): Conversion {
	const conversion: Conversion = {
		workflows: undefined,
		converted: 0,
		remarks: [],
		accounts: [],
		calls: [],
		changes: [],
	};
	conversion.workflows = convertAny(input, conversion);
	return conversion;
}

/** True if there are nodes anywhere in it: an n8n export, and not some other file. */
export function holdsNodes(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return Array.isArray((value as Json).nodes) || Object.values(value).some(holdsNodes);
}

/** Where nodes stand, as far as a remark names it. */
type Place = Pick<Remark, 'workflow' | 'inside'>;

function convertAny(value: unknown, conversion: Conversion, around: Place = {}): unknown {
	if (Array.isArray(value)) return value.map((one) => convertAny(one, conversion, around));
	if (typeof value !== 'object' || value === null) return value;
	const object = value as Json;
	const isNamed = typeof object.name === 'string' && around.inside === undefined;
	const place = isNamed ? { workflow: String(object.name) } : around;
	return Object.fromEntries(
		Object.entries(object).map(([key, inner]) => [
			key,
			key === 'nodes' && Array.isArray(inner)
				? convertNodes(inner as WorkflowNode[], object, conversion, place)
				: UNTOUCHED.has(key)
					? inner
					: convertAny(inner, conversion, place),
		]),
	);
}

// They can hold anything, also what looks like nodes.
const UNTOUCHED = new Set(['connections', 'meta', 'pinData', 'settings', 'staticData']);

function convertNodes(
	nodes: WorkflowNode[],
	around: Json,
	conversion: Conversion,
	place: Place,
): unknown[] {
	const workflow = {
		nodes: nodes.map((node) => asObject(node) as WorkflowNode),
		connections: asObject(around.connections),
		pinData: asObject(around.pinData),
		renamed: new Map<string, Renames>(),
	};
	const converted = nodes.map((node) => {
		const name = String(asObject(node).name ?? 'Postiz');
		const note: Note = (kind, message, advice) =>
			conversion.remarks.push({ kind, ...place, node: name, message, advice });
		const called = convertRequest(asObject(node) as WorkflowNode, workflow, note);
		if (called) {
			if (called !== node) conversion.converted++;
			return called;
		}
		const type = NEW_TYPES.get(String(asObject(node).type));
		if (type === undefined) return convertInner(node, conversion, place);
		const old = correctMinutes(asObject(node.parameters), note);
		const parameters = convertParameters(old, note);
		if (!parameters) return node;
		conversion.converted++;
		const operation = String(node.parameters?.operation ?? DEFAULT_OPERATION);
		noteFollowers({ name, operation }, workflow, note);
		noteFieldReaders(name, workflow, note);
		return {
			...node,
			type,
			typeVersion: 1,
			parameters: { ...signIn(node, note), ...parameters },
		};
	});
	return [...workflow.renamed].reduce<WorkflowNode[]>(
		(all, [source, renames]) =>
			all.map((node) => renameFields(node, source, renames, workflow.connections)),
		converted,
	);
}

function convertParameters(old: Json, note: Note): Json | undefined {
	const operation = String(old.operation ?? DEFAULT_OPERATION);
	const convert = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
	if (!convert) {
		note(
			'todo',
			isExpression(operation)
				? 'Its operation comes from an expression. The node was left as it was'
				: `It has the operation “${operation}”, which is not known. The node was left as it was`,
			'Put the new Postiz node in its place by hand, one for each operation.',
		);
		return undefined;
	}
	if (holdsWhole(old, operation)) {
		note(
			'todo',
			'A list in it (its posts, pictures, settings or tags, for example) or a Value Type comes from an expression as a whole. For such a list n8n hands the old node nothing, or empty rows, so that it never did what the expression says. The node was left as it was',
			'Look at what it published, if it did. Then put the new Postiz node in its place by hand: with Create From JSON, its posts can come from an expression.',
		);
		return undefined;
	}
	const kept = Object.entries(old).filter(([key]) => TOOL_PARAMETERS.includes(key));
	return { ...Object.fromEntries(kept), ...convert(old, note) };
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

// Execute Workflow and its tool can hold a whole workflow as text.
function convertInner(node: WorkflowNode, conversion: Conversion, place: Place): WorkflowNode {
	const text = asObject(asObject(node).parameters).workflowJson;
	if (typeof text !== 'string' || !/n8n-nodes-postiz\.|\/public\/v1\//.test(text)) return node;
	if (isExpression(text) && !text.includes('n8n-nodes-postiz.')) return node;
	if (isExpression(text)) {
		conversion.remarks.push({
			kind: 'todo',
			...place,
			node: String(node.name),
			message: 'It makes a workflow with the old Postiz node from an expression',
			advice: 'Convert that workflow by itself.',
		});
		return node;
	}
	const inner = parse(text);
	if (inner === undefined) return node;
	const converted = convertAny(inner, conversion, { ...place, inside: String(node.name) });
	return {
		...node,
		parameters: { ...node.parameters, workflowJson: JSON.stringify(converted, null, 2) },
	};
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
