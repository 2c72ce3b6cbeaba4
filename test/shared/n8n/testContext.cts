import type { IDataObject, INodeParameters } from 'n8n-workflow';

import {
	N8nClient,
	type FinishedExecution,
	type StoredCredential,
} from '../../harness/n8nClient.cjs';
import { startService, type ServiceOptions } from '../../service/server.cjs';
import { createChannelEntry, selectChannels } from '../../integration/support/posts.cjs';

export const START_NODE = 'Start';
const POSTIZ = 'n8n-nodes-postiz-publisher.postiz';

/**
 * The n8n that `pnpm test:e2e` started and signed in to, and a fresh service, for the tests of a file or of a
 * `describe` block: only hooks and tests can use it.
 */
export function useTestContext(options: ServiceOptions = {}): TestContext {
	const context: Partial<TestContext> = {};
	beforeAll(async () => {
		const url = process.env.E2E_N8N_URL;
		if (!url) throw new Error('n8n was not started; run these tests with `pnpm test:e2e`');
		Object.assign(
			context,
			await createTestContext(new N8nClient(url, process.env.E2E_N8N_SESSION), options),
		);
	});
	afterAll(async () => await context.close?.());
	return context as TestContext;
}

/** Starts a fresh service for a signed-in n8n. */
export async function createTestContext(n8n: N8nClient, options: ServiceOptions = {}) {
	const service = await startService(options);
	const apiKey = await n8n.createCredential('Postiz key', 'postizApi', {
		host: service.apiUrl,
		apiKey: service.apiKey,
	});
	return { n8n, service, apiKey, close: async () => await service.close() };
}
export type TestContext = Awaited<ReturnType<typeof createTestContext>>;

/** The form of Post: Create for a post on one channel, for now unless set otherwise. */
export const createPostNode = (
	{ service }: TestContext,
	identifier: string,
	content: string,
	type = 'now',
): INodeParameters => ({
	authentication: 'apiKey',
	resource: 'post',
	operation: 'create',
	type,
	content,
	...selectChannels(createChannelEntry(service, identifier)),
});

/** Stores a workflow of a start node, an item and one Postiz node, and runs it. */
export async function runPostiz(
	context: TestContext,
	credential: StoredCredential,
	parameters: INodeParameters,
): Promise<FinishedExecution> {
	return await runChain(context, [createPostizNode('Postiz', credential, parameters)]);
}

/** A node of a chain. */
export interface ChainNode extends IDataObject {
	name: string;
	type: string;
	parameters: INodeParameters;
}

/** One of n8n's own nodes. */
export const createCoreNode = (
	name: string,
	type: string,
	typeVersion: number,
	parameters: IDataObject = {},
): ChainNode => ({
	name,
	type: `n8n-nodes-base.${type}`,
	typeVersion,
	parameters: parameters as INodeParameters,
});

/** HTTP Request, which downloads a file. */
export const createDownloadNode = (name: string, url: string) =>
	createCoreNode(name, 'httpRequest', 4.2, {
		url,
		options: { response: { response: { responseFormat: 'file' } } },
	});

export const START = createCoreNode(START_NODE, 'manualTrigger', 1);

/** A Postiz node for {@link runChain}. */
export const createPostizNode = (
	name: string,
	{ id, name: credential, type }: StoredCredential,
	parameters: INodeParameters,
): ChainNode => ({
	name,
	type: POSTIZ,
	parameters: { authentication: 'apiKey', ...parameters },
	credentials: { [type]: { id, name: credential } },
});

/** Stores a workflow of a start node, the given items and nodes one behind the other, and runs it. */
export async function runChain(
	context: TestContext,
	nodes: ChainNode[],
	items: IDataObject[] = [{}],
): Promise<FinishedExecution> {
	const { id } = await storeChain(context, nodes, items);
	return await context.n8n.execute(id, START_NODE);
}

/** Stores what {@link runChain} runs. */
export async function storeChain(
	{ n8n }: TestContext,
	nodes: ChainNode[],
	items: IDataObject[],
): Promise<{ id: string }> {
	const chain = [
		START,
		createCoreNode('Items', 'code', 2, {
			jsCode: `return ${JSON.stringify(items.map((json) => ({ json })))}`,
		}),
		...nodes,
	];
	return await n8n.createWorkflow(createWorkflow('End to end', chain));
}

/** Nodes as n8n stores them. */
export const placeNodes = (nodes: ChainNode[]) =>
	nodes.map((node, place) => ({
		id: node.name,
		typeVersion: 1,
		position: [place * 220, 0],
		...node,
	}));

/** A workflow of nodes one behind the other. */
export const createWorkflow = (name: string, nodes: ChainNode[]) => ({
	name,
	// Without it, n8n fails when the editor executes a node again.
	pinData: {},
	nodes: placeNodes(nodes),
	connections: connectInLine(nodes),
});

/** An output that leads to a node. */
const to = (node: string) => [{ node, type: 'main', index: 0 }];

/** Connections from each node to the next. */
export const connectInLine = (nodes: ChainNode[]): IDataObject =>
	Object.fromEntries(
		nodes.slice(1).map(({ name }, place) => [nodes[place].name, { main: [to(name)] }]),
	);

/** The texts of the posts in the service, without tags, in order. */
export const listTexts = ({ service }: TestContext) =>
	service.state.posts.map(({ parts }) => parts[0].content.replace(/<[^>]*>/g, ''));

export const listIds = ({ service }: TestContext) => service.state.posts.map(({ id }) => id);

/** The requests that create posts. */
export const listCreateRequests = ({ service }: TestContext) =>
	service.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/posts'));

/** The rows of a sheet with a text each. */
export const createRows = (...texts: string[]) =>
	texts.map((text, index) => ({ id: index + 1, text }));

/**
 * Activates a workflow whose node Chat is public, sends it a message, and hands on what is answered;
 * afterwards the workflow is not active any more.
 */
export async function sendChatMessage(
	{ n8n }: TestContext,
	workflow: { id: string; versionId: string },
	use: (answer: IDataObject) => Promise<void>,
): Promise<void> {
	await n8n.activate(workflow);
	try {
		const { nodes } = await n8n.getWorkflow(workflow.id);
		const { webhookId = '' } = nodes.find(({ name }) => name === 'Chat') ?? {};
		const { data } = await n8n.callWebhook(`${webhookId}/chat`, {
			action: 'sendMessage',
			sessionId: webhookId,
			chatInput: 'Please look after our posts',
		});
		await use(data);
	} finally {
		await n8n.deactivate(workflow.id);
	}
}

/** Waits for a condition; throws if it is never met. */
export async function waitUntil(
	isTrue: () => boolean | Promise<boolean>,
	limitMs = 80_000,
): Promise<void> {
	const end = Date.now() + limitMs;
	while (!(await isTrue())) {
		if (Date.now() > end) throw new Error(`It did not come about within ${limitMs / 1000} s`);
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
}

/** Poll times every ten seconds, as six that are a minute apart: n8n rejects intervals below a minute. */
export const EVERY_TEN_SECONDS = {
	item: [0, 10, 20, 30, 40, 50].map((second) => ({
		mode: 'custom',
		cronExpression: `${second} * * * * *`,
	})),
};
