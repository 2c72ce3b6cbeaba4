import { createEmptyProblem, toProblemOrRethrow, mergeProblems, Problem } from '../common/problem';
import { joinNames } from '../common/text';
import type { Channel } from '../transport/apiTypes';
import { getChannelLabel } from './channelLabel';
import { createUnknownNameProblem, describeConnected } from './channelNameProblems';
import { resolveChannelName } from './resolveChannelName';

/**
 * Resolves entered channels, without duplicates (docs/api.md, Channels). Returns disabled channels of groups
 * separately. `channelNames`: the possible names of each element, as `parseChannelNames` returns them. A name is
 * whatever {@link resolveChannelName} accepts, or several names separated by commas, semicolons or lines. Throws {@link
 * Problem} for unknown, ambiguous or disabled channels.
 */
export function resolveChannels(channelNames: string[][], channels: Channel[]) {
	const resolver = new ChannelResolver(channels);
	const matches = [...new Set(channelNames.flatMap((names) => resolver.resolve(names)))];
	resolver.assertAllResolved();
	const enabled = matches.filter(({ disabled }) => !disabled);
	// Only groups can have disabled channels here: a disabled channel that is named throws an error.
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

/** Commas come last, as names may contain them, such as `Acme, Inc.`. */
const SEPARATORS = [/[;\r\n]/, /,/];

// "[X, Bluesky]" as some models write a list. Brackets in it are in pairs, such as of the name "X [old]".
const LIST = /^\[([^[\]]*(?:\[[^[\]]*\][^[\]]*)*)\]$/;

const QUOTES = /^["'“„‘«]|["'”“’»]$/g;

/** More would not fit into an error. */
const MAX_PROBLEMS = 5;

/** Resolves names to channels. Collects problems, to report all at once. */
class ChannelResolver {
	private readonly problems = new Map<string, Problem>();

	constructor(private readonly channels: Channel[]) {}

	/** Returns the channels of the first known name; none if there is a problem. */
	resolve(names: string[]): Channel[] {
		const [first = '', ...others] = names;
		const last = others.at(-1);
		if (last === undefined) return this.resolveList(first, SEPARATORS);
		return this.tryResolve(last, () => {
			const matches = this.findFirst(names);
			if (matches) return matches;
			throw createUnknownNameProblem(last, this.channels);
		});
	}

	/** Throws {@link Problem} unless all names were resolved. */
	assertAllResolved(): void {
		const problem = mergeProblems([...this.problems]);
		if (problem) throw problem;
	}

	/**
	 * Returns the channels of a name, as written or without the brackets and quotes around it. If it is unknown, splits it
	 * into names at the first separator.
	 */
	private resolveList(text: string, [separator, ...others]: RegExp[]): Channel[] {
		const list = text.trim().replace(LIST, '$1').trim();
		const unquoted = list.replace(QUOTES, '').trim();
		if (unquoted === '') return [];
		return this.tryResolve(unquoted, () => {
			const matches = this.findFirst([text, unquoted]);
			if (matches) return matches;
			if (!separator) throw createUnknownNameProblem(unquoted, this.channels);
			return list.split(separator).flatMap((element) => this.resolveList(element, others));
		});
	}

	/** Returns the channels of the first known name. */
	private findFirst(names: string[]): Channel[] | undefined {
		for (const name of names) {
			const matches = resolveChannelName(name, this.channels);
			if (matches.length > 0) return matches;
		}
		return undefined;
	}

	/**
	 * Returns the result of `resolve`. If it throws a {@link Problem}, collects the problem and returns no channels.
	 */
	private tryResolve(name: string, resolve: () => Channel[]): Channel[] {
		if (this.problems.has(name) || this.problems.size === MAX_PROBLEMS) return [];
		try {
			return resolve();
		} catch (error) {
			this.problems.set(name, toProblemOrRethrow(error));
			return [];
		}
	}
}
