import { findProvider, networksCalled, providerName } from '../providers';
import type { Provider } from '../providers/types';
import type { PostizClient } from '../transport/client';
import type { Channel } from '../transport/types';
import { comparable } from '../values/words';
import { Problem, quote } from '../values/problem';
import { channelsCalled, didYouMean, refuseDisabled, severalCalled } from './match';

/** A channel to post to. */
export interface Target {
	id: string;
	/** For messages: `Channel 2 (X, Acme Coffee)`. */
	label: string;
	name: string;
	/** Sent as `__type`. */
	identifier: string;
	/** Undefined for networks that the node doesn't know. */
	provider?: Provider;
	/** Max characters per part, if it was fetched from the channel. */
	maxLength?: number;
}

/** A channel as entered, before it is looked up. */
export interface ChannelChoice {
	id: string;
	/** `Channel 2`, or `Channel` if there is only one. */
	position: string;
}

/** Finds a channel by ID, name or handle (docs/api.md, Channels). */
export function findTarget({ id: wanted, position }: ChannelChoice, channels: Channel[]): Target {
	const called = channelsCalled(wanted, channels);
	const [channel] = called;
	if (!channel) {
		const advice = didYouMean(wanted, channels) ?? 'Channel > Get Many returns the IDs.';
		throw new Problem(
			`${position}: no channel with the ID ${quote(wanted)} is connected`,
			`No channel has this name or handle either. It may have been removed from Postiz. ${advice}`,
		);
	}
	if (called.length > 1) throw severalCalled(wanted, called);
	const { id, name, identifier } = channel;
	const label = `${position} (${providerName(identifier)}, ${name})`;
	refuseDisabled(channel, label);
	return { id, identifier, provider: findProvider(identifier), name, label };
}

/**
 * Finds a connected channel by ID, name or handle. Calls with an unknown ID fail with a bare 500, like other failures of the service,
 * so only the list of channels tells (docs/api.md, Errors). Throws {@link Problem} if it doesn't exist.
 */
export async function connectedChannel(client: PostizClient, id: string): Promise<Channel> {
	const called = channelsCalled(id, await client.channels());
	if (called.length > 1) throw severalCalled(id, called);
	const [channel] = called;
	if (channel) return channel;
	throw new Problem(
		`Postiz has no channel with the ID ${quote(id)}`,
		'It may have been removed. Channel > Get Many lists the channels with their IDs.',
	);
}

/** Throws {@link Problem} if the channel is disabled or removed: no post is published (docs/api.md, Changing a post). */
export function refuseUnusableChannel({ id, name, identifier }: Target, channels: Channel[]): void {
	const label = `The channel of the post (${providerName(identifier)}, ${name})`;
	const channel = channels.find((one) => one.id === id);
	if (channel) return refuseDisabled(channel, label);
	throw new Problem(
		`${label} is no longer connected in Postiz`,
		'The post would never be published. Connect the channel in Postiz again, and create a new post.',
	);
}

/** True if no network or this one is wanted. Identifiers take precedence over names shared by networks. */
export function isOfNetwork(wanted: string | undefined, identifier: string): boolean {
	if (wanted === undefined || isSameNetwork(wanted, identifier)) return true;
	const own = findProvider(identifier);
	if (!own) return comparable(wanted) === comparable(identifier);
	const exact = findProvider(comparable(wanted));
	return exact ? exact === own : networksCalled(wanted).includes(own);
}

/** True if both identifiers stand for the same network, as some have several (docs/api.md, Providers). */
export function isSameNetwork(wanted: string, identifier: string): boolean {
	const known = findProvider(identifier);
	return wanted === identifier || (known !== undefined && findProvider(wanted) === known);
}
