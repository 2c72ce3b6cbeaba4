import type { IDataObject } from 'n8n-workflow';

import { askForDelays } from '../calendar/overdue';
import type { PostizClient } from '../transport/client';

const isDelay = ({ event }: IDataObject) => event === 'postOverdue';

/**
 * The items, those of overdue posts with why they did not go out, as far as their channel says it. The
 * channels are only asked for if a post is overdue (docs/api.md, Posts that do not go out).
 */
export async function addDelays(
	client: PostizClient,
	items: IDataObject[],
): Promise<IDataObject[]> {
	if (!items.some(isDelay)) return items;
	const delayOf = await askForDelays(client);
	return items.map((item) => {
		if (!isDelay(item)) return item;
		const { reason, sentence } = delayOf(item);
		return { ...item, overdueReason: sentence, overdueKind: reason };
	});
}
