import {
	cronNodeOptions,
	NodeConnectionTypes,
	type IDataObject,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { look, sample } from '../Postiz/events/look';
import { keepMemory, readMemory } from '../Postiz/events/memory';
import { eventNames, eventsField, eventsSubtitle, FILTERS } from '../Postiz/events/fields';
import { field } from '../Postiz/form/fields';
import { triggerLoadOptions } from '../Postiz/methods';
import { authenticationField, credentialTest, usedFor } from '../Postiz/methods/authentication';
import { toNodeError } from '../Postiz/transport/nodeError';

/** Replaces n8n's own field of the same name, so that the default is every minute. */
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
			{ name: 'postizApi', testedBy: 'postizApiTest', ...usedFor('apiKey') },
			{ name: 'postizOAuth2Api', testedBy: 'postizOAuth2ApiTest', ...usedFor('oAuth2') },
		],
		properties: [
			pollTimes,
			authenticationField,
			eventsField(
				eventNames,
				"What starts the workflow. Events from before you activate it, or from while it is switched off, don't.",
				'Postiz 2.18 and older lists posts only 30 times an hour: there, check at most every 10 minutes',
			),
			FILTERS.property,
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

/** Activations in progress: n8n creates a context for each, and reports "activate" in all of its polls. */
const begun = new WeakSet<IPollFunctions>();

/** Finds what happened since the last poll, and nothing from before the workflow was activated. */
async function newEvents(context: IPollFunctions): Promise<IDataObject[]> {
	const stored = readMemory(context);
	const mode = begun.has(context) ? 'running' : context.getActivationMode();
	const isSwitchedOn = ['activate', 'create'].includes(mode);
	const { events, memory } = await look(context, isSwitchedOn ? undefined : stored);
	begun.add(context);
	// A later poll finished while this one was waiting, so its state is newer.
	if (readMemory(context)?.serial !== stored?.serial) return [];
	keepMemory(context, memory);
	return events;
}
