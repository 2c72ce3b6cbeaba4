import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../post/problem';
import type { PostizClient } from './client';

/** A row of `GET /notifications` (API: Endpoints). */
export interface NotificationRow extends IDataObject {
	id: string;
	content?: string;
	link?: string | null;
	createdAt?: string;
}

interface Page {
	rows: NotificationRow[];
	isLast: boolean;
}

/**
 * The notifications of one execution. Each page is asked for once, and only when it is needed,
 * however many items read it (API: GET /notifications).
 */
export class Notifications {
	private readonly pages: Page[] = [];

	constructor(private readonly client: PostizClient) {}

	/**
	 * The rows page by page, in the order of the service and each row once; the next page is asked
	 * for when the caller goes on. Throws what the client throws, and `Problem` for a foreign answer.
	 */
	async *read(itemIndex: number): AsyncGenerator<NotificationRow[]> {
		const seen = new Set<string>();
		for (let number = 0; ; number++) {
			this.pages[number] ??= await this.ask(number, itemIndex);
			const { rows, isLast } = this.pages[number];
			// Newer notifications push others onto the next page between two requests.
			const fresh = rows.filter(({ id }) => !seen.has(id));
			for (const { id } of fresh) seen.add(id);
			yield fresh;
			// An instance that knows no pages would answer the same for ever.
			if (isLast || fresh.length === 0) return;
		}
	}

	private async ask(page: number, itemIndex: number): Promise<Page> {
		const answer = await this.client.request<{ notifications?: unknown; hasMore?: unknown }>({
			method: 'GET',
			path: '/notifications',
			query: { page },
			itemIndex,
		});
		const rows = answer?.notifications;
		if (!Array.isArray(rows)) {
			throw new Problem(
				'The answer of Postiz has no list of notifications',
				'Something else may have answered in its place. Check the Base URL in the credential.',
			);
		}
		return { rows: rows as NotificationRow[], isLast: !answer.hasMore };
	}
}
