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
export function channelSettings(
	settings: IDataObject,
	provider: Provider | undefined,
): ChannelField[] {
	const isNaming = (field: SettingField): field is ChannelField =>
		field.channelsOf !== undefined && !isEmpty(settings[field.name]);
	return (provider?.fields ?? []).filter(isNaming);
}

/** The settings without those that do nothing, as they go with others that are empty. */
export function withoutIdle(settings: IDataObject, provider: Provider | undefined): IDataObject {
	const idle = (provider?.fields ?? [])
		.filter(({ goesWith }) => goesWith !== undefined && isEmpty(settings[goesWith]))
		.map(({ name }) => name);
	return Object.fromEntries(Object.entries(settings).filter(([name]) => !idle.includes(name)));
}

/**
 * The settings with the channels that they name as the service wants them: `{id}`. Throws
 * {@link Problem} for one that is unknown, ambiguous, disabled, of another network, or the post's own
 * (docs/api.md, Reposts and comments from other channels).
 */
export function findSettingChannels(
	settings: IDataObject,
	{ id: own, label, provider }: Pick<Target, 'id' | 'label' | 'provider'>,
	channels: Channel[],
): IDataObject {
	const found = channelSettings(settings, provider).map(({ name, displayName, channelsOf }) => {
		const isOther = ({ id, identifier }: Channel) => id !== own && channelsOf.includes(identifier);
		const others = channels.filter(isOther);
		// The post's own channel is the first that a name may mean by mistake.
		const strangers = channels
			.filter((channel) => !isOther(channel))
			.sort((a, b) => Number(b.id === own) - Number(a.id === own));
		try {
			const named = readNamedChannels(settings[name]);
			refuseStranger(named, { others, strangers, own });
			return [name, findChannels(named, others).channels.map(({ id }) => ({ id }))];
		} catch (error) {
			const { message, description } = caughtProblem(error);
			const said = message.replace(/^Channels\b:?/, '').trim();
			throw Problem.from({ message: `${label}: ${displayName}: ${said}`, description });
		}
	});
	return { ...settings, ...(Object.fromEntries(found) as IDataObject) };
}

function refuseStranger(
	named: NamedChannels[],
	{ others, strangers, own }: { others: Channel[]; strangers: Channel[]; own: string },
): void {
	const isOther = (text: string) => others.some((channel) => isCalled(channel, text));
	const unknown = named
		.filter((texts) => !texts.some(isOther))
		.flatMap((texts) => texts.flatMap((text) => [text, ...text.split(SEPARATORS)]))
		.filter((text) => !isOther(text));
	const stranger = strangers.find((channel) => unknown.some((text) => isCalled(channel, text)));
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
