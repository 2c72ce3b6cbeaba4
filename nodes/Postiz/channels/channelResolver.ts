import { rethrowUnlessProblem, mergeProblems, type Problem } from '../common/problem';
import type { Channel } from '../transport/apiTypes';
import { createUnknownNameProblem } from './channelNameProblems';
import { resolveChannelName } from './resolveChannelName';

/** More would not fit into an error. */
const MAX_PROBLEMS = 5;

/** Resolves names to channels, and collects their problems, so that one error has all of them. */
export class ChannelResolver {
	private readonly problems = new Map<string, Problem>();

	constructor(private readonly channels: Channel[]) {}

	/**
	 * The channels in a text: names, handles, IDs, labels of lists, groups, networks with one channel, or `Acme: X` for the
	 * channel of a group, separated by commas, semicolons or lines.
	 */
	resolveList(text: string): Channel[] {
		return this.resolveElements(text, SEPARATORS);
	}

	/** The channels that `resolve` returns for a name. If it throws a {@link Problem}, collects that and returns none. */
	tryResolve(name: string, resolve: () => Channel[]): Channel[] {
		if (this.problems.has(name) || this.problems.size === MAX_PROBLEMS) return [];
		try {
			return resolve();
		} catch (error) {
			this.problems.set(name, rethrowUnlessProblem(error));
			return [];
		}
	}

	/** Throws a {@link Problem} unless all names were resolved. */
	assertAllResolved(): void {
		const problem = mergeProblems([...this.problems]);
		if (problem) throw problem;
	}

	private resolveElements(text: string, [separator, ...others]: RegExp[]): Channel[] {
		return this.tryResolve(text, () => {
			const matches = resolveChannelName(text, this.channels);
			if (matches.length > 0) return matches;
			if (!separator) throw createUnknownNameProblem(text, this.channels);
			const elements = text
				.split(separator)
				.map((element) => element.trim().replace(QUOTES, '').trim())
				.filter(Boolean);
			return elements.flatMap((element) => this.resolveElements(element, others));
		});
	}
}

/** Names may have commas, such as `Acme, Inc.`, so lists are split at these last. */
const SEPARATORS = [/[;\r\n]/, /,/];

/** Around elements, or a whole list as some models write it. */
const QUOTES = /^[[\s]*["'“„‘«]|["'”“’»][\]\s]*$/g;
