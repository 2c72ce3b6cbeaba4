import type { IDataObject } from 'n8n-workflow';

import { callTool } from '../../channels/callTool';
import { toChannelSettings } from '../../transport/channels';
import { NOT_FOUND } from '../../transport/status';
import { Problem } from '../../values/problem';
import { quote } from '../../values/quote';
import { isEmpty, isObject, propertiesOf, readOptionalText } from '../../values/read';
import { field } from '../../form/fields';
import { channelField, readId, unknownId } from '../shared/ids';
import { forEachItem } from '../shared/itemRun';
import { askOnce } from '../shared/once';
import { toRows } from '../shared/rows';
import type { Operation } from '../shared/types';

/** Channel: Get Settings and Tools (docs/api.md, Channel settings and tools). */
export const getSettings: Operation = {
	name: 'Get Settings and Tools',
	value: 'getSettings',
	action: 'Get the settings, limits and tools of a channel',
	description:
		'Get the settings, lengths and rules of posts on a channel, and the tools that Channel > Run Tool can run',
	properties: [channelField('The channel to look at')],
	execute: async (context, client) => {
		const ask = askOnce(async (id: string) => {
			const answer = await client.request<{ output?: IDataObject } | undefined>({
				method: 'GET',
				path: `/integration-settings/${encodeURIComponent(id)}`,
				explain: unknownId('channel', id),
			});
			return toChannelSettings(isObject(answer?.output) ? answer.output : {});
		});
		return await forEachItem(context, async (itemIndex) => {
			const id = readId(context, itemIndex, 'integrationId');
			return [{ channelId: id, ...(await ask(id)) }];
		});
	},
};

/** Channel: Run Tool (docs/api.md, Provider tools). */
export const runTool: Operation = {
	name: 'Run Tool',
	value: 'runTool',
	action: 'Look up what a channel offers with one of its tools',
	description:
		'Look up Pinterest boards, Discord channels, subreddits, music and more on the network of a channel',
	properties: [
		channelField('The channel whose tool to run'),
		{
			displayName: 'Tool Name or ID',
			name: 'methodName',
			type: 'options',
			required: true,
			hint: 'Choose the channel first: the tools come from it',
			typeOptions: { loadOptionsMethod: 'getTools', loadOptionsDependsOn: ['integrationId.value'] },
			default: '',
			description:
				'What to look up, such as the boards of a Pinterest channel. Channel > Get Settings and Tools returns the names. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
		field.entries('Inputs', 'inputs', {
			placeholder: 'Add Input',
			description: 'Inputs of the tool, such as a word to search for. Many tools have none.',
			options: [
				{
					displayName: 'Input',
					name: 'input',
					values: [
						field.choice('Name or ID', 'name', {
							typeOptions: {
								loadOptionsMethod: 'getToolInputs',
								loadOptionsDependsOn: ['integrationId.value', 'methodName'],
							},
							description:
								'Name of the input, as Channel > Get Settings and Tools returns it. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
						}),
						field.text('Value', 'value', {
							placeholder: 'e.g. coffee',
							description: 'Value of the input, such as the word to search for',
						}),
					],
				},
			],
		}),
	],
	execute: async (context, client) =>
		await forEachItem(context, async (itemIndex) => {
			const channelId = readId(context, itemIndex, 'integrationId');
			const methodName = readId(context, itemIndex, 'methodName');
			const { input = [] } = context.getNodeParameter('inputs', itemIndex, {}) as {
				input?: IDataObject[];
			};
			const data = readInputs(input);
			const answer = await callTool(
				client,
				{ channelId, methodName, data },
				({ status, channel }) =>
					status === NOT_FOUND
						? new Problem(
								`“${channel.name}” has no tool ${quote(methodName)}`,
								'Channel > Get Settings and Tools lists the tools it has. An older instance may lack it.',
							)
						: undefined,
			);
			return toRows(propertiesOf(answer).output);
		}),
};

function readInputs(entries: IDataObject[]): IDataObject {
	const inputs = new Map<string, IDataObject[string]>();
	entries.forEach(({ name, value }, index) => {
		const key = readOptionalText(name, `The name of input ${index + 1}`);
		if (key === '') {
			throw new Problem(
				`Input ${index + 1} has no name`,
				'Enter the name, or remove the input: Channel > Get Settings and Tools returns the inputs of each tool.',
			);
		}
		if (inputs.has(key)) {
			throw new Problem(
				`The input ${quote(key)} occurs twice`,
				'The tool allows one value per name: remove one of the two.',
			);
		}
		if (isEmpty(value)) {
			throw new Problem(
				`The input ${quote(key)} has no value`,
				'Enter one, or remove the input. With an expression, check that every item has one.',
			);
		}
		inputs.set(key, value);
	});
	return Object.fromEntries(inputs);
}
