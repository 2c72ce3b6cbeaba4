import { Problem } from '../common/problem';
import { toComparableName } from '../common/text';
import { findNetwork, allNetworks } from '../networks';
import { findNetworksByName } from '../networks/networkNames';
import type { Channel } from '../transport/apiTypes';
import { resolveChannelGroup } from './channelGroups';
import { createAmbiguousNameProblem } from './channelNameProblems';
import { findChannelsByName } from './findChannelsByName';
import { requireEnabled } from './requireChannel';

/**
 * Returns the channels for a name: the ID, name, handle or label of a channel, `Acme: X` for a channel of a group, a
 * group, or a network with a single channel. Empty if the name is unknown. Throws {@link Problem} if the name is
 * ambiguous, or the channel is disabled.
 */
export function resolveChannelName(text: string, channels: Channel[]): Channel[] {
	const matches = findChannelsByName(text, channels);
	const [only, ...others] = matches;
	if (only?.id === text.trim()) return [requireEnabled(only)];
	const group = resolveChannelGroup(text, channels);
	const hasNamesake = only && group?.channels.some((channel) => channel !== only);
	if (others.length > 0 || hasNamesake) throw createAmbiguousNameProblem(text, matches, group);
	if (only) return [requireEnabled(only)];
	return group?.channels ?? resolveNetworkName(text, channels);
}

/** Returns the only channel of a network, if the text names a network. “LinkedIn” may be a profile or a page. */
function resolveNetworkName(text: string, channels: Channel[]): Channel[] {
	const networks = findNetworksByName(text);
	if (networks.length === 0) return [];
	const start = `${toComparableName(text)} `;
	const variants = allNetworks.filter(({ displayName }) =>
		toComparableName(displayName).startsWith(start),
	);
	const ofNetworks = channels.filter(({ identifier }) =>
		[...networks, ...variants].some((network) => network === findNetwork(identifier)),
	);
	const usable = ofNetworks.filter(({ disabled }) => !disabled);
	if (usable.length > 1) throw createAmbiguousNameProblem(text, usable);
	const [only = ofNetworks[0]] = usable;
	if (only) return [requireEnabled(only)];
	throw new Problem(
		`No ${networks.map(({ displayName }) => displayName).join(' or ')} channel is connected`,
		'Connect one under Channels in Postiz, or remove it.',
	);
}
