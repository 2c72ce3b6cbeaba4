import { isGloballyUnique, type KeyPart } from '../../common/postKey';
import type { Calendar, Decision, DesiredPost, PlannedPost } from '../model';

/** Rejects rows that say something else at another time than their posts: they may be another sheet's, or have moved. */
export function rejectForeignRows(
	steps: PlannedPost[],
	{ loopHistory }: Calendar,
): Array<[DesiredPost, Decision]> {
	const isBoth = ({ changed }: { changed: KeyPart[] }) =>
		changed.includes('text') && changed.includes('when');
	// With Retry On Fail, an earlier try may have changed the post of a witness.
	const isWitness = (step: PlannedPost) => {
		if (step.action === 'alreadySent') return step.isChange;
		const isAsBefore = step.action === 'keep' || (step.action === 'update' && !isBoth(step));
		return isAsBefore && !loopHistory.isCreatedInEarlierRound(step.post);
	};
	const both = steps.flatMap((step) =>
		step.action === 'update' &&
		isBoth(step) &&
		!step.post.failedForGood &&
		!isGloballyUnique(step.desired.item.rowId!)
			? [step]
			: [],
	);
	if (both.length === 1 && steps.some(isWitness)) return [];
	return both.map(({ desired, post }) => [desired, { action: 'reject', rejection: 'other', post }]);
}
