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
import type { MatchRule } from './matchRule';
import { PostPair } from './postPair';

/** Decides stage by stage. The existing posts of a decision are reserved, so that later decisions don't see them. */
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
	 * Records a decision and reserves its posts. If it replaces an earlier decision, the posts of that decision stay
	 * reserved, too.
	 */
	record(desired: DesiredPost, decision: Decision): void {
		this.plannedPosts.set(desired, { desired, issues: [], ...decision });
		this.reserve(listPostsToReserve(decision));
	}

	reserve(posts: ExistingPost[]): void {
		for (const post of posts) this.reservedPosts.add(post);
	}

	isReserved(post: ExistingPost): boolean {
		return this.reservedPosts.has(post);
	}

	/**
	 * Applies a stage to each undecided post and its candidates that `canMatch`, the likeliest first. The first candidate
	 * to which any rule applies decides. Later stages don't see the posts reserved here.
	 */
	applyStage(stage: MatchRule[], canMatch: (pair: PostPair) => boolean = () => true): void {
		for (const desired of this.undecidedPosts) {
			for (const pair of this.listPairs(desired).filter(canMatch)) {
				const rule = stage.find(({ applies }) => applies(pair));
				if (!rule) continue;
				this.record(desired, rule.decide(pair));
				break;
			}
		}
	}

	pair(desired: DesiredPost, post: ExistingPost): PostPair {
		return new PostPair(desired, post, this.input);
	}

	/** Lists the pairs with candidates that aren't reserved, the likeliest first. */
	listPairs(desired: DesiredPost): PostPair[] {
		return this.existingPosts
			.findCandidates(desired)
			.filter((post) => !this.isReserved(post))
			.map((post) => this.pair(desired, post));
	}

	/** All posts with the Row ID, even reserved ones. */
	findPostsByRowId(desired: DesiredPost): ExistingPost[] {
		return this.existingPosts.findByRowId(desired);
	}

	findUnreservedPosts(desired: DesiredPost): ExistingPost[] {
		return this.existingPosts.findOnChannel(desired).filter((post) => !this.isReserved(post));
	}
}

function listPostsToReserve(decision: Decision): ExistingPost[] {
	// An existing post may be the reason to reject several desired posts.
	if (decision.action === 'reject') return [];
	const extraPosts = decision.action === 'keep' ? decision.extraPosts : undefined;
	return [getExistingPost(decision), getSimilarPost(decision), ...(extraPosts ?? [])].filter(
		(post) => post !== undefined,
	);
}
