import type { Problem } from '../../common/problem';
import type { Item } from '../item';
import type { PlannedPost } from '../plannedPost';
import { findPastDateProblem } from '../run/findPastDateProblem';
import type { Run } from '../run/run';
import { mergeSchedule } from './mergeSchedule';
import { getRowChanges } from './rowChanges';

/** True if a post is created with the date of its item, or moved to it. Other updates keep the date in Postiz. */
const usesItemDate = (planned: PlannedPost): boolean =>
	planned.action === 'update'
		? mergeSchedule(planned.existing, planned.desired, getRowChanges(planned)).date !== undefined
		: planned.action === 'create';

/** Finds posts that would get the date of their item although it has passed, and returns the problem. */
export const findPlannedPastDateProblem = (
	item: Item,
	plannedPosts: PlannedPost[],
	run: Run,
): Problem | undefined =>
	plannedPosts.some(usesItemDate) ? findPastDateProblem(item, run) : undefined;

/** Returns the time of a post to send after the run. */
export const getPlannedTime = (planned: PlannedPost): number =>
	planned.action === 'update' && !usesItemDate(planned)
		? planned.existing.time
		: planned.desired.time;
