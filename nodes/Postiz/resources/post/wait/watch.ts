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

/** The first pauses between looks once a post is due, in ms, and all later ones. */
const FIRST_PAUSES_MS = [2000, 3000, 5000, 10_000, 20_000, 30_000];
const LATER_PAUSE_MS = 60_000;
/** A post is never out the moment it is due. */
const GRACE_MS = 1000;

/** What decides when to look again; all times in ms. */
export interface Waiting {
	/** When the posts are due. */
	dueAt: number[];
	/** When the wait for each of them ends. */
	until: number[];
	/** How often they were looked at since the first was due. */
	looks: number;
	now: number;
	/** No look before this one: the hourly limit lasts until then. */
	notBefore?: number;
}

/**
 * How long to wait before the next look, in ms: until the first post is due, and longer and longer
 * after that, as some instances count every request. Never longer than until the first wait ends.
 */
export function pauseBefore({ dueAt, until, looks, now, notBefore = 0 }: Waiting): number {
	const firstDue = Math.min(...dueAt);
	const wanted =
		firstDue > now ? firstDue - now + GRACE_MS : (FIRST_PAUSES_MS[looks] ?? LATER_PAUSE_MS);
	return Math.max(0, Math.min(Math.max(wanted, notBefore - now), Math.min(...until) - now));
}
