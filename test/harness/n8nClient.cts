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
/** n8n ignores what looks like a program that opens links to preview them. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Firefox/140.0' };

export interface Owner {
	email: string;
	password: string;
}

/** Whom the tests sign in as; the first sign-in sets the account up. */
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

/** Jest cannot write an error that holds its request, a circle, into its report. */
function failWithoutRequest({ message, config }: AxiosError): never {
	throw new Error(`${config?.method} ${config?.url}: ${message}`);
}

/** Drives n8n through the interface that its own editor uses, as one signed-in person. */
export class N8nClient {
	private readonly http: AxiosInstance;

	/** `cookie` is the session of a client that signed in before: n8n takes five sign-ins a minute. */
	constructor(
		readonly url: string,
		private cookie = '',
	) {
		this.http = axios.create({
			baseURL: url,
			headers: { 'browser-id': 'end-to-end' },
			maxRedirects: 0,
			validateStatus: () => true,
			// n8n may close a connection that is kept at the moment in which it is used again.
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

	/** Sets the owner up on a fresh n8n, or signs in where there is one. */
	static async signIn(url: string, { email, password } = OWNER): Promise<N8nClient> {
		const client = new N8nClient(url);
		const setup = await client.http.post('/rest/owner/setup', {
			email,
			password,
			firstName: 'Acme',
			lastName: 'Coffee',
		});
		if (setup.status >= 300) {
			data(await client.http.post('/rest/login', { emailOrLdapLoginId: email, password }));
		}
		return client;
	}

	/** What another client needs to go on as the same person. */
	get session(): string {
		return this.cookie;
	}

	/** The descriptions of all node types of a package: of the one under test if nothing is said. */
	async nodeTypes(packageName: string = PACKAGE_NAME): Promise<INodeTypeDescription[]> {
		const { data: types } = await this.http.get<INodeTypeDescription[]>('/types/nodes.json');
		return types.filter(({ name }) => name.startsWith(`${packageName}.`));
	}

	async createCredential(
		name: string,
		type: string,
		values: IDataObject,
	): Promise<StoredCredential> {
		return data(await this.http.post('/rest/credentials', { name, type, data: values }));
	}

	async updateCredential({ id, name, type }: StoredCredential, values: IDataObject): Promise<void> {
		data(await this.http.patch(`/rest/credentials/${id}`, { name, type, data: values }));
	}

	async deleteCredential({ id }: StoredCredential): Promise<void> {
		data(await this.http.delete(`/rest/credentials/${id}`));
	}

	/** What the Test button of a credential says. */
	async testCredential(
		credential: StoredCredential,
		values: IDataObject,
	): Promise<{ status: 'OK' | 'Error'; message: string }> {
		return data(
			await this.http.post('/rest/credentials/test', {
				credentials: { ...credential, data: values },
			}),
		);
	}

	/** The consent page to which Connect my account sends a person. */
	async authorizationUrl({ id }: StoredCredential): Promise<string> {
		return data(await this.http.get('/rest/oauth2-credential/auth', { params: { id } }));
	}

	/** Follows the redirect back from the consent page; returns what n8n shows. */
	async followCallback(url: string): Promise<AxiosResponse<string>> {
		return await this.http.get<string>(url);
	}

	/** What the service fills a field of the form with, as the editor asks for it. */
	async listOf<T>(
		kind: 'options' | 'resource-locator-results',
		field: { methodName: string; path: string; filter?: string } & IDataObject,
	): Promise<T> {
		const request = { nodeTypeAndVersion: POSTIZ, ...field };
		return data(await this.http.post(`/rest/dynamic-node-parameters/${kind}`, request));
	}

	async createWorkflow(workflow: IDataObject): Promise<{ id: string; versionId: string }> {
		return data(
			await this.http.post('/rest/workflows', { settings: {}, active: false, ...workflow }),
		);
	}

	/** A workflow as it is stored. */
	async workflow(
		id: string,
	): Promise<{ nodes: INode[]; versionId: string; staticData?: IDataObject | null }> {
		return data(await this.http.get(`/rest/workflows/${id}`));
	}

	/** Stores a changed workflow; what is active stays as it was until it is activated anew. */
	async updateWorkflow(
		{ id, versionId }: { id: string; versionId: string },
		changes: IDataObject,
	): Promise<{ id: string; versionId: string }> {
		return data(await this.http.patch(`/rest/workflows/${id}`, { versionId, ...changes }));
	}

	/** Activates a workflow, and waits until its trigger runs it. */
	async activate({ id, versionId }: { id: string; versionId: string }): Promise<void> {
		const answer = await this.http.post(`/rest/workflows/${id}/activate`, {
			versionId,
			name: 'Active',
		});
		if (answer.status === 404) {
			// n8n 1 only switches them on.
			data(await this.http.patch(`/rest/workflows/${id}`, { versionId, active: true }));
			return;
		}
		data(answer);
		await this.becomes(id, 'published');
	}

	async deactivate(id: string): Promise<void> {
		const answer = await this.http.post(`/rest/workflows/${id}/deactivate`, {});
		if (answer.status === 404) {
			data(await this.http.patch(`/rest/workflows/${id}`, { active: false }));
			return;
		}
		data(answer);
		await this.becomes(id, 'not_published');
	}

	/** n8n registers the triggers of a workflow on its own time. */
	private async becomes(id: string, wanted: 'published' | 'not_published'): Promise<void> {
		const look = async () =>
			data<{ status: string }>(await this.http.get(`/rest/workflows/${id}/publication-status`));
		await poll(
			async () => ((await look()).status === wanted ? wanted : undefined),
			() => `Workflow ${id} did not become ${wanted}`,
		);
	}

	/** Waits for the first execution that a trigger began, and for its end. */
	async executionOf(workflowId: string): Promise<FinishedExecution> {
		const first = await poll(
			async () => (await this.executions(workflowId)).at(-1),
			() => `Nothing began workflow ${workflowId}`,
		);
		return await this.finished(first.id);
	}

	/** The executions that have ended, the latest first. */
	async executionsOf(workflowId: string): Promise<FinishedExecution[]> {
		const executions = await this.executions(workflowId);
		return await Promise.all(executions.map(async ({ id }) => await this.finished(id)));
	}

	async countExecutions(workflowId: string): Promise<number> {
		return (await this.executions(workflowId)).length;
	}

	/** The latest first. */
	private async executions(workflowId: string): Promise<Array<{ id: string }>> {
		const { results } = data<{ results: Array<{ id: string }> }>(
			await this.http.get('/rest/executions', {
				params: { filter: JSON.stringify({ workflowId }) },
			}),
		);
		return results;
	}

	/** What a production webhook of n8n answers. */
	async callWebhook(path: string, body: unknown): Promise<AxiosResponse<IDataObject>> {
		return await this.http.post<IDataObject>(`/webhook/${path}`, body);
	}

	/** Sends a form of n8n as a browser does; its path is the webhook ID of its trigger. */
	async submitForm(path: string, fields: FormData): Promise<number> {
		return (await this.http.post(`/form/${path}`, fields, { headers: BROWSER })).status;
	}

	/** Executes a stored workflow from the start node of that name and waits for its end. */
	async execute(id: string, startNode: string): Promise<FinishedExecution> {
		const { executionId } = await this.begin(id, startNode);
		return await this.finished(executionId);
	}

	/** Starts a stored workflow as {@link execute} does, and does not wait for its end. */
	async begin(
		id: string,
		startNode: string,
		more: IDataObject = {},
	): Promise<{ executionId: string }> {
		const workflowData = await this.workflow(id);
		const request = { workflowData, triggerToStartFrom: { name: startNode }, ...more };
		return data(await this.http.post(`/rest/workflows/${id}/run`, request));
	}

	/** Waits until an execution waits for a person; returns what it showed last in the chat. */
	async waitsWith(executionId: string): Promise<ChatMessage> {
		const problem = `Execution ${executionId} does not wait for anybody`;
		return await poll(
			async () => {
				const execution = data<StoredExecution>(
					await this.http.get(`/rest/executions/${executionId}`),
				);
				if (['error', 'success'].includes(execution.status)) throw new Error(problem);
				return execution.status === 'waiting' ? lastMessage(execution) : undefined;
			},
			() => problem,
		);
	}

	/** Presses a button of a message in the chat. */
	async press({ buttons = [] }: ChatMessage, label: string): Promise<void> {
		const { link } = buttons.find(({ text }) => text === label) ?? {};
		if (!link) throw new Error(`There is no button “${label}”`);
		const { status } = await this.http.get(link, { headers: BROWSER });
		if (status >= 300) throw new Error(`n8n answered ${status} to the button “${label}”`);
	}

	private async finished(executionId: string): Promise<FinishedExecution> {
		let unreadable = '';
		return await poll(
			async () => {
				const answer = await this.http.get<{ data: StoredExecution }>(
					`/rest/executions/${executionId}`,
				);
				// While an execution begins or is being kept, some versions of n8n fail to show it.
				if (answer.status < 500) return readExecution(data(answer));
				unreadable = `; n8n answered ${answer.status}: ${JSON.stringify(answer.data).slice(0, 200)}`;
				return undefined;
			},
			() => `Execution ${executionId} did not end${unreadable}`,
		);
	}
}

/** Looks until there is something; throws with the problem where there never is. */
async function poll<T>(look: () => Promise<T | undefined>, problem: () => string): Promise<T> {
	const end = Date.now() + EXECUTION_LIMIT_MS;
	while (Date.now() < end) {
		const found = await look();
		if (found !== undefined) return found;
		await sleep(POLL_MS);
	}
	throw new Error(`${problem()} (after ${EXECUTION_LIMIT_MS / 1000} s)`);
}

/** What a Chat node shows to a person. */
export interface ChatMessage {
	text: string;
	buttons?: Array<{ text: string; link: string }>;
}

/** The message of the node at which an execution waits. */
function lastMessage({ data: flattened = '' }: StoredExecution): ChatMessage {
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

/** Reads an execution that has ended; undefined before. */
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

/** The content of a successful answer; throws with n8n's own words otherwise. */
function data<T>({ status, data: body, config }: AxiosResponse<{ data: T }>): T {
	if (status < 300) return body.data;
	throw new Error(
		`n8n answered ${status} to ${config.method} ${config.url}: ${JSON.stringify(body).slice(0, 500)}`,
	);
}
