import type { PostizClient } from '../transport/client';
import type { Channel } from '../transport/types';
import { Problem, quote } from '../values/problem';

/**
 * The connected channel with an ID. Calls about an unknown one get a bare 500, as failures of the service do: the list
 * of channels tells the two apart (docs/api.md, Errors). Throws {@link Problem} if there is none.
 */
export async function connectedChannel(client: PostizClient, id: string): Promise<Channel> {
	const channel = (await client.channels()).find((connected) => connected.id === id);
	if (channel) return channel;
	throw new Problem(
		`Postiz has no channel with the ID ${quote(id)}`,
		'It may have been removed. Channel > Get Many lists the channels with their IDs.',
	);
}
