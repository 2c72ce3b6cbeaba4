import { groupBy } from '../../common/collections';
import { hasFixedDate } from '../../common/fingerprint';
import type { ExistingPost } from '../../posts/existingPost';
import type { PlannedPost, PlannedPostOf } from '../../posts/plannedPost';
import { areSimilarTexts } from '../../text/comparableTexts';

/** A post that is rejected because its row is already published. */
type RejectedForPublished = PlannedPostOf<'reject'> & { existing: ExistingPost };

/**
 * Finds published posts of rows with pending posts on other channels. If a post failed on one channel, its row may get
 * a new date or text, but the published posts of the row stay as they are.
 */
export function findPartlyPublished(plannedPosts: PlannedPost[]): RejectedForPublished[] {
	const postsByRow = groupBy(plannedPosts, ({ desired }) => desired.fingerprint.rowIdDigest);
	const postsOfUnfinishedRows = postsByRow.filter((rowPosts) => rowPosts.some(isUpToDate)).flat();
	return postsOfUnfinishedRows.filter(
		(planned): planned is RejectedForPublished =>
			planned.action === 'reject' && isSamePost(planned),
	);
}

/** True if Postiz has the current content of the row, or gets it in this run. */
const isUpToDate = (planned: PlannedPost) =>
	planned.action === 'update' ||
	(planned.action === 'keep' && !planned.hasItemChangedAfterPublishing) ||
	(planned.action === 'alreadySent' && planned.isUpdate);

/**
 * True if the row still has the same post. An unrelated text means that the row is used for a new post; adding or
 * removing the text doesn't.
 */
function isSamePost({ conflict, existing, desired }: PlannedPostOf<'reject'>): boolean {
	if (conflict !== 'alreadyPublished' || !existing) return false;
	const [text, existingText] = [desired.comparableText, existing.comparableText];
	return (
		!hasFixedDate(desired.fingerprint) ||
		text === '' ||
		existingText === '' ||
		areSimilarTexts(text, existingText)
	);
}
