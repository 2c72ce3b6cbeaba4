import {
	cronNodeOptions,
	NodeConnectionTypes,
	type IDataObject,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { look, readMemory, sample } from '../Postiz/events/look';
import { eventNames, eventsField, eventsSubtitle, filtersField } from '../Postiz/events/fields';
import { field } from '../Postiz/form/fields';
import { triggerLoadOptions } from '../Postiz/methods';
import { authenticationField, credentialTest, usedFor } from '../Postiz/methods/authentication';
import { toNodeError } from '../Postiz/transport/nodeError';

/** In place of the Poll Times of n8n, every minute: of the same name, so that this default wins. */
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
		// n8n lists this node and Postiz as one, with this description.
		description:
			'Publish, schedule and manage social media posts, and start workflows when posts are published or fail',
		defaults: { name: 'Postiz Trigger' },
		documentationUrl:
			'https://github.com/n8n-nodes-postiz-publisher/n8n-nodes-postiz-publisher/blob/main/docs/operations.md#postiz-trigger',
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'postizApi', testedBy: 'postizApiTest', ...usedFor('apiKey') },
			{ name: 'postizOAuth2Api', testedBy: 'postizOAuth2ApiTest', ...usedFor('oAuth2') },
		],
		properties: [
			pollTimes,
			authenticationField,
			eventsField(
				eventNames,
				"What starts the workflow. Events from before you activate it, or from while it is switched off, don't.",
				'Each check takes up to three requests. Some Postiz instances accept only 30 an hour: checking more often than every 10 minutes may leave none for publishing.',
			),
			filtersField,
		],
	};

	methods = { loadOptions: triggerLoadOptions, credentialTest };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		try {
			const events = this.getMode() === 'manual' ? await sample(this) : await newEvents(this);
			return events.length > 0 ? [this.helpers.returnJsonArray(events)] : null;
		} catch (error) {
			throw toNodeError(this.getNode(), error);
		}
	}
}

/** The activations that have begun: n8n makes a context for each, and says in all of its polls that it activates. */
const begun = new WeakSet<IPollFunctions>();

/** What happened since the last poll; nothing of what happened before a person switched the workflow on. */
async function newEvents(context: IPollFunctions): Promise<IDataObject[]> {
	const staticData = context.getWorkflowStaticData('node');
	const stored = readMemory(staticData);
	const mode = begun.has(context) ? 'running' : context.getActivationMode();
	const isSwitchedOn = ['activate', 'create'].includes(mode);
	const isAttended = isSwitchedOn || mode === 'update';
	const { events, memory } = await look(context, isSwitchedOn ? undefined : stored, { isAttended });
	begun.add(context);
	// While this poll waited for an answer, a later one was done: what it has seen is newer.
	if (readMemory(staticData)?.serial !== stored?.serial) return [];
	Object.assign(staticData, { memory });
	return events;
}
