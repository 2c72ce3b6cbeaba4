import { createEmptyProblem } from '../common/fieldProblems';
import { rethrowUnlessProblem, mergeProblems, Problem } from '../common/problem';
import { joinNames } from '../common/text';
import type { Channel } from '../transport/apiTypes';
import { getChannelLabel } from './channelLabel';
import { createUnknownNameProblem, describeConnected } from './channelNameProblems';
import { resolveChannelName } from './resolveChannelName';

/**
 * The channels that people entered, without duplicates, and with disabled channels of groups apart. `channelNames` are
 * the possible names of each element, as `parseChannelNames` returns them: a name that {@link resolveChannelName}
 * knows, or several, separated by commas, semicolons or lines. Throws {@link Problem} for unknown, ambiguous or disabled
 * channels (docs/api.md, Channels).
 */
export function resolveChannels(channelNames: string[][], channels: Channel[]) {
	const resolver = new ChannelResolver(channels);
	const matches = [...new Set(channelNames.flatMap((names) => resolver.resolve(names)))];
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

/** More would not fit into an error. */
const MAX_PROBLEMS = 5;

/** Resolves names to channels, and collects their problems, so that one error has all of them. */
class ChannelResolver {
	private readonly problems = new Map<string, Problem>();

	constructor(private readonly channels: Channel[]) {}

	/** The channels of the first of these names that is known; none if there is a problem. */
	resolve(names: string[]): Channel[] {
		const [first = '', ...others] = names;
		const last = others.at(-1);
		if (last === undefined) return this.resolveList(first, SEPARATORS);
		return this.tryResolve(last, () => {
			const [matches] = names
				.map((name) => resolveChannelName(name, this.channels))
				.filter(({ length }) => length > 0);
			if (matches) return matches;
			throw createUnknownNameProblem(last, this.channels);
		});
	}

	/** Throws a {@link Problem} unless all names were resolved. */
	assertAllResolved(): void {
		const problem = mergeProblems([...this.problems]);
		if (problem) throw problem;
	}

	/** The channels of a name, or of several with the first of the separators that splits them into names. */
	private resolveList(text: string, [separator, ...others]: RegExp[]): Channel[] {
		return this.tryResolve(text, () => {
			const matches = resolveChannelName(text, this.channels);
			if (matches.length > 0) return matches;
			if (!separator) throw createUnknownNameProblem(text, this.channels);
			const elements = text
				.split(separator)
				.map((element) => element.trim().replace(QUOTES, '').trim())
				.filter(Boolean);
			return elements.flatMap((element) => this.resolveList(element, others));
		});
	}

	/** The channels that `resolve` returns for a name. If it throws a {@link Problem}, collects that and returns none. */
	private tryResolve(name: string, resolve: () => Channel[]): Channel[] {
		if (this.problems.has(name) || this.problems.size === MAX_PROBLEMS) return [];
		try {
			return resolve();
		} catch (error) {
			this.problems.set(name, rethrowUnlessProblem(error));
			return [];
		}
	}
}

/** Names may have commas, such as `Acme, Inc.`, so lists are split at these last. */
const SEPARATORS = [/[;\r\n]/, /,/];

/** Around elements, or a whole list as some models write it. */
const QUOTES = /^[[\s]*["'“„‘«]|["'”“’»][\]\s]*$/g;
