import type { Conflict, Decision } from '../../posts/model';
import type { PostPair } from './postPair';

/** A rule of a table: for a pair, the first one that applies decides. `applyRules` (matcher.ts) chooses the pair. */
export interface MatchRule {
	applies: (pair: PostPair) => boolean;
	decide: (pair: PostPair) => Decision;
}

export const keep = ({ post }: PostPair): Decision => ({ action: 'keep', post });

export const reject =
	(conflict: Conflict) =>
	({ post }: PostPair): Decision => ({ action: 'reject', conflict, post });

/** Rejects a post for the reason that makes it doubtful. */
export const rejectDoubt = (pair: PostPair): Decision => reject(pair.doubt!)(pair);
