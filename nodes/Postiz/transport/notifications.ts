import type { IDataObject } from 'n8n-workflow';

import type { ListPage, PostizClient } from './client';
import { endpoints } from './endpoints';

/** A notification as `GET /notifications` lists it (docs/api.md, Calls). Faulty instances may omit the id. */
export interface ListedNotification extends IDataObject {
	id?: string;
	content?: string;
	link?: string | null;
	createdAt?: string;
}

// Without an id, notifications are compared by content.
const toNotificationKey = (notification: ListedNotification) =>
	notification.id ?? JSON.stringify(notification);

/** Fetches each page of notifications only once, however many items need it (docs/api.md, Notifications). */
export class Notifications {
	private readonly cache: ListPage<ListedNotification>[] = [];

	constructor(private readonly client: PostizClient) {}

	/** Yields the notifications of each page, in the order of the service, without duplicates. Throws like the client. */
	async *fetchPages(): AsyncGenerator<ListedNotification[]> {
		const knownKeys = new Set<string>();
		for (let number = 0; ; number++) {
			const request = { ...endpoints.listNotifications(), query: { page: number } };
			const page = (this.cache[number] ??= await this.client.requestPage(request, 'notifications'));
			const { entries, hasMore } = page;
			// Between two requests, new notifications push older ones onto the next page.
			const newEntries = entries.filter((entry) => !knownKeys.has(toNotificationKey(entry)));
			for (const entry of newEntries) knownKeys.add(toNotificationKey(entry));
			yield newEntries;
			// An instance without paging would return the same page forever.
			if (!hasMore || newEntries.length === 0) return;
		}
	}

	/** Returns the newest notifications. Reads the next page while `isNeeded` is true for the last one. */
	async fetchNewest(
		maxPages: number,
		isNeeded: (page: ListedNotification[]) => boolean,
	): Promise<ListedNotification[]> {
		const pages: ListedNotification[][] = [];
		for await (const page of this.fetchPages()) {
			pages.push(page);
			if (pages.length === maxPages || !isNeeded(page)) break;
		}
		return pages.flat();
	}
}
