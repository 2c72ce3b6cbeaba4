import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isCancelled } from '../../transport/pause';
import { sharedByTries } from '../../transport/tries';
import { caughtProblem, Problem } from '../../values/problem';
import { forEachItem } from './itemRun';

/** Asks the same question once, however many items have it. One that failed is asked again. */
export function askOnce<Question extends unknown[], Answer>(
	ask: (...question: Question) => Promise<Answer>,
): (...question: Question) => Promise<Answer> {
	const answers = new Map<string, Answer>();
	return async (...question) => {
		const key = JSON.stringify(question);
		const known = answers.get(key);
		if (known !== undefined) return known;
		const answer = await ask(...question);
		answers.set(key, answer);
		return answer;
	};
}

const doneByItem = sharedByTries(() => new Map<number, IDataObject[]>());

/** As {@link forEachItem}, but with Retry On Fail, what an earlier try did is not done again. */
export async function forEachItemOnce(
	context: IExecuteFunctions,
	work: (itemIndex: number) => Promise<IDataObject[]>,
): Promise<INodeExecutionData[]> {
	const done = doneByItem(context);
	return await forEachItem(context, async (itemIndex) => {
		const earlier = done.get(itemIndex);
		if (earlier) return earlier;
		if (isCancelled(context)) {
			throw new Problem(
				'The execution was cancelled before this item was processed',
				'Nothing was changed for it. Run the workflow again for this item and those after it.',
			);
		}
		const rows = await work(itemIndex);
		done.set(itemIndex, rows);
		return rows;
	});
}

const unclearChanges = sharedByTries(() => new Map<number, Problem>());

/**
 * Makes the change of an item, unless an earlier try may have made it: then `look` says what it finds of it.
 * Throws what `change` throws, and the {@link Problem} of the earlier try if nothing is found.
 */
export async function changeOnce<T>(
	context: IExecuteFunctions,
	itemIndex: number,
	{ change, look }: { change: () => Promise<T>; look?: () => Promise<T | undefined> },
): Promise<T> {
	const unclear = unclearChanges(context);
	const earlier = unclear.get(itemIndex);
	if (earlier) {
		const found = await look?.();
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
