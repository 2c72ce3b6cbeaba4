import { joinSentences } from '../../common/text';
import type { PlannedPost } from '../plannedPost';

/** Why a post that is kept doesn't follow its item, or why it failed; empty for other posts. */
export function explainKeptPost(planned: PlannedPost): string {
	if (planned.action !== 'keep') return '';
	return joinSentences(
		planned.hasItemChangedAfterPublishing &&
			'The post was already published, before its item changed.',
		planned.existing.reason,
	);
}
