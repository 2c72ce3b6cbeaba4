import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { PostizClient } from '../transport/client';
import { detectEvents, hashAccount } from './detectEvents';
import { createExampleOutput, createAlertOutput, createPostEventOutput } from './eventOutput';
import { MONTH_MS, type PostEvent } from './findPostEvents';
import type { EventName } from './triggerFields';
import type { TriggerMemory } from './triggerMemory';
import { readTriggerOptions } from './triggerOptions';

/** How long a poll may fetch why posts failed. */
const REASONS_BUDGET_MS = 20_000;

/**
 * Returns the outputs of the events since the last poll, and what to remember. Throws {@link Problem} if the form is
 * invalid or Postiz fails.
 */
export async function createEventOutputs(
	context: IPollFunctions,
	lastMemory: TriggerMemory | undefined,
): Promise<{ events: IDataObject[]; memory: TriggerMemory }> {
	const client = await PostizClient.connect(context);
	const timezone = context.getTimezone();
	const { postEvents, alerts, memory } = await detectEvents(context, client, lastMemory);
	const { outputs, postponed } = await createPostEventOutputs(client, postEvents, timezone);
	const alertOutputs = alerts.map((alert) => createAlertOutput(alert, memory.polledAt, timezone));
	return { events: [...outputs, ...alertOutputs], memory: forgetFailures(memory, postponed) };
}

/** Creates the outputs of events. Failures whose reasons would take too long are postponed to the next poll. */
async function createPostEventOutputs(
	client: PostizClient,
	postEvents: PostEvent[],
	timezone: string,
): Promise<{ outputs: IDataObject[]; postponed: PostEvent[] }> {
	const deadline = Date.now() + REASONS_BUDGET_MS;
	const outputs: IDataObject[] = [];
	const postponed: PostEvent[] = [];
	for (const event of postEvents) {
		const isTooLate = outputs.length > 0 && Date.now() > deadline;
		if (event.name === 'postFailed' && isTooLate) postponed.push(event);
		else outputs.push(await createPostEventOutput(client, event, timezone));
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

/** Creates a test event for each chosen event: the latest of the last month, or a made-up one. */
export async function createTestEvents(context: IPollFunctions): Promise<IDataObject[]> {
	const client = await PostizClient.connect(context);
	const timezone = context.getTimezone();
	const monthAgo: TriggerMemory = {
		account: hashAccount(client),
		polledAt: client.now() - MONTH_MS,
		listedAt: client.now() - MONTH_MS,
		posts: {},
		channels: {},
		notifications: {},
	};
	const { postEvents, alerts, memory } = await detectEvents(context, client, monthAgo);
	const createTestEvent = async (name: EventName) => {
		const postEvent = postEvents.filter((event) => event.name === name).at(-1);
		const alert = name === 'channelNeedsAttention' ? alerts.at(-1) : undefined;
		if (postEvent) return await createPostEventOutput(client, postEvent, timezone);
		if (alert) return createAlertOutput(alert, memory.polledAt, timezone);
		return createExampleOutput(name, memory.polledAt, timezone);
	};
	return await Promise.all(readTriggerOptions(context).events.map(createTestEvent));
}
