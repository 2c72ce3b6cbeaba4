import { areSimilar } from '../../text/similar';
import { groupBy } from '../../common/lists';
import type { Decision, PlannedPost, DesiredPost } from '../model';

type RejectedPost = Extract<PlannedPost, { action: 'reject' }>;

/**
 * Keeps the published posts of rows that are still to be published on other channels: a new date or a corrected text is
 * for those, such as for a channel on which the post failed.
 */
export function keepPublishedPosts(steps: PlannedPost[]): Array<[DesiredPost, Decision]> {
	const rows = groupBy(steps, ({ desired }) => desired.key.row);
	const unfinished = rows.filter((ofRow) => ofRow.some(isUpToDate)).flat();
	return unfinished.flatMap((step): Array<[DesiredPost, Decision]> =>
		step.action === 'reject' && isSamePost(step)
			? [[step.desired, { action: 'keep', post: step.post!, isPublished: true }]]
			: [],
	);
}

/** True if a post has, or will have, what its row says. */
const isUpToDate = (step: PlannedPost) =>
	step.action === 'update' ||
	(step.action === 'keep' && !step.isPublished) ||
	(step.action === 'alreadySent' && step.isChange);

/** An unrelated text is another post: the row is used again. */
const isSamePost = ({ rejection, post, desired }: RejectedPost) =>
	rejection === 'published' &&
	post !== undefined &&
	(desired.key.when === null || areSimilar(desired.fingerprint, post.fingerprint));
