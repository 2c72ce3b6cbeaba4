import { toMinuteNumber } from '../../common/date';
import { hasFixedDate } from '../../common/fingerprint';
import type { DesiredPost } from '../../posts/desiredPost';
import { DEDUPE_WINDOW_MS } from '../../posts/existing/dedupeWindow';
import type { ExistingPost } from '../../posts/existingPost';
import type { Decision } from '../../posts/plannedPost';
import { areSimilarTexts } from '../../text/comparableTexts';
import { hasSameComparableText } from './hasSameComparableText';
import type { MatchInput } from './matchInput';

const JOINED_LATER = 'The row is already published on other channels. This one was added later.';

/**
 * Skips or rejects a row without a post. Returns undefined if its post can be created. `posts` are the unreserved posts
 * on its channel.
 */
export const decideForNewRow = (
	desired: DesiredPost,
	posts: ExistingPost[],
	input: MatchInput,
): Decision | undefined =>
	skipIfPublishedElsewhere(desired, input) ??
	rejectIfRowIdUnreadable(desired, posts) ??
	rejectIfRowIdMissing(desired, posts, input);

/** Without this check, a channel that joins a group would get all old rows at once. */
function skipIfPublishedElsewhere(
	{ fingerprint, time }: DesiredPost,
	{ posts, serviceStartTime }: MatchInput,
): Decision | undefined {
	const isPast = !hasFixedDate(fingerprint) || time < serviceStartTime;
	const isPublished = (post: ExistingPost) =>
		post.fingerprint?.rowIdDigest === fingerprint.rowIdDigest &&
		post.state === 'PUBLISHED' &&
		post.time < serviceStartTime - DEDUPE_WINDOW_MS;
	return isPast && posts.some(isPublished)
		? { action: 'skipChannel', reason: JOINED_LATER }
		: undefined;
}

/** A post with an unreadable fingerprint may belong to the row, even if it looks different: both may have been edited. */
function rejectIfRowIdUnreadable(
	desired: DesiredPost,
	posts: ExistingPost[],
): Decision | undefined {
	const unreadablePosts = posts.filter(({ isFingerprintUnreadable }) => isFingerprintUnreadable);
	const existing =
		unreadablePosts.find((candidate) => hasTextOfEarlierVersion(desired, candidate)) ??
		unreadablePosts[0];
	return existing ? { action: 'reject', conflict: 'unreadableRowId', existing } : undefined;
}

/** On an instance without fingerprints, only text and date show which post may belong to the row. */
function rejectIfRowIdMissing(
	desired: DesiredPost,
	posts: ExistingPost[],
	{ keepsFingerprints }: MatchInput,
): Decision | undefined {
	if (keepsFingerprints) return undefined;
	const existing = posts.find(
		(candidate) => !candidate.wasCreatedInPostiz && hasTextOfEarlierVersion(desired, candidate),
	);
	return existing ? { action: 'reject', conflict: 'missingRowId', existing } : undefined;
}

/** True if the post may come from an earlier version of the row: same text, or similar text at the same minute. */
function hasTextOfEarlierVersion(desired: DesiredPost, post: ExistingPost): boolean {
	const { fingerprint, time, comparableText } = desired;
	const hasSameMinute =
		hasFixedDate(fingerprint) && toMinuteNumber(time) === toMinuteNumber(post.time);
	return (
		hasSameComparableText(desired, post) ||
		(hasSameMinute && areSimilarTexts(comparableText, post.comparableText))
	);
}
