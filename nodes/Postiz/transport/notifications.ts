import type { IDataObject } from 'n8n-workflow';

import type { ListPage, PostizClient } from './client';

/** A row of `GET /notifications` (docs/api.md, Calls); one of a faulty instance may lack its id. */
export interface NotificationRow extends IDataObject {
	id?: string;
	content?: string;
	link?: string | null;
	createdAt?: string;
}

/** A notification as all outputs show it. */
export const notificationRow = ({
	id,
	content,
	link,
	createdAt,
}: NotificationRow): IDataObject => ({
	notificationId: id ?? null,
	content,
	link: link ?? null,
	createdAt,
});

/** One page of notifications, in the order of the service. */
export type NotificationPage = ListPage<NotificationRow>;

/**
 * Asks for a page of the notifications, 0 being the first (docs/api.md, Notifications). Throws what the
 * client throws, also for an answer without a list.
 */
export async function notificationPage(
	client: PostizClient,
	page: number,
): Promise<NotificationPage> {
	return await client.requestPage<NotificationRow>(
		{ method: 'GET', path: '/notifications', query: { page } },
		'notifications',
	);
}

/**
 * How often a later one follows an earlier one, by their times in ms: never if they come newest first,
 * which the service does not promise (docs/api.md, Notifications). A time that cannot be read counts.
 */
export function stepsUp(times: number[]): number {
	return times.filter((time, index) => !(time <= (times[index - 1] ?? time))).length;
}

// One without an id is known by its words.
const keyOf = (row: NotificationRow) => row.id ?? JSON.stringify(row);

/**
 * The notifications of one execution. Each page is asked for once, and only when it is needed,
 * however many items read it (docs/api.md, Notifications).
 */
export class Notifications {
	private readonly pages: NotificationPage[] = [];

	constructor(private readonly client: PostizClient) {}

	/**
	 * The rows page by page, in the order of the service and each row once; the next page is asked
	 * for when the caller goes on. Throws what {@link notificationPage} throws.
	 */
	async *read(): AsyncGenerator<NotificationRow[]> {
		const seen = new Set<string>();
		for (let number = 0; ; number++) {
			const page = (this.pages[number] ??= await notificationPage(this.client, number));
			const { rows, hasMore } = page;
			// Newer notifications push others onto the next page between two requests.
			const fresh = rows.filter((row) => !seen.has(keyOf(row)));
			for (const row of fresh) seen.add(keyOf(row));
			yield fresh;
			// An instance that knows no pages would answer the same for ever.
			if (!hasMore || fresh.length === 0) return;
		}
	}
}
