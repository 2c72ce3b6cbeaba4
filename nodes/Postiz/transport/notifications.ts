import type { IDataObject } from 'n8n-workflow';

import type { ApiRequest, ListPage, PostizClient } from './client';
import { endpoints } from './endpoints';

/** A row of `GET /notifications` (docs/api.md, Calls). Faulty instances may omit the id. */
export interface NotificationRow extends IDataObject {
	id?: string;
	content?: string;
	link?: string | null;
	createdAt?: string;
}

/** A notification in the output. */
export const notificationRow = ({ id, link, content, createdAt }: NotificationRow) => ({
	content,
	link: link ?? null,
	createdAt,
	notificationId: id ?? null,
});

/** A page of notifications, in the order of the service. */
export type NotificationPage = ListPage<NotificationRow>;

/** How often a time (ms) is missing or later than the one before; 0 if they are sorted newest first. */
export function stepsUp(times: number[]): number {
	return times.filter((time, index) => !(time <= (times[index - 1] ?? time))).length;
}

// Without an id, rows are compared by content.
const keyOf = (row: NotificationRow) => row.id ?? JSON.stringify(row);

/** Fetches notifications, each page once per execution or look, however many items need it. */
export class Notifications {
	private readonly kept: NotificationPage[] = [];

	constructor(private readonly client: PostizClient) {}

	/**
	 * Yields pages in the order of the service, without duplicate rows. Throws like the client.
	 */
	async *pages(): AsyncGenerator<NotificationPage> {
		const seen = new Set<string>();
		for (let number = 0; ; number++) {
			const page = this.kept[number] ?? (await this.fetch(number));
			this.kept[number] = page;
			const { rows, hasMore } = page;
			// New notifications push others onto the next page between two requests.
			const fresh = rows.filter((row) => !seen.has(keyOf(row)));
			for (const row of fresh) seen.add(keyOf(row));
			yield { rows: fresh, hasMore };
			// An instance without paging would return the same page forever.
			if (!hasMore || fresh.length === 0) return;
		}
	}

	/** The first pages as one: the next one is added while `isNeeded` says so of the rows. */
	async newest(
		maxPages: number,
		isNeeded: (rows: NotificationRow[]) => boolean,
	): Promise<NotificationPage> {
		const pages: NotificationPage[] = [];
		for await (const page of this.pages()) {
			pages.push(page);
			if (pages.length === maxPages || !isNeeded(page.rows)) break;
		}
		return { rows: pages.flatMap(({ rows }) => rows), hasMore: pages.at(-1)!.hasMore };
	}

	/** Fetches a page, starting at 0 (docs/api.md, Notifications). */
	private async fetch(page: number): Promise<NotificationPage> {
		const request: ApiRequest = { ...endpoints.listNotifications(), query: { page } };
		return await this.client.requestPage(request, 'notifications');
	}
}
