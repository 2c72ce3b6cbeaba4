import { type CalendarPost, getDate } from '../../../calendar/calendarPost';
import { DAY_MS, formatDateTimeWithZone, MINUTE_MS } from '../../../common/date';
import { isOnly } from '../../../common/lists';
import { Problem } from '../../../common/problem';
import { quote } from '../../../common/text';
import { toCurrentPost } from '../../../posts/merge/currentPost';
import { findDifferences, getStateToWrite } from '../../../posts/merge/findDifferences';
import {
	API_STATES,
	type DesiredState,
	type PostUpdate,
	type ComparedUpdate,
} from '../../../posts/postUpdate';
import type { Run } from '../../../posts/run/run';
import type { RequestFields } from '../../../transport/apiTypes';

/**
 * Compares an update with its post, which must be freshly read. Throws {@link Problem} if the post can't be updated.
 */
export function compareUpdateOrThrow(
	before: CalendarPost,
	update: PostUpdate,
	run: Pick<Run, 'client' | 'timezone'>,
): ComparedUpdate {
	const { post, fingerprint, shortLink = false } = update;
	const current = toCurrentPost(before);
	const differences = findDifferences(current, update);
	// The output of a row notes that files couldn't be compared; a form must not lose what was entered.
	const isIncompleteRow = fingerprint !== undefined && !before.parts;
	const changed = isIncompleteRow ? differences.filter(needsNoPublicData) : differences;
	const isMoved = changed.includes('date');
	const inter = update.inter ?? current.inter;
	const tags = update.tags ?? current.tags.map((name) => ({ value: name, label: name }));
	const compared: ComparedUpdate = {
		before,
		changed,
		changesOnlyState: isOnly(changed, 'state') && update.date === undefined && !fingerprint,
		post,
		fingerprint: fingerprint ?? current.fingerprint,
		partCount: update.partCount ?? current.fingerprint?.partCount,
		isForSlot: update.isForSlot,
		requestFields: {
			type: toType(before.state, getStateToWrite(current, update), { isMoved }),
			date: isMoved ? update.date! : current.date,
			tags,
			...(inter > 0 && { inter }),
			shortLink,
		},
	};
	if (changed.length > 0) assertUpdatable(compared, run);
	return compared;
}

/** True if a difference shows in a list of posts, which has no files and no later parts. */
const needsNoPublicData = (difference: string) => !['media', 'thread'].includes(difference);

function toType(
	state: string,
	desired: DesiredState | undefined,
	{ isMoved }: { isMoved: boolean },
): RequestFields['type'] {
	if (desired === 'draft' || (state === 'DRAFT' && !desired)) return 'draft';
	return isMoved || (desired && state !== API_STATES[desired]) ? 'schedule' : 'update';
}

/** Posts that are due sooner aren't changed, as Postiz may publish them in the meantime. */
const MIN_LEAD_MS = 5 * MINUTE_MS;
/** Later posts may be changed: Postiz only publishes them once an hour (docs/api.md, Posts that do not go out). */
const MAX_OVERDUE_MS = 60 * MINUTE_MS;

/** Throws {@link Problem} if the post is published, about to be published, or unreadable. */
export function assertUpdatable(
	{ before: post, changesOnlyState }: Pick<ComparedUpdate, 'before' | 'changesOnlyState'>,
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
	const dueAt = toNextDate(post, serviceNow - MIN_LEAD_MS);
	if (
		post.state === 'QUEUE' &&
		dueAt < serviceNow + MIN_LEAD_MS &&
		dueAt > serviceNow - MAX_OVERDUE_MS
	) {
		throw new Problem(
			`The post ${quote(post.id)} is due at ${formatDateTimeWithZone(new Date(dueAt).toISOString(), timezone)}`,
			'A post that is due within five minutes could be published before it is changed. To change it, first make it a draft: Post > Update, only State.',
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
		'This Postiz instance does not return the files of a post, so a change would remove them. Change it in the calendar of Postiz.',
	);
