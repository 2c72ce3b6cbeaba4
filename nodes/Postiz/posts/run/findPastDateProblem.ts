import { createPastDateProblem, isClearlyPast } from '../../common/pastDate';
import type { Problem } from '../../common/problem';
import type { Item } from '../item';
import { getServiceStartTime, type Run } from './run';

/** Explains that an item can't be scheduled because its date has passed. Existing posts at this date stay valid. */
export function findPastDateProblem(
	item: Pick<Item, 'allowsPastDates' | 'requestFields'>,
	run: Pick<Run, 'client' | 'startedAt' | 'timezone'>,
): Problem | undefined {
	const serviceNow = getServiceStartTime(run);
	return isExpired(item, serviceNow)
		? createPastDateProblem(item.requestFields.date, serviceNow, run.timezone)
		: undefined;
}

/** True if the date has passed and past dates aren't allowed. */
export const isExpired = (
	{
		allowsPastDates,
		requestFields: { type, date },
	}: { allowsPastDates: boolean; requestFields: { type: string; date: string } },
	serviceNow: number,
): boolean => type === 'schedule' && !allowsPastDates && isClearlyPast(date, serviceNow);
