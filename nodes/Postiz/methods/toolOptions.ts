import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { PostizClient } from '../transport/client';
import { Problem } from '../values/problem';
import { chosenId, chosenText } from './siblings';

interface Tool {
	methodName: string;
	description?: string;
	dataSchema?: Array<{ key: string; description?: string }>;
}

/** The tools that the chosen channel has (docs/api.md, Channel settings and tools). */
export async function getTools(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const channelId = channelOf(this);
	// The editor fills the list as soon as the form opens: what to do first is no error.
	if (channelId === '') return [];
	const tools = await toolsOf(this, channelId);
	if (tools.length === 0) {
		throw new Problem(
			'This channel has no tools',
			'Its network has nothing to look up. Choose another one under Channel.',
		);
	}
	return tools.map(({ methodName, description }) => ({
		name: methodName,
		value: methodName,
		...(description ? { description } : {}),
	}));
}

/** The inputs of the chosen tool. */
export async function getToolInputs(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const channelId = channelOf(this);
	const chosen = chosenText(this.getCurrentNodeParameter('methodName'));
	if (channelId === '' || chosen === '') {
		throw new Problem('Choose the channel and the tool first', 'Then open this list again.');
	}
	const tool = (await toolsOf(this, channelId)).find(({ methodName }) => methodName === chosen);
	const inputs = tool?.dataSchema ?? [];
	if (inputs.length === 0) {
		throw new Problem('This tool has no inputs', 'Remove the input.');
	}
	return inputs.map(({ key, description }) => ({
		name: key,
		value: key,
		...(description ? { description } : {}),
	}));
}

const channelOf = (context: ILoadOptionsFunctions) =>
	chosenId(context.getCurrentNodeParameter('integrationId'), 'Channel');

async function toolsOf(context: ILoadOptionsFunctions, id: string): Promise<Tool[]> {
	const client = await PostizClient.connect(context);
	const answer = await client.request<{ output?: { tools?: Tool[] } } | undefined>({
		method: 'GET',
		path: `/integration-settings/${encodeURIComponent(id)}`,
	});
	return answer?.output?.tools ?? [];
}
