import type { PostizClient } from '../transport/client';
import { listPosts } from '../transport/posts';
import type { PostRow } from '../transport/types';
import { Problem } from '../values/problem';
import { quote } from '../values/quote';
import { DAY_MS } from '../values/time';

const YEAR_MS = 366 * DAY_MS;
/** Nearly all posts lie in the first; the second costs a further request. */
const WINDOWS_MS = [YEAR_MS, 20 * YEAR_MS];

interface Listing {
	at: number;
	rows: Map<string, PostRow>;
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
		for (const reach of WINDOWS_MS) {
			const found = (await this.list(reach, maxAgeMs)).get(id);
			if (found) return found;
		}
		throw new Problem(
			`Postiz knows no post with the ID ${quote(id)}`,
			'It may have been deleted. Post > Get Many lists the posts with their IDs; the ID of a later part of a thread does not count.',
		);
	}

	/** True if other posts belong to the same group, among all that were listed. */
	sharesGroup({ id, group }: PostRow): boolean {
		return [...this.listings.values()].some(({ rows }) =>
			[...rows.values()].some((row) => row.group === group && row.id !== id),
		);
	}

	/** Forgets what was listed, after a post was changed. */
	forget(): void {
		this.listings.clear();
	}

	private async list(reach: number, maxAgeMs: number): Promise<Map<string, PostRow>> {
		const now = Date.now();
		const known = this.listings.get(reach);
		if (known && now - known.at <= maxAgeMs) return known.rows;
		const listed = await listPosts(this.client, { start: now - reach, end: now + reach });
		const rows = new Map(
			listed.map((row) => [row.id, { ...row, publishDate: row.actualDate ?? row.publishDate }]),
		);
		this.listings.set(reach, { at: now, rows });
		return rows;
	}
}
