import { areSimilar } from '../text/similar';
import { groupBy } from '../values/lists';
import type { Decision, Step, Wanted } from './shapes';

type Refused = Extract<Step, { do: 'refuse' }>;

/**
 * Rows that are out on some channels, and still to go out on others: a new date, or a corrected text, is meant for the
 * others, such as for one that failed. What is out stays.
 */
export function keepPublished(steps: Step[]): Array<[Wanted, Decision]> {
	const rows = groupBy(steps, ({ wanted }) => wanted.key.row).filter((own) =>
		own.some(isAsRowSays),
	);
	return rows.flat().flatMap((step): Array<[Wanted, Decision]> => {
		if (step.do !== 'refuse' || !isSamePost(step)) return [];
		return [[step.wanted, { do: 'there', post: step.post!, isOut: true }]];
	});
}

const isAsRowSays = (step: Step) =>
	step.do === 'change' ||
	(step.do === 'there' && !step.isOut) ||
	(step.do === 'made' && step.isChange);

/** Another text may be another post, for which the row is used again. */
const isSamePost = ({ refusal, post, wanted }: Refused) =>
	refusal === 'published' &&
	post !== undefined &&
	(wanted.key.when === null || areSimilar(wanted.look, post.look));
