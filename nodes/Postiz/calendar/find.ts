import { ListTooLong, type PostizClient } from '../transport/client';
import type { Channel, ListedPost } from '../transport/types';
import { serviceTime } from '../values/date';
import { ignoreProblem, Problem, quote } from '../values/problem';
import { Queue } from '../values/queue';
import { Listings } from './listings';
import { Previews, type Preview, type PreviewPart } from './preview';
import { lacksReleaseId, type WholePost } from './row';

const PREVIEWS_AT_ONCE = 5;
/** Ten posts that have repeated daily for a year have some 2 MB. */
const MAX_LIST_BYTES = 5_000_000;

interface FetchOptions {
	/** The maximum age of a list that can be used again. */
	maxAgeMs?: number;
	/** Look up the `releaseId` of a published post, if the list that says it has at most a few MB. */
	withReleaseId?: boolean;
	/** What to do if there is no such post. */
	advice?: string;
}

/**
 * Finds posts of the credential by their IDs. The preview of a post, which knows posts of everybody, only says
 * where to look; what the credential lists there, or the channel of the post, says whose it is. A post of others
 * counts as unknown (docs/api.md, Finding a post by its ID). All throw {@link Problem} if the service fails.
 */
export class PostFinder {
	private readonly previews: Previews;
	private readonly listings: Listings;
	private hasShortLists = true;

	constructor(private readonly client: PostizClient) {
		this.previews = new Previews(client);
		this.listings = new Listings(client);
	}

	/** The post as a list has it, a repeating one with its first date. */
	async find(id: string): Promise<WholePost | undefined> {
		return await this.lookUp(id, await this.previews.get(id));
	}

	/** The post and the others of its group at its date: a changed post has another date (docs/api.md, Changing a post). */
	async findGroup(id: string): Promise<ListedPost[]> {
		const post = (await this.find(id))?.listed;
		if (!post) return [];
		const others = post.group ? this.listings.rowsOfGroup(post.group) : [];
		return [post, ...others.filter((row) => row.id !== id)];
	}

	/** As {@link fetchIfThere}. Throws {@link Problem} if there is no such post. */
	async fetch(id: string, options: FetchOptions = {}): Promise<WholePost> {
		const post = await this.fetchIfThere(id, options);
		if (post) return post;
		throw new Problem(
			`Postiz has no post with the ID ${quote(id)}`,
			options.advice ??
				"It may have been deleted. Post > Get Many lists the posts with their IDs; the ID of a later part of a thread doesn't work.",
		);
	}

	/** The post as it is now; without `releaseId` and `creationMethod` where the preview says enough. */
	async fetchIfThere(id: string, options: FetchOptions = {}): Promise<WholePost | undefined> {
		const preview = await this.previews.get(id);
		const post =
			(await this.ofOwnChannel(id, preview)) ?? (await this.lookUp(id, preview, options.maxAgeMs));
		return post && options.withReleaseId ? await this.withReleaseId(post, options) : post;
	}

	/**
	 * Looks posts up together, so that {@link find}, or {@link fetch} if `toFetch`, has to ask for less; with
	 * `withReleaseIds`, also if it is to say the `releaseId` of published ones.
	 */
	async prepare(ids: string[], { toFetch = false, withReleaseIds = true } = {}): Promise<void> {
		const [first, ...others] = new Set(ids);
		// A single one is not found any faster.
		if (first === undefined || ids.length === 1) return;
		const queue = new Queue(PREVIEWS_AT_ONCE);
		const keep = async (id: string) => await this.previews.keep(id);
		try {
			// The first shows whether there are any.
			const previews = [
				await keep(first),
				...(await Promise.all(
					others.map(async (id) => await queue.run(async () => await keep(id))),
				)),
			];
			const isListed = (preview: Preview) =>
				!toFetch || (withReleaseIds ? isPublished(preview) : !saysWhose(preview));
			const dates = previews
				.filter(isListed)
				.map(dateOf)
				.filter((date) => !Number.isNaN(date));
			await this.listings.listAround(dates, toFetch ? MAX_LIST_BYTES : undefined);
		} catch (error) {
			ignoreProblem(error);
		}
	}

	/** Forgets all posts, as they may have changed. */
	forget(): void {
		this.listings.forget();
		this.previews.forget();
	}

	private async withReleaseId(post: WholePost, { maxAgeMs }: FetchOptions): Promise<WholePost> {
		const { listed } = post;
		if (!lacksReleaseId(listed) || !this.hasShortLists) return post;
		const limits = { maxAgeMs, maxBytes: MAX_LIST_BYTES };
		const row = await this.listings
			.find(listed.id, serviceTime(listed.publishDate), limits)
			.catch((error: unknown) => {
				if (!(error instanceof ListTooLong)) throw error;
				this.hasShortLists = false;
				return undefined;
			});
		return { ...post, listed: row ?? listed };
	}

	private async lookUp(id: string, preview: Preview, maxAgeMs?: number) {
		if (preview.kind === 'unknown') return undefined;
		const listed = await this.listings.find(id, dateOf(preview), { maxAgeMs });
		if (listed) return { listed, parts: preview.kind === 'post' ? preview.parts : [] };
		if (preview.kind === 'none') return undefined;
		// It may have been given another date between the two requests.
		const again = await this.previews.getAnew(id);
		if (again.kind !== 'post' || dateOf(again) === dateOf(preview)) return undefined;
		const moved = await this.listings.find(id, dateOf(again), { maxAgeMs });
		return moved && { listed: moved, parts: again.parts };
	}

	/** The post as its preview shows it, if its channel is one of ours: lists can have many megabytes. */
	private async ofOwnChannel(id: string, preview: Preview): Promise<WholePost | undefined> {
		if (preview.kind !== 'post') return undefined;
		const [first] = preview.parts;
		if (first?.id !== id || first.parentPostId !== undefined) return undefined;
		if (first.integrationId === undefined) return undefined;
		// If the channels cannot be listed, the list of posts says it as well.
		const channels = await this.client.channels().catch(ignoreProblem);
		const channel = channels?.find((own) => own.id === first.integrationId);
		const previewUrl = this.client.previewUrl(id);
		return channel && { listed: { ...toRow(first, channel), previewUrl }, parts: preview.parts };
	}
}

const isPublished = (preview: Preview) =>
	preview.kind === 'post' && preview.parts[0]?.state === 'PUBLISHED';

/** False if only a list can tell whose post it is. */
const saysWhose = (preview: Preview) =>
	preview.kind !== 'post' || preview.parts[0]?.integrationId !== undefined;

/** In ms; NaN if there is none that can be read. */
function dateOf(preview: Preview): number {
	return preview.kind === 'post' ? serviceTime(preview.publishDate) : NaN;
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
