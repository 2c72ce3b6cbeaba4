import {
	cronNodeOptions,
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { toThrownError } from '../Postiz/execution/nodeError';
import { field } from '../Postiz/form/fieldBuilders';
import { triggerLoadOptions } from '../Postiz/methods';
import { authenticationField, showForAuthentication } from '../Postiz/methods/authenticationField';
import { credentialTest } from '../Postiz/methods/credentialTest';
import { fetchTestEvents } from '../Postiz/trigger/fetchTestEvents';
import { poll } from '../Postiz/trigger/poll';
import { eventsField, eventsSubtitle, filtersSpec } from '../Postiz/trigger/triggerFields';

/** Replaces n8n's own field of the same name, so that the default is every 10 minutes. */
const pollTimes = field.entries('Poll Times', 'pollTimes', {
	isNodeSetting: true,
	placeholder: 'Add Poll Time',
	default: { item: [{ mode: 'everyX', value: 10, unit: 'minutes' }] },
	description: 'When to check Postiz for events',
	options: cronNodeOptions,
});

export class PostizTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Postiz Trigger',
		name: 'postizTrigger',
		icon: { light: 'file:../../icons/postiz.svg', dark: 'file:../../icons/postiz.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: eventsSubtitle,
		// n8n lists the triggers and Postiz as one node, with this description.
		description:
			'Publish, schedule and manage social media posts, and start workflows when posts are published or fail',
		defaults: { name: 'Postiz Trigger' },
		documentationUrl:
			'https://github.com/n8n-nodes-postiz-publisher/n8n-nodes-postiz-publisher/blob/main/docs/operations.md#postiz-trigger',
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'postizApi', testedBy: 'postizApiTest', ...showForAuthentication('apiKey') },
			{
				name: 'postizOAuth2Api',
				testedBy: 'postizOAuth2ApiTest',
				...showForAuthentication('oAuth2'),
			},
		],
		properties: [pollTimes, authenticationField, eventsField, filtersSpec.property],
	};

	methods = { loadOptions: triggerLoadOptions, credentialTest };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		try {
			const outputs = this.getMode() === 'manual' ? await fetchTestEvents(this) : await poll(this);
			return outputs.length > 0 ? [this.helpers.returnJsonArray(outputs)] : null;
		} catch (error) {
			throw toThrownError(this.getNode(), error);
		}
	}
}
