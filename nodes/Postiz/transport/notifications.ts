import type { IDataObject } from 'n8n-workflow';

import type { ApiRequest, ListPage, PostizClient } from './client';
import { endpoints } from './endpoints';

/** A row of `GET /notifications` (docs/api.md, Calls); one of a faulty instance may lack its id. */
export interface NotificationRow extends IDataObject {
	id?: string;
	content?: string;
	link?: string | null;
	createdAt?: string;
}

/** A notification as all outputs show it. */
export const notificationRow = ({ id, link, content, createdAt }: NotificationRow) => ({
	notificationId: id ?? null,
	content,
	link: link ?? null,
	createdAt,
});

/** One page of notifications, in the order of the service. */
export type NotificationPage = ListPage<NotificationRow>;

/** How often a time (ms) is later than the one before it, or missing: never if they come newest first. */
export function stepsUp(times: number[]): number {
	return times.filter((time, index) => !(time <= (times[index - 1] ?? time))).length;
}

// One without an id is known by its words.
const keyOf = (row: NotificationRow) => row.id ?? JSON.stringify(row);

/** The notifications of one execution or look: each page is asked for once, however many items read it. */
export class Notifications {
	private readonly kept: NotificationPage[] = [];

	constructor(
		private readonly client: PostizClient,
		private readonly mayBeMissing = false,
	) {}

	/**
	 * Page by page, each row once, in the order of the service; nothing if they are missing and may be. Throws what the
	 * client throws.
	 */
	async *pages(): AsyncGenerator<NotificationPage> {
		const seen = new Set<string>();
		for (let number = 0; ; number++) {
			const page = this.kept[number] ?? (await this.fetch(number));
			if (!page) return;
			this.kept[number] = page;
			const { rows, hasMore } = page;
			// Newer notifications push others onto the next page between two requests.
			const fresh = rows.filter((row) => !seen.has(keyOf(row)));
			for (const row of fresh) seen.add(keyOf(row));
			yield { rows: fresh, hasMore };
			// An instance that knows no pages would answer the same for ever.
			if (!hasMore || fresh.length === 0) return;
		}
	}

	/** A page, 0 being the first (docs/api.md, Notifications). */
	private async fetch(page: number): Promise<NotificationPage | undefined> {
		const request: ApiRequest = { ...endpoints.listNotifications(), query: { page } };
		return this.mayBeMissing
			? await this.client.requestPageIfThere(request, 'notifications')
			: await this.client.requestPage(request, 'notifications');
	}
}
