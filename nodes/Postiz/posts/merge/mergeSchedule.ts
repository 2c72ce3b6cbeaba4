import type { CalendarPost } from '../../calendar/calendarPost';
import { hasFixedDate } from '../../common/fingerprint';
import type { DesiredPost } from '../desiredPost';
import type { PlannedPost } from '../plannedPost';
import type { PostUpdate } from '../postUpdate';
import { getRowChanges, type RowChanges } from './rowChanges';

/** Returns the new state and date of a row's post. Undefined values stay unchanged. */
export function mergeSchedule(
	{ state: stateBefore }: Pick<CalendarPost, 'state'>,
	{ item, fingerprint }: DesiredPost,
	changes: RowChanges,
): Pick<PostUpdate, 'state' | 'date' | 'isForSlot'> {
	const isTriedAgain = stateBefore === 'ERROR' && changes.changedFields.length > 0;
	// A draft without a fixed date gets one when it is released.
	const isReleased =
		changes.hasChanged('state') && !fingerprint.isDraft && !hasFixedDate(fingerprint);
	const isMoved =
		changes.hasChanged('date') || (isTriedAgain && !fingerprint.isDraft) || isReleased;
	const { type, date } = item.requestFields;
	const isDraftWithoutDate = !hasFixedDate(fingerprint) && type === 'draft';
	const state = fingerprint.isDraft ? 'draft' : 'scheduled';
	const newDate = isMoved && !isDraftWithoutDate ? date : undefined;
	return {
		state: changes.hasChanged('state') || isTriedAgain ? state : undefined,
		date: newDate,
		isForSlot: newDate !== undefined && type === 'nextSlot',
	};
}

/** True if a post is created with the date of its item, or moved to it. Other updates keep the date in Postiz. */
export const getsItemDate = (planned: PlannedPost): boolean =>
	planned.action === 'update'
		? mergeSchedule(planned.existing, planned.desired, getRowChanges(planned)).date !== undefined
		: planned.action === 'create';
