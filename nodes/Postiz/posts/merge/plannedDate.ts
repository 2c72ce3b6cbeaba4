import type { PlannedPost } from '../plannedPost';
import { mergeSchedule } from './mergeSchedule';
import { getRowChanges } from './rowChanges';

/** True if a post is created with the date of its item, or moved to it. Other updates keep the date in Postiz. */
export const usesItemDate = (planned: PlannedPost): boolean =>
	planned.action === 'update'
		? mergeSchedule(planned.existing, planned.desired, getRowChanges(planned)).date !== undefined
		: planned.action === 'create';

/** Returns the time of a post to send after the run. */
export const getPlannedTime = (planned: PlannedPost): number =>
	planned.action === 'update' && !usesItemDate(planned)
		? planned.existing.time
		: planned.desired.time;
