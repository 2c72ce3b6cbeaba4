import { isOverdue } from '../../calendar/calendarPost';
import {
	DAY_MS,
	getTimeSpan,
	MAX_CLOCK_DIFFERENCE_MS,
	SECOND_MS,
	YEAR_MS,
} from '../../common/date';
import { hasFixedDate } from '../../common/fingerprint';
import type { DesiredPost } from '../../posts/desiredPost';
import { CandidateReader } from '../../posts/existing/candidateReader';
import type { CalendarSnapshot } from '../../posts/existingPost';
import { getServiceStartTime, type Run } from '../../posts/run/run';
import type { ListedPost } from '../../transport/apiTypes';
import { dropRepetitions, fetchPosts, type PostWindow } from '../../transport/fetchPosts';

/** How far people may move a post in the calendar. */
const MAX_MOVE_MS = 31 * DAY_MS;
/** The list needs an end, as it includes each repetition of a repeating post (docs/api.md, Listing posts). */
const MAX_AHEAD_MS = 10 * YEAR_MS;
/** Before the first release of Postiz. */
const FIRST_RELEASE = Date.UTC(2023, 0);
const LIST_TIMEOUT_MS = 60_000;

/**
 * Reads the part of the calendar in which the desired posts may be (docs/api.md, Listing posts, Fingerprints of posts).
 * Throws {@link Problem} if it is unreadable.
 */
export async function fetchCalendar(
	desiredPosts: DesiredPost[],
	run: Run,
): Promise<CalendarSnapshot> {
	const { client } = run;
	const postsToFind = desiredPosts.filter(({ item, sentRecord }) =>
		sentRecord ? sentRecord.postId === undefined : !item.ignoresExistingPosts,
	);
	const listedPosts = postsToFind.length > 0 ? await fetchAround(postsToFind, run) : [];
	// Read after the list, whose response sets the service's clock.
	const serviceStartTime = getRoundedStartTime(run);
	const candidates = await new CandidateReader(client, postsToFind).fetchCandidates(
		listedPosts,
		serviceStartTime,
	);
	return {
		...candidates,
		listedPosts,
		suspectChannelIds: findSuspectChannelIds(listedPosts, serviceStartTime),
		serviceStartTime,
	};
}

/** Returns the IDs of channels with failed or overdue posts, which may have lost their connection. */
function findSuspectChannelIds(
	listedPosts: ListedPost[],
	serviceStartTime: number,
): ReadonlySet<string> {
	const isFailedOrOverdue = (post: ListedPost) =>
		post.state === 'ERROR' || isOverdue(post, serviceStartTime);
	return new Set(
		dropRepetitions(listedPosts)
			.filter(isFailedOrOverdue)
			.map(({ integration }) => integration.id),
	);
}

/** The start of the run by the service's clock, rounded up: its `Date` header has no milliseconds. */
const getRoundedStartTime = (run: Run) => getServiceStartTime(run) + SECOND_MS;

/** Lists the posts around the dates of the desired posts. */
async function fetchAround(desiredPosts: DesiredPost[], run: Run): Promise<ListedPost[]> {
	const window = toWindow(desiredPosts, getRoundedStartTime(run), run.isUpsert);
	return await fetchPosts(run.client, { ...window, timeout: LIST_TIMEOUT_MS });
}

/** The period to list. A single long list uses up less of the hourly limit than several short ones. */
function toWindow(
	desiredPosts: DesiredPost[],
	serviceStartTime: number,
	isUpsert: boolean,
): PostWindow {
	const span = getTimeSpan(desiredPosts.map(({ time }) => time));
	const start = span.start - MAX_MOVE_MS;
	// Postiz publishes posts with a past date immediately.
	const end = Math.max(span.end + MAX_MOVE_MS, serviceStartTime + MAX_CLOCK_DIFFERENCE_MS);
	const withoutFixedDate = desiredPosts.filter(({ fingerprint }) => !hasFixedDate(fingerprint));
	if (isUpsert) {
		// A row without a fixed date is published only once, however long ago that was.
		const earliest =
			withoutFixedDate.length > 0 ? FIRST_RELEASE : Math.min(start, serviceStartTime - YEAR_MS);
		return { start: earliest, end: Math.max(end, serviceStartTime + MAX_AHEAD_MS) };
	}
	if (withoutFixedDate.length === 0) return { start, end };
	// A draft keeps its creation date. A free slot or a date from the clock may be far ahead.
	const backMs = withoutFixedDate.some(({ fingerprint }) => fingerprint.isDraft)
		? YEAR_MS
		: MAX_MOVE_MS;
	return {
		start: Math.min(start, serviceStartTime - backMs),
		end: Math.max(end, serviceStartTime + YEAR_MS),
	};
}
