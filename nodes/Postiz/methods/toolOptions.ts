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
	const tools = await toolsOf(this);
	if (tools.length === 0) {
		throw new Problem(
			'This channel has no tools',
			'Its network has nothing to look up. Pick another one in the field Channel.',
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
	const chosen = chosenText(this.getCurrentNodeParameter('methodName'));
	if (chosen === '') {
		throw new Problem('Choose the tool first', 'Then open this list again.');
	}
	const tool = (await toolsOf(this)).find(({ methodName }) => methodName === chosen);
	const inputs = tool?.dataSchema ?? [];
	if (inputs.length === 0) {
		throw new Problem('This tool needs nothing', 'Take the input out.');
	}
	return inputs.map(({ key, description }) => ({
		name: key,
		value: key,
		...(description ? { description } : {}),
	}));
}

async function toolsOf(context: ILoadOptionsFunctions): Promise<Tool[]> {
	const id = chosenId(context.getCurrentNodeParameter('integrationId'), 'Channel');
	if (id === '') {
		throw new Problem(
			'Choose the channel first',
			'The tools come from the channel. Pick it in the field Channel, then open this list again.',
		);
	}
	const client = await PostizClient.connect(context);
	const answer = await client.request<{ output?: { tools?: Tool[] } } | undefined>({
		method: 'GET',
		path: `/integration-settings/${encodeURIComponent(id)}`,
	});
	return answer?.output?.tools ?? [];
}
