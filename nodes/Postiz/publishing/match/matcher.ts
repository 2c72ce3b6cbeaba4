import { toContentKeyOnChannel } from '../../common/fingerprint';
import { getOrCreate } from '../../common/lists';
import type { DesiredPost } from '../../posts/desiredPost';
import type { ExistingPost } from '../../posts/existingPost';
import {
	getExistingPost,
	getSimilarPost,
	type Decision,
	type PlannedPost,
} from '../../posts/plannedPost';
import { ExistingPostIndex } from './existingPostIndex';
import type { MatchInput } from './matchInput';
import { PostPair } from './postPair';
import type { MatchRule } from './sharedRules';

/** Holds the decisions so far, and reserves their existing posts, so that later decisions don't see them. */
export class Matcher {
	readonly plannedPosts = new Map<DesiredPost, PlannedPost>();
	private readonly reservedPosts = new Set<ExistingPost>();
	private readonly existingPosts: ExistingPostIndex;

	constructor(
		readonly desiredPosts: DesiredPost[],
		readonly input: MatchInput,
	) {
		this.existingPosts = new ExistingPostIndex(input.posts);
	}

	get undecidedPosts(): DesiredPost[] {
		return this.desiredPosts.filter((desired) => !this.plannedPosts.has(desired));
	}

	/**
	 * Sets a decision and reserves its posts. If it replaces a decision, the posts of the old decision stay reserved.
	 */
	decideAndReserve(desired: DesiredPost, decision: Decision): void {
		this.plannedPosts.set(desired, { desired, issues: [], ...decision });
		// One existing post may be the reason to reject several desired posts.
		const post = decision.action === 'reject' ? undefined : getExistingPost(decision);
		const similarPost = getSimilarPost(decision);
		this.reserve([post, similarPost].filter((existing) => existing !== undefined));
	}

	pair(desired: DesiredPost, post: ExistingPost): PostPair {
		return new PostPair(desired, post, this.input);
	}

	reserve(posts: ExistingPost[]): void {
		for (const post of posts) this.reservedPosts.add(post);
	}

	/**
	 * Applies a stage to each undecided post and its candidates that `canMatch`, the likeliest first. The first
	 * candidate to which any rule applies decides. Later stages don't see the posts reserved here.
	 */
	applyStage(stage: MatchRule[], canMatch: (post: ExistingPost) => boolean = () => true): void {
		for (const desired of this.undecidedPosts) {
			for (const post of this.findCandidates(desired).filter(canMatch)) {
				const pair = this.pair(desired, post);
				const rule = stage.find(({ applies }) => applies(pair));
				if (!rule) continue;
				this.decideAndReserve(desired, rule.decide(pair));
				break;
			}
		}
	}

	/**
	 * Marks posts with the same content on a channel as duplicates. The original is the first post that exists, or else
	 * the first post.
	 */
	markDuplicates(desiredPosts: DesiredPost[]): void {
		const originals = new Map<string, DesiredPost>();
		const isOriginal = (desired: DesiredPost) => {
			if (desired.sentRecord) return true;
			const planned = this.plannedPosts.get(desired);
			const post = planned && getExistingPost(planned);
			// A rejected post has other content than the existing one, unless that may be online.
			return post && (planned.action !== 'reject' || this.pair(desired, post).onlineConflict);
		};
		const undecidedPosts = desiredPosts.filter((desired) => !this.plannedPosts.has(desired));
		for (const desired of [...desiredPosts.filter(isOriginal), ...undecidedPosts]) {
			const contentKey = toContentKeyOnChannel(desired.target.id, desired.fingerprint);
			const duplicateOf = getOrCreate(originals, contentKey, () => desired);
			if (duplicateOf !== desired && !this.plannedPosts.has(desired))
				this.decideAndReserve(desired, { action: 'duplicate', duplicateOf });
		}
	}

	isReserved(post: ExistingPost): boolean {
		return this.reservedPosts.has(post);
	}

	findPostsByRowId(desired: DesiredPost): ExistingPost[] {
		return this.existingPosts.findByRowId(desired);
	}

	findUnreservedPosts(desired: DesiredPost): ExistingPost[] {
		return this.existingPosts.findOnChannel(desired).filter((post) => !this.isReserved(post));
	}

	/** {@link ExistingPostIndex.findCandidates} without reserved posts. */
	private findCandidates(desired: DesiredPost): ExistingPost[] {
		return this.existingPosts.findCandidates(desired).filter((post) => !this.isReserved(post));
	}

	findPosts(desired: DesiredPost, matches: (pair: PostPair) => boolean): ExistingPost[] {
		return this.findCandidates(desired).filter((post) => matches(this.pair(desired, post)));
	}

	findSimilarPost(desired: DesiredPost): ExistingPost | undefined {
		return this.findPostOutsideLoop(
			desired,
			(pair) =>
				pair.mayBeEarlierVersion ||
				(pair.existingIsPending && pair.hasSameText && pair.predatesRowId),
		);
	}

	/** For a dated post: finds a published post with the same text, on any date. */
	findPublishedPost(desired: DesiredPost): ExistingPost | undefined {
		return this.findPostOutsideLoop(
			desired,
			(pair) => pair.desiredHasDate && pair.existingIsPublished && pair.hasSameText,
		);
	}

	private findPostOutsideLoop(desired: DesiredPost, matches: (pair: PostPair) => boolean) {
		const { isSentInLoop } = this.input.loopHistory;
		return this.findPosts(desired, matches).find((post) => !isSentInLoop(post));
	}
}
