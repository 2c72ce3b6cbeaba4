import type { IDataObject } from 'n8n-workflow';

import { PostizClient } from '../transport/client';
import { Problem } from '../values/problem';
import { DAY_MS } from '../values/time';
import { addDelays } from './delays';
import { addFailureReasons } from './failureReasons';
import { findEvents } from './findEvents';
import { takeSnapshot } from './look';
import type { Memory } from './memory';
import { readTriggerOptions, type EventName, type Scopes, type TriggerContext } from './options';
import { POST_EVENTS } from './postEvents';

/** Nearly always the first is enough; the second costs a further request. */
const REACHES_MS = [31 * DAY_MS, 366 * DAY_MS];
const ORDER: EventName[] = [...POST_EVENTS, 'newNotification', 'channelNeedsAttention'];

/**
 * What the events look like, for someone who builds the workflow: of each chosen event the latest that
 * a trigger would report that knows nothing yet. Throws {@link Problem} if there is none at all, and
 * what reading the form and the client throw.
 */
export async function sample(context: TriggerContext): Promise<IDataObject[]> {
	const options = readTriggerOptions(context);
	const client = await PostizClient.connect(context);
	const now = Date.now();
	const latest = new Map<unknown, IDataObject>();
	let missing = options.events;
	for (const reach of REACHES_MS) {
		const wanted = { ...options, events: missing };
		const memory = knowsNothing(options.scopes, now - reach);
		const snapshot = await takeSnapshot(client, { memory, options: wanted, now, maxPages: 1 });
		for (const item of findEvents(memory, snapshot, wanted, now).events) {
			latest.set(item.event, item);
		}
		missing = POST_EVENTS.filter((event) => options.events.includes(event) && !latest.has(event));
		if (missing.length === 0) break;
	}
	const items = ORDER.map((event) => latest.get(event)).filter((item) => item !== undefined);
	if (items.length > 0) return await addDelays(client, await addFailureReasons(client, items));
	throw new Problem(
		'No example for these events yet',
		'Postiz has nothing from the past year that matches your events and filters. Publish a post in Postiz or remove filters, then try again. The trigger also works without an example: activate the workflow, and the next event starts it.',
	);
}

/** A memory with which all that the service shows is new. */
const knowsNothing = (scopes: Scopes, from: number): Memory => ({
	version: 2,
	begun: 0,
	looks: 0,
	scopes,
	posts: { from, known: {} },
	notifications: { since: 0, known: {} },
	channels: { known: {}, reported: {} },
});
