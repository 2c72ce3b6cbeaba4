import type { Fingerprint } from '../../common/fingerprint';
import type { DesiredPost } from '../../posts/desiredPost';
import { isPending, type ExistingPost } from '../../posts/existingPost';
import { areSimilarTexts } from '../../text/comparableTexts';
import type { Matcher } from './matcher';
import type { PostPair } from './postPair';

/**
 * True if a pending post was made from an earlier version of the desired one: with the same text and details, or at the
 * same date with a similar text or the same files. It may have been edited since.
 */
export function mayBeEarlierVersion(pair: PostPair): boolean {
	const { desired, existing } = pair;
	if (!existing.fingerprint || !pair.existingIsPending) return false;
	if (pair.hasSameText && pair.hasSameDetails) return true;
	const areDatedAlike = pair.desiredHasFixedDate && pair.hasSameDateOrNone;
	return (
		areDatedAlike &&
		(areSimilarTexts(desired.comparableText, existing.comparableText) || hasGainedOrLostText(pair))
	);
}

/** True if the files are the same, but only one of the posts has a text. */
const hasGainedOrLostText = ({ desired, desiredHasText, existing }: PostPair) =>
	desiredHasText === (existing.comparableText === '') &&
	desired.fingerprint.filesDigest === existing.fingerprint?.filesDigest;

/** Finds a pending post that may be an earlier version of the desired post. */
export const findEarlierVersion = (
	desired: DesiredPost,
	matcher: Matcher,
): ExistingPost | undefined =>
	findPostOutsideLoop(
		desired,
		matcher,
		(pair) =>
			mayBeEarlierVersion(pair) ||
			(pair.existingIsPending && pair.hasSameText && pair.onlyDesiredHasRowId),
	);

/** For a dated post: finds a published post with the same text, on any date. */
export const findPublishedPost = (
	desired: DesiredPost,
	matcher: Matcher,
): ExistingPost | undefined =>
	findPostOutsideLoop(
		desired,
		matcher,
		(pair) => pair.desiredHasFixedDate && pair.existingIsPublished && pair.hasSameText,
	);

function findPostOutsideLoop(
	desired: DesiredPost,
	matcher: Matcher,
	matches: (pair: PostPair) => boolean,
): ExistingPost | undefined {
	const { isKnownInLoop } = matcher.input.loopHistory;
	return matcher.listPairs(desired).find((pair) => matches(pair) && !isKnownInLoop(pair.existing))
		?.existing;
}

/** Finds the pending post of a row that was moved to another channel. */
export function findPostOnFormerChannel(
	{ fingerprint, target }: DesiredPost,
	matcher: Matcher,
): ExistingPost | undefined {
	const { desiredPosts, input } = matcher;
	const hasSameRowIdAndText = (other?: Fingerprint) =>
		other?.rowIdDigest === fingerprint.rowIdDigest && other.textDigest === fingerprint.textDigest;
	const isDesired = ({ channelId }: ExistingPost) =>
		desiredPosts.some(
			(other) =>
				other.target.id === channelId && other.fingerprint.rowIdDigest === fingerprint.rowIdDigest,
		);
	return input.posts.find(
		(post) =>
			post.channelId !== target.id &&
			hasSameRowIdAndText(post.fingerprint) &&
			isPending(post.state) &&
			!isDesired(post) &&
			// If a row moves to two channels, only one of its new posts names the old post.
			!matcher.isReserved(post) &&
			!input.loopHistory.isKnownInLoop(post),
	);
}
