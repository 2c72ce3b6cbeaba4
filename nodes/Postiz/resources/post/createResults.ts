import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import type { Outcome } from '../../post/delivery';
import { itemNumbers } from '../../post/itemNumbers';
import { handsErrorsOn } from '../../transport/failing';
import { errorItem, itemError } from '../items';
import { sharedOptions } from './createDelivery';

type Failure = Extract<Outcome, { kind: 'failed' }>;

/** Collects what the node hands on: created posts, and error items where failures are to pass. */
export class Results {
	private readonly items: INodeExecutionData[] = [];

	private readonly outcomes: Outcome[] = [];

	constructor(private readonly context: IExecuteFunctions) {}

	/** An item that was not sent; ends the node unless On Error is set to continue. */
	fail(error: unknown, itemIndex: number): void {
		const failure = itemError(this.context, error, itemIndex);
		if (!handsErrorsOn(this.context)) {
			if (this.outcomes.length > 0) {
				failure.description = [failure.description, this.describeRest()].filter(Boolean).join(' ');
			}
			throw failure;
		}
		this.items.push(errorItem(this.context, failure, itemIndex));
	}

	/** What became of rows that were delivered. */
	add(outcomes: Outcome[]): void {
		this.outcomes.push(...outcomes);
		const failures = outcomes.filter(isFailure);
		const handOn =
			sharedOptions(this.context).limitReached === 'continue' &&
			failures.every(({ reason }) => reason === 'limited');
		if (failures.length > 0 && !handsErrorsOn(this.context) && !handOn) {
			const main = mainFailure(failures);
			throw this.toError(main, this.describeRest(main));
		}
		for (const outcome of outcomes) {
			const { itemIndex } = outcome.row;
			this.items.push(
				...(outcome.kind === 'created'
					? createdItems(outcome)
					: [errorItem(this.context, this.toError(outcome), itemIndex)]),
			);
		}
	}

	/** Everything in the order of the input items. */
	output(): INodeExecutionData[] {
		return this.items.sort((a, b) => itemOf(a) - itemOf(b));
	}

	private toError({ message, description, httpCode, row }: Failure, rest = '') {
		const { itemIndex } = row;
		const { length } = this.context.getInputData();
		const options = {
			message: length > 1 ? `Item ${itemIndex + 1} of ${length}: ${message}` : message,
			description: [description, rest].filter(Boolean).join(' '),
			itemIndex,
		};
		const node = this.context.getNode();
		return httpCode
			? new NodeApiError(node, {}, { ...options, httpCode })
			: new NodeOperationError(node, options.message, options);
	}

	/** What became of all other items where one ends the node, so that none is lost from sight. */
	private describeRest(main?: Failure): string {
		const { length } = this.context.getInputData();
		const created = this.outcomes.flatMap((outcome) =>
			outcome.kind === 'created' ? [outcome] : [],
		);
		const failures = this.outcomes.filter(isFailure);
		const done = new Set(created.map(({ row }) => row.itemIndex));
		const unclear = new Set(
			failures.filter(({ reason }) => reason === 'unknown').map(({ row }) => row.itemIndex),
		);
		const mainIndex = main?.row.itemIndex;
		const isToldByMain = main?.reason === 'refused' || main?.reason === 'unknown';
		const failed = new Set(failures.map(({ row }) => row.itemIndex));
		const unsent = Array.from({ length }, (_, index) => index).filter(
			(index) =>
				!unclear.has(index) &&
				(failed.has(index) || !done.has(index)) &&
				!(isToldByMain && index === mainIndex),
		);
		const others = [...unclear].filter((index) => index !== mainIndex);
		const numbers = (indexes: Iterable<number>) => (length > 1 ? ` (${itemNumbers(indexes)})` : '');
		return [
			...describeCreated(created, length > 1),
			...(others.length > 0
				? [
						`${countOf(others.length, 'more item')} ${others.length === 1 ? 'is' : 'are'} unclear${numbers(others)}; look into the calendar of Postiz before you run these again.`,
					]
				: []),
			...(unsent.length > 0
				? [
						`${countOf(unsent.length, 'item')} ${wasOrWere(unsent.length)} not sent${numbers(unsent)}.`,
					]
				: []),
		].join(' ');
	}
}

function isFailure(outcome: Outcome): outcome is Failure {
	return outcome.kind === 'failed';
}

// The one that says why: the others were only not sent because of it.
function mainFailure(failures: Failure[]): Failure {
	return failures.find(({ reason }) => reason !== 'unsent') ?? failures[0];
}

const MOST_IDS = 20;

function describeCreated(outcomes: Created[], hasSeveralItems: boolean): string[] {
	const ids = outcomes.flatMap(({ posts }) => posts.map(({ postId }) => postId));
	if (ids.length === 0) return [];
	const indexes = new Set(outcomes.map(({ row }) => row.itemIndex));
	const shown = `IDs: ${ids.slice(0, MOST_IDS).join(', ')}${ids.length > MOST_IDS ? ', …' : ''}`;
	const details = hasSeveralItems
		? `item${indexes.size === 1 ? '' : 's'} ${itemNumbers(indexes)}; ${shown}`
		: shown;
	return [
		`${countOf(ids.length, 'post')} ${wasOrWere(ids.length)} created before (${details}); do not send these again.`,
	];
}

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
const wasOrWere = (count: number) => (count === 1 ? 'was' : 'were');

type Created = Extract<Outcome, { kind: 'created' }>;

function createdItems({ row, posts }: Created): INodeExecutionData[] {
	return posts.map(({ postId }, index) => {
		const { target } = row.posts[index];
		const json: IDataObject = {
			postId,
			channelId: target.id,
			...(target.name === undefined ? {} : { channelName: target.name }),
			provider: target.identifier,
			type: row.shared.type,
			date: row.shared.date,
		};
		return { json, pairedItem: { item: row.itemIndex } };
	});
}

const itemOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;
