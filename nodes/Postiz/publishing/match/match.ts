import { asProblem, Problem } from '../../common/problem';
import type { ItemFailures } from '../../execution/itemResults';
import type { DesiredPost } from '../../posts/desiredPost';
import { isRepeatedOnPurpose } from '../../posts/existing/dedupeWindow';
import { createUnreadableCalendarProblem } from '../../posts/existing/conflictProblems';
import type { CalendarSnapshot } from '../../posts/existingPost';
import type { PlannedPost } from '../../posts/plannedPost';
import type { Run } from '../../posts/run/run';
import type { Calendar } from './calendar';
import { decide } from './decide';
import { LazyFileComparer } from './lazyFileComparer';
import { getLoopHistory } from './loopHistory';
import { readCalendar } from './readCalendar';

/** The decisions, and what the calendar has. */
export interface MatchedPosts extends CalendarSnapshot {
	plannedPosts: PlannedPost[];
	/** The items that need the calendar, or a post of it, if that is unreadable. */
	failures: ItemFailures;
}

type MatchContext = Pick<Calendar, 'isUpsert' | 'isRepeatedOnPurpose' | 'loopHistory'>;

const EMPTY_SNAPSHOT: CalendarSnapshot = {
	posts: [],
	keepsFingerprints: true,
	listed: [],
	unreadCount: 0,
	stuckChannels: new Set(),
	// Rules only compare it with dates of posts.
	now: 0,
};

/** Matches posts with the calendar. If it is unreadable, the items that need it fail. */
export async function match(desiredPosts: DesiredPost[], run: Run): Promise<MatchedPosts> {
	const matchContext = {
		isUpsert: run.isUpsert,
		isRepeatedOnPurpose: isRepeatedOnPurpose(run.context),
		loopHistory: getLoopHistory(run),
	};
	const matched = await matchWithCalendar(desiredPosts, run, matchContext).catch(asProblem);
	return matched instanceof Problem
		? matchWithoutCalendar(desiredPosts, matchContext, matched)
		: matched;
}

/** Throws {@link Problem} if the calendar is unreadable, or the connection fails. */
async function matchWithCalendar(
	desiredPosts: DesiredPost[],
	run: Run,
	matchContext: MatchContext,
): Promise<MatchedPosts> {
	const snapshot = await readCalendar(desiredPosts, run);
	const files = new LazyFileComparer(run);
	const calendar = { ...snapshot, ...matchContext, files };
	let plannedPosts: PlannedPost[];
	// Rules request comparisons of files while they decide, and then decide again with the results.
	do {
		plannedPosts = decide(desiredPosts, calendar);
	} while (await files.compareRequested());
	const safePosts = plannedPosts.map((planned) => rejectIfUnread(planned, files));
	return { ...snapshot, plannedPosts: safePosts, failures: findUnreadFailures(safePosts, files) };
}

/** Creates no post that may exist, but that the service couldn't show. */
function rejectIfUnread(planned: PlannedPost, { unreadPosts }: LazyFileComparer): PlannedPost {
	const { desired, issues, action } = planned;
	const unread = unreadPosts.get(desired);
	if (!unread || action !== 'create') return planned;
	return { desired, issues, action: 'reject', conflict: 'unknownFiles', post: unread.post };
}

/** The items that are rejected because the service couldn't show a post. Running them again may help. */
function findUnreadFailures(
	plannedPosts: PlannedPost[],
	{ unreadPosts }: LazyFileComparer,
): ItemFailures {
	return new Map(
		plannedPosts.flatMap((planned) => {
			const unread = unreadPosts.get(planned.desired);
			if (!unread || planned.action !== 'reject' || planned.conflict !== 'unknownFiles') return [];
			return [[planned.desired.item.index, createUnreadableCalendarProblem(unread.problem)]];
		}),
	);
}

function matchWithoutCalendar(
	desiredPosts: DesiredPost[],
	matchContext: MatchContext,
	problem: Problem,
): MatchedPosts {
	const needsNoCalendar = ({ item, sentRecord }: DesiredPost) =>
		item.ignoresExisting || sentRecord !== undefined;
	const files = { getOrRequest: () => 'unknown' as const };
	const calendar = { ...EMPTY_SNAPSHOT, ...matchContext, files };
	const plannedPosts = decide(desiredPosts.filter(needsNoCalendar), calendar);
	const rejectedItems = new Set(
		plannedPosts.filter(({ action }) => action === 'reject').map(({ desired: { item } }) => item),
	);
	// An item that is rejected anyway keeps the reason that tells what an earlier attempt sent.
	const failed = desiredPosts.filter(
		(post) => !needsNoCalendar(post) && !rejectedItems.has(post.item),
	);
	return {
		...EMPTY_SNAPSHOT,
		plannedPosts,
		failures: new Map(
			failed.map(({ item }) => [item.index, createUnreadableCalendarProblem(problem)]),
		),
	};
}
