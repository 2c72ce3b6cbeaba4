import type { IDataObject } from 'n8n-workflow';

import { toChannelSettings } from '../../transport/channels';
import { isObject } from '../../values/read';
import { askOnce } from '../shared/askOnce';
import { channelField, readId, unknownId } from '../shared/ids';
import { forEachItem } from '../shared/itemRun';
import type { Operation } from '../shared/types';

/** Channel: Get Settings and Tools (docs/api.md, Channel settings and tools). */
export const getSettings: Operation = {
	name: 'Get Settings and Tools',
	value: 'getSettings',
	action: 'Get the settings, limits and tools of a channel',
	description:
		'Get the settings, lengths and rules of posts on a channel, and the tools that Channel > Run Tool can run',
	properties: [channelField('The channel to look at')],
	execute: async (context, client) => {
		const ask = askOnce<IDataObject>();
		return await forEachItem(context, async (itemIndex) => {
			const id = readId(context, itemIndex, 'integrationId', 'Channel');
			const output = await ask(id, async () => {
				const answer = await client.request<{ output?: IDataObject } | undefined>({
					method: 'GET',
					path: `/integration-settings/${encodeURIComponent(id)}`,
					explain: unknownId('channel', id),
				});
				return isObject(answer?.output) ? answer.output : {};
			});
			return [{ channelId: id, ...toChannelSettings(output) }];
		});
	},
};
