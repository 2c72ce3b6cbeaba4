import { createPastDateProblem, isExpired } from '../../common/pastDate';
import type { Problem } from '../../common/problem';
import type { Item } from '../item';
import { getServiceStartTime, type Run } from './run';

/** Explains that an item can't be scheduled because its date has passed. Existing posts at this date stay valid. */
export function findPastDateProblem(
	{ allowsPastDates, requestFields }: Pick<Item, 'allowsPastDates' | 'requestFields'>,
	run: Pick<Run, 'client' | 'startedAt' | 'timezone'>,
): Problem | undefined {
	const serviceNow = getServiceStartTime(run);
	return !allowsPastDates && isExpired(requestFields, serviceNow)
		? createPastDateProblem(requestFields.date, serviceNow, run.timezone)
		: undefined;
}
