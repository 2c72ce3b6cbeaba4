import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { UploadedFile } from '../../transport/types';
import { Journal } from '../../publishing/run';
import { isCancelled } from '../../transport/pause';
import { Problem } from '../../values/problem';
import { KeptAnswers } from '../../values/turns';

/** Caches answers for all items, unless they failed. */
export function askOnce<Question extends unknown[], Answer>(
	ask: (...question: Question) => Promise<Answer>,
): (...question: Question) => Promise<Answer> {
	const answers = new KeptAnswers<Answer>();
	return async (...question) =>
		await answers.get(JSON.stringify(question), async () => await ask(...question));
}

/** Throws {@link Problem} if the execution was cancelled. */
export function refuseCancelled(context: IExecuteFunctions): void {
	if (!isCancelled(context)) return;
	throw new Problem(
		'The execution was cancelled before this item was processed',
		'Nothing was changed for it. Run the workflow again for this item and those after it.',
	);
}

/** What earlier tries of a run have done, so that Retry On Fail doesn't repeat it. */
export class RunMemory {
	/** The videos of an item, or why it is unknown whether they were made, by item index. */
	readonly videos = new Map<number, IDataObject[] | Problem>();
	/** The rows of deleted posts or channels, by ID. */
	readonly deleted = new Map<string, IDataObject>();
	/** Why there is no free slot, by channel ID. */
	readonly withoutSlot = new Map<string, Problem>();
	readonly files = new Map<unknown, UploadedFile>();
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
