import type { IDataObject } from 'n8n-workflow';

import { providerName } from '../providers';
import type { Channel } from '../transport/types';

/** A channel as it stands in the output: what is known of its name, its network and its ID (docs/api.md, Channels). */
export function channelRow({ id, name, identifier }: Partial<Channel>): IDataObject {
	const channel = [providerName(identifier), name].filter(Boolean).join(': ');
	return {
		...(channel && { channel }),
		...(identifier && { network: identifier }),
		...(id && { channelId: id }),
	};
}
