import { DAY_MS, MINUTE_MS, YEAR_MS } from '../common/date';
import { type Cache, memoize } from '../common/memoize';
import { ignoreIfProblem, Problem } from '../common/problem';
import { parseServiceTime } from '../common/serviceTime';
import { quote } from '../common/text';
import type { Channel, ListedPost, PostState } from '../transport/apiTypes';
import type { PostizClient } from '../transport/client';
import { fetchPosts, type PostWindow } from '../transport/fetchPosts';
import { indexPostsById, type CalendarPost } from './calendarPost';
import { fetchRawParts, parsePublicPart, type PublicPart } from './publicPost';

const getStartOfDay = (date: number) => Math.floor(date / DAY_MS) * DAY_MS;

/**
 * Finds posts of the credential's workspace by ID. Public data shows posts of all workspaces, so the channel of a post,
 * or the list of its day, must show that it belongs to this workspace (docs/api.md, Finding a post by its ID). All
 * methods throw {@link Problem} if the service fails.
 */
export class PostFinder {
	private readonly cache: Cache<Map<string, ListedPost>> = new Map();
	/** Fetches the posts on the day of a date. */
	private readonly fetchDayOnce = memoize(this.fetchDay.bind(this), {
		cache: this.cache,
		toKey: ([date]) => String(getStartOfDay(date)),
	});
	/** Fetches the posts of the last and the next year. */
	private readonly fetchYearsOnce = memoize(this.fetchYears.bind(this), {
		cache: this.cache,
		toKey: () => 'years',
	});

	constructor(private readonly client: PostizClient) {}

	/** Like {@link fetchIfExists}. Throws {@link Problem} if the post doesn't exist. */
	async fetch(id: string, options?: { withReleaseId?: boolean }): Promise<CalendarPost> {
		const post = await this.fetchIfExists(id, options);
		if (post) return post;
		throw new Problem(
			`Postiz has no post with the ID ${quote(id)}`,
			"It may have been deleted. Post > Get Many lists the posts with their IDs. IDs of later parts of a thread don't work.",
		);
	}

	/**
	 * Like {@link fetch}, but first clears the cache of this finder. Concurrent calls share the lists that are read
	 * after the last of them began.
	 */
	async fetchFresh(id: string): Promise<CalendarPost> {
		this.cache.clear();
		return await this.fetch(id);
	}

	/**
	 * Fetches a post; undefined if it doesn't exist. With `withReleaseId`, also reads the list, as only the list has
	 * the `releaseId` and `creationMethod` of a published post. Throws {@link Problem} if it is unclear whether the
	 * post exists.
	 */
	async fetchIfExists(
		id: string,
		{ withReleaseId = false } = {},
	): Promise<CalendarPost | undefined> {
		const { rawParts, isUnreadable } = await fetchRawParts(this.client, id);
		const parts = rawParts?.map(parsePublicPart);
		const first = parts?.[0];
		if (parts && first?.id !== id) return undefined;
		const publicPost = first && (await this.fetchPostOfOwnChannel(first));
		if (publicPost && !(withReleaseId && publicPost.state === 'PUBLISHED'))
			return { ...publicPost, parts };
		const list = this.fetchAround(first?.publishDate);
		const posts = await (publicPost ? list.catch(ignoreIfProblem) : list);
		const post = posts?.get(id) ?? publicPost;
		if (!post && isUnreadable) {
			throw new Problem(
				`Postiz returned an unreadable answer for the post ${quote(id)}`,
				'Run this again. If that does not help, check the Postiz calendar.',
				{ hasRetryAdvice: true },
			);
		}
		return post && { ...post, parts };
	}

	/**
	 * Fetches a post and the others of its group, the post first: Postiz deletes them together (docs/api.md, Deleting
	 * posts). Searches its day, and the last and the next year. Returns none if the post doesn't exist.
	 */
	async fetchPostGroup(id: string): Promise<ListedPost[]> {
		const post = await this.fetchIfExists(id);
		if (!post) return [];
		const postsOfYears = await this.fetchYearsOnce();
		const postsOfDay = postsOfYears.has(id) ? [] : await this.fetchAround(post.publishDate);
		const posts = [...new Map([...postsOfYears, ...postsOfDay]).values()];
		const isOther = ({ id: other, group }: ListedPost) => group === post.group && other !== id;
		return [post, ...(post.group ? posts.filter(isOther) : [])];
	}

	/** Fetches the posts on the day of a date, or of two years if the date is unknown. */
	private async fetchAround(publishDate: string | undefined): Promise<Map<string, ListedPost>> {
		const date = parseServiceTime(publishDate);
		return await (Number.isNaN(date) ? this.fetchYearsOnce() : this.fetchDayOnce(date));
	}

	private async fetchDay(date: number): Promise<Map<string, ListedPost>> {
		const day = getStartOfDay(date);
		return await this.fetchWindow({ start: day - MINUTE_MS, end: day + DAY_MS + MINUTE_MS });
	}

	private async fetchYears(): Promise<Map<string, ListedPost>> {
		const now = Date.now();
		return await this.fetchWindow({ start: now - YEAR_MS, end: now + YEAR_MS });
	}

	private async fetchWindow(window: PostWindow): Promise<Map<string, ListedPost>> {
		return indexPostsById(await fetchPosts(this.client, window));
	}

	/**
	 * Fetches the channel of the first part of a post, and converts the part if the channel belongs to the credential.
	 * Undefined for later parts of a thread.
	 */
	private async fetchPostOfOwnChannel(first: PublicPart): Promise<ListedPost | undefined> {
		if (first.parentPostId !== undefined) return undefined;
		// For posts of a removed channel, only the list shows that they belong to the credential.
		const channels = await this.client.fetchChannels().catch(ignoreIfProblem);
		const channel = channels?.find(({ id }) => id === first.integrationId);
		return (
			channel && {
				...toListedPost(first, channel),
				previewUrl: this.client.getPublicPageUrl(first.id),
			}
		);
	}
}

function toListedPost(part: PublicPart, { id, name, identifier, picture }: Channel): ListedPost {
	const {
		content,
		publishDate = '',
		state = '' as PostState,
		releaseURL = null,
		group,
		settings,
	} = part;
	return {
		id: part.id,
		content,
		publishDate,
		state,
		releaseURL,
		group,
		settings,
		intervalInDays: part.intervalInDays ?? null,
		tags: part.tags.map((tag) => ({ tag: { name: tag } })),
		integration: { id, name, providerIdentifier: part.network ?? identifier, picture },
	};
}
