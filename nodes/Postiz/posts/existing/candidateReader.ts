import { explainFailure } from '../../calendar/failures/explainFailure';
import { fetchSettingsAndParts, parseSettings, type PublicPart } from '../../calendar/publicPost';
import { getCreationTime } from '../../common/creationTime';
import { YEAR_MS } from '../../common/date';
import { readFingerprint } from '../../common/fingerprint';
import { parseServiceTime } from '../../common/serviceTime';
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

/** A post counts as edited if it was updated longer than this after its creation, which may update it, too. */
const MIN_EDIT_DELAY_MS = 100;

/**
 * The batch size for reading public posts. After each batch, stops if all rows have a post, or if no post was readable.
 */
const PUBLIC_POSTS_AT_A_TIME = 100;

/** The posts that may match, as far as they were readable. */
export type Candidates = Pick<CalendarSnapshot, 'posts' | 'keepsFingerprints' | 'unsearchedCount'>;

/** Reads the posts that may match desired posts. If the list lacks details of a post, reads its public page. */
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
	 * Reads the listed posts that may match. A repeating post is a single candidate. The age of posts counts up to
	 * `serviceTime`, which is the start of the run, or now.
	 */
	async fetchCandidates(listedPosts: ListedPost[], serviceTime: number): Promise<Candidates> {
		const allPosts = dropRepetitions(listedPosts).map((listed) =>
			toExistingPost(listed, serviceTime),
		);
		const candidates = await Promise.all(
			allPosts
				.filter((post) => this.isCandidate(post))
				.map(async (post) => await this.fetchPublicDetails(post, serviceTime)),
		);
		const { posts, unsearchedCount } = await this.fetchAndAddUnreadablePostsOfRows(
			allPosts,
			candidates,
			serviceTime,
		);
		const keepsFingerprints = [...allPosts, ...posts].some(({ fingerprint }) => fingerprint);
		return { posts, keepsFingerprints, unsearchedCount };
	}

	/**
	 * True if a post may match, or has the Row ID of a row. On channels that aren't chosen, only pending posts with a
	 * Row ID count: the row may have moved to another channel.
	 */
	private isCandidate(post: ExistingPost): boolean {
		const { channelId, fingerprint, state } = post;
		const { rowIdDigest = null } = fingerprint ?? {};
		const belongsToRow = rowIdDigest !== null && this.rowIdDigests.has(rowIdDigest);
		const filter = this.filters.get(channelId);
		return filter ? belongsToRow || filter.mayMatch(post) : belongsToRow && isPending(state);
	}

	/** Adds posts whose unreadable fingerprint may have the Row ID of a row. */
	private async fetchAndAddUnreadablePostsOfRows(
		allPosts: ExistingPost[],
		candidates: ExistingPost[],
		serviceTime: number,
	): Promise<Omit<Candidates, 'keepsFingerprints'>> {
		const posts = [...candidates];
		const candidateIds = new Set(candidates.map(({ id }) => id));
		let unreadablePosts = allPosts
			.filter(({ id, isFingerprintUnreadable }) => isFingerprintUnreadable && !candidateIds.has(id))
			.filter(({ channelId, time }) => {
				const { hasPostWithoutDate } = this.filters.get(channelId) ?? {};
				return hasPostWithoutDate || time > serviceTime - YEAR_MS;
			})
			.sort(compareLikelihood(serviceTime));
		for (let allowed = MAX_SEARCHED_POSTS; ; allowed -= PUBLIC_POSTS_AT_A_TIME) {
			const channels = this.findChannelsLackingPosts(posts);
			unreadablePosts = unreadablePosts.filter(({ channelId }) => channels.has(channelId));
			const batch = unreadablePosts.splice(0, Math.min(PUBLIC_POSTS_AT_A_TIME, allowed));
			if (batch.length === 0) break;
			const publicPosts = await Promise.all(
				batch.map(async (post) => await this.fetchPublicDetails(post, serviceTime)),
			);
			posts.push(...publicPosts);
			// A proxy probably blocks all public pages.
			if (publicPosts.every(({ isFingerprintUnreadable }) => isFingerprintUnreadable))
				return { posts: [...posts, ...unreadablePosts], unsearchedCount: 0 };
		}
		return { posts, unsearchedCount: unreadablePosts.length };
	}

	/** Returns the IDs of channels on which a row has no post yet. */
	private findChannelsLackingPosts(posts: ExistingPost[]): ReadonlySet<string> {
		const rowsWithPost = new Set(
			posts.map(({ channelId, fingerprint }) => `${channelId} ${fingerprint?.rowIdDigest}`),
		);
		const lacksPost = ([id, { rowIdDigests }]: [string, CandidateFilter]) =>
			[...rowIdDigests].some((rowIdDigest) => !rowsWithPost.has(`${id} ${rowIdDigest}`));
		return new Set([...this.filters].filter(lacksPost).map(([id]) => id));
	}

	/** Adds details from the public page of a post, if the list lacks them. */
	private async fetchPublicDetails(post: ExistingPost, serviceTime: number): Promise<ExistingPost> {
		const needsParts = this.filters.get(post.channelId)?.needsParts(post);
		if (!post.isFingerprintUnreadable && post.state !== 'ERROR' && !needsParts) return post;
		const { settings, parts } = await fetchSettingsAndParts(this.client, post.id, this.timeout);
		const fingerprint = post.fingerprint ?? readFingerprint(settings);
		const withSettings = {
			...post,
			fingerprint,
			isFingerprintUnreadable: post.isFingerprintUnreadable && !settings,
		};
		const [first] = parts ?? [];
		if (!parts || !first) return withSettings;
		return {
			...withSettings,
			...readFailure(post, parts, serviceTime),
			parts,
			isEdited: (first.updatedAt ?? 0) - (first.createdAt ?? 0) > MIN_EDIT_DELAY_MS,
		};
	}
}

/** Sorts pending posts first, then by the distance of their date from `serviceTime`. */
const compareLikelihood = (serviceTime: number) => (a: ExistingPost, b: ExistingPost) => {
	const rank = ({ state }: ExistingPost) => (state === 'PUBLISHED' ? 1 : 0);
	const distance = ({ time }: ExistingPost) => Math.abs(time - serviceTime);
	return rank(a) - rank(b) || distance(a) - distance(b);
};

function toExistingPost(listed: ListedPost, serviceTime: number): ExistingPost {
	const { id, state, content = '', releaseURL, releaseId } = listed;
	// Only repeating posts have an `actualDate`, which is their first date.
	const firstTime = parseServiceTime(listed.actualDate);
	const time = firstTime || parseServiceTime(listed.publishDate);
	// Only a comment or a repetition failed.
	const isOnline = state === 'ERROR' && Boolean(releaseURL || releaseId);
	const settings = parseSettings(listed.settings);
	return {
		id,
		channelId: listed.integration.id,
		state: isOnline ? 'PUBLISHED' : state,
		// Only its public data can show that it certainly isn't online.
		onlineStatus: state === 'ERROR' && !isOnline ? 'mayBeOnline' : undefined,
		link: releaseURL,
		time,
		age: serviceTime - (getCreationTime(id) ?? time),
		fingerprint: readFingerprint(settings),
		isFingerprintUnreadable: settings === undefined,
		wasCreatedInPostiz: listed.creationMethod === 'WEB',
		content,
		comparableText: getComparableText(content),
		isEdited: false,
	};
}

function readFailure({ state }: ExistingPost, parts: PublicPart[], serviceTime: number) {
	if (state !== 'ERROR') return {};
	const { onlineStatus, explanation } = explainFailure({ parts }, serviceTime);
	return { onlineStatus, failureExplanation: explanation };
}
