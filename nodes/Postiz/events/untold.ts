import { olderThan, orNewer } from '../transport/releases';
import { Problem } from '../values/problem';
import { labelsOf, NOTIFICATIONS_SINCE, type EventName } from './fields';

/** The events that an instance without notifications cannot tell (docs/api.md, Releases). */
export const untoldWithoutNotifications = (events: EventName[]): EventName[] =>
	events.filter((event) => event === 'newNotification');

interface Look {
	/** All that were chosen. */
	events: EventName[];
	/** The events that were already known to be untold. */
	known: EventName[];
	/** Somebody has just switched the trigger on, and would read an error. */
	isAttended: boolean;
}

/** Throws {@link Problem} for events that an instance is too old to tell; later only if there are no others. */
export function refuseUntold(untold: EventName[], { events, known, isAttended }: Look): void {
	const isNews = isAttended && untold.some((event) => !known.includes(event));
	const areAll = events.every((event) => untold.includes(event));
	if (untold.length === 0 || !(isNews || areAll)) return;
	const advice = `Update it to ${orNewer(NOTIFICATIONS_SINCE)}`;
	throw new Problem(
		`This Postiz is ${olderThan(NOTIFICATIONS_SINCE)} and can't tell ${labelsOf(untold)}`,
		areAll
			? `${advice}, or choose other events.`
			: `${advice}, or remove the event: the others work.`,
	);
}
