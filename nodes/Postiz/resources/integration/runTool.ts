import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { callTool, type ToolFailure } from '../../channels/callTool';
import { NOT_FOUND } from '../../transport/status';
import { Problem } from '../../values/problem';
import { quote } from '../../values/quote';
import { isEmpty, propertiesOf, readOptionalText } from '../../values/read';
import { channelField, readId } from '../shared/ids';
import { forEachItem } from '../shared/itemRun';
import { toRows } from '../shared/rows';
import type { Operation } from '../shared/types';

const properties: INodeProperties[] = [
	channelField('The channel whose tool to run'),
	{
		displayName: 'Tool Name or ID',
		name: 'methodName',
		type: 'options',
		required: true,
		hint: 'Choose the channel first: the tools come from it',
		typeOptions: {
			loadOptionsMethod: 'getTools',
			loadOptionsDependsOn: ['integrationId.value'],
		},
		default: '',
		description:
			'What to look up, such as the boards of a Pinterest channel. Channel > Get Settings and Tools returns the names. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	{
		displayName: 'Inputs',
		name: 'inputs',
		type: 'fixedCollection',
		placeholder: 'Add Input',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Input' },
		default: {},
		description: 'Inputs of the tool, such as a word to search for. Many tools have none.',
		options: [
			{
				displayName: 'Input',
				name: 'input',
				values: [
					{
						displayName: 'Name or ID',
						name: 'name',
						type: 'options',
						typeOptions: {
							loadOptionsMethod: 'getToolInputs',
							loadOptionsDependsOn: ['integrationId.value', 'methodName'],
						},
						default: '',
						description:
							'Name of the input, as Channel > Get Settings and Tools returns it. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: 'e.g. coffee',
						description: 'Value of the input, such as the word to search for',
					},
				],
			},
		],
	},
];

interface ToolInput {
	name?: unknown;
	value?: unknown;
}

function readInputs(entries: ToolInput[]): IDataObject {
	const inputs = new Map<string, unknown>();
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
	return Object.fromEntries(inputs) as IDataObject;
}

/** Channel: Run Tool (docs/api.md, Provider tools). */
export const runTool: Operation = {
	name: 'Run Tool',
	value: 'runTool',
	action: 'Look up what a channel offers with one of its tools',
	description:
		'Look up Pinterest boards, Discord channels, subreddits, music and more on the network of a channel',
	properties,
	execute: async (context, client) =>
		await forEachItem(context, async (itemIndex) => {
			const channelId = readId(context, itemIndex, 'integrationId', 'Channel');
			const methodName = readId(context, itemIndex, 'methodName', 'Tool');
			const { input = [] } = context.getNodeParameter('inputs', itemIndex, {}) as {
				input?: ToolInput[];
			};
			const data = readInputs(input);
			const answer = await callTool(client, { channelId, methodName, data }, (failure) =>
				failure.status === NOT_FOUND ? noTool(failure, methodName) : undefined,
			);
			return toRows(propertiesOf(answer).output);
		}),
};

const noTool = ({ channel }: ToolFailure, methodName: string) =>
	new Problem(
		`“${channel.name}” has no tool ${quote(methodName)}`,
		'Channel > Get Settings and Tools lists the tools it has. An older instance may lack it.',
	);
