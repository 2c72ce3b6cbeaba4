import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { N8nClient, type FinishedExecution, type StoredCredential } from '../harness/n8nClient.cjs';
import { startService, type Service, type ServiceOptions } from '../service/server.cjs';

export const START_NODE = 'Start';
const POSTIZ = 'n8n-nodes-postiz-publisher.postiz';

/** A signed-in n8n and a service of its own for one file of tests. */
export interface World {
	n8n: N8nClient;
	service: Service;
	apiKey: StoredCredential;
	close: () => Promise<void>;
}

/** Connects to the n8n that `pnpm test:e2e` started and signed in to, and starts a fresh service. */
export async function openWorld(options: ServiceOptions = {}): Promise<World> {
	const url = process.env.E2E_N8N_URL;
	if (!url) throw new Error('n8n was not started; run these tests with `pnpm test:e2e`');
	const service = await startService(options);
	const n8n = new N8nClient(url, process.env.E2E_N8N_SESSION);
	const apiKey = await n8n.createCredential('Postiz key', 'postizApi', {
		host: service.apiUrl,
		apiKey: service.apiKey,
	});
	return { n8n, service, apiKey, close: async () => await service.close() };
}

/** The ID of a channel of the service by its network. */
export function channelId({ state }: Service, identifier: string, name?: string): string {
	const channel = state.channels.find(
		(candidate) =>
			candidate.identifier === identifier && (name === undefined || candidate.name === name),
	);
	if (!channel) throw new Error(`The service has no ${identifier} channel`);
	return channel.id;
}

/** A picker's value as the form stores it for an ID that was typed. */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** The form of Post: Create for a post on one channel, for now unless set otherwise. */
export const postOn = (
	{ service }: World,
	identifier: string,
	content: string,
	type = 'now',
): INodeParameters => ({
	authentication: 'apiKey',
	resource: 'post',
	operation: 'create',
	type,
	content,
	channels: {
		channel: [{ provider: identifier, integrationId: byId(channelId(service, identifier)) }],
	},
});

/** Stores a workflow of a start node, the given items and one Postiz node, and runs it. */
export async function runPostiz(
	{ n8n }: World,
	credential: StoredCredential,
	parameters: INodeParameters,
	{ items = [{}], nodeOptions = {} }: { items?: IDataObject[]; nodeOptions?: IDataObject } = {},
): Promise<FinishedExecution> {
	const { id, name, type } = credential;
	const workflow = await n8n.createWorkflow({
		name: 'End to end',
		nodes: [
			node(START_NODE, 'n8n-nodes-base.manualTrigger', {}, 0),
			node(
				'Items',
				'n8n-nodes-base.code',
				{ jsCode: `return ${JSON.stringify(items.map((json) => ({ json })))}` },
				1,
			),
			{
				...node('Postiz', POSTIZ, parameters, 2),
				typeVersion: 1,
				credentials: { [type]: { id, name } },
				...nodeOptions,
			},
		],
		connections: {
			[START_NODE]: { main: [[{ node: 'Items', type: 'main', index: 0 }]] },
			Items: { main: [[{ node: 'Postiz', type: 'main', index: 0 }]] },
		},
	});
	return await n8n.execute(workflow.id, START_NODE);
}

function node(name: string, type: string, parameters: INodeParameters, position: number) {
	return {
		id: name,
		name,
		type,
		typeVersion: type.endsWith('.code') ? 2 : 1,
		position: [position * 220, 0],
		parameters,
	};
}

/** Waits until something is so; throws where it does not come about. */
export async function until(
	isTrue: () => boolean | Promise<boolean>,
	limitMs = 80_000,
): Promise<void> {
	const end = Date.now() + limitMs;
	while (!(await isTrue())) {
		if (Date.now() > end) throw new Error(`It did not come about within ${limitMs / 1000} s`);
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
}
