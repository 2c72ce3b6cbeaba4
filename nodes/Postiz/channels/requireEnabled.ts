import { Problem } from '../common/problem';
import type { Channel } from '../transport/apiTypes';
import { getChannelLabel } from './channelLabel';

/** Returns the channel. Throws {@link Problem} if it is disabled. */
export function requireEnabled(channel: Channel): Channel {
	if (!channel.disabled) return channel;
	throw new Problem(
		`${getChannelLabel(channel)} is disabled in Postiz`,
		'Posts to it would never be published. Enable or reconnect it under Channels in Postiz, or remove it.',
	);
}
