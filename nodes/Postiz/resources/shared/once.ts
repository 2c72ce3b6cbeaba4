import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { KnownFiles } from '../../media/uploads';
import { Journal } from '../../publishing/run';
import { type ApiAnswer, errorDetail } from '../../transport/answer';
import { isCancelled } from '../../transport/pause';
import { caughtProblem, type Explanation, Problem } from '../../values/problem';
import { KeptAnswers } from '../../values/turns';

/** Caches answers for all items, unless they failed. */
export function askOnce<Question extends unknown[], Answer>(
	ask: (...question: Question) => Promise<Answer>,
): (...question: Question) => Promise<Answer> {
	const answers = new KeptAnswers<Answer>();
	return async (...question) =>
		await answers.get(JSON.stringify(question), async () => await ask(...question));
}

type Work = (itemIndex: number) => Promise<IDataObject[]>;

/** `work`, with the rows of items that are already `done`. Throws {@link Problem} if the execution was cancelled. */
export function itemOnce(context: IExecuteFunctions, done: RunMemory['done'], work: Work): Work {
	return async (itemIndex) => {
		const earlier = done.get(itemIndex);
		if (earlier) return earlier;
		refuseCancelled(context);
		const rows = await work(itemIndex);
		done.set(itemIndex, rows);
		return rows;
	};
}

/** Throws {@link Problem} if the execution was cancelled. */
export function refuseCancelled(context: IExecuteFunctions): void {
	if (!isCancelled(context)) return;
	throw new Problem(
		'The execution was cancelled before this item was processed',
		'Nothing was changed for it. Run the workflow again for this item and those after it.',
	);
}

/** Makes a change once. If it is `unclear` whether an earlier try made it, `look` finds out. */
export async function changeOnce<T>(
	unclear: RunMemory['unclear'],
	itemIndex: number,
	change: () => Promise<T>,
	look?: () => Promise<T | undefined>,
): Promise<T> {
	const earlier = unclear.get(itemIndex);
	if (earlier) {
		const found = await look?.();
		if (found === undefined) throw earlier;
		return found;
	}
	return await change().catch((error: unknown) => {
		const problem = caughtProblem(error);
		if (problem.isUnclear) unclear.set(itemIndex, problem);
		throw problem;
	});
}

/** Explains a failure during a change that may have been made anyway. */
export function explainUnclear(
	{ status, body }: ApiAnswer,
	{ change, advice }: { change: string; advice: string },
): Explanation | undefined {
	if (status < 500) return undefined;
	const detail = errorDetail(body);
	return {
		message: `Postiz failed while ${change} (status ${status})`,
		description: `${advice}${detail && ` Postiz says: “${detail}”`}`,
		isUnclear: true,
	};
}

/** What earlier tries of a run have done, so that Retry On Fail doesn't repeat it. */
export class RunMemory {
	/** The rows of finished items, by item index. */
	readonly done = new Map<number, IDataObject[]>();
	/** Why it is unknown whether the change of an item was made, by item index. */
	readonly unclear = new Map<number, Problem>();
	/** Deleted posts or channels, by ID: for which item, and the rows of all that were deleted together. */
	readonly deleted = new Map<string, { itemIndex: number; rows: IDataObject[] }>();
	/** Why there is no free slot, by channel ID. */
	readonly withoutSlot = new Map<string, Problem>();
	readonly files = new KnownFiles();
	readonly journal = new Journal();
}

// With Retry On Fail, each try gets the same item objects; loops and other nodes get copies.
const memories = new WeakMap<object, { node: string; memory: RunMemory }>();

/** The memory that all tries of this run share. */
export function memoryOf(run: Pick<IExecuteFunctions, 'getInputData' | 'getNode'>): RunMemory {
	const [first] = run.getInputData();
	if (!first) return new RunMemory();
	const { name: node } = run.getNode();
	const known = memories.get(first);
	if (known?.node === node) return known.memory;
	const memory = new RunMemory();
	memories.set(first, { node, memory });
	return memory;
}
