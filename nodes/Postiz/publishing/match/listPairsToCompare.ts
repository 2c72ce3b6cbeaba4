import { groupBy } from '../../common/collections';
import type { DesiredPost } from '../../posts/desiredPost';
import type { ExistingPost } from '../../posts/existingPost';
import { ExistingPostIndex } from './existingPostIndex';
import type { MatchInput } from './matchInput';
import { PostPair } from './postPair';
import { isLookalike } from './rulesForLookalikes';

/**
 * Lists the pairs of desired and existing posts whose files must be compared: the files decide the match, and their
 * digests differ. Digests may differ for the same file, as its link may change with each run. Comparing may need
 * downloads, so the list is as short as possible.
 */
export function listPairsToCompare(
	desiredPosts: DesiredPost[],
	input: Omit<MatchInput, 'fileComparisons'>,
): PostPair[] {
	const existingPosts = new ExistingPostIndex(input.posts);
	const uncomparedInput = { ...input, fileComparisons: new Map() };
	const toPairs = (desired: DesiredPost, posts: ExistingPost[]) =>
		posts.map((post) => new PostPair(desired, post, uncomparedInput));
	const listCandidates = (desired: DesiredPost) =>
		toPairs(desired, existingPosts.findCandidates(desired));
	const ambiguousPosts = findAmbiguousPosts(desiredPosts, listCandidates);
	return desiredPosts
		.filter(({ item, sentRecord }) => !item.ignoresExistingPosts && !sentRecord)
		.flatMap((desired) => {
			const pairsOfRow = toPairs(desired, existingPosts.findByRowId(desired));
			const candidates = listCandidates(desired).filter(({ hasSameRowId }) => !hasSameRowId);
			// An identical post that was created in the desired state decides the match, so other candidates don't matter.
			const isDecided = candidates.some(
				(pair) => pair.hasSameContent && pair.wasMadeInDesiredState,
			);
			const pairs = isDecided ? [] : candidates;
			const isIdentified = (pair: PostPair) =>
				pair.isPublishedWithTextAndDate && !ambiguousPosts.has(desired);
			return [...pairsOfRow, ...pairs.filter((pair) => needsFiles(pair) && !isIdentified(pair))];
		})
		.filter(({ hasSameFiles }) => !hasSameFiles);
}

/** True if a rule that compares files may apply to the pair. */
const needsFiles = (pair: PostPair) =>
	pair.matchesTextAndDate || pair.hasSameContentExceptFiles || isLookalike(pair);

/**
 * Finds posts made by Create that share their text and date, but have fewer published counterparts. Example: two
 * desired posts say “Tea”, and one is published. Only its files show which of the two it is.
 */
function findAmbiguousPosts(
	desiredPosts: DesiredPost[],
	listCandidates: (desired: DesiredPost) => PostPair[],
): Set<DesiredPost> {
	const postsOfCreate = desiredPosts.filter(({ fingerprint }) => fingerprint.rowIdDigest === null);
	const alikePosts = groupBy(postsOfCreate, ({ target, fingerprint: { textDigest, minute } }) =>
		JSON.stringify([target.id, textDigest, minute]),
	).filter(({ length }) => length > 1);
	const ambiguous = alikePosts.filter((posts) => {
		const isPublished = (pair: PostPair) =>
			pair.existingIsPublished && pair.hasSameText && pair.hasSameDateOrNone;
		const published = listCandidates(posts[0]).filter(isPublished);
		return posts.length > Math.max(published.length, 1);
	});
	return new Set(ambiguous.flat());
}
