import { type CalendarPost, getDate } from '../../../calendar/calendarPost';
import { DAY_MS, formatDateTimeWithZone, MINUTE_MS } from '../../../common/date';
import { Problem } from '../../../common/problem';
import { quote } from '../../../common/text';
import { createUnreadablePostProblem } from '../../../posts/existing/createUnreadablePostProblem';
import { FREEZE_AFTER_DUE_MS, FREEZE_BEFORE_DUE_MS } from '../../../posts/existingPost';
import type { PlannedUpdate } from '../../../posts/postUpdate';
import type { Run } from '../../../posts/run/run';

/**
 * A repeating post isn't changed this long after a repetition. The hourly search doesn't find late repetitions, as it
 * goes by the first date, so this is shorter than {@link FREEZE_AFTER_DUE_MS}.
 */
const REPETITION_FREEZE_AFTER_DUE_MS = 5 * MINUTE_MS;

/** Throws {@link Problem} if the post is published, about to be published, or unreadable. */
export function assertUpdatable(
	{ before: post, changesOnlyState }: Pick<PlannedUpdate, 'before' | 'changesOnlyState'>,
	{ client, timezone }: Pick<Run, 'client' | 'timezone'>,
): void {
	if (post.state === 'PUBLISHED') {
		throw new Problem(
			`The post ${quote(post.id)} is already published`,
			'Published posts cannot be changed. Create a new post instead.',
		);
	}
	if (changesOnlyState) return;
	if (!post.parts) throw createUnreadablePostProblem(post.id);
	const serviceNow = client.serviceNow();
	const dueAt = getDueTime(post, serviceNow);
	if (
		post.state === 'QUEUE' &&
		dueAt < serviceNow + FREEZE_BEFORE_DUE_MS &&
		dueAt > serviceNow - FREEZE_AFTER_DUE_MS
	) {
		const date = formatDateTimeWithZone(new Date(dueAt).toISOString(), timezone);
		const isLate = dueAt < serviceNow;
		throw new Problem(
			isLate
				? `The post ${quote(post.id)} was due at ${date}, and Postiz may be publishing it`
				: `The post ${quote(post.id)} is due at ${date}, and could be published before it is changed`,
			'To change it, first make it a draft: Post > Update, only State.',
		);
	}
}

/** Returns the date of a post, or of its current or next repetition once Postiz no longer publishes it late. */
function getDueTime(post: CalendarPost, serviceNow: number): number {
	const first = Date.parse(getDate(post));
	const intervalMs = (post.intervalInDays ?? 0) * DAY_MS;
	if (intervalMs <= 0 || first > serviceNow - FREEZE_AFTER_DUE_MS) return first;
	const start = serviceNow - REPETITION_FREEZE_AFTER_DUE_MS;
	return first + Math.ceil((start - first) / intervalMs) * intervalMs;
}
