import type { IDataObject } from 'n8n-workflow';

import type { PostizClient } from '../transport/client';
import { notificationPage } from '../transport/notifications';
import { listPosts } from '../transport/posts';
import type { PostRow } from '../transport/types';
import { Problem } from '../values/problem';
import { DAY_MS, serviceTime } from '../values/time';
import { sampleAttention } from './channelEvents';
import { addFailureReasons } from './failureReasons';
import { channelItem, notificationItem, postItem } from './items';
import { eventOfState, isWanted, POST_EVENTS } from './postEvents';
import { listChannels } from './snapshot';
import type { EventName, TriggerOptions } from './types';

/** Nearly always the first is enough; the second costs a further request. */
const REACHES_MS = [31 * DAY_MS, 366 * DAY_MS];

/**
 * What the events look like, for someone who builds the workflow: the latest real post,
 * notification or channel for each chosen event. Throws {@link Problem} if there is none at all.
 */
export async function sample(
	client: PostizClient,
	options: TriggerOptions,
	now: number,
): Promise<IDataObject[]> {
	const { events, filters } = options;
	const items = await addFailureReasons(client, await samplePosts(client, options, now));
	const readsChannels = events.includes('channelNeedsAttention');
	if (readsChannels || events.includes('newNotification')) {
		const { rows } = await notificationPage(client, 0);
		if (events.includes('newNotification')) items.push(...rows.slice(0, 1).map(notificationItem));
		if (readsChannels) {
			const attention = sampleAttention(await listChannels(client), rows, filters);
			if (attention) items.push(channelItem(attention));
		}
	}
	if (items.length > 0) return items;
	throw new Problem(
		'There is no example for these events yet',
		'Postiz has nothing from the past year that matches the events and filters you chose. Publish a post in Postiz or remove filters, then try again. The trigger works without an example, too: activate the workflow, and it starts with the next event.',
	);
}

async function samplePosts(
	client: PostizClient,
	options: TriggerOptions,
	now: number,
): Promise<IDataObject[]> {
	const events = POST_EVENTS.filter((event) => options.events.includes(event));
	const { group } = options.filters;
	const found = new Map<EventName, PostRow>();
	for (const reach of REACHES_MS) {
		const missing = events.filter((event) => !found.has(event));
		if (missing.length === 0) break;
		const rows = await listPosts(client, { start: now - reach, end: now + reach, group });
		for (const event of missing) {
			const row = findLatest(event, rows, options, now);
			if (row) found.set(event, row);
		}
	}
	return events.flatMap((event) => {
		const row = found.get(event);
		return row ? [postItem(event, row)] : [];
	});
}

function findLatest(
	event: EventName,
	rows: PostRow[],
	options: TriggerOptions,
	now: number,
): PostRow | undefined {
	const isSample = (row: PostRow, date: number) =>
		isWanted(event, row, options) &&
		(event === 'postCreated' || (eventOfState(row.state) === event && date <= now));
	return rows
		.map((row) => ({ row, date: serviceTime(row.publishDate) }))
		.filter(({ row, date }) => isSample(row, date))
		.sort((a, b) => b.date - a.date)[0]?.row;
}
