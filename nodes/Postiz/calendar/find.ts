import type { PostizClient } from '../transport/client';
import { listPosts, type PostWindow } from '../transport/lists';
import type { Channel, ListedPost } from '../transport/types';
import { DAY_MS, MINUTE_MS, serviceTime } from '../values/date';
import { KeptAnswers } from '../values/turns';
import { ignoreProblem, Problem, quote } from '../values/problem';
import { fetchParts, type CalendarPost, type PreviewPart } from './post';

const YEAR_MS = 366 * DAY_MS;

/** Rows by ID; repeating ones with their first date (docs/api.md, Listing posts). */
export const byId = (rows: ListedPost[]): Map<string, ListedPost> =>
	new Map(rows.map((row) => [row.id, { ...row, publishDate: row.actualDate ?? row.publishDate }]));

/**
 * Finds posts of the credential by ID. Previews exist for everybody's posts: whose one is depends on its channel, or on
 * the list of its day (docs/api.md, Finding a post by its ID). All methods throw {@link Problem} if the service fails.
 */
export class PostFinder {
	private lists = new KeptAnswers<Map<string, ListedPost>>();

	constructor(private readonly client: PostizClient) {}

	/** Clears the lists, as posts may have changed. */
	forget(): void {
		this.lists = new KeptAnswers();
	}

	/** Like {@link fetchIfThere}. Throws {@link Problem} if the post doesn't exist. */
	async fetch(...of: Parameters<PostFinder['fetchIfThere']>): Promise<CalendarPost> {
		const post = await this.fetchIfThere(...of);
		if (post) return post;
		throw new Problem(
			`Postiz has no post with the ID ${quote(of[0])}`,
			"It may have been deleted. Post > Get Many lists the posts with their IDs; the ID of a later part of a thread doesn't work.",
		);
	}

	/** A post as it is now. Only lists have `creationMethod` and the `releaseId` of a published post. */
	async fetchIfThere(
		id: string,
		{ withReleaseId = false } = {},
	): Promise<CalendarPost | undefined> {
		const parts = await fetchParts(this.client, id);
		const [first] = parts ?? [];
		if (parts && first?.id !== id) return undefined;
		const own = first && (await this.ofOwnChannel(first));
		if (own && !(withReleaseId && own.state === 'PUBLISHED')) return { ...own, parts: parts! };
		const list = this.listAround(serviceTime(first?.publishDate));
		const row = (await (own ? list.catch(ignoreProblem) : list))?.get(id) ?? own;
		return row && { ...row, parts: parts ?? [] };
	}

	/**
	 * The post first, then the others of its group, on its day or in the last and next year: Postiz deletes them together
	 * (docs/api.md, Deleting posts). Empty if there is none.
	 */
	async findGroup(id: string): Promise<ListedPost[]> {
		const post = await this.fetchIfThere(id);
		if (!post) return [];
		const around = await this.listAround(NaN);
		const ofDay = around.has(id) ? [] : await this.listAround(serviceTime(post.publishDate));
		const rows = [...new Map([...around, ...ofDay]).values()];
		const isOther = ({ id: other, group }: ListedPost) => group === post.group && other !== id;
		return [post, ...(post.group ? rows.filter(isOther) : [])];
	}

	/** The posts of a day (ms); of the last and next year if it is NaN. */
	private async listAround(date: number): Promise<Map<string, ListedPost>> {
		const day = Math.floor(date / DAY_MS) * DAY_MS;
		const now = Date.now();
		const window: PostWindow = Number.isNaN(date)
			? { start: now - YEAR_MS, end: now + YEAR_MS }
			: { start: day - MINUTE_MS, end: day + DAY_MS + MINUTE_MS };
		const list = async () => byId(await listPosts(this.client, window));
		return await this.lists.get(String(day), list);
	}

	/** A post as in its preview, if it is on a channel of the credential; not a later part of a thread. */
	private async ofOwnChannel(first: PreviewPart): Promise<ListedPost | undefined> {
		if (first.parentPostId !== undefined || first.integrationId === undefined) return undefined;
		// Posts of a removed channel are only listed.
		const channels = await this.client.channels().catch(ignoreProblem);
		const channel = channels?.find(({ id }) => id === first.integrationId);
		return channel && { ...toRow(first, channel), previewUrl: this.client.previewUrl(first.id) };
	}
}

function toRow(part: PreviewPart, { id, name, identifier, picture }: Channel): ListedPost {
	const { content, publishDate = '', state = '', releaseURL = null, group, settings } = part;
	return {
		id: part.id,
		content,
		publishDate,
		state,
		releaseURL,
		group,
		settings,
		intervalInDays: part.intervalInDays ?? null,
		tags: part.tags.map((tag) => ({ tag: { name: tag } })),
		integration: { id, name, providerIdentifier: part.network ?? identifier, picture },
	};
}
