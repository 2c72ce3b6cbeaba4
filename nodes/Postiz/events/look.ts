import type { IDataObject } from 'n8n-workflow';

import { readPreview } from '../posts/preview';
import type { PostizClient } from '../transport/client';
import { advance, type Advanced } from './advance';
import { takeSnapshot, type SnapshotRequest } from './snapshot';

/**
 * Asks the service what happened since the last look. Returns the items for the workflow, failed posts
 * with the reason, and what to remember. Throws what the client throws.
 */
export async function look(client: PostizClient, request: SnapshotRequest): Promise<Advanced> {
	const { state, options, now } = request;
	const advanced = advance(state, await takeSnapshot(client, request), options, now);
	return { ...advanced, events: await addReasons(client, advanced.events) };
}

/** A reason stands only in the preview of the post, which an instance may lack. */
async function addReasons(client: PostizClient, events: IDataObject[]): Promise<IDataObject[]> {
	return await Promise.all(
		events.map(async (item) => {
			if (item.event !== 'postFailed') return item;
			const [post] = await readPreview(client, String(item.id));
			return { ...item, failureReason: post?.failureReason ?? null };
		}),
	);
}
