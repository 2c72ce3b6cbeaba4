import { areSimilar } from '../../text/similar';
import { groupBy } from '../../common/lists';
import type { Decision, PlannedPost, DesiredPost } from '../model';

type Refused = Extract<PlannedPost, { action: 'reject' }>;

/**
 * Rows that are out on some channels, and still to go out on others: a new date, or a corrected text, is meant for the
 * others, such as for one that failed. What is out stays.
 */
export function keepPublishedPosts(steps: PlannedPost[]): Array<[DesiredPost, Decision]> {
	const rows = groupBy(steps, ({ desired }) => desired.key.row).filter((own) =>
		own.some(isAsRowSays),
	);
	return rows.flat().flatMap((step): Array<[DesiredPost, Decision]> => {
		if (step.action !== 'reject' || !isSamePost(step)) return [];
		return [[step.desired, { action: 'keep', post: step.post!, isPublished: true }]];
	});
}

const isAsRowSays = (step: PlannedPost) =>
	step.action === 'update' ||
	(step.action === 'keep' && !step.isPublished) ||
	(step.action === 'alreadySent' && step.isChange);

/** Another text may be another post, for which the row is used again. */
const isSamePost = ({ rejection, post, desired }: Refused) =>
	rejection === 'published' &&
	post !== undefined &&
	(desired.key.when === null || areSimilar(desired.fingerprint, post.fingerprint));
