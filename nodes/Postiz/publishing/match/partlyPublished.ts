import { groupBy } from '../../common/lists';
import { isUndated } from '../../common/postKey';
import type { Decision, PlannedPost, PlannedPostOf, DesiredPost } from '../../posts/model';
import { areSimilar } from '../../text/similar';

/**
 * Keeps published posts of rows that are still to be published on other channels: if the post failed on one channel, its
 * row may get a new date or text, which doesn't concern the others.
 */
export function keepPublishedPosts(plannedPosts: PlannedPost[]): Array<[DesiredPost, Decision]> {
	const postsByRow = groupBy(plannedPosts, ({ desired }) => desired.key.rowId);
	const unfinished = postsByRow.filter((rowPosts) => rowPosts.some(isUpToDate)).flat();
	return unfinished.flatMap((planned): Array<[DesiredPost, Decision]> =>
		planned.action === 'reject' && isSamePost(planned)
			? [[planned.desired, { action: 'keep', post: planned.post!, hasRowChanged: true }]]
			: [],
	);
}

/** True if a post has, or will have, the current content of its row. */
const isUpToDate = (planned: PlannedPost) =>
	planned.action === 'update' ||
	(planned.action === 'keep' && !planned.hasRowChanged) ||
	(planned.action === 'alreadySent' && planned.isUpdate);

/** An unrelated text is another post: the row is used again. */
const isSamePost = ({ conflict, post, desired }: PlannedPostOf<'reject'>) =>
	conflict === 'alreadyPublished' &&
	post !== undefined &&
	(isUndated(desired.key) || areSimilar(desired.comparableText, post.comparableText));
