import type { PostizClient } from '../transport/client';
import { listPosts } from '../transport/posts';
import type { PostRow } from '../transport/types';
import { Problem } from '../values/problem';
import { quote } from '../values/quote';
import { DAY_MS } from '../values/time';

const YEAR_MS = 366 * DAY_MS;
/** Nearly all posts lie in the first; the second costs a further request, and holds all others. */
const WINDOWS_MS = [YEAR_MS, 100 * YEAR_MS];

interface Listing {
	at: number;
	rows: Map<string, PostRow>;
}

/** Posts by their IDs, each once: a repeating one with its first date (docs/api.md, Listing posts). */
export function byId(rows: PostRow[]): Map<string, PostRow> {
	return new Map(
		rows.map((row) => [row.id, { ...row, publishDate: row.actualDate ?? row.publishDate }]),
	);
}

/**
 * Finds posts by ID among those that the credential lists: the service has no call for a single one,
 * and would change posts that were deleted or belong to others (docs/api.md, Listing posts).
 */
export class PostFinder {
	private readonly listings = new Map<number, Listing>();

	constructor(private readonly client: PostizClient) {}

	/**
	 * The post with this ID; of a repeating one, its first date. `maxAgeMs` limits how old the list may
	 * be in which it was found. Throws {@link Problem} if there is none.
	 */
	async find(id: string, maxAgeMs = Infinity): Promise<PostRow> {
		const found = await this.search(id, maxAgeMs);
		if (found) return found;
		throw new Problem(
			`Postiz knows no post with the ID ${quote(id)}`,
			'It may have been deleted. Post > Get Many lists the posts with their IDs; the ID of a later part of a thread does not count.',
		);
	}

	/** As {@link find}, but undefined if there is none. */
	async search(id: string, maxAgeMs = Infinity): Promise<PostRow | undefined> {
		for (const reach of WINDOWS_MS) {
			const found = (await this.list(reach, maxAgeMs)).get(id);
			if (found) return found;
		}
		return undefined;
	}

	/** All posts of the credential, from lists that are no older than this. */
	async all(maxAgeMs: number): Promise<PostRow[]> {
		const lists: PostRow[][] = [];
		for (const reach of WINDOWS_MS) lists.push([...(await this.list(reach, maxAgeMs)).values()]);
		return lists.flat();
	}

	/** Forgets what was listed, after a post was changed. */
	forget(): void {
		this.listings.clear();
	}

	private async list(reach: number, maxAgeMs: number): Promise<Map<string, PostRow>> {
		const now = Date.now();
		const known = this.listings.get(reach);
		if (known && now - known.at <= maxAgeMs) return known.rows;
		const rows = byId(await listPosts(this.client, { start: now - reach, end: now + reach }));
		this.listings.set(reach, { at: now, rows });
		return rows;
	}
}
