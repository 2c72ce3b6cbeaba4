import type { Resource } from '../shared/operation';
import { deleteChannel } from './deleteChannel';
import { findSlot } from './findSlot';
import { getChannelSettings } from './getChannelSettings';
import { getManyChannels } from './getManyChannels';
import { lookUp } from './lookUp';

/**
 * Channels: the connected social accounts. `integration` is the word of the API, and the value of the resource in saved
 * workflows; as in n8n's nodes, the folder is named like the value.
 */
export const integration: Resource = {
	name: 'Channel',
	value: 'integration',
	defaultOperation: 'list',
	operations: [getManyChannels, getChannelSettings, lookUp, findSlot, deleteChannel],
};
