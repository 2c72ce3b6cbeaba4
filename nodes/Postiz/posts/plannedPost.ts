import type { FingerprintField } from '../common/fingerprint';
import type { DesiredPost, SentRecord } from './desiredPost';
import type { ExistingPost } from './existingPost';
import type { Issue } from './issue';

/** An existing post or another row because of which a post is rejected; the messages are in conflictProblems.ts. */
export type Conflict =
	// Only in Create or Update: their messages are about rows.
	| 'reusedRowId'
	| 'alreadyPublished'
	| 'foreignRow'
	| 'unreadableRowId'
	| 'missingRowId'
	| 'twoPostsForRow'
	| 'changedAfterApproval'
	| 'earlierVersion'
	// In all operations.
	| 'incompleteThread'
	| 'mayBeOnline'
	| 'stillTrying'
	| 'otherFiles'
	| 'otherSettings'
	| 'existingDraft'
	| 'alreadyScheduled'
	| 'uncomparedFiles'
	| 'unclear';

/** What to do with a post. */
export type Decision =
	/** `failedPost`: the same post, which certainly failed earlier. */
	| { action: 'create'; replaceCandidate?: ExistingPost; failedPost?: ExistingPost }
	/** `changedFields`: what differs from the row. */
	| { action: 'update'; post: ExistingPost; changedFields: FingerprintField[] }
	/**
	 * Nothing is sent, and the post is unchanged. `hasRowChanged`: the row has changed since the post was published. `needsRowId`: Create made the post, so its
	 * fingerprint has no Row ID yet. `extraPosts`: other posts with the same content.
	 */
	| {
			action: 'keep';
			post: ExistingPost;
			hasRowChanged?: boolean;
			needsRowId?: boolean;
			extraPosts?: ExistingPost[];
	  }
	/** An earlier attempt of this run created it. */
	| ({ action: 'alreadySent'; postId: string; post?: ExistingPost } & Pick<
			SentRecord,
			'date' | 'isUpdate' | 'replaceCandidate'
	  >)
	/** Another item has the same post, and shares its result. */
	| { action: 'duplicate'; duplicateOf: DesiredPost }
	/** `reason`: full sentences. */
	| { action: 'skip'; reason: string }
	/** The cause is `post`, `otherPosts`, or the items at `itemIndexes`. */
	| {
			action: 'reject';
			conflict: Conflict;
			post?: ExistingPost;
			otherPosts?: ExistingPost[];
			itemIndexes?: number[];
	  };

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
	'post' in decision ? decision.post : undefined;

/** The existing post that the new one may replace. */
export const getReplaceCandidate = (decision: Decision): ExistingPost | undefined =>
	'replaceCandidate' in decision ? decision.replaceCandidate : undefined;

export const isToSend = ({ action }: PlannedPost): boolean =>
	action === 'create' || action === 'update';
