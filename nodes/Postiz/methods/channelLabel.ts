import { providerName } from '../providers';
import type { Channel } from '../transport/types';

/** A channel as lists show it: its name, network and group, and whether it is disabled. */
export function channelLabel({ name, identifier, customer, disabled }: Channel): string {
	const details = [providerName(identifier), customer?.name].filter(Boolean);
	return `${name} (${details.join(', ')})${disabled ? ' – disabled in Postiz' : ''}`;
}
