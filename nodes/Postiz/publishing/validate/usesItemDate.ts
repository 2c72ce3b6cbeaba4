import { mergeSchedule } from '../../posts/merge/mergeSchedule';
import { getRowChanges } from '../../posts/merge/rowChanges';
import type { PlannedPost } from '../../posts/plannedPost';

/** True if a post is created, or moved to the date of its item. Other updates keep the date in Postiz. */
export const usesItemDate = (planned: PlannedPost): boolean =>
	planned.action === 'update'
		? mergeSchedule(planned.existing, planned.desired, getRowChanges(planned)).date !== undefined
		: planned.action === 'create';
