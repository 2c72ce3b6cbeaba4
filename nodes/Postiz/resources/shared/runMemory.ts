import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { KnownFiles } from '../../media/knownFiles';
import type { SentChange } from '../../publishing/change/types';
import { SentPosts } from '../../publishing/deliver/sentPosts';
import { getOrMake } from '../../values/getOrMake';
import type { Problem } from '../../values/problem';

/** What earlier tries of a run have done, so that Retry On Fail doesn't repeat it. */
export class RunMemory {
	/** The rows of finished items, by item index. */
	readonly done = new Map<number, IDataObject[]>();
	/** Why it is unknown whether the change of an item was made, by item index. */
	readonly unclear = new Map<number, Problem>();
	/** Changes of posts that may have been made, by item and post. */
	readonly unclearPosts = new Map<string, SentChange>();
	/** Deleted posts or channels, by ID: for which item, and the rows of all that were deleted together. */
	readonly deleted = new Map<string, { itemIndex: number; rows: IDataObject[] }>();
	/** Why there is no free slot, by channel ID. */
	readonly withoutSlot = new Map<string, Problem>();
	readonly files = new KnownFiles();
	readonly sent = new SentPosts();
	/** The rows of posts that are there already or left out, by item index. */
	readonly settledRows = new Map<number, IDataObject[]>();
	/** What to do about items with missing posts. */
	advice = '';
}

// With Retry On Fail, each try gets the same item objects; loops and other nodes get copies.
const memories = new WeakMap<object, { node: string; memory: RunMemory }>();

const MAX_EXECUTIONS = 100;
/** The IDs of created posts, by execution and node. */
const createdIn = new Map<string, Set<string>>();

type Execution = Pick<IExecuteFunctions, 'getExecutionId' | 'getNode'>;

const executionKey = (context: Execution) =>
	JSON.stringify([context.getExecutionId(), context.getNode().name]);

/**
 * The IDs of posts that this node created in this execution, such as in earlier rounds of a loop. Not those of items
 * that failed: such an item may come back.
 */
export const createdBefore = (context: Execution): ReadonlySet<string> =>
	createdIn.get(executionKey(context)) ?? new Set();

/** Records posts for {@link createdBefore}. */
export function noteCreated(context: Execution, ids: Iterable<string>): void {
	const known = getOrMake(createdIn, executionKey(context), () => new Set<string>());
	for (const id of ids) known.add(id);
	for (const key of createdIn.keys()) {
		if (createdIn.size <= MAX_EXECUTIONS) break;
		createdIn.delete(key);
	}
}

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
