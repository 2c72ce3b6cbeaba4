import type { IDataObject } from 'n8n-workflow';

import type { SettingField } from '../providers/types';
import { lacksCall } from '../transport/answer';
import type { PostizClient } from '../transport/client';
import { endpoints } from '../transport/endpoints';
import { getOrMake } from '../values/lists';
import { isObject, propertiesOf } from '../values/read';
import { changesPost } from './checkSetting';

/** What an instance tells about a channel (docs/api.md, Channel settings and tools). */
export interface ChannelFacts {
	/** Max characters per part. */
	maxLength?: number;
	/** The keys of settings that it knows; undefined if it lists none. */
	keys?: string[];
}

/** Returns the facts of a channel, asked once a run. Throws {@link Problem}, also if the instance is too old to tell. */
export type FactsOf = (channelId: string) => Promise<ChannelFacts>;

/** The {@link FactsOf} the channels of a run. */
export function channelFacts(client: PostizClient): FactsOf {
	const asked = new Map<string, Promise<ChannelFacts>>();
	return async (channelId) =>
		await getOrMake(asked, channelId, async () => {
			const answer = await client.request({
				...endpoints.getChannelSettings(channelId),
				explain: (refusal) => (lacksCall(refusal) ? TOO_OLD : undefined),
			});
			const { maxLength, settings } = propertiesOf(propertiesOf(answer).output);
			const { properties } = propertiesOf(settings);
			return {
				...(typeof maxLength === 'number' && { maxLength }),
				...(isObject(properties) && { keys: Object.keys(properties) }),
			};
		});
}

const TOO_OLD = {
	message: 'Network Settings need Postiz 2.18 or newer',
	description: 'Update Postiz, or leave the settings as they are in a new post.',
};

/** The keys of settings with another value than their default, without reposts, which instances never list. */
export const statedKeys = (fields: SettingField[], settings: IDataObject): string[] =>
	fields
		.filter((field) => changesPost(field, settings[field.name]) && !/^plug--/.test(field.name))
		.map(({ name }) => name);
