import { isGloballyUnique } from '../../common/fingerprint';
import type { PlannedPost, PlannedPostOf } from '../../posts/plannedPost';
import type { MatchInput } from './matchInput';

const isRewritten = ({ changedFields }: PlannedPostOf<'update'>) =>
	changedFields.includes('text') && changedFields.includes('date');

/**
 * Finds rows whose text and date both differ from their post's: another sheet may have the same IDs, or rows were
 * moved. Accepts a single rewritten row if another row shows that it is the same sheet.
 */
export function findForeignRows(
	plannedPosts: PlannedPost[],
	{ loopHistory }: MatchInput,
): Array<PlannedPostOf<'update'>> {
	const showsSameSheet = (planned: PlannedPost) => {
		// With Retry On Fail, an earlier attempt may have updated this row's post.
		if (planned.action === 'alreadySent') return planned.isUpdate;
		const isKnownRow =
			planned.action === 'keep' || (planned.action === 'update' && !isRewritten(planned));
		return isKnownRow && !loopHistory.isCreatedInEarlierRound(planned.existing);
	};
	const rewrittenRows = plannedPosts.filter(
		(planned): planned is PlannedPostOf<'update'> =>
			planned.action === 'update' &&
			isRewritten(planned) &&
			planned.existing.onlineStatus !== 'failedForGood' &&
			!isGloballyUnique(planned.desired.item.rowId!),
	);
	const rowIds = new Set(rewrittenRows.map(({ desired }) => desired.item.rowId));
	if (rowIds.size === 1 && plannedPosts.some(showsSameSheet)) return [];
	return rewrittenRows;
}
