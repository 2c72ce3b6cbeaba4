import type { IDataObject } from 'n8n-workflow';

import { providerName } from '../providers';
import type { Channel } from '../transport/types';

/** A channel in the output, with null for unknown values (docs/api.md, Channels). */
export function channelRow({ id, name, identifier }: Partial<Channel>): IDataObject {
	return {
		channelId: id || null,
		channelName: name || null,
		provider: identifier || null,
		providerName: providerName(identifier) || null,
	};
}

/** A group of channels in the output, with null if there is none (docs/api.md, Groups). */
export const groupRow = ({ id, name }: IDataObject = {}): IDataObject => ({
	groupId: id ?? null,
	groupName: name ?? null,
});
