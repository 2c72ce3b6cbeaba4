/**
 * Runs the node inside n8n's own engine (n8n-core's WorkflowExecute), in this process, against a
 * running service. One call is one execution:
 *
 *     const { output, error } = await runNode({ service, parameters: { resource: 'integration' } });
 *
 * - `output[0]` are the items of the node's output, `output[1]` those of its error output (only
 *   with `onError: 'continueErrorOutput'`). `error` is what stopped the execution.
 * - `parameters` are as a workflow file holds them: what is missing gets the form's default, and a
 *   text that starts with `=` is an expression.
 * - The credential fits the service; `credentials` replaces some of its fields. With
 *   `authentication: 'oAuth2'` a token is issued by the service.
 * - `items` are the input; `createJsonItems([...])` makes them from JSON, binaryData.cts makes binary data.
 * - `runWorkflow` runs several nodes in a row; it starts at the node of type START.
 *
 * What n8n writes to disk is removed after the tests of a file, or when a program ends.
 */
import './environment.cjs';

import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	NodeHelpers,
	Workflow,
	type ICredentialDataDecryptedObject,
	type IConnections,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IPinData,
	type IRun,
	type IRunData,
	type IWorkflowExecuteAdditionalData,
	type IWorkflowSettings,
	type OnError,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

// Its name in full: Postiz.node.json lies beside it.
import { Postiz } from '../../../nodes/Postiz/Postiz.node.ts';
import { createFake, castUnchecked } from '../../shared/fakes.cjs';
import type { Service } from '../../service/server.cjs';
import { CredentialsHelper, type CredentialData } from './credentials.cjs';

export type Authentication = 'apiKey' | 'oAuth2';

/** Types of the nodes in workflows. */
export const START = 'n8n-nodes-base.manualTrigger';
export const POSTIZ = 'n8n-nodes-postiz-publisher.postiz';
/** The node as a model calls it. */
export const TOOL = `${POSTIZ}Tool`;

const CREDENTIAL_TYPES = { apiKey: 'postizApi', oAuth2: 'postizOAuth2Api' };
const MODE = 'manual';
const NODE_NAME = 'Postiz';
const DEFAULT_TIMEZONE = 'UTC';

/** Passes on the first items of the execution. */
class Start implements INodeType {
	description = {
		displayName: 'Start',
		name: 'manualTrigger',
		group: ['trigger' as const],
		version: 1,
		description: '',
		defaults: {},
		inputs: [],
		outputs: ['main' as const],
		properties: [],
	};

	async execute(this: IExecuteFunctions) {
		return [this.getInputData()];
	}
}

export const nodeTypes: Record<string, INodeType> = {
	[START]: new Start(),
	[POSTIZ]: new Postiz(),
	[TOOL]: new Postiz(),
};

export function createNodeTypes(more: Record<string, INodeType> = {}): INodeTypes {
	const known = { ...nodeTypes, ...more };
	return {
		getByName: (type) => known[type],
		getByNameAndVersion: (type, version) => NodeHelpers.getVersionedNodeType(known[type], version),
		getKnownTypes: () => ({}),
	};
}

/** Credentials of the service, with a token for OAuth as after consent. */
export function createCredentials(
	service: Service,
	authentication: Authentication = 'apiKey',
): ICredentialDataDecryptedObject {
	if (authentication === 'apiKey') return { apiKey: service.apiKey, host: service.apiUrl };
	const { clientId, clientSecret } = service.oauthApp;
	return {
		host: service.apiUrl,
		frontendUrl: service.frontendUrl,
		clientId,
		clientSecret,
		oauthTokenData: { access_token: issueToken(service), token_type: 'bearer' },
	};
}

let tokensIssued = 0;

function issueToken({ state }: Service): string {
	const token = `pos_${String(++tokensIssued).padStart(8, '0')}c0ffee`;
	state.tokens.push({ token, createdAt: Date.now() });
	return token;
}

let executions = 0;

/** What n8n passes to an execution beside the workflow. */
export function createAdditionalData(credentials: CredentialData): IWorkflowExecuteAdditionalData {
	const address = 'http://localhost:5678/';
	return createFake<IWorkflowExecuteAdditionalData>({
		credentialsHelper: new CredentialsHelper(credentials),
		currentNodeExecutionIndex: 0,
		restApiUrl: address,
		instanceBaseUrl: address,
		formBaseUrl: address,
		formWaitingBaseUrl: address,
		formTestBaseUrl: address,
		webhookBaseUrl: address,
		webhookWaitingBaseUrl: address,
		webhookTestBaseUrl: address,
		mcpBaseUrl: address,
		mcpTestBaseUrl: address,
		variables: {},
		executionId: String(++executions),
		logAiEvent: () => {},
	});
}

/** Credentials of both types for a service; none without one. */
const createServiceCredentials = (service?: Service): CredentialData =>
	service
		? {
				postizApi: createCredentials(service),
				postizOAuth2Api: createCredentials(service, 'oAuth2'),
			}
		: {};

export const createCredentialReferences = (credentials: CredentialData): INode['credentials'] =>
	Object.fromEntries(
		Object.keys(credentials).map((type) => [type, { id: type, name: `${type} account` }]),
	);

/** The relevant parts of an exported workflow. */
export interface WorkflowJson {
	nodes: Array<Partial<INode> & Pick<INode, 'name' | 'type'>>;
	connections: IConnections;
	settings?: IWorkflowSettings;
}

export interface WorkflowRunOptions {
	/** The credentials by type; by default those of `service`. */
	service?: Service;
	credentials?: CredentialData;
	/** The items of the start node; by default one empty item. */
	items?: INodeExecutionData[];
	/** Further node types that the workflow uses. */
	nodeTypes?: Record<string, INodeType>;
	/** Pinned output by the names of nodes. */
	pinData?: IPinData;
	/** Cancels the execution when it resolves, like the Stop button. */
	cancelWhen?: Promise<unknown>;
	/** How the execution was started; by default by a person. */
	mode?: WorkflowExecuteMode;
}

/** The visible parts of an error. */
export interface SeenError {
	message: string;
	description?: string | null;
	httpCode?: string | null;
	context?: IDataObject;
}

export interface WorkflowRun {
	/** The items of a node's outputs; none if it did not run. */
	outputOf: (nodeName: string) => INodeExecutionData[][];
	error?: SeenError;
	/** All data of the execution. */
	run: IRun;
}

const createWorkflow = (
	{ nodes, connections, settings }: WorkflowJson,
	credentials: CredentialData,
	nodeTypes?: Record<string, INodeType>,
): Workflow =>
	new Workflow({
		id: 'workflow',
		active: false,
		connections: structuredClone(connections),
		nodes: nodes.map((node, index) => ({
			id: `node-${index}`,
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
			credentials: createCredentialReferences(credentials),
			...structuredClone(node),
		})),
		nodeTypes: createNodeTypes(nodeTypes),
		settings: { executionOrder: 'v1', timezone: DEFAULT_TIMEZONE, ...settings },
	});

const createHooks = (workflow: Workflow, mode: WorkflowExecuteMode): ExecutionLifecycleHooks =>
	new ExecutionLifecycleHooks(mode, '1', {
		...workflow,
		name: 'Test',
		nodes: Object.values(workflow.nodes),
		connections: workflow.connectionsBySourceNode,
		activeVersionId: null,
		isArchived: false,
		createdAt: new Date(),
		updatedAt: new Date(),
	});

/** What the manual trigger starts with. */
const createTriggerStart = (workflow: Workflow, items: INodeExecutionData[]) => {
	const startNode = Object.values(workflow.nodes).find(({ type }) => type === START)!;
	const data = {
		startTime: Date.now(),
		executionIndex: 0,
		executionTime: 0,
		source: [],
		data: { main: [items] },
	};
	return { startNode, triggerToStartFrom: { name: startNode.name, data } };
};

/** Executes a workflow. An error of a node is in `error`, and not thrown. */
export async function runWorkflow(
	workflowJson: WorkflowJson,
	{
		service,
		credentials = createServiceCredentials(service),
		items = [{ json: {} }],
		nodeTypes,
		pinData,
		cancelWhen,
		mode = MODE,
	}: WorkflowRunOptions = {},
): Promise<WorkflowRun> {
	const workflow = createWorkflow(workflowJson, credentials, nodeTypes);
	const additionalData = createAdditionalData(credentials);
	additionalData.hooks = createHooks(workflow, mode);
	const execution = new WorkflowExecute(additionalData, mode);
	const running = execution.run({ workflow, pinData, ...createTriggerStart(workflow, items) });
	void cancelWhen?.then(() => running.cancel());
	const run = await running;
	const { runData, error } = run.data.resultData;
	const seenError = error && castUnchecked<SeenError>(error);
	rejectRepetition(runData, seenError);
	return {
		run,
		error: seenError,
		outputOf: (name) => (runData[name]?.at(-1)?.data?.main ?? []).map((output) => output ?? []),
	};
}

/** Throws if the description of an error repeats its message. */
function rejectRepetition(
	runData: IRunData,
	error?: Pick<SeenError, 'message' | 'description'>,
): void {
	const items = Object.values(runData).flatMap((runs) =>
		runs.flatMap(({ data }) => (data?.main ?? []).flatMap((output) => output ?? [])),
	);
	const seen = [
		[error?.message, error?.description],
		...items.flatMap(({ json: { error: errorText } }) =>
			typeof errorText === 'string' ? [splitErrorText(errorText)] : [],
		),
	];
	for (const [message, description] of seen) {
		if (typeof message !== 'string' || typeof description !== 'string') continue;
		const firstMessage = message.replace(/ \(and \d+ more problems?\)$/, '');
		if (/…$/.test(firstMessage) || /…$/.test(description)) {
			throw new Error(`Too long to be read whole: “${firstMessage}”: “${description}”`);
		}
		if (firstMessage !== '' && description.includes(firstMessage)) {
			throw new Error(`The description repeats the message “${firstMessage}”: “${description}”`);
		}
	}
}

/** The message of an error item, and the rest of its text. */
export function splitErrorText(errorText: string): [string, string?] {
	const end = errorText.indexOf('. ');
	return end < 0 ? [errorText] : [errorText.slice(0, end), errorText.slice(end + 2)];
}

/** Matches the error of an item with this message and a remedy. */
export const matchError = (message: string): unknown =>
	expect.stringMatching(new RegExp(`^${message.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\. \\S`));

export interface NodeRunOptions {
	parameters: INodeParameters;
	service?: Service;
	items?: INodeExecutionData[];
	authentication?: Authentication;
	/** Fields that replace those of the service's credential. */
	credentials?: ICredentialDataDecryptedObject;
	onError?: OnError;
	/** Of the workflow; UTC by default. */
	timezone?: string;
	/** Further properties of the node, such as `retryOnFail`. */
	node?: Partial<INode>;
	cancelWhen?: WorkflowRunOptions['cancelWhen'];
	mode?: WorkflowRunOptions['mode'];
}

export interface NodeRun {
	output: INodeExecutionData[][];
	error?: SeenError;
	run: IRun;
}

export function createCredentialData({
	service,
	authentication = 'apiKey',
	credentials,
}: Pick<NodeRunOptions, 'service' | 'authentication' | 'credentials'>): CredentialData {
	const own = service ? createCredentials(service, authentication) : {};
	return { [CREDENTIAL_TYPES[authentication]]: { ...own, ...credentials } };
}

/** Executes a workflow of a start node and the Postiz node. */
export async function runNode(options: NodeRunOptions): Promise<NodeRun> {
	const {
		parameters,
		items,
		authentication = 'apiKey',
		onError,
		timezone,
		node,
		cancelWhen,
		mode,
	} = options;
	const { outputOf, error, run } = await runWorkflow(
		{
			nodes: [
				{ name: 'Start', type: START },
				{
					name: NODE_NAME,
					type: POSTIZ,
					parameters: { authentication, ...parameters },
					onError,
					...node,
				},
			],
			connections: { Start: { main: [[{ node: NODE_NAME, type: 'main', index: 0 }]] } },
			settings: { timezone: timezone ?? DEFAULT_TIMEZONE },
		},
		{ credentials: createCredentialData(options), items, cancelWhen, mode },
	);
	return { output: outputOf(NODE_NAME), error, run };
}

/** The hints that the editor shows with the output of {@link runNode}. */
export function listHints({ run: { data } }: NodeRun): string[] {
	const { hints = [] } = data.resultData.runData[NODE_NAME].at(-1)!;
	return hints.map(({ message }) => message);
}

/** Input items from their JSON. */
export function createJsonItems(rows: IDataObject[]): INodeExecutionData[] {
	return rows.map((json) => ({ json }));
}

/** The index of the input item of an output item. */
export const getItemIndex = ({ pairedItem }: INodeExecutionData) =>
	(pairedItem as { item: number }).item;
