import type { IDataObject } from 'n8n-workflow';

import { failureFields } from '../calendar/reason';
import { readPreview } from '../calendar/preview';
import type { PostizClient } from '../transport/client';

/** How many posts are looked up at a time. */
const AT_ONCE = 5;

/**
 * The items, those of failed posts with the reason; null if the instance does not say it. Nothing else
 * has the reason but the preview of the post (docs/api.md, Preview of a post).
 */
export async function addFailureReasons(
	client: PostizClient,
	items: IDataObject[],
): Promise<IDataObject[]> {
	const failed = items.filter(isFailure).map(({ postId }) => String(postId));
	const reasons = await readReasons(client, [...new Set(failed)]);
	return items.map((item) =>
		isFailure(item) ? { ...item, ...reasons.get(String(item.postId)) } : item,
	);
}

const isFailure = ({ event }: IDataObject) => event === 'postFailed';

async function readReasons(client: PostizClient, ids: string[]): Promise<Map<string, IDataObject>> {
	const reasons = new Map<string, IDataObject>();
	for (let begin = 0; begin < ids.length; begin += AT_ONCE) {
		const asked = ids.slice(begin, begin + AT_ONCE).map(async (id) => {
			const [post] = await readPreview(client, id);
			reasons.set(id, failureFields({ state: 'ERROR', error: post?.error }));
		});
		await Promise.all(asked);
	}
	return reasons;
}
