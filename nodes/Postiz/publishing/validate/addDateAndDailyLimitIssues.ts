import type { ItemFailures } from '../../execution/itemResults';
import type { CalendarSnapshot } from '../../posts/existingPost';
import { createNoteIssue, type Issue } from '../../posts/issue';
import { withIssues, type PlannedPost } from '../../posts/plannedPost';
import { getServiceStartTime, type Run } from '../../posts/run/run';
import { findDailyWindows } from './findDailyWindows';
import { findDailyLimitIssues } from './findRuleIssues';

/**
 * Adds notes about daily limits and unusual dates. They depend on which posts are sent, so posts of failed items don't
 * count.
 */
export function addDateAndDailyLimitIssues(
	plannedPosts: PlannedPost[],
	{ listedPosts }: Pick<CalendarSnapshot, 'listedPosts'>,
	run: Run,
	failures: ItemFailures,
): PlannedPost[] {
	const hasFailed = ({ desired }: PlannedPost) => failures.has(desired.item.index);
	const windowsByPost = findDailyWindows(
		plannedPosts.filter((planned) => !hasFailed(planned)),
		listedPosts,
	);
	return plannedPosts.map((planned) => {
		const { desired } = planned;
		const dailyWindows = windowsByPost.get(desired);
		return withIssues(planned, [
			...(dailyWindows ? findDailyLimitIssues({ ...desired, dailyWindows }) : []),
			...(hasFailed(planned) ? [] : findDateIssues(planned, getServiceStartTime(run))),
		]);
	});
}

/** Notes on unusual dates of new posts. */
function findDateIssues(
	{ action, desired: { item, time } }: PlannedPost,
	serviceStartTime: number,
): Issue[] {
	const { dateNote, requestFields } = item;
	const isNew = action === 'create' && ['schedule', 'now'].includes(requestFields.type);
	return dateNote && isNew && time > serviceStartTime ? [createNoteIssue('Date', dateNote)] : [];
}
