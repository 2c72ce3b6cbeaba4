import type { Problem } from '../../common/problem';
import type { DesiredPost } from '../../posts/desiredPost';
import type { CalendarSnapshot, ExistingPost } from '../../posts/existingPost';
import type { LoopHistory } from './loopHistory';

/** Whether an existing post has the desired files; `uncompared` if that is unknown. */
export type FileMatch = 'same' | 'other' | 'uncompared';

export interface FileComparison {
	result: FileMatch;
	/** Why the service couldn't show the existing post. */
	readProblem?: Problem;
}

/** The comparisons of the pairs whose files matter (listPairsToCompare.ts). */
export type FileComparisons = ReadonlyMap<DesiredPost, ReadonlyMap<ExistingPost, FileComparison>>;

/** The posts that may match those of a run, and what else matching needs to know. */
export interface MatchInput extends Pick<CalendarSnapshot, 'posts' | 'keepsFingerprints' | 'now'> {
	/** In Create or Update, each desired post has a Row ID. */
	isUpsert: boolean;
	/** Each run has the same post, such as a daily greeting: see dedupeWindow.ts. */
	isRepeatedOnPurpose: boolean;
	loopHistory: LoopHistory;
	fileComparisons: FileComparisons;
}
