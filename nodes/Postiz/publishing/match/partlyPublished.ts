import { areSimilar } from '../../text/similar';
import { groupBy } from '../../common/lists';
import type { Decision, PlannedPost, DesiredPost } from '../model';

type RejectedPost = Extract<PlannedPost, { action: 'reject' }>;

/**
 * Keeps the published posts of rows that are still to be published on other channels: a new date or a corrected text is
 * for those, such as for a channel on which the post failed.
 */
export function keepPublishedPosts(plannedPosts: PlannedPost[]): Array<[DesiredPost, Decision]> {
	const rows = groupBy(plannedPosts, ({ desired }) => desired.key.row);
	const unfinished = rows.filter((rowPosts) => rowPosts.some(isUpToDate)).flat();
	return unfinished.flatMap((planned): Array<[DesiredPost, Decision]> =>
		planned.action === 'reject' && isSamePost(planned)
			? [[planned.desired, { action: 'keep', post: planned.post!, isPublished: true }]]
			: [],
	);
}

/** True if a post has, or will have, the current content of its row. */
const isUpToDate = (planned: PlannedPost) =>
	planned.action === 'update' ||
	(planned.action === 'keep' && !planned.isPublished) ||
	(planned.action === 'alreadySent' && planned.isChange);

/** An unrelated text is another post: the row is used again. */
const isSamePost = ({ rejection, post, desired }: RejectedPost) =>
	rejection === 'alreadyPublished' &&
	post !== undefined &&
	(desired.key.when === null || areSimilar(desired.fingerprint, post.fingerprint));
