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

import { latestPolls, unstoredTriggerMemories } from '../../../nodes/Postiz/common/processState';
// Its name in full: PostizTrigger.node.json lies beside it.
import type { Service } from '../../service/server.cjs';
import type { CredentialData } from './credentials.cjs';
import { createAdditionalData, createCredentials } from './harness.cjs';

export interface TriggerOptions {
	node: INodeType;
	parameters?: INodeParameters;
	service: Service;
	nodeId?: string;
	/** Fields that replace those of the service's credential. */
	credentials?: ICredentialDataDecryptedObject;
	/** Older versions of n8n output the events of a poll that began before an edit. */
	isOld?: boolean;
}

/** The data of a workflow that all processes of n8n share. */
interface Database {
	workflowId: string;
	staticData: IDataObject;
}

const listNodeTypes = (node: INodeType): INodeTypes => ({
	getByName: () => node,
	getByNameAndVersion: (_type, version) => NodeHelpers.getVersionedNodeType(node, version),
	getKnownTypes: () => ({}),
});

const listItems = (data: INodeExecutionData[][]) => data[0].map(({ json }) => json);

export class ActiveTrigger {
	name = 'Trigger';
	parameters: INodeParameters;

	/** The workflow in the polling process. */
	private workflow!: Workflow;

	/** The context for all polls of an activation. */
	private polling!: PollContext;

	/** Warnings of the node in the log. */
	readonly warnings: string[] = [];

	/** True if n8n discarded the last poll, as an edit registered the trigger again during it. */
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

	/** Restarts n8n, or publishes the workflow or an edit of it, with the stored data and the current parameters. */
	restart(activation: WorkflowActivateMode = 'init'): void {
		if (activation === 'init') clearMemory();
		this.polls = 0;
		this.workflow = this.loadWorkflow();
		this.polling = this.pollContext('trigger', activation);
	}

	/** Creates another trigger in the same workflow. */
	createNeighbor(nodeId: string): ActiveTrigger {
		const other = new ActiveTrigger({ ...this.options, nodeId }, this.database);
		other.workflow.staticData = this.workflow.staticData;
		return other;
	}

	/** Another main instance takes over, with its memory from when it was the leader before. */
	changeLeader(main = this.main === 'a' ? 'b' : 'a'): void {
		this.mains.set(this.main, saveMemory());
		clearMemory();
		this.mains.get(main)?.forEach(([map, key, value]) => map.set(key, value));
		this.main = main;
		this.restart('leadershipChange');
	}

	/**
	 * Polls once; n8n discards the events if an edit registered the trigger again during it. Throws what the node throws.
	 */
	async poll(mode: WorkflowExecuteMode = 'trigger'): Promise<IDataObject[] | undefined> {
		const { workflow } = this;
		const context = mode === 'manual' ? this.pollContext(mode, 'manual') : this.polling;
		const result = await this.options.node.poll!.call(context);
		if (mode === 'manual') return result ? listItems(result) : undefined;
		const isNewest = workflow === this.workflow;
		this.wasDiscarded = !isNewest && !(this.options.isOld && result);
		if (this.wasDiscarded) return undefined;
		// Only newer schedulers also store after other polls without events.
		if (result || this.polls === 0) this.store(workflow);
		if (isNewest) this.polls += 1;
		return result ? listItems(result) : undefined;
	}

	protected pollContext(mode: WorkflowExecuteMode, activation: WorkflowActivateMode): PollContext {
		const { workflow } = this;
		const context = new PollContext(
			workflow,
			workflow.getNode(this.name)!,
			this.createAdditionalData(),
			mode,
			activation,
		);
		context.logger.warn = (message: string) => void this.warnings.push(message);
		return context;
	}

	/** Polls like the button Fetch Test Event. */
	async fetchTestEvent(): Promise<IDataObject[] | undefined> {
		return await this.poll('manual');
	}

	/** The helpers of n8n, with which the node sends requests. */
	get helpers(): PollContext['helpers'] {
		return this.polling.helpers;
	}

	/** The static data in the polling process. */
	get state(): IDataObject {
		return this.workflow.getStaticData('global');
	}

	get stored(): IDataObject {
		return this.database.staticData;
	}

	/** The rows of a drop-down list of the node's form. */
	async loadOptions(method: string): Promise<INodePropertyOptions[]> {
		const additionalData = this.createAdditionalData();
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
			nodeTypes: listNodeTypes(node),
			staticData: JSON.parse(JSON.stringify(this.database.staticData)) as IDataObject,
			settings: { timezone: 'UTC' },
		});
	}

	// n8n only stores it after a change.
	private store(workflow: Workflow): void {
		if (!workflow.staticData.__dataChanged) return;
		this.database.staticData = JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;
		workflow.staticData.__dataChanged = false;
	}

	private createAdditionalData(): IWorkflowExecuteAdditionalData {
		const { service, credentials } = this.options;
		// n8n reads it again for each request.
		const data = Object.defineProperty({} as CredentialData, 'postizApi', {
			enumerable: true,
			get: () => ({ ...createCredentials(service), ...credentials }),
		});
		return createAdditionalData(data);
	}
}

const MAPS = [unstoredTriggerMemories, latestPolls] as Array<Map<string, unknown>>;
const clearMemory = () => MAPS.forEach((map) => map.clear());
/** The memory of this process, which n8n does not store. */
const saveMemory = () =>
	MAPS.flatMap((map) => [...map].map(([key, value]) => [map, key, value] as const));
