import type { IDataObject } from 'n8n-workflow';

import type { ListPage, PostizClient } from './client';
import { endpoints } from './endpoints';

/** A row of `GET /notifications` (docs/api.md, Calls). Faulty instances may omit the id. */
export interface NotificationRow extends IDataObject {
	id?: string;
	content?: string;
	link?: string | null;
	createdAt?: string;
}

/** A notification in the output. */
export const toNotificationRow = ({ id, link, content, createdAt }: NotificationRow) => ({
	content,
	link: link ?? null,
	createdAt,
	notificationId: id ?? null,
});

// Without an id, rows are compared by content.
const toNotificationKey = (row: NotificationRow) => row.id ?? JSON.stringify(row);

/** Fetches notifications, each page once, however many items need it (docs/api.md, Notifications). */
export class Notifications {
	private readonly cache: ListPage<NotificationRow>[] = [];

	constructor(private readonly client: PostizClient) {}

	/** Yields the rows of each page, in the order of the service, without duplicates. Throws like the client. */
	async *fetchPages(): AsyncGenerator<NotificationRow[]> {
		const knownKeys = new Set<string>();
		for (let number = 0; ; number++) {
			const request = { ...endpoints.listNotifications(), query: { page: number } };
			const page = (this.cache[number] ??= await this.client.requestPage(request, 'notifications'));
			const { rows, hasMore } = page;
			// New notifications push others onto the next page between two requests.
			const newRows = rows.filter((row) => !knownKeys.has(toNotificationKey(row)));
			for (const row of newRows) knownKeys.add(toNotificationKey(row));
			yield newRows;
			// An instance without paging would return the same page forever.
			if (!hasMore || newRows.length === 0) return;
		}
	}

	/** The rows of the first pages: reads the next page while `isNeeded` is true for the last one. */
	async listNewest(
		maxPages: number,
		isNeeded: (rows: NotificationRow[]) => boolean,
	): Promise<NotificationRow[]> {
		const pages: NotificationRow[][] = [];
		for await (const rows of this.fetchPages()) {
			pages.push(rows);
			if (pages.length === maxPages || !isNeeded(rows)) break;
		}
		return pages.flat();
	}
}
