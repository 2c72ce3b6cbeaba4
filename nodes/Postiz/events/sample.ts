import type { IDataObject } from 'n8n-workflow';

import type { PostizClient } from '../transport/client';
import { notificationPage } from '../transport/notifications';
import { listPosts } from '../transport/posts';
import type { PostRow } from '../transport/types';
import { Problem } from '../values/problem';
import { serviceTime } from '../values/time';
import { isWantedChannel, summarize } from './channelEvents';
import { channelItem, notificationItem, postItem } from './items';
import { eventOfState, isWanted, MAX_WAIT_MS, POST_EVENTS } from './postEvents';
import { listChannels } from './snapshot';
import type { TriggerOptions } from './types';

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
	const items: IDataObject[] = [];
	if (events.some((event) => POST_EVENTS.includes(event))) {
		const rows = await listPosts(client, {
			start: now - MAX_WAIT_MS,
			end: now + MAX_WAIT_MS,
			group: filters.group,
		});
		items.push(...samplePosts(rows, options, now));
	}
	if (events.includes('newNotification')) {
		const { rows } = await notificationPage(client, 0);
		items.push(...rows.slice(0, 1).map(notificationItem));
	}
	if (events.includes('channelNeedsAttention')) {
		const disabled = (await listChannels(client))
			.map((row) => ({ id: row.id, channel: summarize(row) }))
			.find(({ id, channel }) => channel.disabled && isWantedChannel({ id, channel }, filters));
		if (disabled) items.push(channelItem({ reason: 'disabled', ...disabled }));
	}
	if (items.length > 0) return items;
	throw new Problem(
		'There is no example for these events yet',
		'In the last and the next 31 days Postiz has nothing that matches the events and filters you chose. Loosen the filters, or publish a post first. The trigger works all the same: activate the workflow, and it runs when something happens.',
	);
}

function samplePosts(rows: PostRow[], options: TriggerOptions, now: number): IDataObject[] {
	const latestFirst = rows
		.map((row) => ({ row, date: serviceTime(row.publishDate) }))
		.sort((a, b) => b.date - a.date);
	return POST_EVENTS.flatMap((event) => {
		const latest = latestFirst.find(
			({ row, date }) =>
				isWanted(event, row, options) &&
				(event === 'postCreated' || (eventOfState(row.state) === event && date <= now)),
		);
		return latest ? [postItem(event, latest.row)] : [];
	});
}
