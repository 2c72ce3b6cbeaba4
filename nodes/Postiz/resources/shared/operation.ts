import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import type { PostizClient } from '../../transport/client';
import { isTool } from '../../transport/nodeError';
import { append } from '../../values/lists';
import { isObject } from '../../values/read';
import { Failures } from './failures';
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
	index: number;
	value: T;
}

type Step<T, R> = (value: T, index: number) => R | Promise<R>;

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
	private readonly failures: Failures;

	constructor(private readonly context: IExecuteFunctions) {
		this.failures = new Failures(context);
	}

	/** Every input item, before the first step. */
	get items(): Array<ItemValue<undefined>> {
		return this.context.getInputData().map((_item, index) => ({ index, value: undefined }));
	}

	/** Runs a step for one item after another. Returns the values of items that didn't fail. */
	async inTurn<T, R>(items: Array<ItemValue<T>>, step: Step<T, R>): Promise<Array<ItemValue<R>>> {
		return await this.failures.inTurn(items, valueOf(step));
	}

	/** Like {@link inTurn}, for all items at once. */
	async atOnce<T, R>(items: Array<ItemValue<T>>, step: Step<T, R>): Promise<Array<ItemValue<R>>> {
		return await this.failures.atOnce(items, valueOf(step));
	}

	/** Outputs rows linked to an input item. */
	add(rows: IDataObject[], index: number): void {
		append(
			this.output,
			rows.map((json) => ({ json, pairedItem: { item: index } })),
		);
	}

	/** The output items, in the order of the input items. */
	toOutput(): INodeExecutionData[] {
		return [...this.output, ...this.failures.toOutput()].sort((a, b) => indexOf(a) - indexOf(b));
	}
}

const valueOf =
	<T, R>(step: Step<T, R>) =>
	async ({ index, value }: ItemValue<T>) => ({ index, value: await step(value, index) });

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
