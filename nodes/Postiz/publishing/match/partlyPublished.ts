import { isUndated } from '../../common/fingerprint';
import { groupBy } from '../../common/lists';
import type { ExistingPost } from '../../posts/existingPost';
import type { PlannedPost, PlannedPostOf } from '../../posts/plannedPost';
import { areSimilarTexts } from '../../text/similarTexts';

/** A row that is rejected because of its published post. */
type RejectedForPublished = PlannedPostOf<'reject'> & { post: ExistingPost };

/**
 * Finds published posts of rows that are still to be published on other channels: if the post failed on one channel, its
 * row may get a new date or text, which doesn't concern the others.
 */
export function findPartlyPublished(plannedPosts: PlannedPost[]): RejectedForPublished[] {
	const postsByRow = groupBy(plannedPosts, ({ desired }) => desired.fingerprint.rowIdDigest);
	const postsOfUnfinishedRows = postsByRow.filter((rowPosts) => rowPosts.some(isUpToDate)).flat();
	return postsOfUnfinishedRows.filter(
		(planned): planned is RejectedForPublished =>
			planned.action === 'reject' && isSamePost(planned),
	);
}

/** True if a post has, or will have, the current content of its row. */
const isUpToDate = (planned: PlannedPost) =>
	planned.action === 'update' ||
	(planned.action === 'keep' && !planned.hasItemChanged) ||
	(planned.action === 'alreadySent' && planned.isUpdate);

/** An unrelated text is another post, as the row is used again; a text that is added or removed isn't. */
function isSamePost({ conflict, post, desired }: PlannedPostOf<'reject'>): boolean {
	if (conflict !== 'alreadyPublished' || !post) return false;
	const [text, postText] = [desired.comparableText, post.comparableText];
	return (
		isUndated(desired.fingerprint) ||
		text === '' ||
		postText === '' ||
		areSimilarTexts(text, postText)
	);
}
