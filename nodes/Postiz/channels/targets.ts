import type { IDataObject } from 'n8n-workflow';

import { findProvider, providerName } from '../providers';
import type { Provider } from '../providers/types';
import type { Channel } from '../transport/types';
import { idIn } from '../values/id';
import { Problem } from '../values/problem';
import { quote } from '../values/quote';
import { isEmpty, unwrap } from '../values/read';
import { DETECT, OTHER } from './fields';

/** A channel to post to. */
export interface Target {
	id: string;
	/** For error sentences: `Channel 2 (X, Acme Coffee)`. */
	label: string;
	name: string;
	/** What is sent as `__type`. */
	identifier: string;
	/** Undefined for networks the node does not know. */
	provider?: Provider;
	/** Max characters of a part, if the channel itself was asked for it. */
	maxLength?: number;
	/** The network was detected, so that the form does not show its fields. */
	isDetected: boolean;
	/** The form shows the fields of the network, and wants what it marks as required. */
	isInForm?: boolean;
}

/** What an entry of Channels says, before the channels are listed. */
export interface ChannelChoice {
	id: string;
	/** `Channel 2`, or `Channel` if there is only one. */
	position: string;
	/** The network that was chosen or entered; undefined if it is to be detected. */
	identifier?: string;
}

/** Reads which channel an entry of Channels names. Throws {@link Problem} if it names none. */
export function readChoice(entry: IDataObject, index: number, count: number): ChannelChoice {
	const position = count > 1 ? `Channel ${index + 1}` : 'Channel';
	const id = idIn(entry.integrationId);
	if (id === '') {
		const entered = unwrap(entry.integrationId);
		throw new Problem(
			isEmpty(entered)
				? `${position}: no channel is chosen`
				: `${position}: the ID cannot be ${quote(entered)}`,
			'Enter the ID of a channel: Channel > Get Many returns the IDs. With an expression, check that every item has a value.',
		);
	}
	const network = String(entry.provider ?? DETECT);
	if (network === DETECT) return { id, position };
	const identifier = network === OTHER ? idIn(entry.providerIdentifier) : network;
	if (identifier === '') {
		throw new Problem(
			`${position}: the Network Identifier is empty`,
			'Enter it as Channel > Get Many returns it under “identifier”, such as bluesky.',
		);
	}
	return { id, position, identifier };
}

/**
 * Finds the channel that was chosen, by its ID, or by its name or handle if only one channel has it.
 * Throws {@link Problem} for a channel that is unknown, ambiguous, disabled, or of another network than
 * the chosen one (docs/api.md, Channels).
 */
export function findTarget(
	{ id, position, identifier }: ChannelChoice,
	channels: Channel[],
): Target {
	const channel = findChannel(id, position, channels);
	const { name } = channel;
	const provider = findProvider(channel.identifier);
	const label = `${position} (${provider?.displayName ?? channel.identifier}, ${name})`;
	if (channel.disabled) {
		throw new Problem(
			`${label} is disabled in Postiz`,
			'Posts to it would never go out. Enable or reconnect it under Channels in Postiz, or take it out here.',
		);
	}
	if (identifier !== undefined && !isSameNetwork(identifier, channel.identifier)) {
		throw new Problem(
			`${label} is no ${findProvider(identifier)?.displayName ?? identifier} channel`,
			`Set Network to ${findProvider(channel.identifier)?.displayName ?? channel.identifier}, or to Detect From Channel.`,
		);
	}
	return {
		id: channel.id,
		identifier: channel.identifier,
		provider,
		name,
		label,
		isDetected: identifier === undefined,
	};
}

const MAX_CANDIDATES = 5;
const MIN_SIMILARITY = 0.5;

function findChannel(wanted: string, position: string, channels: Channel[]): Channel {
	const byId = channels.find(({ id }) => id === wanted);
	if (byId) return byId;
	const word = comparable(wanted);
	const named = channels.filter((channel) => wordsOf(channel).includes(word));
	const [only, ...more] = named;
	if (only && more.length === 0) return only;
	if (only) {
		throw new Problem(
			`${position}: several channels are called ${quote(wanted)}`,
			`Use the ID of one of them: ${named.map(describeChannel).join(', ')}.`,
		);
	}
	const near = nearest(word, channels);
	throw new Problem(
		`${position}: no channel with the ID ${quote(wanted)} is connected`,
		`No channel has this name or handle either. It may have been removed from Postiz. ${
			near.length > 0
				? `Did you mean ${near.map(describeChannel).join(', ')}?`
				: 'Channel > Get Many returns the IDs.'
		}`,
	);
}

/** The channels whose name or handle is most like a word, the most similar first. */
function nearest(word: string, channels: Channel[]): Channel[] {
	return channels
		.map((channel) => ({
			channel,
			score: Math.max(0, ...wordsOf(channel).map((own) => similarity(own, word))),
		}))
		.filter(({ score }) => score >= MIN_SIMILARITY)
		.sort((a, b) => b.score - a.score)
		.slice(0, MAX_CANDIDATES)
		.map(({ channel }) => channel);
}

/** From 0 to 1: how many pairs of neighbouring letters two words share; 1 if one holds the other. */
function similarity(a: string, b: string): number {
	if (a.includes(b) || b.includes(a)) return 1;
	const pairs = pairsOf(a);
	const others = pairsOf(b);
	const shared = [...pairs].filter((pair) => others.has(pair)).length;
	return (2 * shared) / Math.max(1, pairs.size + others.size);
}

const pairsOf = (word: string) =>
	new Set(Array.from(word, (letter, index) => letter + word.charAt(index + 1)).slice(0, -1));

const comparable = (name: unknown) =>
	String(name ?? '')
		.trim()
		.replace(/^@/, '')
		.toLowerCase();

const wordsOf = ({ name, profile }: Channel) => [name, profile].map(comparable).filter(Boolean);

const describeChannel = ({ id, name, identifier }: Channel) =>
	`${name} (${providerName(identifier)}, ${id})`;

/** True for two identifiers of one network: some networks go by several (docs/api.md, Providers). */
export function isSameNetwork(wanted: string, identifier: string): boolean {
	const known = findProvider(identifier);
	return wanted === identifier || (known !== undefined && findProvider(wanted) === known);
}
