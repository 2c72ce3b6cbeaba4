import { providerName } from '../providers';
import type { PostizClient } from '../transport/client';
import type { ListedPost } from '../transport/types';
import { MINUTE_MS, serviceTime } from '../values/date';
import { ignoreProblem, quote } from '../values/problem';

/** Posts that are still scheduled this long after their date are overdue. Most are published within a minute. */
export const OVERDUE_MS = 15 * MINUTE_MS;

/** True if a post is still scheduled {@link OVERDUE_MS} after its date (docs/api.md, Posts that do not go out). */
export function isOverdue(
	{ state, publishDate }: Pick<ListedPost, 'state' | 'publishDate'>,
	now: number,
): boolean {
	return state === 'QUEUE' && serviceTime(publishDate) + OVERDUE_MS <= now;
}

const UNKNOWN = {
	reason: 'unknown',
	sentence:
		'The worker of Postiz, which publishes posts, may be down or have lost it, or its channel must be reconnected',
	advice:
		'The notifications of Postiz show whether the channel must be reconnected. On your own instance, check that the worker of Postiz is running. Postiz then publishes posts that are at most two days late; give others a new date with Post > Update.',
} as const;

/**
 * Why a post isn't published, judging by its channel, and what to do; unknown if channels can't be listed
 * (docs/api.md, Posts that do not go out).
 */
export async function whyOverdue(client: PostizClient, { integration }: ListedPost) {
	const channels = await client.channels().catch(ignoreProblem);
	if (!integration?.id || !channels) return UNKNOWN;
	const known = channels.find(({ id }) => id === integration.id);
	if (known && !known.disabled) return UNKNOWN;
	const { name = integration.id, providerIdentifier: identifier } = integration;
	const network = providerName(known?.identifier ?? identifier);
	const label = `${quote(known?.name ?? name)}${network && ` (${network})`}`;
	if (!known) {
		return {
			reason: 'channelGone',
			sentence: `Its channel ${label} is no longer connected in Postiz`,
			advice: 'Connect the channel in Postiz again, and create a new post.',
		} as const;
	}
	return {
		reason: 'channelDisabled',
		sentence: `Its channel ${label} is disabled in Postiz`,
		advice:
			'Enable the channel in Postiz, then give the post a new date with Post > Update: Postiz may not publish it by itself.',
	} as const;
}
