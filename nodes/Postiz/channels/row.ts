import type { IDataObject } from 'n8n-workflow';

import { providerName } from '../providers';
import type { Channel } from '../transport/types';

/** A channel in the output, with null for unknown values (docs/api.md, Channels). */
export function channelRow({ id, name, identifier }: Partial<Channel>): IDataObject {
	return {
		channelName: name || null,
		providerName: providerName(identifier) || null,
		provider: identifier || null,
		channelId: id || null,
	};
}

/** A group of channels in the output, with null if there is none (docs/api.md, Groups). */
export const groupRow = ({ id, name }: IDataObject = {}): IDataObject => ({
	groupName: name ?? null,
	groupId: id ?? null,
});
