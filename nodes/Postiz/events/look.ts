import type { PostizClient } from '../transport/client';
import { advance, type Advanced } from './advance';
import { addFailureReasons } from './failureReasons';
import { takeSnapshot, type SnapshotRequest } from './snapshot';

/**
 * Asks the service what happened since the last look. Returns the items for the workflow, failed posts
 * with the reason, and what to remember. Throws what the client throws.
 */
export async function look(client: PostizClient, request: SnapshotRequest): Promise<Advanced> {
	const { state, options, now } = request;
	const advanced = advance(state, await takeSnapshot(client, request), options, now);
	return { ...advanced, events: await addFailureReasons(client, advanced.events) };
}
