import type { PostizClient } from '../transport/client';
import { listPosts, type PostWindow } from '../transport/posts';
import type { ListedPost } from '../transport/types';
import { DAY_MS, MINUTE_MS } from '../values/date';
import { largest, smallest } from '../values/lists';

const YEAR_MS = 366 * DAY_MS;
/** Dates may be stored without seconds. */
const SAME_DATE_MS = MINUTE_MS;
/** Closer dates are listed together. */
const MAX_GAP_MS = DAY_MS;

/** Indexes posts by ID; repeating ones with their first date (docs/api.md, Listing posts). */
export function byId(rows: ListedPost[]): Map<string, ListedPost> {
	return new Map(
		rows.map((row) => [row.id, { ...row, publishDate: row.actualDate ?? row.publishDate }]),
	);
}

/** The smallest window that contains these dates (ms). */
export function windowOf(dates: number[]): PostWindow {
	return { start: smallest(dates) - SAME_DATE_MS, end: largest(dates) + SAME_DATE_MS };
}

/** The last and next year, to look for posts with an unknown date. */
export function yearAround(): PostWindow {
	const now = Date.now();
	return { start: now - YEAR_MS, end: now + YEAR_MS };
}

/** Caches lists of the calendar. All methods throw `Problem` if the service fails. */
export class Listings {
	/** Each with when it was fetched, in ms. */
	private kept: Array<PostWindow & { at: number; rows: Map<string, ListedPost> }> = [];

	constructor(private readonly client: PostizClient) {}

	/** The row of a post at its date (ms); if it is NaN, within the last and next year. */
	async find(
		id: string,
		date: number,
		{ maxAgeMs = Infinity }: { maxAgeMs?: number } = {},
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
		return (await this.list(window)).get(id);
	}

	/** Lists the posts around these dates (ms) in few requests. */
	async listAround(dates: number[]): Promise<void> {
		for (const near of closeTogether(dates)) await this.list(windowOf(near));
	}

	/** The listed posts of a group. */
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

/** Groups dates (ms) that are close together. */
function closeTogether(dates: number[]): number[][] {
	const groups: number[][] = [];
	for (const date of [...dates].sort((a, b) => a - b)) {
		const last = groups.at(-1);
		if (last && date - (last.at(-1) ?? -Infinity) <= MAX_GAP_MS) last.push(date);
		else groups.push([date]);
	}
	return groups;
}
