import { byId, PostFinder } from '../../../posts/find';
import type { PostizClient } from '../../../transport/client';
import { listPosts } from '../../../transport/posts';
import { REQUEST_TIMEOUT } from '../../../transport/status';
import type { PostRow } from '../../../transport/types';
import { Problem } from '../../../values/problem';
import { DAY_MS, serviceTime } from '../../../values/time';

/** Posts by their IDs. After a failure they are as they were at the look before. */
export interface Look {
	posts: Map<string, PostRow>;
	failure?: {
		error: unknown;
		/** There is no use in looking again. */
		isFinal: boolean;
	};
}

/** Looks at posts again and again, at all of them with one request. */
export class Watch {
	private known = new Map<string, PostRow>();

	private readonly finder: PostFinder;

	constructor(private readonly client: PostizClient) {
		this.finder = new PostFinder(client);
	}

	/** These posts as they are now; those that do not exist are missing. Never throws. */
	async look(ids: string[]): Promise<Look> {
		try {
			this.known = await this.lookAround(ids);
			return { posts: this.known };
		} catch (error) {
			const isFirst = this.known.size === 0;
			return { posts: this.known, failure: { error, isFinal: isFirst || !isPassing(error) } };
		}
	}

	private async lookAround(ids: string[]): Promise<Map<string, PostRow>> {
		const dates = ids
			.map((id) => serviceTime(this.known.get(id)?.publishDate))
			.filter((date) => !Number.isNaN(date));
		const rows =
			dates.length === 0
				? []
				: await listPosts(this.client, {
						start: Math.min(...dates) - DAY_MS,
						end: Math.max(...dates) + DAY_MS,
					});
		const posts = byId(rows);
		// New ones, and those that were given another date meanwhile.
		this.finder.forget();
		for (const id of ids) {
			const post = posts.get(id) ?? (await this.finder.search(id));
			if (post) posts.set(id, post);
		}
		return posts;
	}
}

/** True if the same look may work in a moment. To wait for the hourly limit is up to the client. */
function isPassing(error: unknown): boolean {
	if (!(error instanceof Problem)) return false;
	const status = Number(error.httpCode ?? 500);
	return status >= 500 || status === REQUEST_TIMEOUT;
}
