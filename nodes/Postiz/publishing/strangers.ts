import { isUnique, type KeyPart } from '../values/postKey';
import type { Decision, Step, Wanted } from './shapes';

/** Rejects rows that say something else at another time than their posts: they may be another sheet's, or have moved. */
export function rejectStrangers(steps: Step[]): Array<[Wanted, Decision]> {
	const isBoth = ({ changed }: { changed: KeyPart[] }) =>
		changed.includes('text') && changed.includes('when');
	// With Retry On Fail, an earlier try may have changed the post of a witness.
	const isWitness = (step: Step) =>
		step.do === 'there' ||
		(step.do === 'change' && !isBoth(step)) ||
		(step.do === 'made' && step.isChange);
	const both = steps.flatMap((step) =>
		step.do === 'change' && isBoth(step) && !step.post.isDead && !isUnique(step.wanted.item.rowId!)
			? [step]
			: [],
	);
	if (both.length === 1 && steps.some(isWitness)) return [];
	return both.map(({ wanted, post }) => [wanted, { do: 'refuse', refusal: 'other', post }]);
}
