import { describeCurrentTime, formatDateTimeWithZone, MINUTE_MS } from '../../common/date';
import { Problem } from '../../common/problem';
import type { Item } from '../item';
import type { PlannedPost } from '../plannedPost';
import { getServiceStartTime, type Run } from '../run/run';
import { getsItemDate } from './mergeSchedule';

/** Older dates are treated as mistakes. */
const PAST_TOLERANCE_MS = 5 * MINUTE_MS;

/** What happens to a post with a past date (docs/api.md, Releases). */
export const PAST_DATE_EFFECT = 'Postiz would publish it immediately.';

/** True if a date in the past must be a mistake for a new post. */
export function isClearlyPast(date: string, serviceNow: number): boolean {
	return Date.parse(date) < serviceNow - PAST_TOLERANCE_MS;
}

/** Creates the problem of a post whose date {@link isClearlyPast}. */
export const createPastDateProblem = (
	date: string,
	serviceNow: number,
	timezone: string,
): Problem =>
	new Problem(
		`The date ${formatDateTimeWithZone(date, timezone)} is in the past`,
		`${describeCurrentTime(timezone, serviceNow)} Choose a later date.`,
		{ forPerson: 'to publish it at once, set the option Allow Past Dates.' },
	);

/** Explains that an item can't be scheduled because its date has passed. Existing posts at this date stay valid. */
export function findPastDateProblem(
	{
		allowsPastDates,
		requestFields: { type, date },
	}: Pick<Item, 'allowsPastDates' | 'requestFields'>,
	run: Pick<Run, 'client' | 'startedAt' | 'timezone'>,
): Problem | undefined {
	const serviceStartTime = getServiceStartTime(run);
	return type === 'schedule' && !allowsPastDates && isClearlyPast(date, serviceStartTime)
		? createPastDateProblem(date, serviceStartTime, run.timezone)
		: undefined;
}

/**
 * The {@link findPastDateProblem problem} of an item, if one of its posts gets this date. If only some channels failed,
 * the remedy says how to retry these.
 */
export function findPastDateProblemOfPlan(
	item: Item,
	plannedPosts: PlannedPost[],
	run: Run,
): Problem | undefined {
	const problem = plannedPosts.some(getsItemDate) ? findPastDateProblem(item, run) : undefined;
	const remedy = describeFailedPosts(plannedPosts);
	const isPartlyKept = plannedPosts.some(({ action }) => action === 'keep');
	return remedy && isPartlyKept ? problem?.withRemedy([remedy]) : problem;
}

/** Says how to retry the failed posts of an item whose date has passed. */
function describeFailedPosts(plannedPosts: PlannedPost[]): string {
	const ids = plannedPosts.flatMap((planned) =>
		planned.action === 'create' && planned.failedPost ? [planned.failedPost.id] : [],
	);
	return ids.length > 0
		? `To retry only what failed, give ${ids.length === 1 ? 'that post' : 'those posts'} a later date with Post > Update: ${ids.join(', ')}.`
		: '';
}
