import type { INode, INodeParameters } from 'n8n-workflow';

import type { StoredCredential } from '../harness/n8nClient.cjs';
import { fillInChannels, type ExampleWorkflow } from '../demo/example.cjs';
import type { ServiceOptions } from '../service/server.cjs';
import type { Channel } from '../service/state.cjs';
import { useExternalServices, type ExternalServices } from '../shared/n8n/externalServices.cjs';
import { useTestContext, type TestContext } from '../shared/n8n/testContext.cjs';

export const LIST_CHANNELS = 'GET /integrations';
/** Finds the posts of earlier runs. */
export const LIST_POSTS = 'GET /posts';
export const MANUAL_TRIGGER = 'When clicking ‘Execute workflow’';

/** How a test changes a node of an example. */
export type NodeChange = (node: INode) => Partial<INode>;

/** Nothing was chosen and activated yet. */
export const keepAsShipped: NodeChange = () => ({});

/** What the notes of some examples say: activate the node that publishes. */
export const activate: NodeChange = ({ disabled }) => (disabled ? { disabled: false } : {});

const startedAt = Date.now();

/** Prepares an n8n and external services for a file of tests, and the credentials that the examples name. */
export function useExamples(options: ServiceOptions = {}) {
	const context = useTestContext(options);
	const external = useExternalServices();
	const credentials: StoredCredential[] = [];
	let testCount = 0;

	beforeAll(async () => {
		credentials.push(...(await createCredentials(context, external)));
	});
	afterAll(async () => {
		for (const credential of credentials) await context.n8n.deleteCredential(credential);
	});
	beforeEach(() => {
		testCount++;
		context.service.reset();
		external.modelRequests.length = 0;
		external.messages.length = 0;
		external.rows = [];
	});

	/** An example as a person imports it, with channels if it was changed and they are not left out. */
	const changeExample = (
		file: string,
		change: NodeChange,
		channels: Channel[] = change === keepAsShipped ? [] : context.service.state.channels,
	): ExampleWorkflow => {
		// Only addresses of the web are replaced.
		const example = JSON.parse(
			JSON.stringify(fillInChannels(file, channels)).replaceAll(
				'https://example.com',
				external.url,
			),
		) as ExampleWorkflow;
		const nodes = example.nodes.map((node) => {
			const changed = { ...node, ...change(node) };
			return {
				...changed,
				parameters: renameDataTable(changed.parameters, String(startedAt + testCount)),
				credentials: selectCredentials(credentials, changed.credentials),
			};
		});
		return { ...example, nodes };
	};
	const importExample = async (...example: Parameters<typeof changeExample>) =>
		await context.n8n.createWorkflow(changeExample(...example));
	return {
		context,
		external,
		changeExample,
		importExample,
		/** Imports an example, activates what its note says, and runs it. */
		runExample: async (file: string, start: string, change: NodeChange = activate) =>
			await context.n8n.execute((await importExample(file, change)).id, start),
		/** The calls of the public API that the service got. */
		listApiCalls: () =>
			context.service.requests
				.filter(({ path }) => path.includes('/v1/'))
				.map(({ method, path }) => `${method} ${path.split('/v1')[1]}`),
	};
}

async function createCredentials(
	{ n8n, service }: TestContext,
	external: ExternalServices,
): Promise<StoredCredential[]> {
	return [
		await n8n.createCredential('Postiz account', 'postizApi', {
			host: service.apiUrl,
			apiKey: service.apiKey,
		}),
		await n8n.createCredential('OpenAI account', 'openAiApi', {
			apiKey: 'scripted',
			url: `${external.url}/v1`,
		}),
		await n8n.createCredential('Telegram account', 'telegramApi', {
			accessToken: 'scripted',
			baseUrl: external.url,
		}),
	];
}

/** The created credentials of the types that a node of an example has. */
const selectCredentials = (created: StoredCredential[], used: INode['credentials'] = {}) =>
	Object.fromEntries(
		created.filter(({ type }) => type in used).map(({ type, id, name }) => [type, { id, name }]),
	);

/** n8n keeps data tables: each test needs one of its own. */
const renameDataTable = (parameters: INodeParameters, suffix: string): INodeParameters =>
	parameters.tableName
		? { ...parameters, tableName: `${String(parameters.tableName)} ${suffix}` }
		: parameters;
