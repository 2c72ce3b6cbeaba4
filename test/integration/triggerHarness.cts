/**
 * Runs a trigger node in n8n-core's own contexts against a running service, as n8n does while a
 * workflow is active:
 *
 *     const trigger = new ActiveTrigger({ node: new PostizTrigger(), service, parameters });
 *     const items = await trigger.poll();   // undefined where the workflow is not started
 *     trigger.restart();                    // n8n is stopped and started again
 */
import './environment.cjs';

import { LoadOptionsContext, PollContext, WebhookContext } from 'n8n-core';
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
	type IWebhookResponseData,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import type { Service } from '../service/server.cjs';
import { CredentialsHelper, type CredentialData } from './credentials.cjs';
import { credentialsFor, type Authentication } from './harness.cjs';

export interface TriggerOptions {
	node: INodeType;
	parameters?: INodeParameters;
	/** Without one the node has no credential. */
	service?: Service;
	authentication?: Authentication;
	/** Fields that replace those of the service's credential. */
	credentials?: ICredentialDataDecryptedObject;
	credentialId?: string;
	/** What a node keeps by workflow in its process, it does not have for another one. */
	workflowId?: string;
	/** What n8n has stored of the node's static data. */
	staticData?: IDataObject;
	/**
	 * When static data is stored: with every poll, or, as n8n does without its newer scheduler, only
	 * on activation and when the workflow is started.
	 */
	stored?: 'always' | 'withEvents';
}

/** The answer that the sender of a webhook gets, and what the workflow is started with. */
export interface WebhookRun {
	status: number;
	body: unknown;
	/** Undefined where the workflow is not started. */
	items?: IDataObject[];
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

	credentialId: string;

	/** What n8n's database holds. */
	stored: IDataObject;

	private workflow!: Workflow;

	private polls = 0;

	constructor(private readonly options: TriggerOptions) {
		this.parameters = options.parameters ?? {};
		this.credentialId = options.credentialId ?? 'credential-1';
		this.stored = structuredClone(options.staticData ?? {});
		this.restart();
	}

	/** Starts anew with what was stored, and with the parameters as they are now. */
	restart(): void {
		const { node, authentication = 'apiKey', service } = this.options;
		const type = authentication === 'oAuth2' ? 'postizOAuth2Api' : 'postizApi';
		this.polls = 0;
		this.workflow = new Workflow({
			id: this.options.workflowId ?? 'workflow',
			active: true,
			connections: {},
			nodes: [
				{
					id: 'node-1',
					name: NODE_NAME,
					type: `n8n-nodes-postiz-publisher.${node.description.name}`,
					typeVersion: 1,
					position: [0, 0],
					parameters: structuredClone({ authentication, ...this.parameters }),
					credentials: service ? { [type]: { id: this.credentialId, name: 'Postiz account' } } : {},
				},
			],
			nodeTypes: nodeTypesOf(node),
			staticData: JSON.parse(JSON.stringify(this.stored)) as IDataObject,
			settings: { timezone: 'UTC' },
		});
	}

	/** One poll. Throws what the node throws. */
	async poll(mode: WorkflowExecuteMode = 'trigger'): Promise<IDataObject[] | undefined> {
		const context = new PollContext(
			this.workflow,
			this.node,
			this.additionalData(),
			mode,
			'activate',
		);
		const result = await this.options.node.poll!.call(context);
		if (mode === 'manual') return result ? itemsOf(result) : undefined;
		const isActivation = this.polls++ === 0;
		if (result || isActivation || this.options.stored !== 'withEvents') this.store();
		return result ? itemsOf(result) : undefined;
	}

	/** What `poll` with mode `manual` gives: the button Fetch Test Event. */
	async fetchTestEvent(): Promise<IDataObject[] | undefined> {
		return await this.poll('manual');
	}

	/** A call of the node's webhook with a body as n8n has parsed it. */
	async receive(body: unknown, rawBody = JSON.stringify(body)): Promise<WebhookRun> {
		const answer: { status: number; body: unknown } = { status: 200, body: undefined };
		const response = {
			status(status: number) {
				answer.status = status;
				return response;
			},
			json(content: unknown) {
				answer.body = content;
				return response;
			},
		};
		const raw = Buffer.from(rawBody ?? '');
		const request = {
			body,
			rawBody: raw,
			headers: { 'content-length': String(raw.length) },
			params: {},
			query: {},
		};
		const additionalData = this.additionalData();
		Object.assign(additionalData, { httpRequest: request, httpResponse: response });
		const context = new WebhookContext(
			this.workflow,
			this.node,
			additionalData,
			'webhook',
			{ webhookDescription: { name: 'default' } } as IWebhookData,
			[],
			null,
		);
		const result = (await this.options.node.webhook!.call(context)) as IWebhookResponseData;
		this.store();
		if (!result.noWebhookResponse) answer.body = result.webhookResponse;
		return {
			...answer,
			items: result.workflowData && itemsOf(result.workflowData as INodeExecutionData[][]),
		};
	}

	/** The node's static data at this moment. */
	get state(): IDataObject {
		return this.workflow.getStaticData('node', this.node);
	}

	private get node(): INode {
		return this.workflow.getNode(NODE_NAME)!;
	}

	// n8n stores it only where it noticed a change.
	private store(): void {
		if (!this.workflow.staticData.__dataChanged) return;
		this.stored = JSON.parse(JSON.stringify(this.workflow.staticData)) as IDataObject;
		this.workflow.staticData.__dataChanged = false;
	}

	/** The rows of a drop-down list of the node's form. */
	async loadOptions(method: string): Promise<INodePropertyOptions[]> {
		const additionalData = this.additionalData();
		additionalData.currentNodeParameters = this.node.parameters;
		const context = new LoadOptionsContext(this.workflow, this.node, additionalData, 'parameters');
		return await this.options.node.methods!.loadOptions![method].call(context);
	}

	private additionalData(): IWorkflowExecuteAdditionalData {
		const { service, authentication = 'apiKey', credentials } = this.options;
		const type = authentication === 'oAuth2' ? 'postizOAuth2Api' : 'postizApi';
		const data: CredentialData = service
			? { [type]: { ...credentialsFor(service, authentication), ...credentials } }
			: {};
		return {
			credentialsHelper: new CredentialsHelper(data),
			restApiUrl: 'http://localhost:5678/',
			instanceBaseUrl: 'http://localhost:5678/',
			webhookBaseUrl: 'http://localhost:5678/',
			variables: {},
		} as unknown as IWorkflowExecuteAdditionalData;
	}
}
