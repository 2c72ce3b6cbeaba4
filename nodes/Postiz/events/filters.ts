import { findFilters, type ChannelFilters, type WrittenFilters } from '../channels/filters';
import type { Channel } from '../transport/types';
import { caughtProblem } from '../values/problem';

/** The IDs that names in filters were resolved to. */
export type NamedBefore = Record<string, string[]>;

/**
 * Resolves the channels in filters, and returns what to remember: a name keeps its channels even if they are renamed or
 * removed later. Throws {@link Problem} for unknown names.
 */
export async function findEventFilters(
	written: WrittenFilters,
	list: () => Promise<Channel[]>,
	before: NamedBefore = {},
): Promise<{ filters: ChannelFilters; named: NamedBefore }> {
	const named: NamedBefore = {};
	const find = (name: string, look: () => string[]) => {
		try {
			return (named[name] = look());
		} catch (error) {
			const problem = caughtProblem(error);
			const ids = Object.hasOwn(before, name) ? before[name] : undefined;
			if (!ids) throw problem;
			return (named[name] = ids);
		}
	};
	return { filters: await findFilters(written, list, find), named };
}
