import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { SentChange } from '../../calendar/compare';
import { KnownFiles } from '../../media/uploads';
import { SentPosts } from '../../publishing/deliver/sentPosts';
import type { Problem } from '../../values/problem';

/** What the tries of one run of a node have done, so that with Retry On Fail, a later one does not do it again. */
export class RunMemory {
	/** What items have finished, as rows by the index of the item. */
	readonly done = new Map<number, IDataObject[]>();
	/** Why it is not known whether the change of an item was made, by its index. */
	readonly unclear = new Map<number, Problem>();
	/** Changes of posts of which it is not known whether they were made, by item and post. */
	readonly unclearPosts = new Map<string, SentChange>();
	/** The IDs of what was deleted. */
	readonly deleted = new Set<string>();
	readonly files = new KnownFiles();
	readonly sent = new SentPosts();
	/** The posts of items that were there already, as rows by the index of the item. */
	readonly skipped = new Map<number, IDataObject[]>();
	/** What to do about items with missing posts. */
	advice = '';
}

// With Retry On Fail, each try gets the same input items; a loop or another node gets copies.
const memories = new WeakMap<object, { node: string; memory: RunMemory }>();

/** The memory of the run that this execution is a try of. */
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
