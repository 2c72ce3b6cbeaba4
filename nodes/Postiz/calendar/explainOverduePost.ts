import type { OverdueKind } from '../common/reasonKind';
import { quote } from '../common/text';
import { getNetworkName } from '../networks';
import type { Channel, ListedPost } from '../transport/apiTypes';
import { REMEDIES_BY_KIND } from './failures/explainFailure';

/**
 * Explains why a post is overdue, as far as its channel shows, and what to do (docs/api.md, Posts that do not go out).
 * `channels` is undefined if they couldn't be fetched.
 */
export function explainOverduePost(
	{ integration }: ListedPost,
	channels: Channel[] | undefined,
): { reasonKind: OverdueKind; cause: string; remedy: string } {
	const channel = channels?.find(({ id }) => id === integration.id);
	if (!channels || (channel && !channel.disabled)) {
		return {
			reasonKind: 'unknown',
			cause: 'The Postiz worker may be down, or the channel must be reconnected',
			remedy:
				'Check the notifications in Postiz. If you host Postiz yourself, make sure that its worker is running: it then publishes posts that are up to two days late. Give older posts a new date with Post > Update.',
		};
	}
	const { name = integration.id, providerIdentifier } = integration;
	const network = getNetworkName(channel?.identifier ?? providerIdentifier);
	const label = `Its channel ${quote(channel?.name ?? name)}${network && ` (${network})`}`;
	return channel
		? {
				reasonKind: 'channelDisabled',
				cause: `${label} is disabled in Postiz`,
				remedy: REMEDIES_BY_KIND.disabled,
			}
		: {
				reasonKind: 'channelGone',
				cause: `${label} is no longer connected in Postiz`,
				remedy: 'Reconnect the channel in Postiz, and create a new post.',
			};
}
