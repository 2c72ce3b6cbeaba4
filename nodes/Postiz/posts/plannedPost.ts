import type { RowField } from '../common/fingerprint';
import type { DesiredPost } from './desiredPost';
import type { ExistingPost } from './existingPost';
import type { Issue } from './issue';

/** An existing post or another row because of which a post is rejected; the messages are in conflictProblems.ts. */
export type Conflict =
	// Only in Create or Update: their messages are about rows.
	| 'reusedRowId'
	| 'alreadyPublished'
	| 'foreignRow'
	| 'unreadableRowId'
	// The instance keeps no Row IDs.
	| 'missingRowId'
	| 'twoPostsForRow'
	| 'changedAfterApproval'
	// Create may have made the post.
	| 'mayBeEarlierVersion'
	// In all operations.
	| 'incompleteThread'
	| 'mayBeOnline'
	| 'stillTrying'
	| 'otherFiles'
	| 'otherDetails'
	| 'existingDraft'
	| 'alreadyScheduled'
	| 'uncomparedFiles'
	| 'uncomparedLinks'
	| 'mayBeStored';

/** What to do with a post. */
export type Decision =
	| {
			action: 'create';
			similarPost?: ExistingPost;
			/** The same post, which certainly failed earlier. */
			failedPost?: ExistingPost;
	  }
	| {
			action: 'update';
			existing: ExistingPost;
			/** What differs from the row. */
			changedFields: RowField[];
	  }
	/** Nothing is sent: the outcome is `unchanged`. */
	| {
			action: 'keep';
			existing: ExistingPost;
			/** The item has changed since the post was published, as far as that is known. */
			hasItemChangedAfterPublishing?: boolean;
			/** Create made the post, so its fingerprint has no Row ID yet. */
			needsRowId?: boolean;
			/** Other posts with the same content. */
			extraPosts?: ExistingPost[];
	  }
	/** An earlier attempt of this run created or updated it. */
	| {
			action: 'alreadySent';
			postId: string;
			existing?: ExistingPost;
			/** In UTC. */
			date?: string;
			isUpdate?: boolean;
			similarPost?: ExistingPost;
	  }
	/** Another item has the same post, and shares its result. */
	| { action: 'duplicate'; duplicateOf: DesiredPost }
	/** The channel gets no post. `reason`: full sentences. */
	| { action: 'omit'; reason: string }
	/** The cause is `existing`, `otherPosts`, or the items at `itemIndexes`. */
	| {
			action: 'reject';
			conflict: Conflict;
			existing?: ExistingPost;
			otherPosts?: ExistingPost[];
			itemIndexes?: number[];
	  };

/** A desired post, and what to do with it. */
export type PlannedPost = Decision & {
	desired: DesiredPost;
	issues: Issue[];
};

/** A planned post with one of the actions. */
export type PlannedPostOf<Action extends Decision['action']> = Extract<
	PlannedPost,
	{ action: Action }
>;

/** The existing post that the decision is about. */
export const getExistingPost = (decision: Decision): ExistingPost | undefined =>
	'existing' in decision ? decision.existing : undefined;

/** A similar post, which the new one may replace. */
export const getSimilarPost = (decision: Decision): ExistingPost | undefined =>
	'similarPost' in decision ? decision.similarPost : undefined;

export const isToSend = ({ action }: PlannedPost): boolean =>
	action === 'create' || action === 'update';
