import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { KnownFiles } from '../../media/uploads';
import { Journal } from '../../publishing/run';
import type { Problem } from '../../values/problem';

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
