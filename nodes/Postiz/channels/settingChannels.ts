import type { IDataObject } from 'n8n-workflow';

import type { Provider, SettingField } from '../providers/types';
import type { Channel } from '../transport/types';
import { caughtProblem } from '../values/problem';
import { isEmpty } from '../values/read';
import { findChannels, readNamedChannels } from './findChannels';
import type { Target } from './targets';

const ONLY_OTHERS = 'Only other channels of the network can be named, not that of the post itself.';

type ChannelField = SettingField & { channelsOf: string[] };

/** The settings with other channels, if they aren't empty. */
const channelSettings = (settings: IDataObject, provider: Provider | undefined) =>
	(provider?.fields ?? []).filter(
		(field): field is ChannelField =>
			field.channelsOf !== undefined && !isEmpty(settings[field.name]),
	);

/** Leaves out settings that have no effect, because the setting they belong to is empty. */
export function withoutIdle(settings: IDataObject, provider: Provider | undefined): IDataObject {
	const idle = (provider?.fields ?? []).filter(
		({ goesWith }) => goesWith && isEmpty(settings[goesWith]),
	);
	const names = idle.map(({ name }) => name);
	return Object.fromEntries(Object.entries(settings).filter(([name]) => !names.includes(name)));
}

/**
 * Replaces the channels that settings name with `{id}`. Throws {@link Problem} for channels that aren't others of the
 * network (docs/api.md, Reposts and comments from other channels).
 */
export function findSettingChannels(
	settings: IDataObject,
	{ id: own, label, provider }: Pick<Target, 'id' | 'label' | 'provider'>,
	channels: Channel[],
): IDataObject {
	const entries = channelSettings(settings, provider).map(({ name, displayName, channelsOf }) => {
		try {
			const others = channels.filter(
				({ id, identifier }) => id !== own && channelsOf.includes(identifier),
			);
			const found = findChannels(readNamedChannels(settings[name]), others);
			return [name, found.channels.map(({ id }) => ({ id }))];
		} catch (error) {
			const problem = caughtProblem(error);
			const said = problem.message
				.replace(/^Channels /, '')
				.replace(/^(No|All|Several) /, (word) => word.toLowerCase());
			throw problem.with({
				message: `${label}: ${displayName}: ${said}`,
				description: (own) => `${own} ${ONLY_OTHERS}`,
			});
		}
	});
	return { ...settings, ...(Object.fromEntries(entries) as IDataObject) };
}
