import type { INode, INodeParameters } from 'n8n-workflow';

import type { StoredCredential } from '../harness/n8nClient.cjs';
import { fillInChannels, type ExampleWorkflow } from '../demo/example.cjs';
import type { ServiceOptions } from '../service/server.cjs';
import type { Channel } from '../service/state.cjs';
import { useOutside, type Outside } from '../shared/n8n/outside.cjs';
import { useWorld } from '../shared/n8n/world.cjs';

export const LOOK_UP = 'GET /integrations';
/** Whether an earlier run has sent some of the posts. */
export const SEES_EARLIER = 'GET /posts';
export const MANUALLY = 'When clicking ‘Execute workflow’';

/** How a test changes a node of an example. */
export type Change = (node: INode) => Partial<INode>;

/** Nothing was chosen and activated yet. */
export const keepAsShipped: Change = () => ({});

/** What the notes of some examples say: activate the node that publishes. */
export const activate: Change = ({ disabled }) => (disabled ? { disabled: false } : {});

/** The sheet, the base and the drive of the tests, by the parameters of the nodes for the real ones. */
export function redirectTo({ url }: Outside): Change {
	const request = (parameters: INodeParameters) => ({
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		credentials: {},
		parameters: { options: {}, ...parameters },
	});
	return ({ type, parameters }) => {
		switch (type) {
			case 'n8n-nodes-base.googleSheets':
				if (parameters.operation === 'read') return request({ url: `${url}/rows` });
				return request(written(`${url}/rows`, parameters));
			case 'n8n-nodes-base.airtable': {
				if (parameters.operation !== 'search') return request(written(`${url}/rows`, parameters));
				const [, field, value] = /^\{(\w+)\} = '(\w+)'$/.exec(String(parameters.filterByFormula))!;
				return request({ url: `${url}/rows?${field}=${value}` });
			}
			case 'n8n-nodes-base.googleDrive': {
				const { value } = parameters.fileId as { value: string };
				const { binaryPropertyName } = parameters.options as { binaryPropertyName: string };
				const response = { responseFormat: 'file', outputPropertyName: binaryPropertyName };
				return request({ url: value, options: { response: { response } } });
			}
			default:
				return {};
		}
	};
}

/** A request that writes what a node would write into a row. */
function written(url: string, { operation, columns }: INodeParameters): INodeParameters {
	expect(operation).toBe('update');
	const { value } = columns as { value: Record<string, string> };
	const cells = Object.entries(value).map(([column, cell]) => {
		const [, expression = JSON.stringify(cell)] = /^=\{\{(.*)\}\}$/s.exec(cell) ?? [];
		return `${JSON.stringify(column)}: (${expression})`;
	});
	const jsonBody = `={{ JSON.stringify({ ${cells.join(', ')} }) }}`;
	return { url, method: 'POST', sendBody: true, specifyBody: 'json', jsonBody };
}

const begun = Date.now();

/** Opens a world and an outside for a file of tests, and the credentials that the examples name. */
export function useExamples(options: ServiceOptions = {}) {
	const world = useWorld(options);
	const outside = useOutside();
	let credentials: StoredCredential[] = [];
	let tables = 0;

	beforeAll(async () => {
		credentials = [
			await world.n8n.createCredential('Postiz account', 'postizApi', {
				host: world.service.apiUrl,
				apiKey: world.service.apiKey,
			}),
			await world.n8n.createCredential('OpenAI account', 'openAiApi', {
				apiKey: 'scripted',
				url: `${outside.url}/v1`,
			}),
			await world.n8n.createCredential('Telegram account', 'telegramApi', {
				accessToken: 'scripted',
				baseUrl: outside.url,
			}),
		];
	});
	afterAll(async () => {
		for (const credential of credentials) await world.n8n.deleteCredential(credential);
	});
	beforeEach(() => {
		tables++;
		world.service.reset();
		outside.modelRequests.length = 0;
		outside.messages.length = 0;
		outside.rows = [];
	});

	const ownCredentials = (all: INode['credentials'] = {}) =>
		Object.fromEntries(
			credentials
				.filter(({ type }) => type in all)
				.map(({ type, id, name }) => [type, { id, name }]),
		);
	/** An example as a person imports it, with channels if it was changed and they are not left out. */
	const changeExample = (
		file: string,
		change: Change,
		channels: Channel[] = change === keepAsShipped ? [] : world.service.state.channels,
	) => {
		// Only addresses of the web are replaced.
		const example = JSON.parse(
			JSON.stringify(fillInChannels(file, channels)).replaceAll('https://example.com', outside.url),
		) as ExampleWorkflow;
		const nodes = example.nodes.map((node) => {
			const changed = { ...node, ...change(node) };
			const { tableName } = changed.parameters;
			return {
				...changed,
				// n8n keeps data tables: each test has one of its own.
				...(tableName && {
					parameters: {
						...changed.parameters,
						tableName: `${String(tableName)} ${begun + tables}`,
					},
				}),
				credentials: ownCredentials(changed.credentials),
			};
		});
		return { ...example, nodes };
	};
	const importExample = async (...example: Parameters<typeof changeExample>) =>
		await world.n8n.createWorkflow(changeExample(...example));
	return {
		world,
		outside,
		changeExample,
		importExample,
		/** Imports an example, activates what its note says, and runs it. */
		run: async (file: string, start: string, change: Change = activate) =>
			await world.n8n.execute((await importExample(file, change)).id, start),
		/** The calls of the public API that the service got. */
		calls: () =>
			world.service.requests
				.filter(({ path }) => path.includes('/v1/'))
				.map(({ method, path }) => `${method} ${path.split('/v1')[1]}`),
	};
}
