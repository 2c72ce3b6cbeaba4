import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { Cache } from '../../common/memoize';
import { isObject } from '../../common/parseValue';
import type { Problem } from '../../common/problem';
import { runMemories } from '../../common/processState';
import type { OperationResult } from '../../execution/renderItems';
import { Journal } from '../../posts/run/journal';
import type { PublishingMemory } from '../../posts/run/run';
import type { UploadedFile } from '../../transport/apiTypes';
import type { PostizClient } from '../../transport/client';

export interface Operation {
	name: string;
	value: string;
	action: string;
	description: string;
	/** Its fields; the resource adds when they are shown. */
	properties: INodeProperties[];
	/** Processes all input items. */
	execute: (
		context: IExecuteFunctions,
		client: PostizClient,
		memory: RunMemory,
	) => Promise<OperationResult>;
}

export interface Resource {
	name: string;
	value: string;
	defaultOperation: string;
	operations: Operation[];
}

/** Converts any answer to rows: one per element of a list, and plain values as `value`. */
export function toRows(answer: unknown): IDataObject[] {
	return (Array.isArray(answer) ? answer : [answer])
		.filter((row: unknown) => row !== undefined && row !== null)
		.map((row: unknown) =>
			isObject(row) ? moveIdLast(row) : { value: row as IDataObject[string] },
		);
}

/** n8n shows the first columns. */
const moveIdLast = ({ id, ...row }: IDataObject) => (id === undefined ? row : { ...row, id });

/** What a request for a video led to. If it is unclear whether there is one, it may have cost credits. */
export type VideoOutcome =
	{ kind: 'made'; videos: IDataObject[] } | { kind: 'notMade' | 'unclear'; problem: Problem };

/** What earlier attempts of a run have done, so that Retry On Fail doesn't repeat it. */
export class RunMemory implements PublishingMemory {
	/** What the requests for videos led to, by item index. */
	readonly videoOutcomes = new Map<number, VideoOutcome>();
	/** The rows of deleted posts and channels, by ID. */
	readonly deleted = new Map<string, IDataObject>();
	readonly files: Cache<UploadedFile> = new Map();
	readonly journal = new Journal();
}

/** The memory that all attempts of this run share. */
export function getRunMemory(
	context: Pick<IExecuteFunctions, 'getInputData' | 'getNode'>,
): RunMemory {
	const [first] = context.getInputData();
	if (!first) return new RunMemory();
	const { name: node } = context.getNode();
	// With Retry On Fail, each attempt gets the same item objects; loops and other nodes get copies.
	const stored = runMemories.get(first);
	if (stored?.node === node && stored.memory instanceof RunMemory) return stored.memory;
	const memory = new RunMemory();
	runMemories.set(first, { node, memory });
	return memory;
}
