import { DAY_MS } from '../../common/date';
import { DEDUPE_WINDOW_MS } from '../dedupeWindow';
import type { Calendar, ExistingPost, DesiredPost } from '../model';

/** What is later than this doesn't go out any more (docs/api.md, Posts that do not go out). */
const LATEST_MS = 2 * DAY_MS;

/** The same text, and the date that the row names; without one, made within the reach, or before rows had an ID. */
export const isSameTime = (
	one: DesiredPost,
	{ key, age }: ExistingPost,
	{ dedupeWindowMs }: Pick<Calendar, 'dedupeWindowMs'>,
) =>
	key?.text === one.key.text &&
	key.when === one.key.when &&
	(key.when !== null || age <= dedupeWindowMs || (one.key.row !== null && key.row === null));

/** The same time, or still to go out: without a date, its row is not sent again meanwhile. */
export const isSameOccasion = (one: DesiredPost, post: ExistingPost, calendar: Calendar) =>
	isSameTime(one, post, calendar) || isStillQueued(one, post, calendar);

/** A post without a date that is a draft, or in the queue; a run that repeats itself on purpose queues another one. */
function isStillQueued(
	{ key, item }: DesiredPost,
	{ key: its, state, time }: ExistingPost,
	{ dedupeWindowMs, now }: Calendar,
): boolean {
	const isUndated = key.when === null && its?.when === null && item.shared.type !== 'schedule';
	if (!isUndated || its.text !== key.text || dedupeWindowMs < DEDUPE_WINDOW_MS) return false;
	return state === 'DRAFT' || (state === 'QUEUE' && time > now - LATEST_MS);
}
