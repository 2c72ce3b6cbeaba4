import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { Journal, getRowNumber } from '../../publishing/run';
import type { PostizClient } from '../../transport/client';
import { continuesOnError, isTool, toNodeError } from '../../transport/nodeError';
import { EventLoopYield } from '../../transport/eventLoopYield';
import type { UploadedFile } from '../../transport/apiTypes';
import { isServiceProblem, Problem } from '../../common/problem';
import { isObject } from '../../common/parseValue';
import type { Cache } from '../../common/memoize';
import { runMemories } from '../../common/processState';
import { sentences } from '../../common/wording';

export interface Operation {
	name: string;
	value: string;
	action: string;
	description: string;
	/** Its fields; the resource adds when they are shown. */
	properties: INodeProperties[];
	/** Processes all input items and returns the output items. */
	execute: (
		context: IExecuteFunctions,
		client: PostizClient,
		memory: RunMemory,
	) => Promise<INodeExecutionData[]>;
}

export interface Resource {
	name: string;
	value: string;
	defaultOperation: string;
	operations: Operation[];
}

/** Adds a hint to the output, if it says something; `forModel` replaces it in a tool. */
export function addHint(context: IExecuteFunctions, text: string, forModel = text): void {
	// n8n renders it as HTML.
	const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
	const message = isTool(context) ? forModel : escaped;
	if (message !== '') context.addExecutionHints({ message, location: 'outputPane' });
}

/** Outputs the rows that `work` returns for each input item in turn. Items fail like those of {@link ItemResults}. */
export async function forEachItem(
	context: IExecuteFunctions,
	work: (itemIndex: number) => Promise<IDataObject[]>,
): Promise<INodeExecutionData[]> {
	const failures = new ItemResults(context);
	const done = await failures.inTurn(failures.items, async (index) => ({
		index,
		rows: await work(index),
	}));
	return failures.toOutput(done);
}

/** Rows for any answer: one for each element of a list, plain values as `value`, none for nothing. */
export function toRows(answer: unknown): IDataObject[] {
	return (Array.isArray(answer) ? answer : [answer])
		.filter((row: unknown) => row !== undefined && row !== null)
		.map((row: unknown) =>
			isObject(row) ? moveIdLast(row) : { value: row as IDataObject[string] },
		);
}

/** n8n shows the first columns. */
const moveIdLast = ({ id, ...row }: IDataObject) => (id === undefined ? row : { ...row, id });

/** An input item, or what a step made of it. */
type ItemReference =
	| number
	| { index: number }
	| { item: { index: number } }
	| { desired: { item: { index: number } } };

const toItemIndex = (value: ItemReference): number => {
	if (typeof value === 'number') return value;
	if ('desired' in value) return value.desired.item.index;
	return 'item' in value ? value.item.index : value.index;
};

/** True for what is wrong with the connection or the account, whichever item met it first. */
const isOfConnection = (error: unknown) =>
	error instanceof Problem &&
	isServiceProblem(error) &&
	(error.isForPerson === true || error.isUnanswered === true);

/** Why items failed. Unless they are kept, the first failure ends the node before anything is sent. */
export class ItemResults {
	/** True for a preview, and if On Error is set to continue. */
	keepsGoing: boolean;
	/** What to do if items may fail beside the one that ends the node. */
	advice = '';
	/** What earlier tries sent, which the error that ends the node tells. */
	journal?: Journal;
	private readonly problems = new Map<number, unknown>();
	private readonly turns = new EventLoopYield();

	constructor(private readonly context: IExecuteFunctions) {
		this.keepsGoing = continuesOnError(context);
	}

	/** The indexes of all input items, before the first step. */
	get items(): number[] {
		return [...this.context.getInputData().keys()];
	}

	/** How many items failed. */
	get size(): number {
		return this.problems.size;
	}

	has(index: number): boolean {
		return this.problems.has(index);
	}

	/** Why an item failed; errors of n8n are shown as they are. */
	of(index: number): unknown {
		return this.problems.get(index);
	}

	/** An item fails; of several reasons, the first counts. */
	add(index: number, error: unknown): void {
		if (this.problems.has(index)) return;
		this.problems.set(index, error);
		if (this.keepsGoing) return;
		const isOfItem = !(error instanceof Problem && isServiceProblem(error));
		throw this.toError(index, sentences(this.journal?.describe(), isOfItem && this.advice));
	}

	/** What concerns all items; undefined if it failed, and all of them with it. */
	ofAll<T>(read: () => T): T | undefined {
		try {
			return read();
		} catch (error) {
			for (const index of this.items) this.add(index, error);
			return undefined;
		}
	}

	/** Runs a step for one item after another, and returns what it made of those that didn't fail. */
	async inTurn<T extends ItemReference, R>(
		values: T[],
		step: (value: T) => R | Promise<R>,
	): Promise<R[]> {
		const done: R[] = [];
		for (const value of values) {
			await this.turns.yieldIfDue();
			try {
				done.push(await step(value));
			} catch (error) {
				this.add(toItemIndex(value), error);
			}
		}
		return done;
	}

	/** Like {@link inTurn}, for all items at once. If one failure causes the others, the cause is reported. */
	async atOnce<T extends ItemReference, R>(
		values: T[],
		step: (value: T) => Promise<R>,
	): Promise<R[]> {
		const results = await Promise.allSettled(values.map(async (value) => await step(value)));
		const failed = results.flatMap((result, index) =>
			result.status === 'rejected'
				? [{ index: toItemIndex(values[index]!), error: result.reason as unknown }]
				: [],
		);
		const isFollowUp = (error: unknown) => error instanceof Problem && error.isFollowUp === true;
		failed.sort((a, b) => Number(isFollowUp(a.error)) - Number(isFollowUp(b.error)));
		for (const { index, error } of failed) this.add(index, error);
		return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
	}

	/** The error that ends the node because of an item; a row of a sheet is named. */
	toError(index: number, advice = '') {
		const error = this.nodeError(index);
		const row = getRowNumber(this.context, index);
		if (row !== undefined && !isOfConnection(this.of(index)))
			error.message = `Row ${row}: ${error.message}`;
		// n8n shows the description as HTML.
		error.description = sentences(error.description ?? '', advice).replaceAll('\n', '<br>');
		return error;
	}

	/** Why an item failed, in a sentence without advice. */
	sentenceOf(index: number): string {
		const { message } = this.nodeError(index);
		return /[.!?…][”"’)]*$/.test(message) ? message : `${message}.`;
	}

	/** The error item of an input item; `beside` stands beside its `error`, unless n8n adds the input itself. */
	toItem(index: number, beside?: IDataObject): INodeExecutionData {
		const { context } = this;
		const { message, description } = this.nodeError(index);
		// Models know their own input.
		const isAlone = context.getNode().onError === 'continueErrorOutput' || isTool(context);
		const { json, binary } = context.getInputData()[index] ?? { json: {} };
		return {
			json: {
				// With any other key, n8n before 2.39 doesn't use the error output; a `message` would overwrite a column.
				...(isAlone ? {} : (beside ?? json)),
				error: description ? `${this.sentenceOf(index)} ${description}` : message,
			},
			...(binary ? { binary } : {}),
			pairedItem: { item: index },
		};
	}

	/** The rows of items, and error items of those that failed, in the order of the input items. */
	toOutput(done: Array<{ index: number; rows: IDataObject[] }> = []): INodeExecutionData[] {
		const outputs = [
			...done.map(({ index, rows }) => ({
				index,
				items: rows.map((json) => ({ json, pairedItem: { item: index } })),
			})),
			...[...this.problems.keys()].map((index) => ({ index, items: [this.toItem(index)] })),
		];
		return outputs.sort((a, b) => a.index - b.index).flatMap(({ items }) => items);
	}

	private nodeError(itemIndex: number) {
		return toNodeError(this.context.getNode(), this.problems.get(itemIndex), { itemIndex });
	}
}

/** What earlier tries of a run have done, so that Retry On Fail doesn't repeat it. */
export class RunMemory {
	/** The videos of an item, or why it is unknown whether they were made, by item index. */
	readonly videos = new Map<number, IDataObject[] | Problem>();
	/** The rows of deleted posts and channels, by ID. */
	readonly deleted = new Map<string, IDataObject>();
	/** By the key of the file (media/uploads.ts). */
	readonly files: Cache<UploadedFile> = new Map();
	readonly journal = new Journal();
}

/** The memory that all tries of this run share. */
export function getRunMemory(run: Pick<IExecuteFunctions, 'getInputData' | 'getNode'>): RunMemory {
	const [first] = run.getInputData();
	if (!first) return new RunMemory();
	const { name: node } = run.getNode();
	// With Retry On Fail, each try gets the same item objects; loops and other nodes get copies.
	const memories = runMemories<RunMemory>();
	const known = memories.get(first);
	if (known?.node === node) return known.memory;
	const memory = new RunMemory();
	memories.set(first, { node, memory });
	return memory;
}
