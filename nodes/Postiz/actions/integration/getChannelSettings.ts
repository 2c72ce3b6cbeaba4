import type { IDataObject } from 'n8n-workflow';

import { toChannelColumns } from '../../channels/channelLabel';
import { fetchChannel } from '../../channels/requireChannel';
import { memoize } from '../../common/memoize';
import { toObject } from '../../common/value';
import { forEachItem } from '../../execution/forEachItem';
import { endpoints } from '../../transport/endpoints';
import { toChannelSettings } from '../../transport/knownProperties';
import type { Operation } from '../shared/operation';
import { channelIdSpec } from '../shared/sharedFields';

/** Channel: Get Settings and Tools (docs/api.md, Channel settings and tools). */
export const getChannelSettingsOperation: Operation = {
	name: 'Get Settings and Tools',
	value: 'getSettings',
	action: 'Get channel settings',
	description: 'Get the settings, rules and tools of a channel, by channel ID',
	properties: [channelIdSpec.property],
	execute: async (context, client) => {
		const fetchSettings = memoize(async (id: string) => {
			const channel = await fetchChannel(client, id);
			const response = await client.request(endpoints.getChannelSettings(channel.id));
			const output = toObject(toObject(response).output) as IDataObject;
			return { ...toChannelColumns(channel), ...toChannelSettings(output) };
		});
		return await forEachItem(context, async (itemIndex) => {
			const id = channelIdSpec.readParameter(context, itemIndex);
			return [{ ...(await fetchSettings(id)) }];
		});
	},
};
