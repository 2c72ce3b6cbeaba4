import { isGloballyUnique } from '../../common/fingerprint';
import type { PlannedPost, PlannedPostOf } from '../../posts/plannedPost';
import type { MatchInput } from './matchInput';

const isRewritten = ({ changedFields }: PlannedPostOf<'update'>) =>
	changedFields.includes('text') && changedFields.includes('minute');

/**
 * Finds rows with another text and another date than their posts: another sheet may have the same IDs, or rows were
 * moved. A single rewritten row is accepted if another row shows that the sheet is the same.
 */
export function findForeignRows(
	plannedPosts: PlannedPost[],
	{ loopHistory }: MatchInput,
): Array<PlannedPostOf<'update'>> {
	const showsSameSheet = (planned: PlannedPost) => {
		// With Retry On Fail, an earlier attempt may have updated the post of this row.
		if (planned.action === 'alreadySent') return planned.isUpdate;
		const isKnownRow =
			planned.action === 'keep' || (planned.action === 'update' && !isRewritten(planned));
		return isKnownRow && !loopHistory.isCreatedInEarlierRound(planned.post);
	};
	const rewrittenRows = plannedPosts.filter(
		(planned): planned is PlannedPostOf<'update'> =>
			planned.action === 'update' &&
			isRewritten(planned) &&
			!planned.post.failedForGood &&
			!isGloballyUnique(planned.desired.item.rowId!),
	);
	const rowIds = new Set(rewrittenRows.map(({ desired }) => desired.item.rowId));
	if (rowIds.size === 1 && plannedPosts.some(showsSameSheet)) return [];
	return rewrittenRows;
}
