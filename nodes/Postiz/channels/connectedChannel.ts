import type { PostizClient } from '../transport/client';
import type { Channel } from '../transport/types';
import { Problem, quote } from '../values/problem';

/**
 * Finds a connected channel by ID. Calls with an unknown ID fail with a bare 500, like other failures of the service,
 * so only the list of channels tells (docs/api.md, Errors). Throws {@link Problem} if it doesn't exist.
 */
export async function connectedChannel(client: PostizClient, id: string): Promise<Channel> {
	const channel = (await client.channels()).find((connected) => connected.id === id);
	if (channel) return channel;
	throw new Problem(
		`Postiz has no channel with the ID ${quote(id)}`,
		'It may have been removed. Channel > Get Many lists the channels with their IDs.',
	);
}
