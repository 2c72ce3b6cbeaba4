import { isGloballyUnique } from '../../common/postKey';
import type { Calendar, Decision, DesiredPost, PlannedPost } from '../model';

type Update = Extract<PlannedPost, { action: 'update' }>;

const isRewritten = ({ changed }: Update) => changed.includes('text') && changed.includes('when');

/**
 * Rejects rows with another text and another date than their posts: another sheet may have the same IDs, or rows were
 * moved. A single rewritten row is accepted if another row shows that the sheet is the same.
 */
export function rejectForeignRows(
	steps: PlannedPost[],
	{ loopHistory }: Calendar,
): Array<[DesiredPost, Decision]> {
	const showsSameSheet = (step: PlannedPost) => {
		// With Retry On Fail, an earlier attempt may have updated the post of this row.
		if (step.action === 'alreadySent') return step.isChange;
		const isKnownRow = step.action === 'keep' || (step.action === 'update' && !isRewritten(step));
		return isKnownRow && !loopHistory.isCreatedInEarlierRound(step.post);
	};
	const rewritten = steps.filter(
		(step): step is PlannedPost & Update =>
			step.action === 'update' &&
			isRewritten(step) &&
			!step.post.failedForGood &&
			!isGloballyUnique(step.desired.item.rowId!),
	);
	if (rewritten.length === 1 && steps.some(showsSameSheet)) return [];
	return rewritten.map(({ desired, post }) => [
		desired,
		{ action: 'reject', rejection: 'other', post },
	]);
}
