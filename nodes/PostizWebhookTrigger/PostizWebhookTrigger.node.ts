import {
	NodeConnectionTypes,
	sleep,
	type IDataObject,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { eventsField, eventsSubtitle, FILTERS } from '../Postiz/events/fields';
import { look, sample } from '../Postiz/events/look';
import { LookQueue } from '../Postiz/events/lookQueue';
import { keepMemory, readMemory } from '../Postiz/events/memory';
import { triggerLoadOptions } from '../Postiz/methods';
import { authenticationField, credentialTest, usedFor } from '../Postiz/methods/authentication';
import { toNodeError } from '../Postiz/transport/nodeError';
import { MINUTE_MS } from '../Postiz/values/date';
import { getOrMake } from '../Postiz/values/getOrMake';
import { Problem } from '../Postiz/values/problem';

// Always the same answer, so that strangers learn nothing from it.
const ANSWER = 'Received';
/** The call may arrive before the service has stored the publication. */
const SECOND_LOOK_MS = 3000;
/** The longest time that n8n takes to restart a trigger. */
const MAX_UPDATE_MS = 10 * MINUTE_MS;

/** The setup, with the labels of n8n and Postiz. n8n doesn't render numbered lists. */
const SETUP = [
	'Open <b>Webhook URLs</b> above, and copy the <b>Production URL</b>.',
	'In Postiz, open <b>Settings > Webhooks</b>, add a webhook with this URL, and choose the channels. Postiz must be able to reach n8n at this URL.',
	'Choose <b>Publish</b> for this workflow (n8n 1: activate it).',
	'For an example, add the <b>Test URL</b> in Postiz as well, select <b>Execute step</b> or <b>Test this trigger</b> here, then <b>Send Test</b> in Postiz.',
]
	.map((step, index) => `${index + 1}. ${step}`)
	.concat('Keep a <b>Postiz Trigger</b> in a workflow of its own.')
	.join('<br>');

/** By workflow and node, for this process. */
const queues = new Map<string, LookQueue>();

export class PostizWebhookTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Postiz Webhook Trigger',
		name: 'postizWebhookTrigger',
		icon: { light: 'file:../../icons/postiz.svg', dark: 'file:../../icons/postiz.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: eventsSubtitle,
		description: 'Starts the workflow as soon as Postiz has published a post',
		defaults: { name: 'Postiz Webhook Trigger' },
		documentationUrl:
			'https://github.com/n8n-nodes-postiz-publisher/n8n-nodes-postiz-publisher/blob/main/docs/operations.md#postiz-webhook-trigger',
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'postizApi', testedBy: 'postizApiTest', ...usedFor('apiKey') },
			{ name: 'postizOAuth2Api', testedBy: 'postizOAuth2ApiTest', ...usedFor('oAuth2') },
		],
		// Postiz has no API to register webhooks, so people paste the URL there.
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: ANSWER,
				path: 'webhook',
			},
		],
		eventTriggerDescription: 'Waiting for Postiz to call the Test URL',
		activationMessage:
			'Postiz can call the Production URL of this workflow now, once you have added it in Postiz under Settings > Webhooks.',
		properties: [
			authenticationField,
			eventsField(
				['postFailed', 'postPublished'],
				'What starts the workflow. Postiz calls when a post is published; failed posts are found at the next call.',
				SETUP,
			),
			FILTERS.property,
		],
	};

	methods = { loadOptions: triggerLoadOptions, credentialTest };

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				// Test executions output an example, without using the memory.
				if (this.getMode() === 'manual') return true;
				const memory = readMemory(this);
				return memory !== undefined && memory.stoppedAt === undefined;
			},
			/** Events before the activation don't start the workflow. */
			async create(this: IHookFunctions): Promise<boolean> {
				try {
					const known = readMemory(this);
					const { stoppedAt = -Infinity } = known ?? {};
					// After an edit, n8n restarts the trigger: nothing must be lost meanwhile.
					const isUpdate =
						this.getActivationMode() !== 'activate' && Date.now() - stoppedAt < MAX_UPDATE_MS;
					const memory =
						known && isUpdate
							? { ...known, stoppedAt: undefined }
							: (await look(this, undefined)).memory;
					keepMemory(this, memory);
					return true;
				} catch (error) {
					throw toNodeError(this.getNode(), error);
				}
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				const memory = readMemory(this);
				if (memory) keepMemory(this, { ...memory, stoppedAt: Date.now() });
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		try {
			const isTest = this.getMode() === 'manual';
			const events = isTest ? await sample(this) : await newEvents(this);
			const workflowData = [this.helpers.returnJsonArray(events)];
			if (isTest) return { webhookResponse: ANSWER, workflowData };
			if (events.length === 0) return { webhookResponse: ANSWER };
			// If n8n answers after starting the execution, it doesn't store the memory.
			this.getResponseObject().status(200).send(ANSWER);
			return { noWebhookResponse: true, workflowData };
		} catch (error) {
			throw toNodeError(this.getNode(), this.getMode() === 'manual' ? error : reassured(error));
		}
	}
}

/** Finds what happened since the last look, regardless of what the call contains. */
async function newEvents(context: IWebhookFunctions): Promise<IDataObject[]> {
	const node = `${context.getWorkflow().id}|${context.getNode().id}`;
	const found = await getOrMake(queues, node, () => new LookQueue()).look(async (isAwaited) => {
		const memory = readMemory(context);
		let last = await look(context, memory);
		if (memory && !last.hasNews && !isAwaited()) {
			await sleep(SECOND_LOOK_MS);
			last = await look(context, last.memory, { looksFar: true });
		}
		keepMemory(context, last.memory);
		return last;
	});
	return found?.events ?? [];
}

/** Adds to the error of a look what happens to the events. */
function reassured(error: unknown): unknown {
	if (!(error instanceof Problem)) return error;
	return error.with({
		description: `${error.description} No event is lost: the next call that succeeds outputs those that this one missed.`,
	});
}
