import type { CalendarPost } from '../calendar/calendarPost';
import type { Problem } from '../common/problem';
import type { PlannedPost } from './plannedPost';

/** What became of a post, as the output shows it. */
export type Outcome =
	'created' | 'updated' | 'unchanged' | 'skipped' | 'rejected' | 'notSent' | 'unknown';

/** What became of a planned post, and what Postiz has stored of it. */
export interface PostResult {
	planned: PlannedPost;
	outcome: Outcome;
	postId?: string;
	/** In UTC; undefined if unchanged. */
	date?: string;
	/** Why it was rejected or not sent, or why the outcome is unknown. */
	problem?: Problem;
	/** What has changed, such as `text` or `settings.title`. */
	changed?: string[];
	after?: CalendarPost;
	/** Tags that don't exist in Postiz. */
	missingTags?: string[];
}
