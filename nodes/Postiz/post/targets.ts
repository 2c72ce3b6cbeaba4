import type { IDataObject } from 'n8n-workflow';

import { findProvider } from '../providers';
import type { Channel } from '../transport/types';
import { DETECT, OTHER } from './form';
import { Problem } from './problem';
import { idIn } from './id';
import { isEmpty, unwrap } from './settings';
import type { Target } from './types';
import { quote } from './values';

/** How the channels of one execution are resolved. */
export interface TargetLookup {
	/** The connected channels, asked for at most once per execution. */
	channels: () => Promise<Channel[]>;
	/** Look every channel up, also where its network is known. */
	verify: boolean;
}

/** How sentences call the n-th of the chosen channels. */
export function channelPosition(index: number, count: number): string {
	return count > 1 ? `Channel ${index + 1}` : 'Channel';
}

/**
 * The channel that one entry of Channels means, and its network. The service is asked only where
 * the network is to be detected, goes by several identifiers, or the person wants it verified.
 * Throws {@link Problem} for a missing, unknown, disabled or mismatched channel (API: Providers).
 */
export async function resolveTarget(
	entry: IDataObject,
	index: number,
	count: number,
	{ channels, verify }: TargetLookup,
): Promise<Target> {
	const position = channelPosition(index, count);
	const id = idIn(entry.integrationId);
	if (id === '') {
		const entered = unwrap(entry.integrationId);
		throw new Problem(
			isEmpty(entered)
				? `${position}: no channel is chosen`
				: `${position}: the ID cannot be ${quote(entered)}`,
			'Pick a channel from the list, or enter an ID. With an expression, check that every item has one.',
		);
	}
	const chosen = String(entry.provider ?? DETECT);
	const identifier = chosen === OTHER ? idIn(entry.providerIdentifier) : chosen;
	if (identifier === '') {
		throw new Problem(
			`${position}: the Network Identifier is empty`,
			'Enter it as Channel > Get Many shows it under “identifier”, such as bluesky.',
		);
	}
	const declared = chosen === DETECT ? undefined : findProvider(identifier);
	if (chosen === DETECT || verify || declared?.aliases) {
		const target = lookUp(await channels(), id, position);
		if (declared && target.provider !== declared) {
			throw new Problem(
				`${target.label} is no ${declared.displayName} channel`,
				'Choose the network of the channel, or Detect From Channel.',
			);
		}
		return { ...target, isDetected: chosen === DETECT };
	}
	const name = pickedName(entry.integrationId);
	const network = declared?.displayName ?? identifier;
	const label = `${position} (${[network, name].filter(Boolean).join(', ')})`;
	return { id, identifier, provider: declared, name, label };
}

// The picker keeps the label of the chosen row, "Name (Network, Group)", of which a network may have
// brackets of its own: "Name (Instagram (Standalone)) – disabled in Postiz".
const LABEL_DETAILS = / \((?:[^()]|\([^()]*\))*\)(?: – [^()]*)?$/;

function pickedName(locator: unknown): string | undefined {
	const { mode, cachedResultName } = (locator ?? {}) as {
		mode?: string;
		cachedResultName?: string;
	};
	return mode === 'list' ? cachedResultName?.replace(LABEL_DETAILS, '') : undefined;
}

function lookUp(channels: Channel[], id: string, position: string): Target {
	const channel = channels.find((candidate) => candidate.id === id);
	if (!channel) {
		throw new Problem(
			`${position}: no channel with the ID ${quote(id)} is connected`,
			'It may have been removed from Postiz. Pick a channel from the list, or look the ID up with Channel > Get Many.',
		);
	}
	const { identifier, name } = channel;
	const provider = findProvider(identifier);
	const label = `${position} (${provider?.displayName ?? identifier}, ${name})`;
	if (channel.disabled) {
		throw new Problem(
			`${label} is disabled in Postiz`,
			'Posts to it would never go out. Enable or reconnect it under Channels in Postiz, or take it out here.',
		);
	}
	return { id, identifier, provider, name, label };
}
