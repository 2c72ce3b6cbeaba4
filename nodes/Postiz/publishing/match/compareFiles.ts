import { fetchPublicPost } from '../../calendar/publicPost';
import { getOrCreate } from '../../common/lists';
import { memoizeByObject } from '../../common/memoize';
import { Problem, asProblem } from '../../common/problem';
import type { FileInspector } from '../../media/fileInspector';
import { createUrlFile, type MediaFile } from '../../media/mediaFile';
import type { DesiredPost } from '../../posts/desiredPost';
import type { ExistingPost } from '../../posts/existingPost';
import type { RunContext } from '../../posts/run/run';
import type { FileReference } from '../../transport/apiTypes';
import type { PostizClient } from '../../transport/client';
import { isServerError } from '../../transport/httpStatus';
import type { FileComparison, FileComparisons, FileMatch } from './matchInput';
import type { PostPair } from './postPair';

/**
 * Compares the files of pairs by size and first bytes. Throws {@link Problem} if the connection fails, or the service
 * rejects a request.
 */
export async function compareFiles(
	pairs: PostPair[],
	{ client, inspector }: Pick<RunContext, 'client' | 'inspector'>,
): Promise<FileComparisons> {
	const getFilesOnce = memoizeByObject(async (post: ExistingPost) => await getFiles(post, client));
	const comparisons = new Map<DesiredPost, Map<ExistingPost, FileComparison>>();
	await Promise.all(
		pairs.map(async (pair) => {
			const existingFiles = await getFilesOnce(pair.existing).catch(toReadProblem);
			const comparison =
				existingFiles instanceof Problem
					? { result: 'uncompared' as const, readProblem: existingFiles }
					: { result: await compareWith(existingFiles, pair, inspector) };
			getOrCreate(comparisons, pair.desired, () => new Map()).set(pair.existing, comparison);
		}),
	);
	return comparisons;
}

/** The files of a post, or undefined if its public page hides them. */
async function getFiles(
	{ id, parts }: ExistingPost,
	client: PostizClient,
): Promise<FileReference[] | undefined> {
	const readParts = parts ?? (await fetchPublicPost(client, id)).parts;
	return readParts?.flatMap(({ image }) => image);
}

/** Returns the server error of a single unreadable post. Rethrows all other errors. */
function toReadProblem(error: unknown): Problem {
	const problem = asProblem(error);
	if (!isServerError(Number(problem.httpCode)) || problem.affectsAllItems) throw problem;
	return problem;
}

async function compareWith(
	existingFiles: FileReference[] | undefined,
	{ desired, existing, hasSameRowId }: PostPair,
	inspector: FileInspector,
): Promise<FileMatch> {
	if (!existingFiles) return 'uncompared';
	const files = desired.parts.flatMap((part) => part.files);
	if (files.length !== existingFiles.length) return 'other';
	// A new cover only counts as a change in Create or Update. In Create, the post is still the same.
	if (hasSameRowId && hasMovedFiles(desired, existing)) return 'other';
	const results = await Promise.all(
		files.flatMap((file, index) => {
			const existingFile = existingFiles[index]!;
			const fileMatch = inspector.compareWithUpload(file, existingFile.path);
			return hasSameRowId ? [fileMatch, compareCover(file, existingFile, inspector)] : [fileMatch];
		}),
	);
	return (['other', 'uncompared'] as const).find((result) => results.includes(result)) ?? 'same';
}

/** Compares the covers of two files. Without a desired cover, any cover matches. */
async function compareCover(
	{ cover, coverAt, reference }: MediaFile,
	existing: FileReference,
	inspector: FileInspector,
): Promise<FileMatch> {
	const timestamp = coverAt ?? reference?.thumbnailTimestamp;
	if (timestamp !== undefined && timestamp !== existing.thumbnailTimestamp) return 'other';
	const picture = cover ?? (reference?.thumbnail && createUrlFile(reference.thumbnail));
	if (!picture) return 'same';
	if (!existing.thumbnail) return 'other';
	return await inspector.compareWithUpload(picture, existing.thumbnail);
}

/** True if files moved between parts: the thread has as many parts as before, but a part has more or fewer files. */
const hasMovedFiles = (desired: DesiredPost, { parts = [] }: ExistingPost) =>
	desired.parts.length === parts.length &&
	desired.parts.some(({ files }, index) => files.length !== parts[index]!.image.length);
