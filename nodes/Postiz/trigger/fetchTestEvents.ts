import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { PostizClient } from '../transport/client';
import { detectEvents, hashAccount } from './detectEvents';
import { createExampleOutput, createAlertOutput, fetchPostEventOutput } from './eventOutput';
import { MONTH_MS } from './findPostEvents';
import { REASONS_BUDGET_MS, REQUEST_TIMEOUT_MS } from './poll';
import type { EventName } from './triggerFields';
import type { TriggerMemory } from './triggerMemory';
import { readTriggerOptions } from './triggerOptions';

/**
 * Returns an output for each chosen event when people choose Fetch Test Event: the latest event of the last month, or
 * an example.
 */
export async function fetchTestEvents(context: IPollFunctions): Promise<IDataObject[]> {
	const deadline = Date.now() + REASONS_BUDGET_MS;
	const client = await PostizClient.create(context, { timeout: REQUEST_TIMEOUT_MS });
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
	const fetchTestEventOutput = async (name: EventName) => {
		const postEvent = postEvents.filter((event) => event.name === name).at(-1);
		const alert = name === 'channelNeedsAttention' ? alerts.at(-1) : undefined;
		if (postEvent) return await fetchPostEventOutput(client, postEvent, { timezone, deadline });
		if (alert) return createAlertOutput(alert, serviceNow, timezone);
		return createExampleOutput(name, serviceNow, timezone);
	};
	return await Promise.all(readTriggerOptions(context).events.map(fetchTestEventOutput));
}
