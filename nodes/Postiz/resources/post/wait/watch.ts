import { byId, PostFinder, windowOf } from '../../../calendar/find';
import type { PostizClient } from '../../../transport/client';
import { listPosts } from '../../../transport/posts';
import { REQUEST_TIMEOUT, TOO_MANY_REQUESTS } from '../../../transport/status';
import type { ListedPost } from '../../../transport/types';
import { caughtProblem, type Problem } from '../../../values/problem';
import { serviceTime } from '../../../values/time';

/** Posts by their IDs. After a failure they are as they were at the look before. */
export interface Look {
	posts: Map<string, ListedPost>;
	failure?: {
		error: Problem;
		/** There is no use in looking again. */
		isFinal: boolean;
	};
}

/** Looks at posts again and again, at all of them with one request. */
export class Watch {
	private known = new Map<string, ListedPost>();

	private readonly finder: PostFinder;

	constructor(private readonly client: PostizClient) {
		this.finder = new PostFinder(client);
	}

	/** These posts as they are now; those that do not exist are missing. Throws no {@link Problem}. */
	async look(ids: string[]): Promise<Look> {
		try {
			this.known = await this.lookAround(ids);
			return { posts: this.known };
		} catch (error) {
			const problem = caughtProblem(error);
			const isFirst = this.known.size === 0 && !isLimit(problem);
			return {
				posts: this.known,
				failure: { error: problem, isFinal: isFirst || !isPassing(problem) },
			};
		}
	}

	private async lookAround(ids: string[]): Promise<Map<string, ListedPost>> {
		const dates = ids
			.map((id) => serviceTime(this.known.get(id)?.publishDate))
			.filter((date) => !Number.isNaN(date));
		const rows = dates.length === 0 ? [] : await listPosts(this.client, windowOf(dates));
		const posts = byId(rows);
		// New ones, and those that were given another date meanwhile.
		const missing = ids.filter((id) => !posts.has(id));
		this.finder.forget();
		await this.finder.prepare(missing);
		for (const id of missing) {
			const post = await this.finder.search(id);
			if (post) posts.set(id, post.listed);
		}
		return posts;
	}
}

const isLimit = ({ httpCode }: Problem) => Number(httpCode) === TOO_MANY_REQUESTS;

/** True if the same look may work later. */
function isPassing(error: Problem): boolean {
	const status = Number(error.httpCode ?? 500);
	return status >= 500 || status === REQUEST_TIMEOUT || isLimit(error);
}
