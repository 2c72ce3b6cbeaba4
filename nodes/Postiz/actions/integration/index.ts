import type { Resource } from '../shared/operation';
import { deleteChannelOperation } from './deleteChannel';
import { findSlotOperation } from './findSlot';
import { getChannelSettingsOperation } from './getChannelSettings';
import { getManyChannelsOperation } from './getManyChannels';
import { lookUpOperation } from './lookUp';

/**
 * Channels: the connected social accounts. `integration` is the word of the API, and the value of the resource in saved
 * workflows; as in n8n's nodes, the folder is named like the value.
 */
export const integration: Resource = {
	name: 'Channel',
	value: 'integration',
	defaultOperation: 'list',
	operations: [
		getManyChannelsOperation,
		getChannelSettingsOperation,
		lookUpOperation,
		findSlotOperation,
		deleteChannelOperation,
	],
};
