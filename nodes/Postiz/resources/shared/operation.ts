import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import type { PostizClient } from '../../transport/client';
import { continuesOnError, isTool, toNodeError } from '../../transport/nodeError';
import { ThreadShare } from '../../transport/pause';
import { append } from '../../values/lists';
import { Problem } from '../../values/problem';
import { isObject } from '../../values/read';
import type { RunMemory } from './runMemory';

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

export interface ItemValue<T> {
	itemIndex: number;
	value: T;
}

type Step<T, R> = (value: T, itemIndex: number) => R | Promise<R>;

type NodeError = ReturnType<typeof toNodeError>;

/** Adds a hint to the output, if it says something; `forModel` replaces it in a tool. */
export function addHint(context: IExecuteFunctions, text: string, forModel = text): void {
	// n8n renders it as HTML.
	const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
	const message = isTool(context) ? forModel : escaped;
	if (message !== '') context.addExecutionHints({ message, location: 'outputPane' });
}

/** Takes all input items through the steps of an operation. A failing item ends the node, or becomes an error item. */
export class ItemRun {
	private readonly output: INodeExecutionData[] = [];
	protected readonly turns = new ThreadShare();
	/** The indexes of items that failed. */
	readonly failed = new Set<number>();

	constructor(protected readonly context: IExecuteFunctions) {}

	/** Every input item, before the first step. */
	get items(): Array<ItemValue<undefined>> {
		return this.context.getInputData().map((_item, itemIndex) => ({ itemIndex, value: undefined }));
	}

	/** Runs a step for one item after another. Returns the values of items that didn't fail. */
	async inTurn<T, R>(items: Array<ItemValue<T>>, step: Step<T, R>): Promise<Array<ItemValue<R>>> {
		const done: Array<ItemValue<R>> = [];
		for (const { itemIndex, value } of items) {
			await this.turns.share();
			try {
				done.push({ itemIndex, value: await step(value, itemIndex) });
			} catch (error) {
				this.fail(error, itemIndex);
			}
		}
		return done;
	}

	/** Like {@link inTurn}, for all items at once. */
	async atOnce<T, R>(items: Array<ItemValue<T>>, step: Step<T, R>): Promise<Array<ItemValue<R>>> {
		const running: Array<Promise<Array<PromiseSettledResult<R>>>> = [];
		for (const { value, itemIndex } of items) {
			await this.turns.share();
			running.push(Promise.allSettled([(async () => await step(value, itemIndex))()]));
		}
		const results = (await Promise.all(running)).flat();
		const settled = items.map(({ itemIndex }, index) => ({ itemIndex, ...results[index]! }));
		const failures = settled.filter((result) => result.status === 'rejected');
		// If one failure causes the others, report the cause.
		failures.sort((a, b) => Number(isFollowUp(a.reason)) - Number(isFollowUp(b.reason)));
		for (const { reason, itemIndex } of failures) this.fail(reason, itemIndex);
		return settled.filter((result) => result.status === 'fulfilled');
	}

	/** Outputs rows linked to an input item, and with `files` those of the item; the first row has those of `first`. */
	add(
		rows: IDataObject[],
		itemIndex: number,
		{ files = false, first }: { files?: boolean; first?: IBinaryKeyData } = {},
	): void {
		const own = files ? this.inputOf(itemIndex).binary : undefined;
		append(
			this.output,
			rows.map((json, index) => {
				const binary = index === 0 && first ? { ...own, ...first } : own;
				return { json, ...(binary ? { binary } : {}), pairedItem: { item: itemIndex } };
			}),
		);
	}

	/** Ends the node, or outputs an error item if On Error is set to continue. */
	fail(error: unknown, itemIndex: number): void {
		if (!this.isHandedOn(error)) throw this.endingError(error, itemIndex);
		const nodeError = this.toNodeError(error, itemIndex);
		this.failed.add(itemIndex);
		this.output.push({ ...this.errorItem(nodeError, itemIndex), ...this.moreOf?.(itemIndex) });
	}

	/** The output items, in the order of the input items. */
	toOutput(): INodeExecutionData[] {
		return this.output.sort((a, b) => indexOf(a) - indexOf(b));
	}

	/** True if this error doesn't end the node. */
	protected isHandedOn(error: unknown): boolean {
		return error !== undefined && continuesOnError(this.context);
	}

	/** Additional properties of an error item, as its JSON can't have further keys. */
	protected moreOf?(itemIndex: number): Record<string, IDataObject>;

	/** What the context of an error that ends the node contains about all items. */
	protected contextOfAll(): IDataObject {
		return {};
	}

	protected endingError(error: unknown, itemIndex: number): NodeError {
		const nodeError = this.toNodeError(error, itemIndex);
		Object.assign(nodeError.context, this.contextOfAll());
		// n8n shows the description as HTML.
		nodeError.description = nodeError.description?.replaceAll('\n', '<br>');
		return nodeError;
	}

	/** The JSON of an error item, besides `error`. */
	protected besideError(itemIndex: number): IDataObject {
		return this.inputOf(itemIndex).json;
	}

	protected inputOf(itemIndex: number): INodeExecutionData {
		return this.context.getInputData()[itemIndex] ?? { json: {} };
	}

	private toNodeError(error: unknown, itemIndex: number): NodeError {
		return toNodeError(this.context.getNode(), error, { itemIndex });
	}

	/** The `error` explains what went wrong and what to change. With an error output, n8n adds the input's JSON itself. */
	private errorItem({ message, description }: NodeError, itemIndex: number): INodeExecutionData {
		const { context } = this;
		const sentence = /[.!?…][”"’)]*$/.test(message) ? message : `${message}.`;
		// Models know their own input.
		const isAlone = context.getNode().onError === 'continueErrorOutput' || isTool(context);
		const { binary } = this.inputOf(itemIndex);
		return {
			json: {
				...(isAlone ? {} : this.besideError(itemIndex)),
				// With any other key, n8n before 2.39 doesn't use the error output; a `message` would overwrite a column
				// of that name; and if the item itself had an `error`, it would lose its input.
				error: description ? `${sentence} ${description}` : message,
			},
			...(binary ? { binary } : {}),
			pairedItem: { item: itemIndex },
		};
	}
}

/** Outputs the rows that `work` returns for each input item in turn. Items fail like those of {@link ItemRun}. */
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

/** Rows for any answer: one for each element of a list, plain values as `value`, none for nothing. */
export function toRows(answer: unknown): IDataObject[] {
	return (Array.isArray(answer) ? answer : [answer])
		.filter((row: unknown) => row !== undefined && row !== null)
		.map((row: unknown) =>
			isObject(row) ? withIdLast(row) : { value: row as IDataObject[string] },
		);
}

/** n8n shows the first columns. */
const withIdLast = ({ id, ...row }: IDataObject) => (id === undefined ? row : { ...row, id });
