import { fetchPreview } from '../../calendar/calendarPost';
import { getOrCreate } from '../../common/lists';
import type { DesiredPost, ExistingPost, FilesComparison } from '../model';
import type { Run } from '../run';

/** Compares files of rows with those of posts, by their size and first bytes: once a pair. */
export class FileComparison {
	private readonly results = new Map<DesiredPost, Map<ExistingPost, FilesComparison>>();

	constructor(private readonly run: Run) {}

	/** Whether a post has the files of a row; undefined until they are compared. */
	readonly getResult = (one: DesiredPost, post: ExistingPost): FilesComparison | undefined =>
		this.results.get(one)?.get(post);

	async compare(pairs: Map<DesiredPost, Set<ExistingPost>>): Promise<void> {
		const compared = [...pairs].map(async ([one, posts]) => {
			const results = getOrCreate(
				this.results,
				one,
				() => new Map<ExistingPost, FilesComparison>(),
			);
			const each = async (post: ExistingPost) => results.set(post, await this.result(one, post));
			await Promise.all([...posts].map(each));
		});
		await Promise.all(compared);
	}

	private async result(one: DesiredPost, post: ExistingPost): Promise<FilesComparison> {
		const { uploads } = this.run;
		const own = one.parts.flatMap(({ files }) => files);
		const paths = await this.getPaths(post);
		if (!paths) return 'unknown';
		if (own.length !== paths.length) return 'other';
		const compared = own.map(async (file, index) => uploads.compareWithUpload(file, paths[index]!));
		const all = await Promise.all(compared);
		return (['other', 'unknown'] as const).find((result) => all.includes(result)) ?? 'same';
	}

	/** The addresses of a post's files; undefined if it can't be read. */
	private async getPaths({ id, parts, paths }: ExistingPost): Promise<string[] | undefined> {
		if (parts !== undefined) return paths;
		const seen = await fetchPreview(this.run.client, id);
		return seen.parts?.flatMap(({ image }) => image.map(({ path }) => path));
	}
}
