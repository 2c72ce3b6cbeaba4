import { getChannelLabel } from '../../channels/channelLabel';
import { groupBy } from '../../common/collections';
import { toProblemOrRethrow, isRequestError, mergeProblems, Problem } from '../../common/problem';
import { type ItemFailures, mergeFailures } from '../../execution/itemResults';
import type { DesiredPost } from '../../posts/desiredPost';
import {
	createConflictProblems,
	createUnreadableCalendarProblem,
} from '../../posts/existing/conflictProblems';
import { isRepeatedOnPurpose } from '../../posts/existing/dedupeWindow';
import type { CalendarSnapshot } from '../../posts/existingPost';
import type { Run } from '../../posts/run/run';
import type { MatchedRun } from '../../posts/run/runSteps';
import { compareFiles } from './compareFiles';
import { decide } from './decide';
import { fetchCalendar } from './fetchCalendar';
import { listPairsToCompare } from './listPairsToCompare';
import { getLoopHistory } from './loopHistory';
import type { MatchInput } from './matchInput';

export interface MatchResult extends Pick<
	MatchedRun,
	'plannedPosts' | 'calendar' | 'conflictProblems'
> {
	/** Items with a rejected post, and items that couldn't be matched because the calendar was unreadable. */
	failures: ItemFailures;
}

type RunFacts = Omit<MatchInput, keyof CalendarSnapshot | 'fileComparisons'>;
type MatchedPosts = Omit<MatchResult, 'conflictProblems'>;

const EMPTY_CALENDAR: CalendarSnapshot = {
	posts: [],
	keepsFingerprints: true,
	listedPosts: [],
	unsearchedCount: 0,
	suspectChannelIds: new Set(),
	// Only compared with the dates of posts, and there are none.
	serviceStartTime: 0,
};

/** Matches desired posts with the calendar. If the calendar is unreadable, the items that need it fail. */
export async function match(desiredPosts: DesiredPost[], run: Run): Promise<MatchResult> {
	const runFacts = {
		isUpsert: run.isUpsert,
		isRepeatedOnPurpose: isRepeatedOnPurpose(run.context),
		loopHistory: getLoopHistory(run),
	};
	const result = await matchWithCalendar(desiredPosts, run, runFacts).catch(toProblemOrRethrow);
	const matchedPosts =
		result instanceof Problem ? matchWithoutCalendar(desiredPosts, runFacts, result) : result;
	const conflictProblems = createConflictProblems(matchedPosts.plannedPosts, run);
	const failures = mergeFailures(matchedPosts.failures, toItemFailures(conflictProblems));
	return { ...matchedPosts, conflictProblems, failures };
}

/**
 * Merges the problems of each item. Doesn't repeat messages, because the one about a reused Row ID is the same on all
 * channels.
 */
function toItemFailures(conflictProblems: MatchResult['conflictProblems']): ItemFailures {
	const byItem = groupBy([...conflictProblems], ([{ item }]) => item.index);
	const failures = byItem.map((conflicts) => {
		const byMessage = groupBy(conflicts, ([, { message }]) => message);
		const problems = byMessage.map(([[{ target }, problem]]): [string, Problem] => [
			getChannelLabel(target),
			problem,
		]);
		// A failed request keeps its details, such as its HTTP code.
		const [, failedRequest] = problems.find(([, problem]) => isRequestError(problem)) ?? [];
		return [conflicts[0][0].item.index, failedRequest ?? mergeProblems(problems)] as const;
	});
	return new Map(failures);
}

/** Throws {@link Problem} if the calendar is unreadable, or the connection fails. */
async function matchWithCalendar(
	desiredPosts: DesiredPost[],
	run: Run,
	runFacts: RunFacts,
): Promise<MatchedPosts> {
	const calendar = await fetchCalendar(desiredPosts, run);
	const input = { ...calendar, ...runFacts };
	const fileComparisons = await compareFiles(listPairsToCompare(desiredPosts, input), run);
	const plannedPosts = decide(desiredPosts, { ...input, fileComparisons });
	return { calendar, plannedPosts, failures: new Map() };
}

function matchWithoutCalendar(
	desiredPosts: DesiredPost[],
	runFacts: RunFacts,
	problem: Problem,
): MatchedPosts {
	const needsNoCalendar = ({ item, sentRecord }: DesiredPost) =>
		item.ignoresExistingPosts || sentRecord !== undefined;
	const input = { ...EMPTY_CALENDAR, ...runFacts, fileComparisons: new Map() };
	const plannedPosts = decide(desiredPosts.filter(needsNoCalendar), input);
	const rejectedItems = new Set(
		plannedPosts.filter(({ action }) => action === 'reject').map(({ desired: { item } }) => item),
	);
	// A rejected item keeps its own reason, which says what an earlier attempt sent.
	const unmatchedPosts = desiredPosts.filter(
		(post) => !needsNoCalendar(post) && !rejectedItems.has(post.item),
	);
	return {
		calendar: EMPTY_CALENDAR,
		plannedPosts,
		failures: new Map(
			unmatchedPosts.map(({ item }) => [item.index, createUnreadableCalendarProblem(problem)]),
		),
	};
}
