import type { IDataObject } from 'n8n-workflow';

import { getChannelLabel } from '../../channels/channelLabel';
import { parseChannelNames } from '../../channels/parseChannelNames';
import { resolveChannels } from '../../channels/resolveChannels';
import type { Target } from '../../channels/target';
import { toProblemOrRethrow } from '../../common/problem';
import { isEmpty } from '../../common/value';
import type { Channel } from '../../transport/apiTypes';

const ONLY_OTHER_CHANNELS = 'Choose other channels of the network, not the channel of the post.';

/**
 * Replaces the channels in settings with `{id}`. Throws {@link Problem} unless they are other channels of the same
 * network (docs/api.md, Reposts and comments from other channels).
 */
export function resolveSettingChannels(
	settings: IDataObject,
	target: Target,
	channels: Channel[],
): IDataObject {
	const entries = (target.network?.fields ?? []).flatMap(
		({ name, displayName, channelNetworks }) => {
			if (channelNetworks === undefined || isEmpty(settings[name])) return [];
			const others = channels.filter(
				({ id, identifier }) => id !== target.id && channelNetworks.includes(identifier),
			);
			try {
				const names = parseChannelNames(settings[name]);
				return [[name, resolveChannels(names, others).channels.map(({ id }) => ({ id }))]];
			} catch (error) {
				const problem = toProblemOrRethrow(error);
				throw problem.with({
					message: `${getChannelLabel(target)} – ${displayName}: ${problem.message}`,
					remedy: [...problem.remedy, ONLY_OTHER_CHANNELS],
				});
			}
		},
	);
	return { ...settings, ...(Object.fromEntries(entries) as IDataObject) };
}
