import { fetchPublicPost } from '../../calendar/publicPost';
import { getOrCreate } from '../../common/lists';
import { rethrowUnlessProblem, type Problem } from '../../common/problem';
import { createUrlFile, type MediaFile } from '../../media/mediaFile';
import type { DesiredPost } from '../../posts/desiredPost';
import type { ExistingPost } from '../../posts/existingPost';
import type { RunContext } from '../../posts/run/run';
import type { ImageRef } from '../../transport/apiTypes';
import { SERVER_ERROR } from '../../transport/response';
import type { FileComparer, FileMatch } from './matchInput';

/** Compares the files of desired and existing posts by size and first bytes, once for each pair that rules ask for. */
export class LazyFileComparer implements FileComparer {
	private readonly results = new Map<DesiredPost, Map<ExistingPost, FileMatch>>();
	private requested: Array<[DesiredPost, ExistingPost]> = [];
	private readonly readProblems = new Map<DesiredPost, Map<ExistingPost, Problem>>();

	constructor(private readonly run: RunContext) {}

	getOrRequest(desired: DesiredPost, post: ExistingPost): FileMatch {
		const results = this.getResults(desired);
		const result = results.get(post);
		if (result) return result;
		// Set now, so that a pair is requested only once.
		results.set(post, 'uncompared');
		this.requested.push([desired, post]);
		return 'uncompared';
	}

	getReadProblem(desired: DesiredPost, post: ExistingPost): Problem | undefined {
		return this.readProblems.get(desired)?.get(post);
	}

	/** Compares the requested pairs. Returns false if there were none: then, all results are known. */
	async compareRequested(): Promise<boolean> {
		const pairs = this.requested;
		this.requested = [];
		await Promise.all(
			pairs.map(async ([desired, post]) =>
				this.getResults(desired).set(post, await this.compare(desired, post)),
			),
		);
		return pairs.length > 0;
	}

	private getResults(desired: DesiredPost): Map<ExistingPost, FileMatch> {
		return getOrCreate(this.results, desired, () => new Map<ExistingPost, FileMatch>());
	}

	private async compare(desired: DesiredPost, post: ExistingPost): Promise<FileMatch> {
		const { parts, fingerprint } = desired;
		const { inspector } = this.run;
		const files = parts.flatMap((part) => part.files);
		const existingFiles = await this.getFiles(post).catch((error: unknown) => {
			const problem = rethrowUnlessProblem(error);
			const isServerError = Number(problem.httpCode) >= SERVER_ERROR;
			if (!isServerError || problem.affectsAllItems) throw problem;
			getOrCreate(this.readProblems, desired, () => new Map()).set(post, problem);
		});
		if (!existingFiles) return 'uncompared';
		if (files.length !== existingFiles.length) return 'other';
		// Only the post of a row follows its covers: with another cover, a post is still the same.
		const isPostOfRow = fingerprint.rowId !== null && fingerprint.rowId === post.fingerprint?.rowId;
		if (isPostOfRow && hasMovedFiles(desired, post)) return 'other';
		const results = await Promise.all(
			files.flatMap((file, index) => {
				const existing = existingFiles[index]!;
				const fileMatch = inspector.compareWithUpload(file, existing.path);
				return isPostOfRow ? [fileMatch, this.compareCover(file, existing)] : [fileMatch];
			}),
		);
		return (['other', 'uncompared'] as const).find((result) => results.includes(result)) ?? 'same';
	}

	/** Whether an existing file has the desired cover; if none is desired, it may have any. */
	private async compareCover(
		{ cover, coverAt, reference }: MediaFile,
		existing: ImageRef,
	): Promise<FileMatch> {
		const timestamp = coverAt ?? reference?.thumbnailTimestamp;
		if (timestamp !== undefined && timestamp !== existing.thumbnailTimestamp) return 'other';
		const picture = cover ?? (reference?.thumbnail && createUrlFile(reference.thumbnail));
		if (!picture) return 'same';
		if (!existing.thumbnail) return 'other';
		return await this.run.inspector.compareWithUpload(picture, existing.thumbnail);
	}

	/** The files of a post; undefined if its public post is unreadable. */
	private async getFiles({ id, partCount, files }: ExistingPost): Promise<ImageRef[] | undefined> {
		if (partCount !== undefined) return files;
		const publicPost = await fetchPublicPost(this.run.client, id);
		return publicPost.parts?.flatMap(({ image }) => image);
	}
}

/** True if the parts of the row have other numbers of files than those of its post, in a thread of the same length. */
const hasMovedFiles = ({ parts }: DesiredPost, { fileCounts = [] }: ExistingPost) =>
	parts.length === fileCounts.length &&
	parts.some(({ files }, index) => files.length !== fileCounts[index]);
