import { dateOf, toPlannedPost, type CalendarPost } from '../../calendar/post';
import { parseFailure } from '../../calendar/reason';
import { THREAD } from './differences';
import { DAY_MS, MINUTE_MS, showDate } from '../../values/date';
import { Problem, quote } from '../../values/problem';
import { checkPost } from '../check/checkPost';
import { refuseProblems, type ProblemOfPost } from '../check/postProblems';
import type { Clock, PlannedChange } from './types';

/** Posts that are due sooner aren't changed, as they may be published in between. */
const MIN_LEAD_MS = 5 * MINUTE_MS;
/** Posts may be published this late; later, they are stuck. */
const MAX_DELAY_MS = 60 * MINUTE_MS;

/** Throws {@link Problem} if the post is published, or about to be. */
export function refuseUnchangeable(post: CalendarPost, { now, timezone }: Clock): void {
	if (post.state === 'PUBLISHED') {
		throw new Problem(
			`The post ${quote(post.id)} is already published`,
			'Published posts cannot be changed. Create a new post instead.',
		);
	}
	const next = nextDate(post, now);
	if (post.state === 'QUEUE' && next < now + MIN_LEAD_MS && next > now - MAX_DELAY_MS) {
		throw new Problem(
			`The post ${quote(post.id)} is due at ${showDate(new Date(next).toISOString(), timezone)}`,
			'A post that is due within five minutes is not changed, as it could be published meanwhile. To change it anyway, make it a draft first, by a Post > Update of its State alone.',
		);
	}
}

/** Throws {@link Problem} if a failed post that is online, or may be, would go out again. */
export function refuseRepublishing({ before, shared }: Pick<PlannedChange, 'before' | 'shared'>) {
	if (before.state !== 'ERROR' || shared.type === 'update') return;
	const { id, parts } = before;
	const isOnline = [before, ...parts].some(({ releaseURL }) => releaseURL);
	if (!isOnline && !parseFailure(parts[0]?.error).maybeOnline) return;
	throw new Problem(
		`The post ${quote(id)} failed, but it ${isOnline ? 'is' : 'may be'} online`,
		'Nothing was changed. Look on the network. If the post is not there, delete it and create it anew.',
	);
}

/** The next occurrence of a post in ms; earlier ones of a repeating post may have been published. */
function nextDate(post: CalendarPost, now: number): number {
	const first = Date.parse(dateOf(post));
	const step = (post.intervalInDays ?? 0) * DAY_MS;
	return step <= 0 || first >= now ? first : first + Math.ceil((now - first) / step) * step;
}

/** The problem of a post of an instance that doesn't show all of it. */
export const unreadable = (
	{ id }: CalendarPost,
	advice = 'Change it in the calendar of Postiz, then run this with State alone.',
) =>
	new Problem(
		`The post ${quote(id)} cannot be read completely`,
		`This Postiz instance does not show the files of a post, and a change would remove them. ${advice}`,
	);

/** True for a draft that is to be scheduled. */
export const becomesScheduled = ({ before, shared }: PlannedChange) =>
	before.state === 'DRAFT' && shared.type !== 'draft';

/** Throws {@link Problem} if the post would be rejected, or fail, because of the change. */
export function refuseUnpublishable(plan: PlannedChange, filesAt: string | undefined): void {
	const { before, changed, post, isStateAlone } = plan;
	const { label, provider } = post.target;
	const isDraft = plan.shared.type === 'draft';
	const isScheduled = becomesScheduled(plan);
	if (!isDraft && provider?.ignoresThreads && changed.includes(THREAD) && post.parts.length > 1) {
		throw new Problem(
			`${label}: ${provider.displayName} doesn't support threads, so the parts would be lost`,
			'Nothing was changed. Add their content to Text instead.',
		);
	}
	// An unreadable draft can't be checked.
	if (isStateAlone && before.parts.length === 0) return;
	// Problems that the post already has don't prevent other changes, unless a draft is to be published.
	const known = isScheduled
		? []
		: checkPost(toPlannedPost(before), { isDraft }).map(({ message }) => message);
	const problems = checkPost(post, { isDraft, filesAt })
		.filter(({ message }) => !known.includes(message))
		.map((problem): ProblemOfPost => [post.target, problem]);
	refuseProblems(
		problems,
		isStateAlone && isScheduled
			? 'Nothing was changed. Correct the draft with Post > Update first, or in the same step.'
			: 'Nothing was changed.',
	);
}
