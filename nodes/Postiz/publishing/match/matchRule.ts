import type { Conflict, Decision } from '../../posts/plannedPost';
import type { PostPair } from './postPair';

/** A rule of matching. A stage is a list of rules. The first one that applies decides (`Matcher.applyStage`). */
export interface MatchRule {
	applies: (pair: PostPair) => boolean;
	decide: (pair: PostPair) => Decision;
}

/**
 * Keeps the existing post, so nothing is sent. Like {@link update}, it reserves the post (`Matcher.record`): a second
 * desired post that matches it, such as one with different files, is created.
 */
export const keep = ({ existing }: PostPair): Decision => ({ action: 'keep', existing });

/** Updates the existing post with what changed in the row. */
export const update = ({ existing, changedFields }: PostPair): Decision => ({
	action: 'update',
	existing,
	changedFields,
});

/** Rejects the desired post because of the existing one. Doesn't reserve it: it may be why several are rejected. */
export const reject =
	(conflict: Conflict) =>
	({ existing, fileComparison }: PostPair): Decision => ({
		action: 'reject',
		conflict,
		existing,
		readProblem: conflict === 'uncomparedFiles' ? fileComparison?.readProblem : undefined,
	});

/** Rejects the desired post because the existing one may be online, as a whole or in part. */
export const rejectOnlineConflict = (pair: PostPair): Decision =>
	reject(pair.onlineConflict!)(pair);

/** Like {@link reject}, but if the existing post may be online, that is the conflict. */
export const rejectOnlineConflictOr =
	(conflict: Conflict) =>
	(pair: PostPair): Decision =>
		reject(pair.onlineConflict ?? conflict)(pair);
