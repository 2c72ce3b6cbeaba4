import { createEmptyProblem } from '../common/fieldProblems';
import { Problem } from '../common/problem';
import { joinNames } from '../common/text';
import type { Channel } from '../transport/apiTypes';
import { getChannelLabel } from './channelLabel';
import { createUnknownNameProblem, describeConnected } from './channelNameProblems';
import { ChannelResolver } from './channelResolver';
import { resolveChannelName } from './resolveChannelName';

/**
 * Resolves the possible names of each entered channel, without duplicates, and with disabled channels of groups apart.
 * Throws {@link Problem} for unknown, ambiguous or disabled channels (docs/api.md, Channels).
 */
export function resolveChannels(channelNames: string[][], channels: Channel[]) {
	const resolver = new ChannelResolver(channels);
	const matches = [
		...new Set(channelNames.flatMap((names) => resolveFirstName(names, channels, resolver))),
	];
	resolver.assertAllResolved();
	const enabled = matches.filter(({ disabled }) => !disabled);
	// Disabled channels named directly are rejected before.
	const disabled = matches.filter((channel) => channel.disabled);
	if (enabled.length > 0) return { channels: enabled, disabled };
	throw disabled.length > 0
		? new Problem(
				'All channels of the group are disabled in Postiz',
				`Enable or reconnect them under Channels in Postiz: ${joinNames(disabled.map(getChannelLabel))}.`,
			)
		: createEmptyProblem(
				'No channel is selected',
				`Enter at least one. ${describeConnected(channels)}`,
			);
}

/** The channels of the first name that is known. */
function resolveFirstName(
	names: string[],
	channels: Channel[],
	resolver: ChannelResolver,
): Channel[] {
	const [first = '', ...others] = names;
	if (others.length === 0) return resolver.resolveList(first);
	const last = names.at(-1)!;
	return resolver.tryResolve(last, () => {
		const [matches] = names
			.map((name) => resolveChannelName(name, channels))
			.filter(({ length }) => length > 0);
		if (matches) return matches;
		throw createUnknownNameProblem(last, channels);
	});
}
