import { createPastDateProblem, isClearlyPast } from '../../common/date';
import type { Problem } from '../../common/problem';
import type { Item } from '../item';
import { getStartTime, type RunContext } from './run';

/** Explains that an item can't be scheduled because its date has passed. Existing posts at this date stay valid. */
export function findPastDateProblem(
	{
		allowsPastDates,
		requestFields: { type, date },
	}: Pick<Item, 'allowsPastDates' | 'requestFields'>,
	run: Pick<RunContext, 'client' | 'startedAt' | 'timezone'>,
): Problem | undefined {
	const now = getStartTime(run);
	return type === 'schedule' && !allowsPastDates && isClearlyPast(date, now)
		? createPastDateProblem(date, now, run.timezone)
		: undefined;
}
