import { joinSentences } from '../../common/text';
import type { PlannedPost } from '../plannedPost';

/** Says why a kept post doesn't have the changes of its item, or why it failed; empty for other posts. */
export function describeKeptPost(planned: PlannedPost): string {
	if (planned.action !== 'keep') return '';
	return joinSentences(
		planned.hasItemChangedAfterPublishing &&
			'The post was already published before its item changed.',
		planned.existing.failureExplanation,
	);
}
