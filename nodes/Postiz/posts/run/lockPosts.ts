import { locks } from '../../common/processState';
import { assertNotCancelled } from '../../execution/nodeContext';
import type { DesiredPost } from '../desiredPost';
import type { Run } from './run';

/**
 * Locks the posts during a task: a concurrent execution with the same texts or Row IDs, such as from a repeated
 * webhook, waits and then finds them in the calendar. Posts with a Row ID are locked by their texts, too, as Create and
 * Create or Update also find each other's posts.
 */
export async function lockPosts<T>(
	{ client, context }: Run,
	desiredPosts: DesiredPost[],
	task: () => Promise<T>,
): Promise<T> {
	const keys = desiredPosts
		.filter(({ item }) => !item.ignoresExistingPosts)
		.flatMap(({ target, fingerprint: { textDigest, rowIdDigest } }) =>
			[textDigest, ...(rowIdDigest === null ? [] : [rowIdDigest])].map((digest) =>
				JSON.stringify([client.baseUrl, target.id, digest]),
			),
		);
	return await locks.runExclusively(keys, async () => {
		assertNotCancelled(context);
		return await task();
	});
}
