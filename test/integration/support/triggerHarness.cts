/**
 * Runs a trigger node in n8n-core's own contexts against a running service, as n8n does while a
 * workflow is active:
 *
 *     const trigger = new ActiveTrigger({ node: new PostizTrigger(), service, parameters });
 *     const items = await trigger.poll();   // undefined if the workflow is not started
 *     trigger.restart();                    // n8n is stopped and started again
 */
import './environment.cjs';

import { randomUUID } from 'node:crypto';

import { LoadOptionsContext, PollContext } from 'n8n-core';
import {
	NodeHelpers,
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypes,
	type IWorkflowExecuteAdditionalData,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import {
	newestPollContexts,
	getUnstoredTriggerMemories,
} from '../../../nodes/Postiz/common/processState';
// Its name in full: PostizTrigger.node.json lies beside it.
import type { Service } from '../../service/server.cjs';
import type { CredentialData } from './credentials.cjs';
import { createAdditionalData, credentialsFor } from './harness.cjs';

export interface TriggerOptions {
	node: INodeType;
	parameters?: INodeParameters;
	service: Service;
	nodeId?: string;
	/** Fields that replace those of the service's credential; they may be changed. */
	credentials?: ICredentialDataDecryptedObject;
	/** An older n8n outputs what a poll finds that began before an edit. */
	isOld?: boolean;
}

/** What all processes of an n8n share of a workflow. */
interface Database {
	workflowId: string;
	staticData: IDataObject;
}

const nodeTypesOf = (node: INodeType): INodeTypes => ({
	getByName: () => node,
	getByNameAndVersion: (_type, version) => NodeHelpers.getVersionedNodeType(node, version),
	getKnownTypes: () => ({}),
});

const itemsOf = (data: INodeExecutionData[][]) => data[0].map(({ json }) => json);

export class ActiveTrigger {
	name = 'Trigger';
	parameters: INodeParameters;

	/** Of the process that polls. */
	private workflow!: Workflow;

	/** What n8n makes once for all polls of an activation. */
	private polling!: PollContext;

	/** What the node has written into the log. */
	readonly warnings: string[] = [];

	/** The last poll was of no use, as the trigger was registered anew meanwhile. */
	wasDiscarded = false;

	private polls = 0;

	private main = 'a';

	private readonly mains = new Map<string, ReturnType<typeof saveMemory>>();

	constructor(
		protected readonly options: TriggerOptions,
		private readonly database: Database = { workflowId: randomUUID(), staticData: {} },
	) {
		this.parameters = options.parameters ?? {};
		this.restart('activate');
	}

	/** n8n starts anew, or a person publishes the workflow or an edit of it, with what was stored and the parameters as they are now. */
	restart(activation: WorkflowActivateMode = 'init'): void {
		if (activation === 'init') clearMemory();
		this.polls = 0;
		this.workflow = this.loadWorkflow();
		this.polling = this.pollContext('trigger', activation);
	}

	/** Another trigger in the same workflow, which n8n loads once for both. */
	beside(nodeId: string): ActiveTrigger {
		const other = new ActiveTrigger({ ...this.options, nodeId }, this.database);
		other.workflow.staticData = this.workflow.staticData;
		return other;
	}

	/** Another main instance of n8n takes over, which knows what it knew when it was the leader before. */
	leadBy(main = this.main === 'a' ? 'b' : 'a'): void {
		this.mains.set(this.main, saveMemory());
		clearMemory();
		this.mains.get(main)?.forEach(([map, key, value]) => map.set(key, value));
		this.main = main;
		this.restart('leadershipChange');
	}

	/** One poll; what it tells is lost if the trigger was registered anew meanwhile. Throws what the node throws. */
	async poll(mode: WorkflowExecuteMode = 'trigger'): Promise<IDataObject[] | undefined> {
		const { workflow } = this;
		const context = mode === 'manual' ? this.pollContext(mode, 'manual') : this.polling;
		const result = await this.options.node.poll!.call(context);
		if (mode === 'manual') return result ? itemsOf(result) : undefined;
		const isNewest = workflow === this.workflow;
		this.wasDiscarded = !isNewest && !(this.options.isOld && result);
		if (this.wasDiscarded) return undefined;
		// Only its newer scheduler stores more.
		if (result || this.polls === 0) this.store(workflow);
		if (isNewest) this.polls += 1;
		return result ? itemsOf(result) : undefined;
	}

	protected pollContext(mode: WorkflowExecuteMode, activation: WorkflowActivateMode): PollContext {
		const { workflow } = this;
		const context = new PollContext(
			workflow,
			workflow.getNode(this.name)!,
			this.additionalData(),
			mode,
			activation,
		);
		context.logger.warn = (message: string) => void this.warnings.push(message);
		return context;
	}

	/** What `poll` with mode `manual` returns: the button Fetch Test Event. */
	async fetchTestEvent(): Promise<IDataObject[] | undefined> {
		return await this.poll('manual');
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
		const node = this.workflow.getNode(this.name)!;
		additionalData.currentNodeParameters = node.parameters;
		const context = new LoadOptionsContext(this.workflow, node, additionalData, 'parameters');
		return await this.options.node.methods!.loadOptions![method].call(context);
	}

	private loadWorkflow(): Workflow {
		const { node, nodeId = 'node-1' } = this.options;
		return new Workflow({
			id: this.database.workflowId,
			active: true,
			connections: {},
			nodes: [
				{
					id: nodeId,
					name: this.name,
					type: `n8n-nodes-postiz-publisher.${node.description.name}`,
					typeVersion: 1,
					position: [0, 0],
					parameters: structuredClone({ authentication: 'apiKey', ...this.parameters }),
					credentials: { postizApi: { id: 'credential-1', name: 'Postiz account' } },
				},
			],
			nodeTypes: nodeTypesOf(node),
			staticData: JSON.parse(JSON.stringify(this.database.staticData)) as IDataObject,
			settings: { timezone: 'UTC' },
		});
	}

	// n8n stores it only if it noticed a change.
	private store(workflow: Workflow): void {
		if (!workflow.staticData.__dataChanged) return;
		this.database.staticData = JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;
		workflow.staticData.__dataChanged = false;
	}

	private additionalData(): IWorkflowExecuteAdditionalData {
		const { service, credentials } = this.options;
		// n8n reads it anew each time.
		const data = Object.defineProperty({} as CredentialData, 'postizApi', {
			enumerable: true,
			get: () => ({ ...credentialsFor(service), ...credentials }),
		});
		return createAdditionalData(data);
	}
}

const MAPS = [getUnstoredTriggerMemories(), newestPollContexts] as Array<Map<string, unknown>>;
const clearMemory = () => MAPS.forEach((map) => map.clear());
/** What this process remembers beside what n8n stores. */
const saveMemory = () =>
	MAPS.flatMap((map) => [...map].map(([key, value]) => [map, key, value] as const));
