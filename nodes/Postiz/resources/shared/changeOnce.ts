import type { IExecuteFunctions } from 'n8n-workflow';

import { sharedByTries } from '../../transport/tries';
import { caughtProblem, type Problem } from '../../values/problem';

/** By the index of the item. */
const unclearChanges = sharedByTries(() => new Map<number, Problem>());

/**
 * Makes the change of an item. If an earlier try of the run does not know whether it made it, `look` says
 * what it finds of it instead, and nothing is changed again. Throws what `change` throws, and the earlier
 * {@link Problem} again if nothing is found.
 */
export async function changeOnce<T>(
	context: IExecuteFunctions,
	itemIndex: number,
	{ change, look }: { change: () => Promise<T>; look: () => Promise<T | undefined> },
): Promise<T> {
	const unclear = unclearChanges(context);
	const earlier = unclear.get(itemIndex);
	if (earlier) {
		const found = await look();
		if (found === undefined) throw earlier;
		unclear.delete(itemIndex);
		return found;
	}
	try {
		return await change();
	} catch (error) {
		const problem = caughtProblem(error);
		if (problem.isUnclear) unclear.set(itemIndex, problem);
		throw problem;
	}
}
