import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import type { PostizClient } from '../../transport/client';
import { continuesOnError, isTool, toNodeError } from '../../transport/nodeError';
import { append } from '../../values/lists';
import { Problem } from '../../values/problem';
import { isObject } from '../../values/read';
import type { RunMemory } from './runMemory';

export interface Operation {
	name: string;
	value: string;
	action: string;
	description: string;
	/** Its fields; when they are shown is added by the resource. */
	properties: INodeProperties[];
	/** Works on all input items at once and returns the output items. */
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

export interface ItemValue<T> {
	itemIndex: number;
	value: T;
}

type Step<T, R> = (value: T, itemIndex: number) => R | Promise<R>;

type NodeError = ReturnType<typeof toNodeError>;

/** Shows this hint with the output of the node. n8n reads it as HTML, which the texts that it quotes are not. */
export function addHint(context: IExecuteFunctions, text: string): void {
	const message = text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
	context.addExecutionHints({ message, location: 'outputPane' });
}

/** Takes all input items through the steps of an operation. One that fails ends the node, or becomes an error item. */
export class ItemRun {
	private readonly output: INodeExecutionData[] = [];
	failedCount = 0;

	constructor(protected readonly context: IExecuteFunctions) {}

	/** Every input item, at the start. */
	get items(): Array<ItemValue<undefined>> {
		return this.context.getInputData().map((_item, itemIndex) => ({ itemIndex, value: undefined }));
	}

	/** Runs a step for one item after the other; returns what it made of those that did not fail. */
	async inTurn<T, R>(items: Array<ItemValue<T>>, step: Step<T, R>): Promise<Array<ItemValue<R>>> {
		const done: Array<ItemValue<R>> = [];
		for (const { itemIndex, value } of items) {
			try {
				done.push({ itemIndex, value: await step(value, itemIndex) });
			} catch (error) {
				this.fail(error, itemIndex);
			}
		}
		return done;
	}

	/** As {@link inTurn}, for all items at once. */
	async atOnce<T, R>(items: Array<ItemValue<T>>, step: Step<T, R>): Promise<Array<ItemValue<R>>> {
		const results = await Promise.allSettled(
			items.map(async ({ value, itemIndex }) => await step(value, itemIndex)),
		);
		const settled = items.map(({ itemIndex }, index) => ({ itemIndex, ...results[index]! }));
		const failures = settled.filter((result) => result.status === 'rejected');
		// What ends the node is why the others failed, not that they did.
		failures.sort((a, b) => Number(isFollowUp(a.reason)) - Number(isFollowUp(b.reason)));
		for (const { reason, itemIndex } of failures) this.fail(reason, itemIndex);
		return settled.filter((result) => result.status === 'fulfilled');
	}

	/** Outputs rows for an input item, linked to it; with what the item holds beside them if `includesInput`. */
	add(rows: IDataObject[], itemIndex: number, { includesInput = false } = {}): void {
		const { json: fields, binary } = (includesInput && this.inputOf(itemIndex)) || { json: {} };
		// With Retry On Fail, n8n takes a first item that has an error for a failure.
		const kept = Object.fromEntries(Object.entries(fields).filter(([key]) => key !== 'error'));
		append(
			this.output,
			rows.map((row) => ({
				json: { ...kept, ...row },
				...(binary ? { binary } : {}),
				pairedItem: { item: itemIndex },
			})),
		);
	}

	/** Ends the node, or outputs an error item if On Error is set to continue. */
	fail(error: unknown, itemIndex: number): void {
		if (!this.isHandedOn(error)) throw this.endingError(error, itemIndex);
		const nodeError = this.toNodeError(error, itemIndex);
		this.failedCount++;
		this.output.push({ ...this.errorItem(nodeError, itemIndex), ...this.moreOf?.(itemIndex) });
	}

	/** The items of the node's output, in the order of the input items. */
	toOutput(): INodeExecutionData[] {
		return this.output.sort((a, b) => indexOf(a) - indexOf(b));
	}

	/** True if this error does not end the node. */
	protected isHandedOn(error: unknown): boolean {
		return error !== undefined && continuesOnError(this.context);
	}

	/** What an error item has beside its JSON, which can have no further key. */
	protected moreOf?(itemIndex: number): Record<string, IDataObject>;

	/** What an error that ends the node says in its context of all items. */
	protected contextOfAll(): IDataObject {
		return {};
	}

	/** The error that ends the node. */
	protected endingError(error: unknown, itemIndex: number): NodeError {
		const nodeError = this.toNodeError(error, itemIndex);
		Object.assign(nodeError.context, this.contextOfAll());
		return nodeError;
	}

	private inputOf(itemIndex: number): INodeExecutionData {
		return this.context.getInputData()[itemIndex] ?? { json: {} };
	}

	private toNodeError(error: unknown, itemIndex: number): NodeError {
		const items = this.context.getInputData().length;
		return toNodeError(this.context.getNode(), error, { itemIndex, items });
	}

	/** What went wrong and what to change, as `error`. n8n adds the input's JSON itself if there is an error output. */
	private errorItem({ message, description }: NodeError, itemIndex: number): INodeExecutionData {
		const { context } = this;
		const sentence = /[.!?…][”"’)]*$/.test(message) ? message : `${message}.`;
		// A model knows what it gave.
		const isAlone = context.getNode().onError === 'continueErrorOutput' || isTool(context);
		const { json, binary } = this.inputOf(itemIndex);
		return {
			json: {
				...(isAlone ? {} : json),
				// n8n before 2.39 leaves an item with any other key in the first output, and a `message` would
				// replace the column of a row that is called so. An `error` of the item would cost it its input.
				error: description ? `${sentence} ${description}` : message,
			},
			...(binary ? { binary } : {}),
			pairedItem: { item: itemIndex },
		};
	}
}

/** Outputs the rows that `work` returns for every input item in turn. A failing item is one of {@link ItemRun}. */
export async function forEachItem(
	context: IExecuteFunctions,
	work: (itemIndex: number) => Promise<IDataObject[]>,
): Promise<INodeExecutionData[]> {
	const run = new ItemRun(context);
	await run.inTurn(run.items, async (_value, itemIndex) => {
		run.add(await work(itemIndex), itemIndex);
	});
	return run.toOutput();
}

const isFollowUp = (error: unknown) => error instanceof Problem && error.isFollowUp === true;
const indexOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;

/** Rows for an answer of any shape: one for each element of a list, with a plain value as `value`; none for nothing. */
export function toRows(answer: unknown): IDataObject[] {
	return (Array.isArray(answer) ? answer : [answer])
		.filter((row: unknown) => row !== undefined && row !== null)
		.map((row: unknown) => (isObject(row) ? row : { value: row as IDataObject[string] }));
}
