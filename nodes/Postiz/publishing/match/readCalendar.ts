import { listPosts } from '../../transport/listPosts';
import { DAY_MS, MAX_CLOCK_DIFFERENCE_MS } from '../../common/date';
import { CalendarReader, YEAR_MS } from '../calendarReader';
import type { CalendarSnapshot, DesiredPost } from '../model';
import type { Run } from '../run';

/** How far a post may have been moved in the calendar. */
const MOVED_MS = 31 * DAY_MS;
/** A post that repeats is listed each time (docs/api.md, Listing posts): what is still to come has to end somewhere. */
const AHEAD_MS = 10 * YEAR_MS;
/** Before the first release of Postiz. */
const BEGINNING = Date.UTC(2023, 0);
const SECOND_MS = 1000;
const LIST_TIMEOUT_MS = 60_000;

/**
 * Looks at the calendar, as far as posts may be among it (docs/api.md, Listing posts, Keys of posts). Throws
 * {@link Problem} if it can't be read.
 */
export async function readCalendar(wanted: DesiredPost[], run: Run): Promise<CalendarSnapshot> {
	const { client } = run;
	const open = wanted.filter(({ item, earlierAttempt }) =>
		earlierAttempt ? earlierAttempt.postId === undefined : !item.ignoresExisting,
	);
	const observation = new CalendarReader(client, open);
	// Only the service's own clock tells how old its posts are; it is known without milliseconds.
	const now = run.startedAt + client.facts.clockOffset + SECOND_MS;
	if (open.length > 0) {
		observation.addListed(
			await listPosts(client, { ...toWindow(open, now), timeout: LIST_TIMEOUT_MS }),
		);
	}
	const posts = await observation.readPosts(now);
	const { keepsKeys, listed, unread } = observation;
	return { posts, keepsKeys, listed, unread, stuck: observation.findStuckChannels(now) };
}

/** When posts may be dated, in ms like `now`: one list costs less of the limit than one for each stretch of dates. */
function toWindow(open: DesiredPost[], now: number): { start: number; end: number } {
	const times = open.map(({ time }) => time);
	const start = Math.min(...times) - MOVED_MS;
	// A date that has passed is sent as of now.
	const end = Math.max(Math.max(...times) + MOVED_MS, now + MAX_CLOCK_DIFFERENCE_MS);
	const isByRow = open.some(({ key }) => key.row !== null);
	const undated = open.filter(({ key }) => key.when === null);
	if (isByRow) {
		// A row without a date is published once, for ever.
		const first = undated.length > 0 ? BEGINNING : Math.min(start, now - YEAR_MS);
		return { start: first, end: Math.max(end, now + AHEAD_MS) };
	}
	if (undated.length === 0) return { start, end };
	// Drafts wait where they were made; a free slot, or a date by the clock, may lie far ahead.
	const back = undated.some(({ key }) => key.isDraft) ? YEAR_MS : MOVED_MS;
	return { start: Math.min(start, now - back), end: Math.max(end, now + YEAR_MS) };
}
