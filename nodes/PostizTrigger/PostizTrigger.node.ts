import {
	cronNodeOptions,
	NodeConnectionTypes,
	type IDataObject,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { poll, findSamples } from '../Postiz/trigger/poll';
import {
	storeMemory,
	readMemory,
	getTriggerKey,
	type TriggerMemory,
} from '../Postiz/trigger/triggerMemory';
import { eventsField, eventsSubtitle, FILTERS } from '../Postiz/trigger/triggerFields';
import { field } from '../Postiz/form/fieldBuilders';
import { triggerLoadOptions } from '../Postiz/methods';
import {
	authenticationField,
	credentialTest,
	showForAuthentication,
} from '../Postiz/methods/authentication';
import { toNodeError } from '../Postiz/transport/nodeError';
import { DAY_MS, MINUTE_MS } from '../Postiz/common/date';
import { Problem } from '../Postiz/common/problem';
import {
	newestPollContexts,
	pollingContexts,
	usedPollContexts,
} from '../Postiz/common/processState';

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
		properties: [pollTimes, authenticationField, eventsField, FILTERS.property],
	};

	methods = { loadOptions: triggerLoadOptions, credentialTest };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		try {
			const events =
				this.getMode() === 'manual' ? await findSamples(this) : await findNewEvents(this);
			return events.length > 0 ? [this.helpers.returnJsonArray(events)] : null;
		} catch (error) {
			throw toNodeError(this.getNode(), error);
		}
	}
}

/** A trigger that was disabled for so long begins anew; a weekly one that is edited doesn't. */
const STALE_MS = 8 * DAY_MS;
/** n8n's scheduler gives up a poll after 45 seconds, unless it is set to more. */
const MAX_POLL_MS = 40_000;
/** The time that n8n allows for a poll which its scheduler doesn't run. */
const UNSCHEDULED_BUDGET_MS = 5 * MINUTE_MS;

/** Finds what happened since the last poll, and nothing from before the workflow was activated. */
async function findNewEvents(context: IPollFunctions): Promise<IDataObject[]> {
	if (pollingContexts.has(context)) return [];
	const memory = readMemory(context);
	const beginsAnew = wasActivated(context, memory);
	const key = getTriggerKey(context);
	newestPollContexts.set(key, { context, polledAt: Date.now() });
	pollingContexts.add(context);
	try {
		const found = await withTimeout(poll(context, beginsAnew ? undefined : memory));
		if (newestPollContexts.get(key)?.context !== context) return [];
		usedPollContexts.add(context);
		const isQuiet = found.events.length === 0;
		const reportedPolls = (memory?.reportedPolls ?? 0) + (isQuiet ? 0 : 1);
		storeMemory(context, { ...found.memory, reportedPolls }, isQuiet);
		return found.events;
	} finally {
		pollingContexts.delete(context);
	}
}

/** True at the first poll of a trigger that was switched on, or enabled after weeks, which n8n reports as an edit. */
function wasActivated(context: IPollFunctions, memory: TriggerMemory | undefined): boolean {
	if (usedPollContexts.has(context)) return false;
	const mode = context.getActivationMode();
	if (mode === 'activate' || mode === 'create') return true;
	// The scheduler makes a context for each poll.
	const isScheduled =
		(context.getPollBudgetMs?.() ?? UNSCHEDULED_BUDGET_MS) < UNSCHEDULED_BUDGET_MS;
	const { polledAt = 0 } = newestPollContexts.get(getTriggerKey(context)) ?? {};
	const lastAt = Math.max(memory?.polledAt ?? 0, polledAt);
	return mode === 'update' && !isScheduled && Date.now() - lastAt > STALE_MS;
}

/** Throws {@link Problem} if a look takes too long. */
async function withTimeout<T>(work: Promise<T>): Promise<T> {
	const end = AbortSignal.timeout(MAX_POLL_MS);
	const over = new Promise<never>((_resolve, reject) => {
		end.addEventListener('abort', () =>
			reject(
				new Problem(
					'Postiz took longer than 40 seconds to answer',
					'No event is lost. The next check reports it.',
				),
			),
		);
	});
	return await Promise.race([work, over]);
}
