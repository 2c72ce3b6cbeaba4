import { findFilters, type ChannelFilters, type WrittenFilters } from '../channels/filters';
import type { Channel } from '../transport/types';
import { caughtProblem } from '../values/problem';

/** The IDs that names in filters resolved to, by name. */
export type NamedBefore = Record<string, string[]>;

/**
 * The filters with the channels that are meant, and what to remember of them: what was found once stays meant,
 * also if it is renamed or removed. Throws {@link Problem} for what is unknown.
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
