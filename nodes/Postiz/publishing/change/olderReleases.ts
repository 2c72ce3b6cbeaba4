import { errorDetail, lacksCall, type Exchange } from '../../transport/answer';
import { FEATURES_SINCE, olderThan } from '../../transport/releases';
import { Problem } from '../../values/problem';
import { stateWord } from '../../values/words';
import type { PlannedChange } from './types';

/** True if the instance can't set the state alone (docs/api.md, Status of a post). */
export const lacksStatus = (exchange: Exchange): boolean =>
	exchange.kind === 'answer' && lacksCall(exchange.answer);

/** True if the instance, older than 2.13, doesn't know the type `update`. */
export const lacksUpdates = (exchange: Exchange): boolean =>
	exchange.kind === 'answer' &&
	exchange.answer.status === 400 &&
	/^type must be one of/.test(errorDetail(exchange.answer.body));

/**
 * The type for such an instance: instead of `update`, one that schedules the post again. Throws {@link Problem} if that
 * would publish it (docs/api.md, Changing a post).
 */
export function typeWithoutUpdate({ before: { state }, shared: { type, date } }: PlannedChange) {
	if (type !== 'update') return type;
	if (state === 'QUEUE' && Date.parse(date) > Date.now()) return 'schedule';
	const what = state === 'QUEUE' ? 'post whose date has passed' : `${stateWord(state)} post`;
	throw new Problem(
		`This Postiz is ${olderThan(FEATURES_SINCE.updates)} and cannot change a ${what} without publishing it`,
		'Nothing was changed. Enter a new Date, to publish it then, or update Postiz.',
	);
}
