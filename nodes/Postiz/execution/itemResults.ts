import { Problem } from '../common/problem';
import { EventLoopYield } from './eventLoopYield';

/** Why items failed, by their indexes: a {@link Problem}, or an error of n8n. The first failures come first. */
export type ItemFailures = ReadonlyMap<number, unknown>;

/** What a step made of its items, and why the others failed. */
export interface ItemResults<T> {
	values: T[];
	failures: ItemFailures;
}

/** An input item, or what a step made of it. */
type ItemReference = number | { index: number } | { desired: { item: { index: number } } };

function toItemIndex(value: ItemReference): number {
	if (typeof value === 'number') return value;
	return 'index' in value ? value.index : value.desired.item.index;
}

/** Collects failures; of several reasons for one item, the first counts. */
export class FailureList extends Map<number, unknown> {
	add(index: number, error: unknown): void {
		if (!this.has(index)) this.set(index, error);
	}

	addAll(failures: Iterable<[index: number, error: unknown]>): void {
		for (const [index, error] of failures) this.add(index, error);
	}
}

/** Runs a step for one item after another. */
export async function mapInTurn<T extends ItemReference, R>(
	items: T[],
	step: (item: T) => R | Promise<R>,
	{ stopsAtFailure = false } = {},
): Promise<ItemResults<R>> {
	const values: R[] = [];
	const failures = new FailureList();
	const turns = new EventLoopYield();
	for (const item of items) {
		await turns.yieldIfDue();
		try {
			values.push(await step(item));
		} catch (error) {
			failures.add(toItemIndex(item), error);
			if (stopsAtFailure) break;
		}
	}
	return { values, failures };
}

/** Runs a step for all items at once. If one failure causes the others, the cause comes first. */
export async function mapAtOnce<T extends ItemReference, R>(
	items: T[],
	step: (item: T) => Promise<R>,
): Promise<ItemResults<R>> {
	const results = await Promise.allSettled(items.map(async (item) => await step(item)));
	const failed = results.flatMap((result, index) =>
		result.status === 'rejected'
			? [{ index: toItemIndex(items[index]!), error: result.reason as unknown }]
			: [],
	);
	const isFollowUp = (error: unknown) => error instanceof Problem && error.isFollowUp === true;
	failed.sort((a, b) => Number(isFollowUp(a.error)) - Number(isFollowUp(b.error)));
	const failures = new FailureList();
	for (const { index, error } of failed) failures.add(index, error);
	return {
		values: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
		failures,
	};
}

/** Results with failures of an earlier step. */
export const withFailures = <T>(
	{ values, failures }: ItemResults<T>,
	earlier: ItemFailures,
): ItemResults<T> => ({ values, failures: new Map([...failures, ...earlier]) });
