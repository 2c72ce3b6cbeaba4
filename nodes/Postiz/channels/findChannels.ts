import { listNames } from '../common/text';
import { createEmptyProblem } from '../common/parseValue';
import { Problem } from '../common/problem';
import type { Channel } from '../transport/apiTypes';
import { getChannelLabel } from './channelLabel';
import { matchName } from './matchName';
import { NameFinder } from './nameFinder';
import { createUnknownNameProblem, listConnected } from './nameProblems';

/**
 * Resolves names to channels without duplicates, with disabled channels of groups apart.
 * Throws {@link Problem} for unknown, ambiguous or disabled channels (docs/api.md, Channels).
 */
export function findChannels(namedChannels: string[][], channels: Channel[]) {
	const finder = new NameFinder(channels);
	const matches = [
		...new Set(namedChannels.flatMap((texts) => findByFirstMatch(texts, channels, finder))),
	];
	finder.assertAllFound();
	const enabled = matches.filter(({ disabled }) => !disabled);
	// Disabled channels named directly are rejected before.
	const disabled = matches.filter((channel) => channel.disabled);
	if (enabled.length > 0) return { channels: enabled, disabled };
	throw disabled.length > 0
		? new Problem(
				'All channels of the group are disabled in Postiz',
				`Enable or reconnect them under Channels in Postiz: ${listNames(disabled.map(getChannelLabel))}.`,
			)
		: createEmptyProblem(
				'No channel is selected',
				`Enter at least one. ${listConnected(channels)}`,
			);
}

/** The channels of the first text that is a name. */
function findByFirstMatch(texts: string[], channels: Channel[], finder: NameFinder): Channel[] {
	const [first = '', ...others] = texts;
	if (others.length === 0) return finder.findAll(first);
	const last = texts.at(-1)!;
	return finder.matchOrCollectProblem(last, () => {
		const [matches] = texts
			.map((text) => matchName(text, channels))
			.filter(({ length }) => length > 0);
		if (matches) return matches;
		throw createUnknownNameProblem(last, channels);
	});
}
