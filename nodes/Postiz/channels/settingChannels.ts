import type { IDataObject } from 'n8n-workflow';

import type { Provider, SettingField } from '../providers/types';
import type { Channel } from '../transport/types';
import { caughtProblem, Problem } from '../values/problem';
import { isEmpty } from '../values/read';
import { findChannels, readNamedChannels, SEPARATORS, type NamedChannels } from './findChannels';
import { describeChannel, isCalled } from './nearestChannels';
import type { Target } from './targets';

type ChannelField = SettingField & { channelsOf: string[] };

/** The settings that name other channels and have something in them. */
export const channelSettings = (settings: IDataObject, provider: Provider | undefined) =>
	(provider?.fields ?? []).filter(
		(field): field is ChannelField =>
			field.channelsOf !== undefined && !isEmpty(settings[field.name]),
	);

/** The settings without those that do nothing, as they go with others that are empty. */
export function withoutIdle(settings: IDataObject, provider: Provider | undefined): IDataObject {
	const idle = (provider?.fields ?? [])
		.filter(({ goesWith }) => goesWith !== undefined && isEmpty(settings[goesWith]))
		.map(({ name }) => name);
	return Object.fromEntries(Object.entries(settings).filter(([name]) => !idle.includes(name)));
}

/**
 * The settings with the channels that they name as `{id}`. Throws {@link Problem} for one that is
 * not among the others of the network (docs/api.md, Reposts and comments from other channels).
 */
export function findSettingChannels(
	settings: IDataObject,
	{ id: own, label, provider }: Pick<Target, 'id' | 'label' | 'provider'>,
	channels: Channel[],
): IDataObject {
	const found = channelSettings(settings, provider).map(({ name, displayName, channelsOf }) => {
		try {
			const named = readNamedChannels(settings[name]);
			const others = channels.filter(
				({ id, identifier }) => id !== own && channelsOf.includes(identifier),
			);
			refuseStranger(named, channels, others, own);
			return [name, findChannels(named, others).channels.map(({ id }) => ({ id }))];
		} catch (error) {
			const problem = caughtProblem(error);
			const said = problem.message.replace(/^Channels\b:?/, '').trim();
			throw problem.with({ message: `${label}: ${displayName}: ${said}` });
		}
	});
	return { ...settings, ...(Object.fromEntries(found) as IDataObject) };
}

function refuseStranger(
	named: NamedChannels[],
	channels: Channel[],
	others: Channel[],
	own: string,
): void {
	const isOther = (text: string) => others.some((channel) => isCalled(channel, text));
	const unknown = named
		.filter((texts) => !texts.some(isOther))
		.flatMap((texts) => texts.flatMap((text) => [text, ...text.split(SEPARATORS)]))
		.filter((text) => !isOther(text));
	const strangers = channels.filter(
		(channel) => !others.includes(channel) && unknown.some((text) => isCalled(channel, text)),
	);
	// The post's own channel is the first that a name may mean by mistake.
	const stranger = strangers.find(({ id }) => id === own) ?? strangers[0];
	if (!stranger) return;
	throw stranger.id === own
		? new Problem(
				`${stranger.name} is the channel of the post itself`,
				'Remove it. If these settings are for several channels, choose one under Only for Channel.',
			)
		: new Problem(
				`${describeChannel(stranger)} is a channel of another network`,
				`Choose other channels of the network${others.length > 0 ? `: ${others.map(describeChannel).join(', ')}` : ''}.`,
			);
}
