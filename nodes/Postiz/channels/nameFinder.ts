import { asProblem, mergeProblems, type Problem } from '../common/problem';
import type { Channel } from '../transport/apiTypes';
import { matchName } from './matchName';
import { createUnknownNameProblem } from './nameProblems';

/** More would not fit into an error. */
const MAX_PROBLEMS = 5;

/** Finds channels by name, and collects why names can't be used, so that one error has all of them. */
export class NameFinder {
	private readonly problems = new Map<string, Problem>();

	constructor(private readonly channels: Channel[]) {}

	/**
	 * The channels in a text: names, handles, IDs, labels of lists, groups, networks with one channel, or `Acme: X` for the
	 * channel of a group, separated by commas, semicolons or lines.
	 */
	findAll(text: string): Channel[] {
		return this.findInList(text, SEPARATORS);
	}

	/** What `match` finds for a name; nothing if it throws a {@link Problem}. */
	matchOrCollectProblem(name: string, match: () => Channel[]): Channel[] {
		if (this.problems.has(name) || this.problems.size === MAX_PROBLEMS) return [];
		try {
			return match();
		} catch (error) {
			this.problems.set(name, asProblem(error));
			return [];
		}
	}

	/** Throws a {@link Problem} unless all names were found. */
	assertAllFound(): void {
		const problem = mergeProblems([...this.problems]);
		if (problem) throw problem;
	}

	private findInList(text: string, [separator, ...others]: RegExp[]): Channel[] {
		return this.matchOrCollectProblem(text, () => {
			const matches = matchName(text, this.channels);
			if (matches.length > 0) return matches;
			if (!separator) throw createUnknownNameProblem(text, this.channels);
			const elements = text
				.split(separator)
				.map((element) => element.trim().replace(QUOTES, '').trim())
				.filter(Boolean);
			return elements.flatMap((element) => this.findInList(element, others));
		});
	}
}

/** Names may have commas, such as `Acme, Inc.`, so lists are split at these last. */
const SEPARATORS = [/[;\r\n]/, /,/];

/** Around elements, or a whole list as some models write it. */
const QUOTES = /^[[\s]*["'“„‘«]|["'”“’»][\]\s]*$/g;
