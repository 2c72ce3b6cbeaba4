import type { PostizClient } from '../transport/client';
import { listPosts, type PostWindow } from '../transport/posts';
import type { ListedPost } from '../transport/types';
import { DAY_MS, MINUTE_MS } from '../values/date';
import { largest, smallest } from '../values/lists';

const YEAR_MS = 366 * DAY_MS;
/** Dates may be stored without seconds. */
const SAME_DATE_MS = MINUTE_MS;
/** Dates closer than this are listed together. */
const MAX_GAP_MS = DAY_MS;

/** Posts by their IDs, each once: a repeating one with its first date (docs/api.md, Listing posts). */
export function byId(rows: ListedPost[]): Map<string, ListedPost> {
	return new Map(
		rows.map((row) => [row.id, { ...row, publishDate: row.actualDate ?? row.publishDate }]),
	);
}

/** The smallest window with the posts of these dates (ms). */
export function windowOf(dates: number[]): PostWindow {
	return { start: smallest(dates) - SAME_DATE_MS, end: largest(dates) + SAME_DATE_MS };
}

/** The last and the next year: where the node looks for posts whose date is unknown. */
export function yearAround(): PostWindow {
	const now = Date.now();
	return { start: now - YEAR_MS, end: now + YEAR_MS };
}

interface Listing extends PostWindow {
	/** When it was made, in ms. */
	at: number;
	rows: Map<string, ListedPost>;
}

/** The lists of the calendar, each asked for once. All throw `Problem` if the service fails. */
export class Listings {
	private kept: Listing[] = [];

	constructor(private readonly client: PostizClient) {}

	/** The row of a post at its date (ms); if that is NaN, in the last and next year. */
	async find(
		id: string,
		date: number,
		{ maxAgeMs = Infinity, maxBytes }: { maxAgeMs?: number; maxBytes?: number } = {},
	): Promise<ListedPost | undefined> {
		const isAnywhere = Number.isNaN(date);
		const known = this.kept
			.filter(({ at }) => Date.now() - at <= maxAgeMs)
			.filter(({ start, end }) =>
				isAnywhere ? end - start >= 2 * YEAR_MS : start <= date && date <= end,
			);
		const row = known.map(({ rows }) => rows.get(id)).find((found) => found !== undefined);
		if (row || (isAnywhere && known.length > 0)) return row;
		const window = isAnywhere ? yearAround() : windowOf([date]);
		return (await this.list({ ...window, maxBytes })).get(id);
	}

	/** Lists the posts around these dates (ms) with few requests. */
	async listAround(dates: number[], maxBytes?: number): Promise<void> {
		for (const near of closeTogether(dates)) await this.list({ ...windowOf(near), maxBytes });
	}

	/** What was listed of the posts of a group. */
	rowsOfGroup(group: string): ListedPost[] {
		const rows = this.kept.flatMap((listing) => [...listing.rows.values()]);
		return [...byId(rows.filter((row) => row.group === group)).values()];
	}

	forget(): void {
		this.kept = [];
	}

	private async list(window: PostWindow): Promise<Map<string, ListedPost>> {
		const at = Date.now();
		const rows = byId(await listPosts(this.client, window));
		this.kept.push({ ...window, at, rows });
		return rows;
	}
}

/** Dates (ms) in groups with gaps between them. */
function closeTogether(dates: number[]): number[][] {
	const groups: number[][] = [];
	for (const date of [...dates].sort((a, b) => a - b)) {
		const last = groups.at(-1);
		if (last && date - (last.at(-1) ?? -Infinity) <= MAX_GAP_MS) last.push(date);
		else groups.push([date]);
	}
	return groups;
}
