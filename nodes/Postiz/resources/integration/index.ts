import type { Resource } from '../shared/types';
import { deleteChannel } from './delete';
import { findSlot } from './findSlot';
import { getConnectUrl } from './getConnectUrl';
import { getManyChannels, listGroups } from './list';
import { getSettings, runTool } from './tools';

/** Channels: the connected social accounts. */
export const integration: Resource = {
	name: 'Channel',
	value: 'integration',
	defaultOperation: 'list',
	operations: [
		deleteChannel,
		findSlot,
		getConnectUrl,
		getManyChannels,
		listGroups,
		getSettings,
		runTool,
	],
};
