import type { Problem } from '../../common/problem';
import type { DesiredPost } from '../../posts/desiredPost';
import type { CalendarSnapshot, ExistingPost } from '../../posts/existingPost';
import type { LoopHistory } from './loopHistory';

/** Whether both posts have the same files; `uncompared` if unknown. */
export type FileMatch = 'same' | 'different' | 'uncompared';

export const getWorstMatch = (matches: FileMatch[]): FileMatch =>
	(['different', 'uncompared'] as const).find((match) => matches.includes(match)) ?? 'same';

export interface FileComparison {
	/** By size and first bytes. */
	bytes: FileMatch;
	/**
	 * Only for a row, and its post or a post made by Create: `different` if files have different covers, or belong to
	 * different parts of the thread.
	 */
	coversAndParts?: FileMatch;
	/** Why the service couldn't show the existing post. */
	readProblem?: Problem;
}

/** The file comparison of each pair of `listPairsToCompare`. */
export type FileComparisons = ReadonlyMap<DesiredPost, ReadonlyMap<ExistingPost, FileComparison>>;

/** The input of matching: the existing posts that may match, and facts about the run. */
export interface MatchInput extends Pick<
	CalendarSnapshot,
	'posts' | 'keepsFingerprints' | 'serviceStartTime'
> {
	/** In Create or Update, each desired post has a Row ID. */
	isUpsert: boolean;
	/** True if every run publishes the same post, such as a daily greeting (dedupeWindow.ts). */
	isRepeatedOnPurpose: boolean;
	loopHistory: LoopHistory;
	fileComparisons: FileComparisons;
}
