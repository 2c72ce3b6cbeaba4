import { fetchSettingsAndParts, type PublicPart } from '../../calendar/publicPost';
import { getOrCreate } from '../../common/collections';
import { memoizeByObject } from '../../common/memoize';
import { Problem, toProblemOrRethrow } from '../../common/problem';
import type { FileInspector } from '../../media/fileInspector';
import { createUrlFile, type MediaFile } from '../../media/mediaFile';
import type { DesiredPost } from '../../posts/desiredPost';
import type { ExistingPost } from '../../posts/existingPost';
import type { Run } from '../../posts/run/run';
import type { FileReference } from '../../transport/apiTypes';
import type { PostizClient } from '../../transport/client';
import { isServerError } from '../../transport/httpStatus';
import {
	type FileComparison,
	type FileComparisons,
	type FileMatch,
	getWorstMatch,
} from './matchInput';
import type { PostPair } from './postPair';

/**
 * Compares the files of pairs by size and first bytes. Throws {@link Problem} if the connection fails, or the service
 * rejects a request.
 */
export async function compareFiles(
	pairs: PostPair[],
	{ client, inspector }: Pick<Run, 'client' | 'inspector'>,
): Promise<FileComparisons> {
	const fetchPartsOnce = memoizeByObject(
		async (post: ExistingPost) => await fetchParts(post, client),
	);
	const comparisons = new Map<DesiredPost, Map<ExistingPost, FileComparison>>();
	await Promise.all(
		pairs.map(async (pair) => {
			const existingParts = await fetchPartsOnce(pair.existing).catch(toReadProblemOrRethrow);
			const comparison: FileComparison =
				existingParts instanceof Problem
					? { bytes: 'uncompared', readProblem: existingParts }
					: await comparePair(pair, existingParts, inspector);
			getOrCreate(comparisons, pair.desired, () => new Map()).set(pair.existing, comparison);
		}),
	);
	return comparisons;
}

/** The parts of a post, or undefined if its public page lacks them. */
const fetchParts = async (
	{ id, parts }: ExistingPost,
	client: PostizClient,
): Promise<PublicPart[] | undefined> => parts ?? (await fetchSettingsAndParts(client, id)).parts;

/** Returns the server error of a single unreadable post. Rethrows all other errors. */
function toReadProblemOrRethrow(error: unknown): Problem {
	const problem = toProblemOrRethrow(error);
	if (!isServerError(Number(problem.httpCode)) || problem.affectsAllItems) throw problem;
	return problem;
}

async function comparePair(
	{ desired, hasSameRowId, onlyDesiredHasRowId }: PostPair,
	existingParts: PublicPart[] | undefined,
	inspector: FileInspector,
): Promise<FileComparison> {
	if (!existingParts) return { bytes: 'uncompared' };
	const files = desired.parts.flatMap((part) => part.files);
	const existingFiles = existingParts.flatMap(({ image }) => image);
	if (files.length !== existingFiles.length) return { bytes: 'different' };
	const bytes = await compareEach(files, existingFiles, async (file, { path }) =>
		inspector.compareWithUpload(file, path),
	);
	// In Create, a post with different covers is still the same.
	if (!hasSameRowId && !onlyDesiredHasRowId) return { bytes };
	const coversAndParts = hasMovedFiles(desired, existingParts)
		? 'different'
		: await compareEach(files, existingFiles, async (file, existingFile) =>
				compareCover(file, existingFile, inspector),
			);
	return { bytes, coversAndParts };
}

/** Compares each file with the existing file at its index. */
async function compareEach(
	files: MediaFile[],
	existingFiles: FileReference[],
	compare: (file: MediaFile, existingFile: FileReference) => Promise<FileMatch>,
): Promise<FileMatch> {
	const matches = files.map(async (file, index) => await compare(file, existingFiles[index]!));
	return getWorstMatch(await Promise.all(matches));
}

/** Compares the covers of two files. Without a desired cover, any cover matches. */
async function compareCover(
	{ cover, coverAt, reference }: MediaFile,
	existing: FileReference,
	inspector: FileInspector,
): Promise<FileMatch> {
	const timestamp = coverAt ?? reference?.thumbnailTimestamp;
	if (timestamp !== undefined && timestamp !== existing.thumbnailTimestamp) return 'different';
	const picture = cover ?? (reference?.thumbnail && createUrlFile(reference.thumbnail));
	if (!picture) return 'same';
	if (!existing.thumbnail) return 'different';
	return await inspector.compareWithUpload(picture, existing.thumbnail);
}

/** True if files moved between parts: the thread has as many parts as before, but a part has more or fewer files. */
const hasMovedFiles = (desired: DesiredPost, existingParts: PublicPart[]) =>
	desired.parts.length === existingParts.length &&
	desired.parts.some(({ files }, index) => files.length !== existingParts[index]!.image.length);
