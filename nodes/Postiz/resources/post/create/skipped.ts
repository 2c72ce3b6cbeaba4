import { count, wasOrWere } from '../../../values/plural';
import type { Problem } from '../../../values/problem';

/** How many posts were skipped, and why; false if none. */
export function describeSkipped(amount: number, isByText: boolean): string | false {
	const skipped = `${count(amount, 'post')} ${wasOrWere(amount)} skipped`;
	const them = amount === 1 ? 'it' : 'them';
	if (amount === 0) return false;
	return isByText
		? `${skipped}: Postiz has the same text already.`
		: `${skipped}: Postiz has ${them} already, from an earlier run. To post ${them} again, set If the Same Post Exists to Post Again.`;
}

/** What it means if the calendar couldn't be read. */
export const describeUnread = ({ message }: Problem) =>
	`It is unknown whether an earlier run has sent some of these posts already, as the calendar of Postiz could not be read: ${message}.`;
