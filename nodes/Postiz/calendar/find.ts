import type { PostizClient } from '../transport/client';
import type { Channel, ListedPost } from '../transport/types';
import { serviceTime } from '../values/date';
import { keyIn } from '../values/postKey';
import { ignoreProblem, Problem, quote } from '../values/problem';
import { Listings } from './listings';
import type { CalendarPost } from './post';
import { fetchPreview, type Preview, type PreviewPart } from './preview';
import { lacksReleaseId } from './row';

/**
 * Finds posts of the credential by ID. Previews exist for everybody's posts, so they only tell where to look. Whose post
 * it is depends on the list of posts, or on its channel. Posts of others count as unknown
 * (docs/api.md, Finding a post by its ID). Throws {@link Problem} if the service fails.
 */
export class PostFinder {
	private readonly listings: Listings;
	/** Those of {@link prepare}. */
	private readonly previews = new Map<string, Preview>();
	private hasPreviews = true;

	constructor(private readonly client: PostizClient) {
		this.listings = new Listings(client);
	}

	/** The row of a post; a repeating one with its first date. */
	async find(id: string): Promise<ListedPost | undefined> {
		return (await this.lookUp(id, await this.previewOf(id)))?.row;
	}

	/**
	 * The post first, then the others of its group, on its date or in the last and next year: Postiz deletes them together
	 * (docs/api.md, Deleting posts). Empty if there is none.
	 */
	async findGroup(id: string): Promise<ListedPost[]> {
		const post = (await this.listings.find(id, NaN)) ?? (await this.find(id));
		if (!post) return [];
		const others = post.group ? this.listings.rowsOfGroup(post.group) : [];
		return [post, ...others.filter((row) => row.id !== id)];
	}

	/** Like {@link fetchIfThere}. Throws {@link Problem} if the post doesn't exist. */
	async fetch(...of: Parameters<PostFinder['fetchIfThere']>): Promise<CalendarPost> {
		const post = await this.fetchIfThere(...of);
		if (post) return post;
		throw unknownPost(of[0]);
	}

	/**
	 * The current post, from lists that are at most `maxAgeMs` old; without `releaseId` and `creationMethod` if its preview
	 * suffices. `withReleaseId` looks that up for a published post, unless the list would take more than a few MB.
	 */
	async fetchIfThere(
		id: string,
		{ maxAgeMs, withReleaseId = false }: { maxAgeMs?: number; withReleaseId?: boolean } = {},
	): Promise<CalendarPost | undefined> {
		const first = await this.firstPart(id);
		const found =
			(await this.ofOwnChannel(first.id, first.preview)) ??
			(await this.lookUp(first.id, first.preview, maxAgeMs));
		if (!found) return undefined;
		const row = withReleaseId ? await this.withReleaseId(found.row, maxAgeMs) : found.row;
		return withPreview(row, found.parts);
	}

	/**
	 * The first part of a thread: in the calendar, another part can become that, and the ID of the post with it. Parts
	 * belong together if they have the same key (docs/api.md, Keys of posts).
	 */
	private async firstPart(
		id: string,
		below: string[] = [],
	): Promise<{ id: string; preview: Preview }> {
		const preview = await this.previewOf(id);
		const { parentPostId: parent, key } = headOf(preview);
		if (!key || !parent || [...below, id].includes(parent)) return { id, preview };
		const first = await this.firstPart(parent, [...below, id]);
		return headOf(first.preview).key?.id === key.id ? first : { id, preview };
	}

	/**
	 * Looks up posts together, so that {@link find}, or {@link fetch} with `toFetch`, needs fewer requests. Includes the
	 * `releaseId` of published posts with `withReleaseIds`.
	 */
	async prepare(ids: string[], { toFetch = false, withReleaseIds = true } = {}): Promise<void> {
		const [first, ...others] = new Set(ids);
		// Takes no fewer requests for a single one.
		if (first === undefined || ids.length === 1) return;
		const keep = async (id: string) => {
			const preview = await this.previewOf(id);
			this.previews.set(id, preview);
			return preview;
		};
		try {
			// The first one shows whether the instance has previews.
			const previews = [await keep(first), ...(await Promise.all(others.map(keep)))];
			const isListed = (preview: Preview) =>
				!toFetch || (withReleaseIds ? isPublished(preview) : !showsOwner(preview));
			const dates = previews
				.filter(isListed)
				.map(dateOf)
				.filter((date) => !Number.isNaN(date));
			await this.listings.listAround(dates);
		} catch (error) {
			ignoreProblem(error);
		}
	}

	/** Clears the cache, as posts may have changed. */
	forget(): void {
		this.listings.forget();
		this.previews.clear();
	}

	private async previewOf(id: string): Promise<Preview> {
		return this.previews.get(id) ?? (await this.fetchPreview(id));
	}

	private async fetchPreview(id: string): Promise<Preview> {
		if (!this.hasPreviews) return { kind: 'none' };
		const preview = await fetchPreview(this.client, id);
		this.hasPreviews = preview.kind !== 'none';
		return preview;
	}

	private async withReleaseId(row: ListedPost, maxAgeMs?: number): Promise<ListedPost> {
		if (!lacksReleaseId(row)) return row;
		const date = serviceTime(row.publishDate);
		return (await this.listings.find(row.id, date, { maxAgeMs })) ?? row;
	}

	private async lookUp(id: string, preview: Preview, maxAgeMs?: number) {
		if (preview.kind === 'unknown') return undefined;
		const row = await this.listings.find(id, dateOf(preview), { maxAgeMs });
		if (row) return { row, parts: preview.kind === 'post' ? preview.parts : [] };
		if (preview.kind === 'none') return undefined;
		// Its date may have changed between the two requests.
		const again = await this.fetchPreview(id);
		if (again.kind !== 'post' || dateOf(again) === dateOf(preview)) return undefined;
		const moved = await this.listings.find(id, dateOf(again), { maxAgeMs });
		return moved && { row: moved, parts: again.parts };
	}

	/** The post as in its preview, if it is on a channel of the credential. Saves a list of many megabytes. */
	private async ofOwnChannel(id: string, preview: Preview) {
		if (preview.kind !== 'post') return undefined;
		const { parts } = preview;
		const [first] = parts;
		if (first?.id !== id || first.parentPostId !== undefined) return undefined;
		if (first.integrationId === undefined) return undefined;
		// If channels can't be listed, fall back to the list of posts.
		const channels = await this.client.channels().catch(ignoreProblem);
		const channel = channels?.find((own) => own.id === first.integrationId);
		return (
			channel && {
				row: { ...toRow(first, channel), previewUrl: this.client.previewUrl(id) },
				parts,
			}
		);
	}
}

/** The problem of an ID that no post of the credential has. */
export const unknownPost = (
	id: string,
	advice = "It may have been deleted. Post > Get Many lists the posts with their IDs; the ID of a later part of a thread doesn't work.",
) => new Problem(`Postiz has no post with the ID ${quote(id)}`, advice);

function headOf(preview: Preview) {
	const [part] = preview.kind === 'post' ? preview.parts : [];
	return { parentPostId: part?.parentPostId, key: keyIn(part?.settings) };
}

/** A post as its preview shows it now, as its list may have been kept for a while. */
function withPreview(row: ListedPost, parts: PreviewPart[]): CalendarPost {
	const [first] = parts;
	if (!first) return { ...row, parts };
	const { state = row.state, publishDate = row.publishDate, intervalInDays = null } = first;
	return { ...row, state, publishDate, intervalInDays, parts };
}

const isPublished = (preview: Preview) =>
	preview.kind === 'post' && preview.parts[0]?.state === 'PUBLISHED';

/** False if only a list can tell whose post it is. */
const showsOwner = (preview: Preview) =>
	preview.kind !== 'post' || preview.parts[0]?.integrationId !== undefined;

/** In ms; NaN if there is no valid one. */
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
		tags: part.tags.map((tag) => ({ tag: { name: tag } })),
		integration: { id, name, providerIdentifier: part.network ?? identifier, picture },
	};
}
