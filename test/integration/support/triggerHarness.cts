/**
 * Runs a trigger node in n8n-core's own contexts against a running service, as n8n does while a
 * workflow is active:
 *
 *     const trigger = new ActiveTrigger({ node: new PostizTrigger(), service, parameters });
 *     const items = await trigger.poll();   // undefined if the workflow is not started
 *     trigger.restart();                    // n8n is stopped and started again
 *
 *     await trigger.activate();             // a trigger with a webhook
 *     const { items } = await trigger.receive([]);
 */
import './environment.cjs';

import { randomUUID } from 'node:crypto';

import { HookContext, LoadOptionsContext, PollContext, WebhookContext } from 'n8n-core';
import * as n8nWorkflow from 'n8n-workflow';
import {
	NodeHelpers,
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypes,
	type IWebhookData,
	type IWorkflowExecuteAdditionalData,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { newest } from '../../../nodes/Postiz/events/memory';
import type { Service } from '../../service/server.cjs';
import { CredentialsHelper, type CredentialData } from './credentials.cjs';
import { startFileServer, type FileServer } from './fileServer.cjs';
import { credentialsFor, type Authentication } from './harness.cjs';

export interface TriggerOptions {
	node: INodeType;
	parameters?: INodeParameters;
	service: Service;
	authentication?: Authentication;
	/** Fields that replace those of the service's credential. */
	credentials?: ICredentialDataDecryptedObject;
	/**
	 * When the static data of a poll is stored: with every poll, or, as n8n does without its newer
	 * scheduler, only on activation and when the workflow is started.
	 */
	stored?: 'always' | 'withEvents';
}

/** The answer to a call of a webhook, and what the workflow is started with. */
export interface WebhookRun {
	answer: unknown;
	/** Undefined if the workflow is not started. */
	items?: IDataObject[];
}

/** What all processes of an n8n share of a workflow. */
interface Database {
	workflowId: string;
	staticData: IDataObject;
}

const NODE_NAME = 'Trigger';
const nodeTypesOf = (node: INodeType): INodeTypes => ({
	getByName: () => node,
	getByNameAndVersion: (_type, version) => NodeHelpers.getVersionedNodeType(node, version),
	getKnownTypes: () => ({}),
});

const itemsOf = (data: INodeExecutionData[][]) => data[0].map(({ json }) => json);

export class ActiveTrigger {
	parameters: INodeParameters;

	/** Of the process that polls. */
	private workflow!: Workflow;

	/** What n8n makes once for all polls of an activation. */
	private polling!: PollContext;

	private polls = 0;

	private readonly servers: FileServer[] = [];

	constructor(
		private readonly options: TriggerOptions,
		private readonly database: Database = { workflowId: randomUUID(), staticData: {} },
	) {
		this.parameters = options.parameters ?? {};
		this.restart('activate');
	}

	/** The same trigger in another process of the same n8n, which loaded the node for itself. */
	inAnotherProcess(node: INodeType): ActiveTrigger {
		const { parameters } = this;
		return new ActiveTrigger({ ...this.options, node, parameters }, this.database);
	}

	/** n8n starts anew, or a person switches the workflow on (`activate`), with what was stored and the parameters as they are now. */
	restart(activation: WorkflowActivateMode = 'init'): void {
		newest.clear();
		this.polls = 0;
		this.workflow = this.loadWorkflow();
		this.polling = this.pollContext('trigger', activation);
	}

	/** One poll. Throws what the node throws. */
	async poll(mode: WorkflowExecuteMode = 'trigger'): Promise<IDataObject[] | undefined> {
		const context = mode === 'manual' ? this.pollContext(mode, 'manual') : this.polling;
		const result = await this.options.node.poll!.call(context);
		if (mode === 'manual') return result ? itemsOf(result) : undefined;
		const isActivation = this.polls++ === 0;
		if (result || isActivation || this.options.stored !== 'withEvents') this.store(this.workflow);
		return result ? itemsOf(result) : undefined;
	}

	private pollContext(mode: WorkflowExecuteMode, activation: WorkflowActivateMode): PollContext {
		const { workflow } = this;
		return new PollContext(workflow, nodeOf(workflow), this.additionalData(), mode, activation);
	}

	/** What `poll` with mode `manual` returns: the button Fetch Test Event. */
	async fetchTestEvent(): Promise<IDataObject[] | undefined> {
		return await this.poll('manual');
	}

	/**
	 * Registers the node's webhook: for a person who activates the workflow, after an edit of it
	 * (`update`), or as n8n starts (`init`). Throws what the node throws.
	 */
	async activate(activation: WorkflowActivateMode = 'activate'): Promise<void> {
		const workflow = this.loadWorkflow();
		try {
			await this.register(workflow, 'trigger', activation);
		} catch (error) {
			await this.deactivate();
			throw error;
		}
		this.store(workflow);
	}

	/** Takes the webhook away again, as n8n does before it registers an edited workflow, too. */
	async deactivate(): Promise<void> {
		const workflow = this.loadWorkflow();
		await this.unregister(workflow);
		this.store(workflow);
	}

	/** A call of the webhook with a body as n8n has parsed it. Throws what the node throws. */
	async receive(body: unknown = []): Promise<WebhookRun> {
		// Each call has its own copy of what is stored at that moment.
		const workflow = this.loadWorkflow();
		const { isDelayed, ...run } = await this.callWebhook(workflow, 'webhook', body);
		// A run that starts before the answer takes the mark of a change with it.
		if (!isDelayed) this.store(workflow);
		return run;
	}

	/** The button Listen for Test Event, and the call that ends it. Throws what the node throws. */
	async receiveTest(body: unknown): Promise<WebhookRun> {
		const workflow = this.loadWorkflow({ active: false, staticData: {} });
		await this.register(workflow, 'manual', 'manual');
		try {
			const { isDelayed: _, ...run } = await this.callWebhook(workflow, 'manual', body);
			return run;
		} finally {
			await this.unregister(workflow);
		}
	}

	/**
	 * Opens the production URL to the service, or the test URL. What the calls bring is added to
	 * `runs`, errors too. {@link close} shuts it.
	 */
	async listen(
		runs: Array<WebhookRun | Error>,
		{ isTest = false }: { isTest?: boolean } = {},
	): Promise<string> {
		const server = await startFileServer((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				const body = JSON.parse(Buffer.concat(chunks).toString()) as unknown;
				(isTest ? this.receiveTest(body) : this.receive(body)).then(
					(run) => {
						runs.push(run);
						response.writeHead(200).end(run.answer);
					},
					(error: Error) => {
						runs.push(error);
						response.writeHead(500).end();
					},
				);
			});
		});
		this.servers.push(server);
		return `${server.origin}/webhook/${this.database.workflowId}`;
	}

	async close(): Promise<void> {
		await Promise.all(this.servers.splice(0).map(async (server) => await server.close()));
	}

	/** What the node remembers: in the process that polls, or in the database. */
	get state(): IDataObject {
		return this.workflow.getStaticData('global');
	}

	get stored(): IDataObject {
		return this.database.staticData;
	}

	/** The rows of a drop-down list of the node's form. */
	async loadOptions(method: string): Promise<INodePropertyOptions[]> {
		const additionalData = this.additionalData();
		const node = nodeOf(this.workflow);
		additionalData.currentNodeParameters = node.parameters;
		const context = new LoadOptionsContext(this.workflow, node, additionalData, 'parameters');
		return await this.options.node.methods!.loadOptions![method].call(context);
	}

	private get credentialType(): string {
		return this.options.authentication === 'oAuth2' ? 'postizOAuth2Api' : 'postizApi';
	}

	private loadWorkflow({
		active = true,
		staticData = this.database.staticData,
	}: { active?: boolean; staticData?: IDataObject } = {}): Workflow {
		const { node, authentication = 'apiKey' } = this.options;
		return new Workflow({
			id: this.database.workflowId,
			active,
			connections: {},
			nodes: [
				{
					id: 'node-1',
					name: NODE_NAME,
					type: `n8n-nodes-postiz-publisher.${node.description.name}`,
					typeVersion: 1,
					position: [0, 0],
					parameters: structuredClone({ authentication, ...this.parameters }),
					credentials: {
						[this.credentialType]: { id: 'credential-1', name: 'Postiz account' },
					},
				},
			],
			nodeTypes: nodeTypesOf(node),
			staticData: JSON.parse(JSON.stringify(staticData)) as IDataObject,
			settings: { timezone: 'UTC' },
		});
	}

	private async register(
		workflow: Workflow,
		mode: WorkflowExecuteMode,
		activation: WorkflowActivateMode,
	): Promise<void> {
		const { checkExists, create } = this.options.node.webhookMethods!.default!;
		const context = this.hookContext(workflow, mode, activation);
		if (!(await checkExists.call(context))) await create.call(context);
	}

	private async unregister(workflow: Workflow): Promise<void> {
		const context = this.hookContext(workflow, 'internal', 'update');
		await this.options.node.webhookMethods!.default!.delete.call(context);
	}

	private hookContext(
		workflow: Workflow,
		mode: WorkflowExecuteMode,
		activation: WorkflowActivateMode,
	): HookContext {
		return new HookContext(workflow, nodeOf(workflow), this.additionalData(), mode, activation);
	}

	private async callWebhook(
		workflow: Workflow,
		mode: WorkflowExecuteMode,
		body: unknown,
	): Promise<WebhookRun & { isDelayed: boolean }> {
		const additionalData = this.additionalData();
		const httpRequest = { body, headers: {}, params: {}, query: {} };
		let sent: unknown;
		const httpResponse = { status: () => ({ send: (answer: unknown) => (sent = answer) }) };
		Object.assign(additionalData, { httpRequest, httpResponse });
		const context = new WebhookContext(
			workflow,
			nodeOf(workflow),
			additionalData,
			mode,
			{ webhookDescription: { name: 'default' } } as IWebhookData,
			[],
			null,
		);
		const result = await this.options.node.webhook!.call(context);
		const { noWebhookResponse = false, webhookResponse, workflowData } = result;
		return {
			answer: noWebhookResponse ? sent : webhookResponse,
			items: workflowData && itemsOf(workflowData),
			isDelayed: workflowData !== undefined && !noWebhookResponse,
		};
	}

	// n8n stores it only if it noticed a change.
	private store(workflow: Workflow): void {
		if (!workflow.staticData.__dataChanged) return;
		this.database.staticData = JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;
		workflow.staticData.__dataChanged = false;
	}

	private additionalData(): IWorkflowExecuteAdditionalData {
		const { service, authentication = 'apiKey', credentials } = this.options;
		const data: CredentialData = {
			[this.credentialType]: { ...credentialsFor(service, authentication), ...credentials },
		};
		return {
			credentialsHelper: new CredentialsHelper(data),
			restApiUrl: 'http://localhost:5678/',
			instanceBaseUrl: 'http://localhost:5678/',
			webhookBaseUrl: 'http://localhost:5678/',
			variables: {},
		} as unknown as IWorkflowExecuteAdditionalData;
	}
}

const nodeOf = (workflow: Workflow): INode => workflow.getNode(NODE_NAME)!;

/** The Webhook Trigger as another process of n8n loads it: without what this one remembers. */
export function loadWebhookTriggerAgain(): INodeType {
	let node!: INodeType;
	jest.isolateModules(() => {
		jest.doMock('n8n-workflow', () => n8nWorkflow);
		const loaded = jest.requireActual<{ PostizWebhookTrigger: new () => INodeType }>(
			'../../../nodes/PostizWebhookTrigger/PostizWebhookTrigger.node',
		);
		node = new loaded.PostizWebhookTrigger();
	});
	return node;
}
