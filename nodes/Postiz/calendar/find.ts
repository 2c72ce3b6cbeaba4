import { ListTooLong, type PostizClient } from '../transport/client';
import { listPosts, type PostWindow } from '../transport/posts';
import type { Channel, ListedPost } from '../transport/types';
import { DAY_MS, MINUTE_MS, serviceTime } from '../values/date';
import { largest, smallest } from '../values/lists';
import { ignoreProblem, Problem, quote } from '../values/problem';
import { Queue } from '../values/queue';
import { askForPreview, type Preview, type PreviewPart } from './preview';
import { lacksReleaseId, type WholePost } from './row';

const YEAR_MS = 366 * DAY_MS;
/** Dates may be stored without seconds. */
const SAME_DATE_MS = MINUTE_MS;
/** Posts that lie this close are listed together. */
const MAX_GAP_MS = DAY_MS;
const PREVIEWS_AT_ONCE = 5;
/** Ten posts that have repeated daily for a year have some 2 MB. */
const MAX_LIST_BYTES = 5_000_000;

interface Listing extends PostWindow {
	/** When it was made, in ms. */
	at: number;
	rows: Map<string, ListedPost>;
}

/** Posts by their IDs, each once: a repeating one with its first date (docs/api.md, Listing posts). */
export function byId(rows: ListedPost[]): Map<string, ListedPost> {
	return new Map(
		rows.map((row) => [row.id, { ...row, publishDate: row.actualDate ?? row.publishDate }]),
	);
}

/** The window that holds the posts of these dates (ms), and as little of the calendar as possible. */
export function windowOf(dates: number[]): PostWindow {
	return { start: smallest(dates) - SAME_DATE_MS, end: largest(dates) + SAME_DATE_MS };
}

/** The last and the next year: as far as the node looks for what has no known date. */
export function yearAround(): PostWindow {
	const now = Date.now();
	return { start: now - YEAR_MS, end: now + YEAR_MS };
}

/**
 * Finds posts of the credential by their IDs. The preview of a post, which knows posts of everybody, only says
 * where to look; what the credential lists there, or the channel of the post, says whose it is. A post of others
 * counts as unknown (docs/api.md, Finding a post by its ID). All throw {@link Problem} if the service fails.
 */
export class PostFinder {
	private hasPreviews = true;
	private listIsTooLong = false;
	private listings: Listing[] = [];
	private readonly prepared = new Map<string, Preview>();
	private readonly found = new Map<string, WholePost>();

	constructor(private readonly client: PostizClient) {}

	/** The post as a list has it, a repeating one with its first date; it may be as old as the last {@link forget}. */
	async search(id: string): Promise<WholePost | undefined> {
		const post = this.found.get(id) ?? (await this.lookUp(id, await this.preview(id)));
		if (post) this.found.set(id, post);
		return post;
	}

	/** The post and others of its group at its date, as a change gives a post another (docs/api.md, Changing a post). */
	async searchGroup(id: string): Promise<ListedPost[]> {
		const post = await this.search(id);
		if (!post) return [];
		const { group } = post.listed;
		const listed = this.listings.flatMap(({ rows }) => [...rows.values()]);
		const others = listed.filter((row) => row.id !== id && group && row.group === group);
		return [...byId([post.listed, ...others]).values()];
	}

	/**
	 * The post as it is now, without `releaseId` and `creationMethod` where the preview says enough; a list may be as old
	 * as `maxAgeMs`. Throws {@link Problem} if there is none.
	 */
	async read(id: string, maxAgeMs = Infinity): Promise<WholePost> {
		const post = await this.look(id, maxAgeMs);
		if (post) return post;
		throw new Problem(
			`Postiz has no post with the ID ${quote(id)}`,
			"It may have been deleted. Post > Get Many lists the posts with their IDs; the ID of a later part of a thread doesn't work.",
		);
	}

	/** As {@link read}, but undefined if there is none. */
	async look(id: string, maxAgeMs = Infinity): Promise<WholePost | undefined> {
		const preview = await this.preview(id);
		return (await this.ofOwnChannel(id, preview)) ?? (await this.lookUp(id, preview, maxAgeMs));
	}

	/** As {@link read}, but with the `releaseId` of a published post, if the list that says it has at most a few MB. */
	async readPublished(id: string, maxAgeMs = Infinity): Promise<WholePost> {
		const whole = await this.read(id, maxAgeMs);
		if (!lacksReleaseId(whole.listed) || this.listIsTooLong) return whole;
		const date = serviceTime(whole.listed.publishDate);
		const listed = await this.listed(id, date, maxAgeMs, MAX_LIST_BYTES).catch((error: unknown) => {
			if (!(error instanceof ListTooLong)) throw error;
			this.listIsTooLong = true;
			return undefined;
		});
		return { ...whole, listed: listed ?? whole.listed };
	}

	/** Looks posts up together, so that {@link search}, or {@link readPublished} if `toRead`, has to ask for less. */
	async prepare(ids: string[], { toRead = false } = {}): Promise<void> {
		const [first, ...others] = new Set(ids);
		// A single one is not found any faster.
		if (first === undefined || ids.length === 1) return;
		const queue = new Queue(PREVIEWS_AT_ONCE);
		const ask = async (id: string) => this.prepared.set(id, await this.preview(id));
		try {
			// The first shows whether there are any.
			await ask(first);
			await Promise.all(others.map(async (id) => await queue.run(async () => await ask(id))));
			const dates = [...this.prepared.values()]
				.filter((preview) => !toRead || isPublished(preview))
				.map(dateOf)
				.filter((date) => !Number.isNaN(date));
			const maxBytes = toRead ? MAX_LIST_BYTES : undefined;
			for (const group of closeTogether(dates)) await this.list({ ...windowOf(group), maxBytes });
		} catch (error) {
			ignoreProblem(error);
		}
	}

	/** Forgets all posts, as they may have changed. */
	forget(): void {
		this.listings = [];
		this.prepared.clear();
		this.found.clear();
	}

	private async preview(id: string): Promise<Preview> {
		if (!this.hasPreviews) return { kind: 'none' };
		const preview = this.prepared.get(id) ?? (await askForPreview(this.client, id));
		if (preview.kind === 'none') this.hasPreviews = false;
		return preview;
	}

	private async lookUp(id: string, preview: Preview, maxAgeMs = Infinity) {
		if (preview.kind === 'unknown') return undefined;
		const listed = await this.listed(id, dateOf(preview), maxAgeMs);
		if (listed) return { listed, parts: preview.kind === 'post' ? preview.parts : [] };
		if (preview.kind === 'none') return undefined;
		// It may have been given another date between the two requests.
		this.prepared.delete(id);
		const again = await this.preview(id);
		if (again.kind !== 'post' || dateOf(again) === dateOf(preview)) return undefined;
		const moved = await this.listed(id, dateOf(again), maxAgeMs);
		return moved && { listed: moved, parts: again.parts };
	}

	/** The row of a post at its date (ms); if that is NaN, in the last and next year. */
	private async listed(id: string, date: number, maxAgeMs: number, maxBytes?: number) {
		const isAnywhere = Number.isNaN(date);
		const known = this.listings
			.filter(({ at }) => Date.now() - at <= maxAgeMs)
			.filter(({ start, end }) =>
				isAnywhere ? end - start >= 2 * YEAR_MS : start <= date && date <= end,
			);
		const row = known.map(({ rows }) => rows.get(id)).find((found) => found !== undefined);
		if (row || (isAnywhere && known.length > 0)) return row;
		const window = isAnywhere ? yearAround() : windowOf([date]);
		return (await this.list({ ...window, maxBytes })).get(id);
	}

	private async list(window: PostWindow): Promise<Map<string, ListedPost>> {
		const at = Date.now();
		const rows = byId(await listPosts(this.client, window));
		this.listings.push({ ...window, at, rows });
		return rows;
	}

	/** The post as its preview shows it, if its channel is ours: lists may have many megabytes. */
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

/** In ms; NaN if there is none that can be read. */
function dateOf(preview: Preview): number {
	return preview.kind === 'post' ? serviceTime(preview.publishDate) : NaN;
}

/** Dates (ms) in groups between which there is a gap. */
function closeTogether(dates: number[]): number[][] {
	const groups: number[][] = [];
	for (const date of [...dates].sort((a, b) => a - b)) {
		const last = groups.at(-1);
		if (last && date - (last.at(-1) ?? -Infinity) <= MAX_GAP_MS) last.push(date);
		else groups.push([date]);
	}
	return groups;
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
