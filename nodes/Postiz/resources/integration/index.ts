import type { Resource } from '../shared/types';
import { deleteChannel } from './delete';
import { findSlot } from './findSlot';
import { getConnectUrl } from './getConnectUrl';
import { getSettings } from './getSettings';
import { getManyChannels } from './list';
import { listGroups } from './listGroups';
import { runTool } from './runTool';

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
