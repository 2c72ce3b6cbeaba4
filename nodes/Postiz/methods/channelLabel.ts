import type { INodePropertyOptions } from 'n8n-workflow';

import { findProvider, listedName } from '../providers';
import type { Channel } from '../transport/types';

/** A channel as lists show it: network, name, a group that adds something, and whether it is disabled. */
export function channelLabel({ name, identifier, customer, disabled }: Channel): string {
	const group = customer?.name ?? '';
	const isNew = group !== '' && !name.toLowerCase().includes(group.toLowerCase());
	const provider = findProvider(identifier);
	const network = provider ? listedName(provider) : identifier;
	const mark = disabled ? ' – disabled in Postiz' : '';
	return `${network}: ${name}${isNew ? ` (${group})` : ''}${mark}`;
}

/** True if a channel is what was typed: also by its handle and by other names of its network. */
export function matchesChannel(channel: Channel, typed: string): boolean {
	const text = `${channelLabel(channel)} ${channel.profile ?? ''}`;
	return text.toLowerCase().includes(typed.trim().toLowerCase());
}

/** Channels as the rows of a list. */
export const toOptions = (channels: Channel[]) =>
	byName(channels.map((channel) => ({ name: channelLabel(channel), value: channel.id })));

/** The rows of a list in their order. */
export function byName(options: INodePropertyOptions[]): INodePropertyOptions[] {
	return options.sort((a, b) => a.name.localeCompare(b.name));
}
