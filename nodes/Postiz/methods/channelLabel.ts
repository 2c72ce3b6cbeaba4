import { findProvider, providerName } from '../providers';
import type { Channel } from '../transport/types';

/** A channel as lists show it: network, name, a group that adds something, and whether it is disabled. */
export function channelLabel({ name, identifier, customer, disabled }: Channel): string {
	const group = customer?.name ?? '';
	const isNew = group !== '' && !name.toLowerCase().includes(group.toLowerCase());
	const mark = disabled ? ' – disabled in Postiz' : '';
	return `${providerName(identifier)}: ${name}${isNew ? ` (${group})` : ''}${mark}`;
}

/** True if a channel is what was typed: also by its handle and by other names of its network. */
export function matchesChannel(channel: Channel, typed: string): boolean {
	const { displayName = '', searchWords = [] } = findProvider(channel.identifier) ?? {};
	const text = [channelLabel(channel), channel.profile, displayName, ...searchWords].join(' ');
	return text.toLowerCase().includes(typed.trim().toLowerCase());
}
