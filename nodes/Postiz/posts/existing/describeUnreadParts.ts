import { joinSentences } from '../../common/text';
import type { PlannedPost } from '../plannedPost';

/**
 * Says what may have changed in a row whose update has no changes, as Postiz didn't return the parts of its post; empty
 * for other posts.
 */
export function describeUnreadParts(planned: PlannedPost): string {
	if (planned.action !== 'update' || planned.existing.parts) return '';
	const { desired, existing, changedFields } = planned;
	const isThread = desired.parts.length > 1 || (existing.fingerprint?.partCount ?? 1) > 1;
	return joinSentences(
		changedFields.includes('media') &&
			'Its files may have changed: Postiz did not return the files of the post.',
		changedFields.includes('text') &&
			isThread &&
			'Its thread may have changed: Postiz did not return the thread of the post.',
	);
}
