import { olderThan, orNewer } from '../transport/releases';
import { Problem } from '../values/problem';
import { labelsOf, NOTIFICATIONS_SINCE, type EventName } from './fields';

/** The events that an instance without notifications can't report (docs/api.md, Releases). */
export const requiringNotifications = (events: EventName[]): EventName[] =>
	events.filter((event) => event === 'newNotification');

interface Look {
	/** All chosen events. */
	events: EventName[];
	/** The unsupported events that were already reported. */
	known: EventName[];
	/** Somebody is activating the trigger and will see an error. */
	isAttended: boolean;
}

/** Throws {@link Problem} for unsupported events; after the activation, only if no others are left. */
export function refuseUnsupported(
	unsupported: EventName[],
	{ events, known, isAttended }: Look,
): void {
	const isNews = isAttended && unsupported.some((event) => !known.includes(event));
	const areAll = events.every((event) => unsupported.includes(event));
	if (unsupported.length === 0 || !(isNews || areAll)) return;
	const advice = `Update it to ${orNewer(NOTIFICATIONS_SINCE)}`;
	throw new Problem(
		`This Postiz is ${olderThan(NOTIFICATIONS_SINCE)} and can't report ${labelsOf(unsupported)}`,
		areAll
			? `${advice}, or choose other events.`
			: `${advice}, or remove the event: the others work.`,
	);
}
