import type { MediaFile } from '../../media/mediaFile';
import { type Measure, MEASURES, type MeasureName } from '../../networks/measures';
import { isNote, type Limit } from '../../networks/rules';
import type { PostContent, Part } from '../desiredPost';
import { describeViolation } from './describeViolation';
import { getPartLimits } from './partLimits';

/** The limits that a part can meet by moving files to the next part. */
export const DIVISIBLE_MEASURES: MeasureName[] = ['files', 'pictures'];

/** Counts the files that a part keeps if the others move to the next part. Undefined if they can't move there. */
export function countFilesToKeep(post: PostContent, part: Part, index: number): number | undefined {
	const fitting = countFittingFiles(post, part, index);
	const nextPart = { ...part, files: part.files.slice(fitting) };
	const isNextFree =
		!post.target.network?.ignoresThreads && countFittingFiles(post, nextPart, index + 1) > 0;
	return fitting > 0 && isNextFree ? fitting : undefined;
}

/** Counts how many of a part's first files meet its limits. */
function countFittingFiles(post: PostContent, part: Part, index: number): number {
	const limits = getPartLimits(post, part, index).filter(
		(limit) => DIVISIBLE_MEASURES.includes(limit.measure) && !isNote(limit),
	);
	const fits = (files: MediaFile[]) =>
		limits.every(
			(limit) => describeViolation(post, { ...part, files }, index, limit) === undefined,
		);
	let count = part.files.length;
	while (count > 0 && !fits(part.files.slice(0, count))) count -= 1;
	return count;
}

const COUNTED_FILES: MeasureName[] = [...DIVISIBLE_MEASURES, 'videos'];

/** Counts how many files a part must lose to meet a limit on their number. */
export function countSurplus({ measure: name, max = 0 }: Limit, files: MediaFile[]): number {
	const measure: Measure = MEASURES[name];
	if (max === 0 || measure.appliesTo !== 'files' || !COUNTED_FILES.includes(name)) return 0;
	const amount = measure.read(files) ?? 0;
	return Math.max(0, (typeof amount === 'number' ? amount : amount[0]) - max);
}
