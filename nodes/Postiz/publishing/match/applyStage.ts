import type { Decisions } from './decisions';
import type { MatchRule } from './matchRule';
import type { PostPair } from './postPair';

/**
 * Applies a stage to each undecided post and its candidates that `canMatch`, the likeliest first. The first candidate to
 * which any rule applies decides. Later stages don't see the posts reserved here.
 */
export function applyStage(
	stage: MatchRule[],
	decisions: Decisions,
	canMatch: (pair: PostPair) => boolean = () => true,
): void {
	for (const desired of decisions.undecidedPosts) {
		for (const pair of decisions.listPairs(desired).filter(canMatch)) {
			const rule = stage.find(({ applies }) => applies(pair));
			if (!rule) continue;
			decisions.record(desired, rule.decide(pair));
			break;
		}
	}
}
