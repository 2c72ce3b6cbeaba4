import { fetchPreview } from '../../calendar/calendarPost';
import { getOrCreate } from '../../common/lists';
import type { Run } from '../../posts/run/run';
import type { DesiredPost, ExistingPost, FilesComparison } from '../model';

/** Compares the files of desired and existing posts by size and first bytes, once for each pair. */
export class FileComparison {
	private readonly results = new Map<DesiredPost, Map<ExistingPost, FilesComparison>>();

	constructor(private readonly run: Run) {}

	/** Whether the posts have the same files; undefined until they are compared. */
	readonly getResult = (desired: DesiredPost, post: ExistingPost): FilesComparison | undefined =>
		this.results.get(desired)?.get(post);

	async compare(pairs: Map<DesiredPost, Set<ExistingPost>>): Promise<void> {
		const compared = [...pairs].flatMap(([desired, posts]) => {
			const results = getOrCreate(
				this.results,
				desired,
				() => new Map<ExistingPost, FilesComparison>(),
			);
			return [...posts].map(async (post) =>
				results.set(post, await this.comparePair(desired, post)),
			);
		});
		await Promise.all(compared);
	}

	private async comparePair({ parts }: DesiredPost, post: ExistingPost): Promise<FilesComparison> {
		const { uploads } = this.run;
		const files = parts.flatMap((part) => part.files);
		const paths = await this.getPaths(post);
		if (!paths) return 'unknown';
		if (files.length !== paths.length) return 'other';
		const results = await Promise.all(
			files.map(async (file, index) => await uploads.compareWithUpload(file, paths[index]!)),
		);
		return (['other', 'unknown'] as const).find((result) => results.includes(result)) ?? 'same';
	}

	/** The addresses of a post's files; undefined if its preview is unreadable. */
	private async getPaths({ id, partCount, paths }: ExistingPost): Promise<string[] | undefined> {
		if (partCount !== undefined) return paths;
		const preview = await fetchPreview(this.run.client, id);
		return preview.parts?.flatMap(({ image }) => image.map(({ path }) => path));
	}
}
