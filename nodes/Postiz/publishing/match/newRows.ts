import { toMinuteNumber } from '../../common/date';
import { isUndated } from '../../common/postKey';
import type { DesiredPost } from '../../posts/desiredPost';
import { DEDUPE_WINDOW_MS } from '../../posts/existing/dedupeWindow';
import type { ExistingPost } from '../../posts/existingPost';
import type { Decision } from '../../posts/plannedPost';
import { mayBeVersions } from '../../text/textVersions';
import type { Calendar } from './calendar';

const JOINED_LATER = 'The row is already published on other channels. This one was added later.';

/** Skips or rejects a row without a post; undefined if one is to be created. `posts`: unreserved ones on its channel. */
export const decideForNewRow = (
	desired: DesiredPost,
	posts: ExistingPost[],
	calendar: Calendar,
): Decision | undefined =>
	skipIfPublishedElsewhere(desired, calendar) ??
	rejectIfKeyUnknown(desired, posts) ??
	rejectIfKeyLost(desired, posts, calendar);

/** A channel that joins a group would otherwise get all old rows at once. */
function skipIfPublishedElsewhere(
	{ key, time }: DesiredPost,
	{ posts, now }: Calendar,
): Decision | undefined {
	const isPast = isUndated(key) || time < now;
	const isPublished = (post: ExistingPost) =>
		post.key?.rowId === key.rowId &&
		post.state === 'PUBLISHED' &&
		post.time < now - DEDUPE_WINDOW_MS;
	return isPast && posts.some(isPublished) ? { action: 'skip', reason: JOINED_LATER } : undefined;
}

/** Any post with an unreadable key may belong to the row, as both may have been edited since. */
function rejectIfKeyUnknown(desired: DesiredPost, posts: ExistingPost[]): Decision | undefined {
	const unreadable = posts.filter(({ isKeyUnknown }) => isKeyUnknown);
	const post =
		unreadable.find((candidate) => looksLikeEarlierVersion(desired, candidate)) ?? unreadable[0];
	return post ? { action: 'reject', conflict: 'unknownKey', post } : undefined;
}

/** If the instance keeps no keys, only text and date show which post may belong to the row. */
function rejectIfKeyLost(
	desired: DesiredPost,
	posts: ExistingPost[],
	{ keepsKeys }: Calendar,
): Decision | undefined {
	if (keepsKeys) return undefined;
	const post = posts.find(
		(candidate) => !candidate.isByHand && looksLikeEarlierVersion(desired, candidate),
	);
	return post ? { action: 'reject', conflict: 'lostKey', post } : undefined;
}

/** True if the row may have had this post before its date or text was changed. */
function looksLikeEarlierVersion(
	{ key, time, comparableText }: DesiredPost,
	post: ExistingPost,
): boolean {
	const hasSameMinute = !isUndated(key) && toMinuteNumber(time) === toMinuteNumber(post.time);
	return (
		comparableText === post.comparableText ||
		(hasSameMinute && mayBeVersions(comparableText, post.comparableText))
	);
}
