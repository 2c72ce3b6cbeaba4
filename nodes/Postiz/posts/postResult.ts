/**
 * The types of results, from a request to the output:
 *
 * - Request: a `RequestResult`, which is a response or why there is none (transport/response.ts).
 * - Lookup: a `LookupResult`, which is what Postiz has of a post after an unclear response (existing/findSentPost.ts).
 * - Send: a `DeliveryResult` per sent post, then a `PostResult` per planned post, duplicates excepted.
 * - Report: an `OperationResult` with output items and hints (execution/operationResult.ts).
 *
 * Any step may return `ItemResults`: a value for each item, and why the others failed (execution/itemResults.ts).
 */

import type { CalendarPost } from '../calendar/calendarPost';
import type { Problem } from '../common/problem';
import type { DesiredPost } from './desiredPost';
import type { PlannedPost } from './plannedPost';
import type { PreparedUpdate } from './postUpdate';

/** The outcome of a post, as in the output. `rejected`: by the node or by Postiz. `notSent`: Postiz may accept it later. */
export type Outcome =
	'created' | 'updated' | 'unchanged' | 'skipped' | 'rejected' | 'notSent' | 'unknown';

/** The result of sending a post, or of an update without changes. */
export interface DeliveryResult extends Pick<
	PostResult,
	'outcome' | 'postId' | 'date' | 'problem'
> {
	desired: DesiredPost;
	sentUpdate?: PreparedUpdate;
}

/** The result of a planned post, with what Postiz has stored. */
export interface PostResult {
	planned: PlannedPost;
	outcome: Outcome;
	postId?: string;
	/** In UTC; undefined if unchanged. */
	date?: string;
	/** Why it was rejected or not sent, or why the outcome is unknown. */
	problem?: Problem;
	/** The changes, such as `text` or `settings.title`. */
	changed?: string[];
	after?: CalendarPost;
	/** Tags that Postiz doesn't have. */
	missingTags?: string[];
}
