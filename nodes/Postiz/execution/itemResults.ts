import { Problem } from '../common/problem';
import { EventLoopYield } from './eventLoopYield';

/** Why an item failed: a {@link Problem}, or another error. */
export type ItemFailure = [index: number, error: unknown];

/** Failures by item index, in the order in which they happened. */
export type ItemFailures = ReadonlyMap<number, unknown>;

/** The results of a step: a value per item, and why the other items failed. */
export interface ItemResults<T> {
	values: T[];
	failures: ItemFailures;
}

/** The index of an input item, or something with its index. */
type ItemReference = number | { index: number };

const toItemIndex = (item: ItemReference) => (typeof item === 'number' ? item : item.index);

/** Merges failures. Each item keeps its first failure. */
export function mergeFailures(...lists: Array<Iterable<ItemFailure>>): Map<number, unknown> {
	const merged = new Map<number, unknown>();
	for (const [index, error] of lists.flatMap((list) => [...list])) {
		if (!merged.has(index)) merged.set(index, error);
	}
	return merged;
}

/** Runs a step for one item after another. */
export async function mapSequentially<T extends ItemReference, R>(
	items: T[],
	step: (item: T) => R | Promise<R>,
	{ continuesOnError = true } = {},
): Promise<ItemResults<R>> {
	const values: R[] = [];
	const failures = new Map<number, unknown>();
	const eventLoop = new EventLoopYield();
	for (const item of items) {
		await eventLoop.yieldIfDue();
		try {
			values.push(await step(item));
		} catch (error) {
			failures.set(toItemIndex(item), error);
			if (!continuesOnError) break;
		}
	}
	return { values, failures };
}

/** Runs a step for all items at once. If one failure caused the others, it comes first. */
export async function mapConcurrently<T extends ItemReference, R>(
	items: T[],
	step: (item: T) => Promise<R>,
): Promise<ItemResults<R>> {
	const results = await Promise.allSettled(items.map(async (item) => await step(item)));
	const failed = results.flatMap((result, position): ItemFailure[] =>
		result.status === 'rejected' ? [[toItemIndex(items[position]!), result.reason]] : [],
	);
	const isConsequence = (error: unknown) =>
		error instanceof Problem && error.isConsequence === true;
	failed.sort(([, a], [, b]) => Number(isConsequence(a)) - Number(isConsequence(b)));
	return {
		values: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
		failures: mergeFailures(failed),
	};
}
