import { checkNotPast } from '../../common/date';
import type { Problem } from '../../common/problem';
import type { Item } from '../item';
import { getStartTime, type RunContext } from './run';

/** Why the posts of an item can't be scheduled: their date has passed. Existing posts at this date stay valid. */
export const findPastDateProblem = (
	{ allowsPast, requestFields: { type, date } }: Pick<Item, 'allowsPast' | 'requestFields'>,
	run: Pick<RunContext, 'client' | 'startedAt' | 'timezone'>,
): Problem | undefined =>
	type === 'schedule' && !allowsPast
		? checkNotPast(date, getStartTime(run), run.timezone)
		: undefined;
