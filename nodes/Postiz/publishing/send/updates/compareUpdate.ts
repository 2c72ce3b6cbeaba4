import { type CalendarPost, getDate, getSettings, getTags } from '../../../calendar/calendarPost';
import { DAY_MS, formatDateTimeWithZone, isWithinAMinute, MINUTE_MS } from '../../../common/date';
import { readFingerprint } from '../../../common/fingerprint';
import { isOnly } from '../../../common/lists';
import { Problem } from '../../../common/problem';
import { quote } from '../../../common/text';
import {
	API_STATES,
	type DesiredState,
	type PostUpdate,
	type ComparedUpdate,
} from '../../../posts/postUpdate';
import type { RunContext } from '../../../posts/run/run';
import type { RequestFields } from '../../../transport/apiTypes';
import { findDifferences } from './findDifferences';

/** Compares an update with its post, which was just read. Throws {@link Problem} if it can't be updated any more. */
export function compareUpdate(
	before: CalendarPost,
	update: PostUpdate,
	run: Pick<RunContext, 'client' | 'timezone'>,
): ComparedUpdate {
	const { post, fingerprint, shortLink = false } = update;
	const stored = readFingerprint(getSettings(before));
	const isMoved =
		update.isForSlot ||
		(update.date !== undefined && !isWithinAMinute(update.date, getDate(before)));
	// A failed post with a new date is tried again.
	const isRetried = before.state === 'ERROR' && update.date !== undefined;
	const state = update.state ?? (isRetried ? 'scheduled' : undefined);
	const changed = [
		...(isMoved ? ['date'] : []),
		...(state && API_STATES[state] !== before.state ? ['state'] : []),
		...findDifferences(before, update),
	];
	const inter = update.inter ?? before.intervalInDays ?? 0;
	const compared: ComparedUpdate = {
		before,
		changed,
		changesOnlyState: isOnly(changed, 'state') && update.date === undefined && !fingerprint,
		post,
		fingerprint: fingerprint ?? stored,
		partCount: update.partCount ?? stored?.partCount,
		requestFields: {
			type: toType(before.state, state, { isMoved }),
			date: isMoved ? update.date! : getDate(before),
			tags: update.tags ?? getTags(before).map((name) => ({ value: name, label: name })),
			...(inter > 0 && { inter }),
			shortLink,
		},
	};
	if (changed.length > 0) assertUpdatable(compared, run);
	return compared;
}

function toType(
	state: string,
	desired: DesiredState | undefined,
	{ isMoved }: { isMoved: boolean },
): RequestFields['type'] {
	if (desired === 'draft' || (state === 'DRAFT' && !desired)) return 'draft';
	return isMoved || (desired && state !== API_STATES[desired]) ? 'schedule' : 'update';
}

/** Posts that are due sooner aren't changed, as they may be published in between. */
const MIN_LEAD_MS = 5 * MINUTE_MS;
/** Posts may still be published this late; after that, they are stuck. */
const MAX_OVERDUE_MS = 60 * MINUTE_MS;

/** Throws {@link Problem} if the post is published, or about to be, or can't be read. */
export function assertUpdatable(
	{ before: post, changesOnlyState }: Pick<ComparedUpdate, 'before' | 'changesOnlyState'>,
	{ client, timezone }: Pick<RunContext, 'client' | 'timezone'>,
): void {
	if (post.state === 'PUBLISHED') {
		throw new Problem(
			`The post ${quote(post.id)} is already published`,
			'Published posts cannot be changed. Create a new post instead.',
		);
	}
	if (changesOnlyState) return;
	if (post.parts.length === 0) throw createUnreadableProblem(post);
	const now = client.now();
	// A repeating post that was due a moment ago may be published right now.
	const dueAt = toNextDate(post, now - MIN_LEAD_MS);
	if (post.state === 'QUEUE' && dueAt < now + MIN_LEAD_MS && dueAt > now - MAX_OVERDUE_MS) {
		throw new Problem(
			`The post ${quote(post.id)} is due at ${formatDateTimeWithZone(new Date(dueAt).toISOString(), timezone)}`,
			'A post that is due within five minutes could be published before it is changed. To change it, first make it a draft: Post > Update, only State.',
		);
	}
}

/** The first date of a post from `start` on, in ms; a repeating one may have been published at earlier dates. */
function toNextDate(post: CalendarPost, start: number): number {
	const first = Date.parse(getDate(post));
	const intervalMs = (post.intervalInDays ?? 0) * DAY_MS;
	return intervalMs <= 0 || first >= start
		? first
		: first + Math.ceil((start - first) / intervalMs) * intervalMs;
}

/** The problem of a post of an instance that doesn't show all of it. */
const createUnreadableProblem = ({ id }: CalendarPost) =>
	new Problem(
		`The post ${quote(id)} cannot be read completely`,
		'This Postiz instance does not return the files of a post, so a change would remove them. Change it in the calendar of Postiz.',
	);
