import type { RowField } from '../common/fingerprint';
import type { Problem } from '../common/problem';
import type { DesiredPost } from './desiredPost';
import type { ExistingPost } from './existingPost';
import type { Issue } from './issue';

/**
 * Why a post is rejected: it conflicts with an existing post or another row. The messages are in conflictProblems.ts.
 */
export type Conflict =
	// Only in Create or Update.
	| 'reusedRowId'
	| 'alreadyPublished'
	| 'foreignRow'
	| 'unreadableRowId'
	// The instance keeps no Row IDs.
	| 'missingRowId'
	| 'severalPostsForRow'
	| 'changedAfterApproval'
	// Create may have made the post.
	| 'mayBeEarlierVersion'
	// In all operations.
	| 'incompleteThread'
	| 'mayBeOnline'
	| 'stillTrying'
	| 'differentFiles'
	| 'differentDetails'
	| 'existingDraft'
	| 'alreadyScheduled'
	| 'uncomparedFiles'
	| 'uncomparedLinks'
	// Postiz may have the post from an earlier attempt.
	| 'unclear';

/**
 * What to do with a post, with its possible outcomes (postResult.ts) and its status in a preview:
 *
 * | Action        | Outcome                                         | Preview            |
 * | ------------- | ----------------------------------------------- | ------------------ |
 * | `create`      | created, rejected, notSent, unknown             | new                |
 * | `update`      | updated, unchanged, rejected, notSent, unknown  | updated, unchanged |
 * | `keep`        | unchanged                                       | unchanged          |
 * | `alreadySent` | created, updated                                | unchanged          |
 * | `duplicate`   | that of the original                            | likewise           |
 * | `skipChannel` | skipped                                         | skipped            |
 * | `reject`      | rejected; unknown if an earlier attempt sent it | to fix             |
 *
 * A post with errors fails its item, so the item's new posts and updates are rejected. In a preview, that post is “to
 * fix”, and the others of its item are “waiting”.
 */
export type Decision =
	| {
			action: 'create';
			similarPost?: ExistingPost;
			/** The same post, which failed for good. */
			failedPost?: ExistingPost;
	  }
	| {
			action: 'update';
			existing: ExistingPost;
			/** The fields of the row that have changed. */
			changedFields: RowField[];
	  }
	/** Nothing is sent, as with the option Skip. */
	| {
			action: 'keep';
			existing: ExistingPost;
			/** Whether the item has changed since the post was published, if known. */
			hasItemChangedAfterPublishing?: boolean;
			/** Whether the post was made by Create and has no Row ID yet. */
			needsRowId?: boolean;
			/** Further posts with the same content. */
			extraPosts?: ExistingPost[];
	  }
	/** An earlier attempt created or updated the post. */
	| {
			action: 'alreadySent';
			postId: string;
			existing?: ExistingPost;
			/** In UTC. */
			date?: string;
			isUpdate?: boolean;
			similarPost?: ExistingPost;
	  }
	/** Another item has the same post. Both share its result. */
	| { action: 'duplicate'; duplicateOf: DesiredPost }
	/** Nothing is sent to the channel. `reason` has full sentences. */
	| { action: 'skipChannel'; reason: string }
	/** The cause is `existing`, `otherPosts`, or the items at `itemIndexes`. */
	| {
			action: 'reject';
			conflict: Conflict;
			existing?: ExistingPost;
			otherPosts?: ExistingPost[];
			itemIndexes?: number[];
			/** With `uncomparedFiles`: why the service couldn't show `existing`. Running again may help. */
			readProblem?: Problem;
	  };

/** A desired post and the decision about it. */
export type PlannedPost = Decision & {
	desired: DesiredPost;
	issues: Issue[];
};

export type PlannedPostOf<Action extends Decision['action']> = Extract<
	PlannedPost,
	{ action: Action }
>;

/** Returns the post that is sent or kept for this one: for a duplicate its original, otherwise the post itself. */
export const getOriginal = (planned: PlannedPost): DesiredPost =>
	planned.action === 'duplicate' ? planned.duplicateOf : planned.desired;

/** Maps each post to its {@link getOriginal original}, with the decision about it. */
export function mapToOriginalPlans(
	plannedPosts: PlannedPost[],
): ReadonlyMap<DesiredPost, PlannedPost> {
	const byPost = new Map(plannedPosts.map((planned) => [planned.desired, planned]));
	return new Map(
		plannedPosts.map((planned) => [planned.desired, byPost.get(getOriginal(planned))!]),
	);
}

export const withIssues = (planned: PlannedPost, issues: Issue[]): PlannedPost => ({
	...planned,
	issues: [...planned.issues, ...issues],
});

export const getExistingPost = (decision: Decision): ExistingPost | undefined =>
	'existing' in decision ? decision.existing : undefined;

/** Returns the similar post that the new post may replace. */
export const getSimilarPost = (decision: Decision): ExistingPost | undefined =>
	'similarPost' in decision ? decision.similarPost : undefined;

export const isToSend = ({ action }: PlannedPost): boolean =>
	action === 'create' || action === 'update';
