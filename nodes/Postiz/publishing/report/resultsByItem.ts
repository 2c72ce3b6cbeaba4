import { getOrCreate } from '../../common/collections';
import type { ItemFailures } from '../../execution/itemResults';
import { getOriginal, type PlannedPost } from '../../posts/plannedPost';
import type { PostResult } from '../../posts/postResult';

/** The results of each item, by its index. */
export type ResultsByItem = Map<number, PostResult[]>;

/** Groups results by item. Duplicates get the result of their original. */
export function createResultsByItem(
	plannedPosts: PlannedPost[],
	results: PostResult[],
	earlierFailures: ItemFailures,
): ResultsByItem {
	const resultByPost = new Map(results.map((result) => [result.planned.desired, result]));
	const resultsByItem: ResultsByItem = new Map();
	for (const planned of plannedPosts) {
		const { index } = planned.desired.item;
		const result = resultByPost.get(getOriginal(planned))!;
		// For an item that failed earlier, only shows posts that Postiz has, or may have from an earlier attempt.
		const isShown =
			isInPostiz(result) || (planned.action === 'reject' && result.outcome === 'unknown');
		if (isShown || !earlierFailures.has(index))
			getOrCreate(resultsByItem, index, () => []).push(result);
	}
	return resultsByItem;
}

export const isInPostiz = ({ outcome }: PostResult): boolean =>
	['created', 'updated', 'unchanged'].includes(outcome);
