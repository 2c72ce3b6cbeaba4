import { OVERDUE_MS } from '../calendar/overdue';

/** What is remembered of a post to tell once that it is overdue; all in ms. */
export interface OverdueMemory {
	/** The date that was reported last. */
	reportedDate?: number;
	/** When it was first seen in the queue, if its date had passed by then: it goes out at once. */
	queuedAt?: number;
}

/** A post as it is listed, with the dates (ms) that did not go out yet, in order. */
interface Waiting {
	state: string;
	dates: number[];
}

/** The same post at the look before. */
interface Before extends OverdueMemory {
	state: string;
	date: number;
	repeats?: true;
}

/** The look before; `at`, in ms, is missing if there was none, but all is to be reported. */
interface LookBefore {
	at?: number;
	/** It saw the same account and group. */
	isSameScope: boolean;
}

/**
 * On which dates a post became overdue since the look before, and what to remember of it. A date is
 * reported once, and never if it was overdue at the first look: without `looked`, there is none to compare
 * with (docs/api.md, Posts that do not go out).
 */
export function findOverdue(
	{ state, dates }: Waiting,
	before: Before | undefined,
	{ looked, now }: { looked: LookBefore | undefined; now: number },
): { overdue: number[]; memory: OverdueMemory } {
	const { at = -Infinity, isSameScope = false } = looked ?? {};
	let { reportedDate, queuedAt } = before ?? {};
	let overdue: number[] = [];
	const [first = Infinity] = dates;
	if (state !== 'QUEUE') queuedAt = undefined;
	else {
		const isNew = before?.state !== 'QUEUE' || (!before.repeats && before.date !== first);
		// A post that was just queued for a past date is on its way, not late.
		if (isNew) queuedAt = isSameScope && first <= at ? now : undefined;
		overdue = dates.filter((date) => {
			const overdueAt = Math.max(date, queuedAt ?? date) + OVERDUE_MS;
			return looked && overdueAt > at && overdueAt <= now && date !== reportedDate;
		});
		reportedDate = overdue.at(-1) ?? reportedDate;
	}
	return {
		overdue,
		memory: {
			...(reportedDate !== undefined && { reportedDate }),
			...(queuedAt !== undefined && { queuedAt }),
		},
	};
}
