import type { IDataObject } from 'n8n-workflow';

import { joinNames } from '../common/text';
import { getNetworkName } from '../networks';
import type { Channel } from '../transport/apiTypes';

/** Returns the label of a channel in lists, outputs and messages, as far as it is known: `X: Acme Coffee`. */
export const getChannelLabel = ({ name, identifier }: Partial<Channel>) =>
	[getNetworkName(identifier), name].filter(Boolean).join(': ');

/** Returns the names of a channel on its network. */
export const getNameAndHandle = ({ name, profile }: Channel) =>
	[name, profile].filter((word) => word);

/** Returns a label such as `X: Acme Coffee (cmb1)`. */
export const getLabelWithId = (channel: Channel) => `${getChannelLabel(channel)} (${channel.id})`;

/** Joins the labels of channels within `max` characters. Adds the IDs if labels are ambiguous. */
export function joinLabels(channels: Channel[], max: number): string {
	const labels = channels.map(getChannelLabel);
	const isUnique = labels.length === new Set(labels).size;
	return joinNames(isUnique ? labels : channels.map(getLabelWithId), max);
}

/** Returns the known fields of a channel for outputs: name, network and ID (docs/api.md, Channels). */
export function toChannelColumns({ id, name, identifier }: Partial<Channel>): IDataObject {
	const channel = getChannelLabel({ name, identifier });
	return {
		...(channel && { channel }),
		...(identifier && { network: identifier }),
		...(id && { channelId: id }),
	};
}
