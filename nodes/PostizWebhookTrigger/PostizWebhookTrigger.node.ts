import {
	NodeConnectionTypes,
	sleep,
	type IDataObject,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { readState, type Advanced } from '../Postiz/events/advance';
import { look } from '../Postiz/events/look';
import {
	eventsField,
	eventsSubtitle,
	filtersField,
	readScopes,
	readTriggerOptions,
} from '../Postiz/events/options';
import { sample } from '../Postiz/events/sample';
import { Turns } from '../Postiz/events/turns';
import type { TriggerState } from '../Postiz/events/types';
import { loadOptions } from '../Postiz/methods';
import { authenticationField, usedFor } from '../Postiz/methods/authentication';
import { postizApiTest, postizOAuth2ApiTest } from '../Postiz/methods/credentialTest';
import { PostizClient } from '../Postiz/transport/client';
import { toNodeError } from '../Postiz/transport/nodeError';

// The answer is the same whatever a call says and whatever comes of it: strangers learn nothing.
const ANSWER = 'Received';
/** A call may be faster than the service's own record of the publication. */
const SECOND_LOOK_MS = 3000;

// Postiz has no API to register a webhook: a person pastes the URL there.
const webhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		responseMode: 'onReceived',
		responseData: ANSWER,
		path: 'webhook',
	},
];

const turns = new Turns<TriggerState, Advanced>();

export class PostizWebhookTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Postiz Webhook Trigger',
		name: 'postizWebhookTrigger',
		icon: { light: 'file:../../icons/postiz.svg', dark: 'file:../../icons/postiz.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: eventsSubtitle,
		description: 'Starts the workflow at once when Postiz has published a post',
		defaults: { name: 'Postiz Webhook Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'postizApi', testedBy: 'postizApiTest', ...usedFor('apiKey') },
			{ name: 'postizOAuth2Api', testedBy: 'postizOAuth2ApiTest', ...usedFor('oAuth2') },
		],
		webhooks,
		eventTriggerDescription: 'Waiting for Postiz to call the Test URL',
		activationMessage:
			'Postiz can call the Production URL of this workflow now, once you have added it in Postiz under Settings > Webhooks.',
		properties: [
			{
				displayName:
					'Open <b>Webhook URLs</b> above and copy the Production URL. In Postiz, open <b>Settings > Webhooks</b>, add a webhook, paste the URL and choose the channels. Then publish (activate) this workflow. Postiz must be able to reach your n8n at that URL. A call only says that something was published: the node asks Postiz what it was.',
				name: 'setupNotice',
				type: 'notice',
				default: '',
			},
			authenticationField,
			eventsField(
				['postFailed', 'postPublished'],
				'What starts the workflow. Postiz calls when a post is published: failed posts are found with the next call.',
			),
			filtersField,
		],
	};

	methods = {
		loadOptions: { getChannels: loadOptions.getChannels, getGroups: loadOptions.getGroups },
		credentialTest: { postizApiTest, postizOAuth2ApiTest },
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return readState(this.getWorkflowStaticData('node')) !== undefined;
			},
			/** What was published before the workflow was activated does not start it. */
			async create(this: IHookFunctions): Promise<boolean> {
				try {
					const { state } = await lookSince(this, undefined);
					turns.forget(keyOf(this));
					Object.assign(this.getWorkflowStaticData('node'), { state });
					return true;
				} catch (error) {
					throw toNodeError(this.getNode(), error);
				}
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				turns.forget(keyOf(this));
				delete this.getWorkflowStaticData('node').state;
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		try {
			const events = this.getMode() === 'manual' ? await sampleOf(this) : await newEvents(this);
			return {
				webhookResponse: ANSWER,
				...(events.length > 0 && { workflowData: [this.helpers.returnJsonArray(events)] }),
			};
		} catch (error) {
			throw toNodeError(this.getNode(), error);
		}
	}
}

type Context = IHookFunctions | IWebhookFunctions;

/** Names the node among all of this n8n. */
function keyOf(context: Context): string {
	return `${context.getWorkflow().id}|${context.getNode().id}`;
}

async function lookSince(context: Context, state: TriggerState | undefined): Promise<Advanced> {
	const options = readTriggerOptions(context);
	const client = await PostizClient.connect(context);
	const scopes = readScopes(context, options);
	return await look(client, { state, options, scopes, now: Date.now() });
}

async function sampleOf(context: IWebhookFunctions): Promise<IDataObject[]> {
	return await sample(await PostizClient.connect(context), readTriggerOptions(context), Date.now());
}

/** What happened since the last look; nothing that the call says is believed. */
async function newEvents(context: IWebhookFunctions): Promise<IDataObject[]> {
	const staticData = context.getWorkflowStaticData('node');
	const looked = await turns.take(keyOf(context), async (newest) => {
		const stored = readState(staticData);
		const state = (newest?.looks ?? 0) > (stored?.looks ?? 0) ? newest : stored;
		const first = await lookSince(context, state);
		if (first.hasNews || state === undefined) return first;
		await sleep(SECOND_LOOK_MS);
		return await lookSince(context, first.state);
	});
	if (!looked) return [];
	Object.assign(staticData, { state: looked.state });
	return looked.events;
}
