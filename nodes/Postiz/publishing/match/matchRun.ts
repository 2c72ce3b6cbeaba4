import { asProblem, Problem } from '../../common/problem';
import type { ItemFailures } from '../../execution/itemResults';
import { getDedupeWindow } from '../dedupeWindow';
import { explainUnreadable } from '../explainPosts';
import type { Calendar, CalendarSnapshot, DesiredPost, PlannedPost } from '../model';
import { recordRound } from '../loopHistory';
import type { Run } from '../run';
import { FileComparison } from './fileComparison';
import { readCalendar } from './readCalendar';
import { reconcile } from './reconcile';

/** The decisions, and what the calendar has. */
export interface MatchedPosts extends CalendarSnapshot {
	plannedPosts: PlannedPost[];
	/** Of the items that need the calendar, if it is unreadable. */
	failures: ItemFailures;
}

type RunFacts = Pick<Calendar, 'dedupeWindowMs' | 'loopHistory' | 'now'>;

const NOTHING_KNOWN: CalendarSnapshot = {
	posts: [],
	keepsKeys: true,
	listed: [],
	unread: 0,
	stuck: new Set(),
};

/** Decides for each post. If the calendar is unreadable, only posts that this run has sent, or that ignore it, go on. */
export async function matchRun(desired: DesiredPost[], run: Run): Promise<MatchedPosts> {
	const facts = {
		dedupeWindowMs: getDedupeWindow(run.context),
		loopHistory: recordRound(run, desired),
		now: run.startedAt,
	};
	const matched = await matchWithCalendar(desired, run, facts).catch(asProblem);
	return matched instanceof Problem ? matchWithoutCalendar(desired, facts, matched) : matched;
}

/** Throws {@link Problem} if the calendar, or a post whose files have to be compared, is unreadable. */
async function matchWithCalendar(
	desired: DesiredPost[],
	run: Run,
	facts: RunFacts,
): Promise<MatchedPosts> {
	const snapshot = await readCalendar(desired, run);
	const files = new FileComparison(run);
	const calendar = { ...snapshot, ...facts, compareFiles: files.getResult };
	for (;;) {
		const { plannedPosts, uncompared } = reconcile(desired, calendar);
		if (uncompared.size === 0) return { ...snapshot, plannedPosts, failures: new Map() };
		await files.compare(uncompared);
	}
}

function matchWithoutCalendar(
	desired: DesiredPost[],
	facts: RunFacts,
	problem: Problem,
): MatchedPosts {
	const needsNoCalendar = ({ item, earlierAttempt }: DesiredPost) =>
		item.ignoresExisting || earlierAttempt !== undefined;
	const failed = desired.filter((post) => !needsNoCalendar(post));
	const calendar = { ...NOTHING_KNOWN, ...facts, compareFiles: () => undefined };
	return {
		...NOTHING_KNOWN,
		plannedPosts: reconcile(desired.filter(needsNoCalendar), calendar).plannedPosts,
		failures: new Map(failed.map(({ item }) => [item.index, explainUnreadable(problem)])),
	};
}
