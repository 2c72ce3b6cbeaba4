import { explainFailure } from '../../calendar/failures/explainFailure';
import { fetchPublicPost, parseSettings, type PublicPart } from '../../calendar/publicPost';
import { getCreationTime, parseServiceTime, YEAR_MS } from '../../common/date';
import { readFingerprint } from '../../common/fingerprint';
import { getComparableText } from '../../text/sameContent';
import type { ListedPost } from '../../transport/apiTypes';
import type { PostizClient } from '../../transport/client';
import { dropRepetitions } from '../../transport/fetchPosts';
import type { DesiredPost } from '../desiredPost';
import {
	isPending,
	MAX_SEARCHED_POSTS,
	type CalendarSnapshot,
	type ExistingPost,
} from '../existingPost';
import { createCandidateFilters, type CandidateFilter } from './candidateFilter';

/** An edited post is written again some time after its creation; one that failed while it was created is not. */
const MIN_EDIT_DELAY_MS = 100;

/** How many public posts are read at a time, until all rows have a post or they turn out to be unreadable. */
const PUBLIC_POSTS_AT_A_TIME = 100;

/** The posts that may match desired ones, as far as they could be read. */
export type Candidates = Pick<CalendarSnapshot, 'posts' | 'keepsFingerprints' | 'unsearchedCount'>;

/** Reads the listed posts that may match desired ones, with their public posts where lists show too little. */
export class CandidateReader {
	private readonly filters: ReadonlyMap<string, CandidateFilter>;
	private readonly rowIdDigests: ReadonlySet<string | null>;

	constructor(
		private readonly client: PostizClient,
		desiredPosts: DesiredPost[],
		private readonly timeout?: number,
	) {
		this.filters = createCandidateFilters(desiredPosts);
		this.rowIdDigests = new Set(desiredPosts.map(({ fingerprint }) => fingerprint.rowIdDigest));
	}

	/**
	 * Reads the listed posts that may match, as of `now` (ms by the service's clock). A repeating post is one candidate.
	 */
	async fetchCandidates(listedPosts: ListedPost[], now: number): Promise<Candidates> {
		const allPosts = dropRepetitions(listedPosts).map((listed) => toExistingPost(listed, now));
		const candidates = await Promise.all(
			allPosts
				.filter((post) => this.isCandidate(post))
				.map(async (post) => await this.fetchPublicDetails(post, now)),
		);
		const { posts, unsearchedCount } = await this.addHiddenPostsOfRows(allPosts, candidates, now);
		const keepsFingerprints = [...allPosts, ...posts].some(({ fingerprint }) => fingerprint);
		return { posts, keepsFingerprints, unsearchedCount };
	}

	/**
	 * True if a post may match, or belongs to a row: the row may also have moved to another channel. On channels that no
	 * row has any more, only pending posts count.
	 */
	private isCandidate(post: ExistingPost): boolean {
		const { channelId, fingerprint, state } = post;
		const { rowIdDigest = null } = fingerprint ?? {};
		const belongsToRow = rowIdDigest !== null && this.rowIdDigests.has(rowIdDigest);
		const filter = this.filters.get(channelId);
		return filter ? belongsToRow || filter.mayMatch(post) : belongsToRow && isPending(state);
	}

	/** Adds posts that may belong to rows by fingerprints that lists don't show. */
	private async addHiddenPostsOfRows(
		allPosts: ExistingPost[],
		candidates: ExistingPost[],
		now: number,
	): Promise<Omit<Candidates, 'keepsFingerprints'>> {
		const posts = [...candidates];
		const candidateIds = new Set(candidates.map(({ id }) => id));
		let hiddenPosts = allPosts
			.filter(({ id, isFingerprintHidden }) => isFingerprintHidden && !candidateIds.has(id))
			.filter(({ channelId, time }) => {
				const { hasUndated } = this.filters.get(channelId) ?? {};
				return hasUndated || time > now - YEAR_MS;
			})
			.sort(compareLikelihood(now));
		for (let allowed = MAX_SEARCHED_POSTS; ; allowed -= PUBLIC_POSTS_AT_A_TIME) {
			const channels = this.findChannelsLackingPosts(posts);
			hiddenPosts = hiddenPosts.filter(({ channelId }) => channels.has(channelId));
			const batch = hiddenPosts.splice(0, Math.min(PUBLIC_POSTS_AT_A_TIME, allowed));
			if (batch.length === 0) break;
			const publicPosts = await Promise.all(
				batch.map(async (post) => await this.fetchPublicDetails(post, now)),
			);
			posts.push(...publicPosts);
			// A proxy probably blocks all of them.
			if (publicPosts.every(({ isFingerprintHidden }) => isFingerprintHidden))
				return { posts: [...posts, ...hiddenPosts], unsearchedCount: 0 };
		}
		return { posts, unsearchedCount: hiddenPosts.length };
	}

	/** The IDs of the channels on which a row has no post yet. */
	private findChannelsLackingPosts(posts: ExistingPost[]): ReadonlySet<string> {
		const rowsWithPost = new Set(
			posts.map(({ channelId, fingerprint }) => `${channelId} ${fingerprint?.rowIdDigest}`),
		);
		const lacksPost = ([id, { rowIdDigests }]: [string, CandidateFilter]) =>
			[...rowIdDigests].some((rowIdDigest) => !rowsWithPost.has(`${id} ${rowIdDigest}`));
		return new Set([...this.filters].filter(lacksPost).map(([id]) => id));
	}

	/** Fetches what anybody can read of a post if the list shows too little, and returns the post with it. */
	private async fetchPublicDetails(post: ExistingPost, now: number): Promise<ExistingPost> {
		const needsParts = this.filters.get(post.channelId)?.needsParts(post);
		if (!post.isFingerprintHidden && post.state !== 'ERROR' && !needsParts) return post;
		const { settings, parts } = await fetchPublicPost(this.client, post.id, this.timeout);
		const fingerprint = post.fingerprint ?? readFingerprint(settings);
		const withSettings = {
			...post,
			fingerprint,
			isFingerprintHidden: post.isFingerprintHidden && !settings,
		};
		const [first] = parts ?? [];
		if (!parts || !first) return withSettings;
		return {
			...withSettings,
			...readFailure(post, parts, now),
			parts,
			isEdited: (first.updatedAt ?? 0) - (first.createdAt ?? 0) > MIN_EDIT_DELAY_MS,
		};
	}
}

/** Sorts pending posts first, then by how close their date is to `now` (ms). */
const compareLikelihood = (now: number) => (a: ExistingPost, b: ExistingPost) => {
	const rank = ({ state }: ExistingPost) => (state === 'PUBLISHED' ? 1 : 0);
	const distance = ({ time }: ExistingPost) => Math.abs(time - now);
	return rank(a) - rank(b) || distance(a) - distance(b);
};

function toExistingPost(listed: ListedPost, now: number): ExistingPost {
	const { id, state, content = '', releaseURL, releaseId } = listed;
	const actual = parseServiceTime(listed.actualDate ?? listed.publishDate);
	const time = Number.isNaN(actual) ? parseServiceTime(listed.publishDate) : actual;
	// Only a comment or a repetition of it failed.
	const isOnline = state === 'ERROR' && Boolean(releaseURL || releaseId);
	const settings = parseSettings(listed.settings);
	return {
		id,
		channelId: listed.integration.id,
		state: isOnline ? 'PUBLISHED' : state,
		// Only its public data may show that it certainly isn't online.
		onlineStatus: state === 'ERROR' && !isOnline ? 'mayBeOnline' : undefined,
		link: releaseURL,
		time,
		age: now - (getCreationTime(id) ?? time),
		fingerprint: readFingerprint(settings),
		isFingerprintHidden: settings === null,
		isByHand: listed.creationMethod === 'WEB',
		content,
		comparableText: getComparableText(content),
		isEdited: false,
	};
}

function readFailure({ state }: ExistingPost, parts: PublicPart[], now: number) {
	if (state !== 'ERROR') return {};
	const { onlineStatus, reason } = explainFailure({ parts }, now);
	return { onlineStatus, reason };
}
