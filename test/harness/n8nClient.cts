import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import axios, { type AxiosError, type AxiosInstance, type AxiosResponse } from 'axios';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeTypeDescription,
	IRunData,
} from 'n8n-workflow';

import { PACKAGE_NAME } from './install.cjs';

const POSTIZ = { name: `${PACKAGE_NAME}.postiz`, version: 1 };
const EXECUTION_LIMIT_MS = 90_000;
const POLL_MS = 200;
/** n8n ignores clients that look like link previews. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Firefox/140.0' };

export interface Owner {
	email: string;
	password: string;
}

/** The account of the tests; the first sign-in creates it. */
export const OWNER: Owner = { email: 'tests@example.com', password: 'Tests-of-Acme-2026' };

export interface StoredCredential {
	id: string;
	name: string;
	type: string;
}

export interface FinishedExecution {
	status: string;
	/** Items of a node's output, or of its error output with index 1. */
	items: (node: string, output?: number) => INodeExecutionData[];
	error?: { message: string; description?: string; httpCode?: string };
	runData: IRunData;
}

/** Throws the error without its request, as Jest cannot report its circular references. */
function failWithoutRequest({ message, config }: AxiosError): never {
	throw new Error(`${config?.method} ${config?.url}: ${message}`);
}

/** Uses the internal API of n8n's editor, signed in as a person. */
export class N8nClient {
	private readonly http: AxiosInstance;

	/** `cookie` is the session of an earlier client: n8n allows five sign-ins a minute. */
	constructor(
		readonly url: string,
		private cookie = '',
	) {
		this.http = axios.create({
			baseURL: url,
			headers: { 'browser-id': 'end-to-end' },
			maxRedirects: 0,
			validateStatus: () => true,
			// n8n may close a kept connection just as it is used again.
			httpAgent: new Agent({ keepAlive: false }),
		});
		this.http.interceptors.request.use((config) => {
			if (this.cookie) config.headers.set('Cookie', this.cookie);
			return config;
		});
		this.http.interceptors.response.use((response) => {
			const [cookie] = response.headers['set-cookie'] ?? [];
			if (cookie) this.cookie = cookie.split(';')[0];
			return response;
		}, failWithoutRequest);
	}

	/** Creates the owner of a fresh n8n, or signs in. */
	static async signIn(url: string, { email, password } = OWNER): Promise<N8nClient> {
		const client = new N8nClient(url);
		const setup = await client.http.post('/rest/owner/setup', {
			email,
			password,
			firstName: 'Acme',
			lastName: 'Coffee',
		});
		if (setup.status >= 300) {
			unwrapData(await client.http.post('/rest/login', { emailOrLdapLoginId: email, password }));
		}
		return client;
	}

	/** The session, for another client. */
	get session(): string {
		return this.cookie;
	}

	/** The descriptions of all node types of a package; by default, of the one under test. */
	async getNodeTypes(packageName: string = PACKAGE_NAME): Promise<INodeTypeDescription[]> {
		const { data: types } = await this.http.get<INodeTypeDescription[]>('/types/nodes.json');
		return types.filter(({ name }) => name.startsWith(`${packageName}.`));
	}

	async createCredential(
		name: string,
		type: string,
		values: IDataObject,
	): Promise<StoredCredential> {
		return unwrapData(await this.http.post('/rest/credentials', { name, type, data: values }));
	}

	async updateCredential({ id, name, type }: StoredCredential, values: IDataObject): Promise<void> {
		unwrapData(await this.http.patch(`/rest/credentials/${id}`, { name, type, data: values }));
	}

	async deleteCredential({ id }: StoredCredential): Promise<void> {
		unwrapData(await this.http.delete(`/rest/credentials/${id}`));
	}

	/** Tests a credential as its Test button does. */
	async testCredential(
		credential: StoredCredential,
		values: IDataObject,
	): Promise<{ status: 'OK' | 'Error'; message: string }> {
		return unwrapData(
			await this.http.post('/rest/credentials/test', {
				credentials: { ...credential, data: values },
			}),
		);
	}

	/** Returns the address of the consent page that Connect my account opens. */
	async getAuthorizationUrl({ id }: StoredCredential): Promise<string> {
		return unwrapData(await this.http.get('/rest/oauth2-credential/auth', { params: { id } }));
	}

	/** Follows the redirect back from the consent page; returns what n8n shows. */
	async followCallback(url: string): Promise<AxiosResponse<string>> {
		return await this.http.get<string>(url);
	}

	/** Loads the options of a field, as the editor does. */
	async loadOptions<T>(
		kind: 'options' | 'resource-locator-results',
		field: { methodName: string; path: string; filter?: string } & IDataObject,
	): Promise<T> {
		const request = { nodeTypeAndVersion: POSTIZ, ...field };
		return unwrapData(await this.http.post(`/rest/dynamic-node-parameters/${kind}`, request));
	}

	async createWorkflow(workflow: IDataObject): Promise<{ id: string; versionId: string }> {
		return unwrapData(
			await this.http.post('/rest/workflows', { settings: {}, active: false, ...workflow }),
		);
	}

	async getWorkflow(
		id: string,
	): Promise<{ nodes: INode[]; versionId: string; staticData?: IDataObject | null }> {
		return unwrapData(await this.http.get(`/rest/workflows/${id}`));
	}

	/** Stores a changed workflow; the active version stays the same until it is activated again. */
	async updateWorkflow(
		{ id, versionId }: { id: string; versionId: string },
		changes: IDataObject,
	): Promise<{ id: string; versionId: string }> {
		return unwrapData(await this.http.patch(`/rest/workflows/${id}`, { versionId, ...changes }));
	}

	/** Activates a workflow, and waits until its trigger runs it. */
	async activate({ id, versionId }: { id: string; versionId: string }): Promise<void> {
		const answer = await this.http.post(`/rest/workflows/${id}/activate`, {
			versionId,
			name: 'Active',
		});
		if (answer.status === 404) {
			// n8n 1 only activates them.
			unwrapData(await this.http.patch(`/rest/workflows/${id}`, { versionId, active: true }));
			return;
		}
		unwrapData(answer);
		await this.waitForPublication(id, 'published');
	}

	async deactivate(id: string): Promise<void> {
		const answer = await this.http.post(`/rest/workflows/${id}/deactivate`, {});
		if (answer.status === 404) {
			unwrapData(await this.http.patch(`/rest/workflows/${id}`, { active: false }));
			return;
		}
		unwrapData(answer);
		await this.waitForPublication(id, 'not_published');
	}

	/** Waits until n8n has registered or removed the triggers of a workflow. */
	private async waitForPublication(
		id: string,
		status: 'published' | 'not_published',
	): Promise<void> {
		await poll(
			async () => {
				const response = await this.http.get(`/rest/workflows/${id}/publication-status`);
				return unwrapData<{ status: string }>(response).status === status ? status : undefined;
			},
			() => `Workflow ${id} did not become ${status}`,
		);
	}

	/** Waits until a trigger has started a workflow, and its first execution has ended. */
	async waitForTriggeredExecution(workflowId: string): Promise<FinishedExecution> {
		const first = await poll(
			async () => (await this.listExecutions(workflowId)).at(-1),
			() => `Nothing started workflow ${workflowId}`,
		);
		return await this.waitForEnd(first.id);
	}

	/** Waits until all executions of a workflow have ended. Returns them, the latest first. */
	async waitForExecutions(workflowId: string): Promise<FinishedExecution[]> {
		const executions = await this.listExecutions(workflowId);
		return await Promise.all(executions.map(async ({ id }) => await this.waitForEnd(id)));
	}

	async countExecutions(workflowId: string): Promise<number> {
		return (await this.listExecutions(workflowId)).length;
	}

	/** Returns the latest first. */
	private async listExecutions(workflowId: string): Promise<Array<{ id: string }>> {
		const { results } = unwrapData<{ results: Array<{ id: string }> }>(
			await this.http.get('/rest/executions', {
				params: { filter: JSON.stringify({ workflowId }) },
			}),
		);
		return results;
	}

	/** Calls a production webhook. */
	async callWebhook(path: string, body: unknown): Promise<AxiosResponse<IDataObject>> {
		return await this.http.post<IDataObject>(`/webhook/${path}`, body);
	}

	/** Submits a form of n8n as a browser does; its path is the webhook ID of its trigger. */
	async submitForm(path: string, fields: FormData): Promise<number> {
		return (await this.http.post(`/form/${path}`, fields, { headers: BROWSER })).status;
	}

	/** Executes a stored workflow from a start node, and waits for its end. */
	async execute(id: string, startNode: string): Promise<FinishedExecution> {
		const { executionId } = await this.startExecution(id, startNode);
		return await this.waitForEnd(executionId);
	}

	/** Starts a stored workflow like {@link execute}, without waiting for its end. */
	async startExecution(
		id: string,
		startNode: string,
		more: IDataObject = {},
	): Promise<{ executionId: string }> {
		const workflowData = await this.getWorkflow(id);
		const request = { workflowData, triggerToStartFrom: { name: startNode }, ...more };
		return unwrapData(await this.http.post(`/rest/workflows/${id}/run`, request));
	}

	/** Waits until an execution waits for a person, and returns its last chat message. */
	async waitForChatMessage(executionId: string): Promise<ChatMessage> {
		const problem = `Execution ${executionId} does not wait for anybody`;
		return await poll(
			async () => {
				const execution = unwrapData<StoredExecution>(
					await this.http.get(`/rest/executions/${executionId}`),
				);
				if (['error', 'success'].includes(execution.status)) throw new Error(problem);
				return execution.status === 'waiting' ? getLastMessage(execution) : undefined;
			},
			() => problem,
		);
	}

	/** Presses a button of a message in the chat. */
	async pressButton({ buttons = [] }: ChatMessage, label: string): Promise<void> {
		const { link } = buttons.find(({ text }) => text === label) ?? {};
		if (!link) throw new Error(`There is no button “${label}”`);
		const { status } = await this.http.get(link, { headers: BROWSER });
		if (status >= 300) throw new Error(`n8n answered ${status} to the button “${label}”`);
	}

	/** Waits until an execution has ended. */
	private async waitForEnd(executionId: string): Promise<FinishedExecution> {
		let unreadable = '';
		return await poll(
			async () => {
				const answer = await this.http.get<{ data: StoredExecution }>(
					`/rest/executions/${executionId}`,
				);
				// Some versions of n8n fail to show an execution while it starts or is being saved.
				if (answer.status < 500) return readExecution(unwrapData(answer));
				unreadable = `; n8n answered ${answer.status}: ${JSON.stringify(answer.data).slice(0, 200)}`;
				return undefined;
			},
			() => `Execution ${executionId} did not end${unreadable}`,
		);
	}
}

/** Waits for a value; throws the problem if none appears. */
async function poll<T>(find: () => Promise<T | undefined>, problem: () => string): Promise<T> {
	const end = Date.now() + EXECUTION_LIMIT_MS;
	while (Date.now() < end) {
		const found = await find();
		if (found !== undefined) return found;
		await sleep(POLL_MS);
	}
	throw new Error(`${problem()} (after ${EXECUTION_LIMIT_MS / 1000} s)`);
}

/** The message of a Chat node. */
export interface ChatMessage {
	text: string;
	buttons?: Array<{ text: string; link: string }>;
}

/** The message of the node at which an execution waits. */
function getLastMessage({ data: flattened = '' }: StoredExecution): ChatMessage {
	const { resultData } = readFlattened(flattened) as {
		resultData: { runData: IRunData; lastNodeExecuted: string };
	};
	const { main, ai_tool: tool } =
		resultData.runData[resultData.lastNodeExecuted]?.at(-1)?.data ?? {};
	const { sendMessage } = (main ?? tool)?.[0]?.[0] ?? {};
	if (!sendMessage) throw new Error(`“${resultData.lastNodeExecuted}” shows nothing`);
	return (typeof sendMessage === 'string' ? { text: sendMessage } : sendMessage) as ChatMessage;
}

interface StoredExecution {
	status: string;
	/** For {@link readFlattened}; an empty list before the end. */
	data?: string;
}

/** Reads the format of `flatted`: a list of values, in which a text stands for the value at that index. */
function readFlattened(text: string): unknown {
	const values = JSON.parse(text) as unknown[];
	for (const value of values) {
		if (typeof value !== 'object' || value === null) continue;
		for (const [key, content] of Object.entries(value)) {
			if (typeof content === 'string') Object.assign(value, { [key]: values[Number(content)] });
		}
	}
	return values[0];
}

/** Reads a finished execution; undefined before its end. */
function readExecution({
	status,
	data: flattened,
}: StoredExecution): FinishedExecution | undefined {
	if (['new', 'running', 'waiting'].includes(status) || !flattened) return undefined;
	const stored = readFlattened(flattened) as
		{ resultData: { runData: IRunData; error?: FinishedExecution['error'] } } | undefined;
	if (!stored) return undefined;
	const { runData, error } = stored.resultData;
	return {
		status,
		error,
		runData,
		items: (node, output = 0) =>
			runData[node]?.at(-1)?.data?.main[output]?.filter((item) => item !== null) ?? [],
	};
}

/** Returns the data of a successful response. Throws n8n's message otherwise. */
function unwrapData<T>({ status, data: body, config }: AxiosResponse<{ data: T }>): T {
	if (status < 300) return body.data;
	throw new Error(
		`n8n answered ${status} to ${config.method} ${config.url}: ${JSON.stringify(body).slice(0, 500)}`,
	);
}
