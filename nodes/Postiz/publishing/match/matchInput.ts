import type { Problem } from '../../common/problem';
import type { DesiredPost } from '../../posts/desiredPost';
import type { CalendarSnapshot, ExistingPost } from '../../posts/existingPost';
import type { LoopHistory } from './loopHistory';

/**
 * Whether an existing post has the desired files. `uncompared` means that they can't be compared, or haven't been yet. The
 * rules treat both alike: those decisions only last until the requested comparisons are done, and until then, no later
 * rule requests one that may turn out to be needless.
 */
export type FileMatch = 'same' | 'other' | 'uncompared';

/** Compares desired and existing files for the rules of matching. */
export interface FileComparer {
	/** Returns the result of a comparison. If it isn't known yet, requests it and returns `uncompared` for now. */
	getOrRequest: (desired: DesiredPost, post: ExistingPost) => FileMatch;
	/** Why a requested comparison failed: the service couldn't show the post. Undefined if it could. */
	getReadProblem: (desired: DesiredPost, post: ExistingPost) => Problem | undefined;
}

/** The posts that may match those of a run, and what else matching needs to know. */
export interface MatchInput extends Pick<CalendarSnapshot, 'posts' | 'keepsFingerprints' | 'now'> {
	/** In Create or Update, each desired post has a Row ID. */
	isUpsert: boolean;
	/** Each run has the same post, such as a daily greeting: see dedupeWindow.ts. */
	isRepeatedOnPurpose: boolean;
	fileComparer: FileComparer;
	loopHistory: LoopHistory;
}
