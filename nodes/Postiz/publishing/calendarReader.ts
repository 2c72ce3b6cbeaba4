import {
	fetchPreview,
	isOverdue,
	parseSettings,
	type Preview,
	type PreviewPart,
} from '../calendar/calendarPost';
import { explainFailure } from '../calendar/failureReason';
import { getComparableText } from '../text/storedText';
import type { PostizClient } from '../transport/client';
import type { ListedPost } from '../transport/apiTypes';
import { getCreationTime, parseServiceTime, YEAR_MS } from '../common/date';
import { getOrCreate } from '../common/lists';
import { readKey } from '../common/postKey';
import { createChannelFilters, type CandidateFilter } from './candidateFilter';
import { isPending, type DesiredPost, type ExistingPost } from './model';

/** The service writes a post again within some ms if somebody edits it, but not if it fails while it is made. */
const EDITED_MS = 100;

/** How many posts are looked at to find those of rows, beyond posts with a row's text or minute. */
export const MAX_PREVIEWS = 1000;
/** How many at a time, until all rows have a post or previews turn out to be unreadable. */
const PREVIEWS_AT_A_TIME = 100;

/** What is listed of the calendar, and the previews of posts that may be meant. */
export class CalendarReader {
	private readonly listedById = new Map<string, ListedPost>();
	private readonly previews = new Map<string, Promise<Preview>>();
	private readonly filters: ReadonlyMap<string, CandidateFilter>;
	/** Digests of Row IDs. */
	private readonly rows: ReadonlySet<string | null>;
	/** True once a key was seen. */
	keepsKeys = false;
	/** How many posts may be a row's, and weren't looked at. */
	unread = 0;

	constructor(
		private readonly client: PostizClient,
		wanted: DesiredPost[],
		private readonly timeout?: number,
	) {
		this.filters = createChannelFilters(wanted);
		this.rows = new Set(wanted.map(({ key }) => key.row));
	}

	addListed(rows: ListedPost[]): void {
		for (const row of rows) this.listedById.set(row.id, row);
	}

	get listed(): ListedPost[] {
		return [...this.listedById.values()];
	}

	/** The IDs of channels with posts that failed, or didn't go out by `now` (ms). */
	findStuckChannels(now: number): ReadonlySet<string> {
		const isStuck = (row: ListedPost) => row.state === 'ERROR' || isOverdue(row, now);
		return new Set(this.listed.filter(isStuck).map(({ integration }) => integration.id));
	}

	/** The posts that may be meant, as of `now` (ms by the service's clock). */
	async readPosts(now: number): Promise<ExistingPost[]> {
		const listed = this.listed.map((row) => toExistingPost(row, now));
		if (listed.some(({ key }) => key)) this.keepsKeys = true;
		const isMeant = (post: ExistingPost) =>
			this.filters.get(post.channelId)?.mayMatch(post) ?? this.isOfMovedRow(post);
		const posts = await Promise.all(
			listed.filter(isMeant).map(async (post) => await this.addPreview(post, now)),
		);
		return await this.addHiddenPostsOfRows(listed, posts, now);
	}

	/** Whether a row that is on other channels now has a post to be published. */
	private isOfMovedRow({ key, state }: ExistingPost): boolean {
		const { row = null } = key ?? {};
		return row !== null && isPending(state) && this.rows.has(row);
	}

	/** These posts, and others that only their unlisted keys can tell to be those of rows. */
	private async addHiddenPostsOfRows(
		listed: ExistingPost[],
		seen: ExistingPost[],
		now: number,
	): Promise<ExistingPost[]> {
		const posts = [...seen];
		const ids = new Set(seen.map(({ id }) => id));
		let rest = listed
			.filter(({ id, isKeyUnknown }) => isKeyUnknown && !ids.has(id))
			.filter(({ channelId, time }) => {
				const { hasUndated } = this.filters.get(channelId) ?? {};
				return hasUndated || time > now - YEAR_MS;
			})
			.sort(compareLikelihood(now));
		for (let left = MAX_PREVIEWS; ; left -= PREVIEWS_AT_A_TIME) {
			const open = this.findChannelsLackingPosts(posts);
			rest = rest.filter(({ channelId }) => open.has(channelId));
			const next = rest.splice(0, Math.min(PREVIEWS_AT_A_TIME, left));
			if (next.length === 0) break;
			const read = await Promise.all(next.map(async (post) => await this.addPreview(post, now)));
			posts.push(...read);
			// The same proxy stands before all of them.
			if (read.every(({ isKeyUnknown }) => isKeyUnknown)) return [...posts, ...rest];
		}
		this.unread = rest.length;
		return posts;
	}

	/** The channels on which a row has none of these posts. */
	private findChannelsLackingPosts(posts: ExistingPost[]): ReadonlySet<string> {
		const found = new Set(posts.map(({ channelId, key }) => `${channelId} ${key?.row}`));
		const lacksPost = ([id, { rows }]: [string, CandidateFilter]) =>
			[...rows].some((row) => !found.has(`${id} ${row}`));
		return new Set([...this.filters].filter(lacksPost).map(([id]) => id));
	}

	/** The post as its preview shows it, if that may show more. */
	private async addPreview(post: ExistingPost, now: number): Promise<ExistingPost> {
		const needsParts = this.filters.get(post.channelId)?.needsParts(post);
		if (!post.isKeyUnknown && post.state !== 'ERROR' && !needsParts) return post;
		const { settings, parts } = await getOrCreate(
			this.previews,
			post.id,
			async () => await fetchPreview(this.client, post.id, this.timeout),
		);
		const key = post.key ?? readKey(settings);
		if (key) this.keepsKeys = true;
		const seen = { ...post, key, isKeyUnknown: post.isKeyUnknown && !settings };
		const [first] = parts ?? [];
		if (!parts || !first) return { ...seen, mayBeOnline: post.state === 'ERROR' };
		const images = parts.flatMap(({ image }) => image);
		return {
			...seen,
			...readFailure(post, parts, now),
			parts: parts.length,
			files: images.length,
			paths: images.map(({ path }) => path),
			isEdited: (first.updatedAt ?? 0) - (first.createdAt ?? 0) > EDITED_MS,
		};
	}
}

/** First what is still to go out, then what is dated closest to now (ms). */
const compareLikelihood = (now: number) => (one: ExistingPost, other: ExistingPost) => {
	const rank = ({ state }: ExistingPost) => (state === 'PUBLISHED' ? 1 : 0);
	const distance = ({ time }: ExistingPost) => Math.abs(time - now);
	return rank(one) - rank(other) || distance(one) - distance(other);
};

function toExistingPost(row: ListedPost, now: number): ExistingPost {
	const { id, state, content = '', releaseURL, releaseId } = row;
	const actual = parseServiceTime(row.actualDate ?? row.publishDate);
	const time = Number.isNaN(actual) ? parseServiceTime(row.publishDate) : actual;
	// Only a comment or a repetition of it failed.
	const isOnline = state === 'ERROR' && Boolean(releaseURL || releaseId);
	const settings = parseSettings(row.settings);
	return {
		id,
		channelId: row.integration.id,
		state: isOnline ? 'PUBLISHED' : state,
		mayBeOnline: false,
		failedForGood: false,
		link: releaseURL,
		time,
		age: now - (getCreationTime(id) ?? time),
		key: readKey(settings),
		isKeyUnknown: settings === null,
		isByHand: row.creationMethod === 'WEB',
		content,
		fingerprint: getComparableText(content),
		paths: [],
		isEdited: false,
	};
}

function readFailure({ state }: ExistingPost, parts: PreviewPart[], now: number) {
	if (state !== 'ERROR') return {};
	const { failedForGood, isStillTrying, summary } = explainFailure({ parts }, now);
	return {
		mayBeOnline: !failedForGood,
		isStillTrying,
		failedForGood: failedForGood,
		reason: summary,
	};
}
