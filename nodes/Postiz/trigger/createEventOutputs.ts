import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { PostizClient } from '../transport/client';
import { detectEvents, hashAccount } from './detectEvents';
import { createExampleOutput, createAlertOutput, createPostEventOutput } from './eventOutput';
import { MONTH_MS, type PostEvent } from './findPostEvents';
import type { EventName } from './triggerFields';
import type { TriggerMemory } from './triggerMemory';
import { readTriggerOptions } from './triggerOptions';

/** How long a poll may fetch reasons, counted from its start. A poll that takes 40 seconds fails. */
const REASONS_BUDGET_MS = 35_000;
/** Leaves time to repeat a request that Postiz never answers. */
const REQUEST_TIMEOUT_MS = 30_000;

/**
 * Creates outputs of the events from {@link detectEvents}. Also returns the new memory. Throws {@link Problem} if the
 * form is invalid or Postiz fails.
 */
export async function createEventOutputs(
	context: IPollFunctions,
	previousMemory: TriggerMemory | undefined,
): Promise<{ outputs: IDataObject[]; newMemory: TriggerMemory }> {
	const deadline = Date.now() + REASONS_BUDGET_MS;
	const client = await PostizClient.connect(context, { timeout: REQUEST_TIMEOUT_MS });
	const timezone = context.getTimezone();
	const { postEvents, alerts, newMemory } = await detectEvents(context, client, previousMemory);
	const { outputs, postponed } = await createPostEventOutputs(client, postEvents, {
		timezone,
		deadline,
	});
	const alertOutputs = alerts.map((alert) =>
		createAlertOutput(alert, newMemory.polledAt, timezone),
	);
	return {
		outputs: [...outputs, ...alertOutputs],
		newMemory: forgetFailures(newMemory, postponed),
	};
}

/** Creates the outputs of events. Failures whose reasons would take too long are postponed to the next poll. */
async function createPostEventOutputs(
	client: PostizClient,
	postEvents: PostEvent[],
	options: { timezone: string; deadline: number },
): Promise<{ outputs: IDataObject[]; postponed: PostEvent[] }> {
	const outputs: IDataObject[] = [];
	const postponed: PostEvent[] = [];
	for (const event of postEvents) {
		const isTooLate = outputs.length > 0 && Date.now() > options.deadline;
		if (event.name === 'postFailed' && isTooLate) postponed.push(event);
		else outputs.push(await createPostEventOutput(client, event, options));
	}
	return { outputs, postponed };
}

/** Removes failures from the memory, so that the next poll finds them again. */
function forgetFailures(memory: TriggerMemory, failures: PostEvent[]): TriggerMemory {
	if (failures.length === 0) return memory;
	const posts = { ...memory.posts };
	for (const { post } of failures) posts[post.id] = { ...posts[post.id], failure: undefined };
	return { ...memory, posts };
}

/**
 * Creates an output for each chosen event when people test the trigger: the latest event of the last month, or an
 * example.
 */
export async function createTestEventOutputs(context: IPollFunctions): Promise<IDataObject[]> {
	const deadline = Date.now() + REASONS_BUDGET_MS;
	const client = await PostizClient.connect(context, { timeout: REQUEST_TIMEOUT_MS });
	const timezone = context.getTimezone();
	const monthAgo: TriggerMemory = {
		account: hashAccount(client),
		polledAt: client.serviceNow() - MONTH_MS,
		listedAt: client.serviceNow() - MONTH_MS,
		posts: {},
		channels: {},
		notifications: {},
	};
	const { postEvents, alerts, newMemory } = await detectEvents(context, client, monthAgo);
	const serviceNow = newMemory.polledAt;
	const createTestEventOutput = async (name: EventName) => {
		const postEvent = postEvents.filter((event) => event.name === name).at(-1);
		const alert = name === 'channelNeedsAttention' ? alerts.at(-1) : undefined;
		if (postEvent) return await createPostEventOutput(client, postEvent, { timezone, deadline });
		if (alert) return createAlertOutput(alert, serviceNow, timezone);
		return createExampleOutput(name, serviceNow, timezone);
	};
	return await Promise.all(readTriggerOptions(context).events.map(createTestEventOutput));
}
