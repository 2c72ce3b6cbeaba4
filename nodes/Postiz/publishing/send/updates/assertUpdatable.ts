import { type CalendarPost, getDate } from '../../../calendar/calendarPost';
import { DAY_MS, formatDateTimeWithZone } from '../../../common/date';
import { Problem } from '../../../common/problem';
import { quote } from '../../../common/text';
import { FREEZE_AFTER_DUE_MS, FREEZE_BEFORE_DUE_MS } from '../../../posts/existingPost';
import type { PlannedUpdate } from '../../../posts/postUpdate';
import type { Run } from '../../../posts/run/run';

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
	if (!post.parts) throw createUnreadableProblem(post);
	const serviceNow = client.serviceNow();
	// A repeating post that was due a moment ago may be being published.
	const dueAt = toNextDate(post, serviceNow - FREEZE_BEFORE_DUE_MS);
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

/** The next date of a post from `start` on. A repeating post may have earlier dates. */
function toNextDate(post: CalendarPost, start: number): number {
	const first = Date.parse(getDate(post));
	const intervalMs = (post.intervalInDays ?? 0) * DAY_MS;
	return intervalMs <= 0 || first >= start
		? first
		: first + Math.ceil((start - first) / intervalMs) * intervalMs;
}

const createUnreadableProblem = ({ id }: CalendarPost) =>
	new Problem(
		`The post ${quote(id)} cannot be read completely`,
		'This Postiz instance does not return the files of a post, so a change would remove them. Change it in the Postiz calendar.',
	);
