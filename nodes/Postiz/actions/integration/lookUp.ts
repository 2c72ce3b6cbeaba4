import type { IDataObject } from 'n8n-workflow';

import { callChannelTool } from '../../channels/channelTools';
import { fetchChannel } from '../../channels/requireChannel';
import { parseEntries } from '../../common/parseObject';
import { parseOptionalText, parseText } from '../../common/parseText';
import { createEmptyProblem } from '../../common/problem';
import { quote } from '../../common/text';
import { isEmpty, toObject } from '../../common/value';
import { forEachItem } from '../../execution/forEachItem';
import { entry, field } from '../../form/fieldBuilders';
import { createIdSpec } from '../../form/idSpec';
import type { Operation } from '../shared/operation';
import { channelIdSpec } from '../shared/sharedFields';
import { toOutputs } from '../shared/toOutputs';

const channelToolSpec = createIdSpec(
	field.choice('Tool Name or ID', 'methodName', {
		required: true,
		hint: 'Choose the channel first: the tools come from it',
		typeOptions: {
			loadOptionsMethod: 'getChannelTools',
			loadOptionsDependsOn: ['integrationId.value'],
		},
		description:
			'What to look up, such as the boards of a Pinterest channel. Channel > Get Settings and Tools returns the names. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	}),
	'Enter the name of a tool. Channel > Get Settings and Tools lists them.',
);

/** Channel: Look Up (docs/api.md, Provider tools). */
export const lookUpOperation: Operation = {
	name: 'Look Up',
	value: 'lookUp',
	action: 'Look up on channel',
	description: 'Look up boards, subreddits, music and more on the network of a channel',
	properties: [
		channelIdSpec.property,
		channelToolSpec.property,
		field.entries('Inputs', 'inputs', {
			placeholder: 'Add Input',
			description: 'Inputs of the tool, such as a search term. Many tools need none.',
			options: [
				entry('Input', 'input', [
					field.text('Name', 'name', {
						description: 'Name of the input, as Channel > Get Settings and Tools returns it',
					}),
					field.text('Value', 'value', {
						placeholder: 'e.g. coffee',
						description: 'Value of the input, such as a search term',
					}),
				]),
			],
		}),
	],
	returnsRawData: true,
	execute: async (context, client) =>
		await forEachItem(context, async (itemIndex) => {
			const entered = channelIdSpec.readParameter(context, itemIndex);
			const methodName = channelToolSpec.readParameter(context, itemIndex);
			const inputs = context.getNodeParameter('inputs.input', itemIndex, []);
			const entries = parseEntries(inputs, 'Inputs');
			const data = Object.fromEntries(entries.map(readInput)) as IDataObject;
			const { id: channelId } = await fetchChannel(client, entered);
			const response = await callChannelTool(client, { channelId, methodName, data });
			return toOutputs(toObject(response).output);
		}),
};

function readInput({ name, value }: IDataObject, index: number): [name: string, value: unknown] {
	const key = parseOptionalText(name, `The name of input ${index + 1}`);
	if (key === '' || isEmpty(value)) {
		throw createEmptyProblem(
			`Input ${index + 1} needs a name and a value`,
			'Enter both, or remove the input. Channel > Get Settings and Tools lists the inputs of each tool.',
		);
	}
	const text = parseText(value, `The input ${quote(key)}`);
	return [key, typeof value === 'number' ? value : text];
}
