import type { IDataObject } from 'n8n-workflow';

import { askForDelays } from '../calendar/overdue';
import { readPreview } from '../calendar/preview';
import { failureFields } from '../calendar/reason';
import type { PostizClient } from '../transport/client';
import { Queue } from '../values/queue';

const PREVIEWS_AT_ONCE = 5;

/**
 * The items, those of failed and overdue posts with why, as far as Postiz says it: for the one, their
 * previews are asked for, for the other the channels (docs/api.md, Preview of a post, Posts that do not go
 * out).
 */
export async function addReasons(
	client: PostizClient,
	items: IDataObject[],
): Promise<IDataObject[]> {
	const queue = new Queue(PREVIEWS_AT_ONCE);
	const failed = items.filter(({ event }) => event === 'postFailed');
	const failures = new Map<unknown, IDataObject>();
	const asked = [...new Set(failed.map(({ postId }) => String(postId)))].map(async (id) => {
		const [post] = await queue.run(async () => await readPreview(client, id));
		failures.set(id, failureFields({ state: 'ERROR', error: post?.error }));
	});
	await Promise.all(asked);
	const hasOverdue = items.some(({ event }) => event === 'postOverdue');
	const delayOf = hasOverdue ? await askForDelays(client) : undefined;
	return items.map((item) => {
		if (item.event === 'postFailed') return { ...item, ...failures.get(item.postId) };
		if (item.event !== 'postOverdue' || !delayOf) return item;
		const { reason, sentence } = delayOf(item);
		return { ...item, overdueReason: sentence, overdueKind: reason };
	});
}
