import {
	NodeConnectionTypes,
	type IDataObject,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { readState } from '../Postiz/events/advance';
import { look } from '../Postiz/events/look';
import {
	eventOptions,
	eventsField,
	eventsSubtitle,
	filtersField,
	readScopes,
	readTriggerOptions,
} from '../Postiz/events/options';
import { sample } from '../Postiz/events/sample';
import { loadOptions } from '../Postiz/methods';
import { authenticationField, usedFor } from '../Postiz/methods/authentication';
import { postizApiTest, postizOAuth2ApiTest } from '../Postiz/methods/credentialTest';
import { PostizClient } from '../Postiz/transport/client';
import { toNodeError } from '../Postiz/transport/nodeError';

export class PostizTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Postiz Trigger',
		name: 'postizTrigger',
		icon: { light: 'file:../../icons/postiz.svg', dark: 'file:../../icons/postiz.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: eventsSubtitle,
		description:
			'Starts the workflow when a post is created, published or failed, a notification arrives, or a channel needs attention in Postiz',
		defaults: { name: 'Postiz Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'postizApi', testedBy: 'postizApiTest', ...usedFor('apiKey') },
			{ name: 'postizOAuth2Api', testedBy: 'postizOAuth2ApiTest', ...usedFor('oAuth2') },
		],
		properties: [
			authenticationField,
			eventsField(
				eventOptions.map(({ value }) => value),
				'What starts the workflow. What is there already when you activate it does not.',
			),
			{
				displayName:
					'Each check asks Postiz once for each kind of event that you choose: posts, notifications, channels. Some Postiz instances take only 30 requests an hour. To leave some for publishing, set <b>Mode</b> under Poll Times to <b>Every X</b> and check every 10 minutes.',
				name: 'requestsNotice',
				type: 'notice',
				default: '',
			},
			filtersField,
		],
	};

	methods = {
		loadOptions: { getChannels: loadOptions.getChannels, getGroups: loadOptions.getGroups },
		credentialTest: { postizApiTest, postizOAuth2ApiTest },
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		try {
			return await poll(this);
		} catch (error) {
			throw toNodeError(this.getNode(), error);
		}
	}
}

async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const options = readTriggerOptions(context);
	const client = await PostizClient.connect(context);
	const now = Date.now();
	if (context.getMode() === 'manual') {
		return [context.helpers.returnJsonArray(await sample(client, options, now))];
	}

	const staticData = context.getWorkflowStaticData('node');
	const before = readState(staticData);
	const scopes = readScopes(context, options);
	const { events, state } = await look(client, { state: before, options, scopes, now });
	// While this poll waited for an answer, a later one was done: what it has seen is newer.
	if (readState(staticData)?.looks !== before?.looks) return null;

	staticData.state = state as unknown as IDataObject;
	return events.length > 0 ? [context.helpers.returnJsonArray(events)] : null;
}
