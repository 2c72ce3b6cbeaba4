import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import type { FailureReason, Outcome } from '../../post/delivery';
import { itemNumbers } from '../../post/itemNumbers';
import { describeWait } from '../../transport/errors';
import { handsErrorsOn } from '../../transport/failing';
import { errorItem, itemError } from '../items';
import { sharedOptions } from './createDelivery';

const TOO_MANY_REQUESTS = '429';

type Failure = Extract<Outcome, { kind: 'failed' }>;

/** Collects what the node hands on: created posts, and error items where failures are to pass. */
export class Results {
	private readonly items: INodeExecutionData[] = [];

	private readonly outcomes: Outcome[] = [];

	constructor(private readonly context: IExecuteFunctions) {}

	/** An item that was not sent; ends the node unless On Error is set to continue. */
	fail(error: unknown, itemIndex: number): void {
		const failure = itemError(this.context, error, itemIndex);
		const isLimited = failure instanceof NodeApiError && failure.httpCode === TOO_MANY_REQUESTS;
		if (!handsErrorsOn(this.context) && !(isLimited && this.handsLimitedOn())) {
			if (this.outcomes.length > 0) {
				failure.description = [failure.description, this.describeRest()].filter(Boolean).join(' ');
			}
			throw failure;
		}
		this.items.push(errorItem(this.context, failure, itemIndex));
	}

	private handsLimitedOn(): boolean {
		return sharedOptions(this.context).limitReached === 'continue';
	}

	/** What became of rows that were delivered. */
	add(outcomes: Outcome[]): void {
		this.outcomes.push(...outcomes);
		const failures = outcomes.filter(isFailure);
		const handOn = this.handsLimitedOn() && failures.every(({ reason }) => reason === 'limited');
		const items = byItem(outcomes);
		if (failures.length > 0 && !handsErrorsOn(this.context) && !handOn) {
			const { row } = mainFailure(failures);
			const main = failureOfItem(items.get(row.itemIndex) ?? []);
			throw this.toError(main, this.describeRest(main));
		}
		for (const [itemIndex, own] of items) {
			this.items.push(...own.filter(isCreated).flatMap(createdItems));
			if (!own.some(isFailure)) continue;
			const failure = this.toError(failureOfItem(own));
			this.items.push(errorItem(this.context, failure, itemIndex));
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
		const created = this.outcomes.filter(isCreated);
		const failures = this.outcomes.filter(isFailure);
		const done = indexesOf(created);
		const failed = indexesOf(failures);
		const unclear = indexesOf(failures.filter(({ reason }) => reason === 'unknown'));
		const mainIndex = main?.row.itemIndex;
		const isToldByMain =
			main !== undefined && (TOLD_ALONE.includes(main.reason) || done.has(main.row.itemIndex));
		const isToldElsewhere = (index: number) =>
			unclear.has(index) || (isToldByMain && index === mainIndex);
		const inPart = [...byItem(this.outcomes)].filter(
			([index]) => done.has(index) && failed.has(index) && !isToldElsewhere(index),
		);
		const unsent = Array.from({ length }, (_, index) => index).filter(
			(index) => !done.has(index) && !isToldElsewhere(index),
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
			...inPart.map(
				([index, own]) => `Item ${index + 1} went out in part. ${failureOfItem(own).description}`,
			),
			...(unsent.length > 0
				? [
						`${countOf(unsent.length, 'item')} ${wasOrWere(unsent.length)} not sent${numbers(unsent)}.`,
					]
				: []),
		].join(' ');
	}
}

const isFailure = (outcome: Outcome): outcome is Failure => outcome.kind === 'failed';
const isCreated = (outcome: Outcome): outcome is Created => outcome.kind === 'created';
const indexesOf = (outcomes: Outcome[]) => new Set(outcomes.map(({ row }) => row.itemIndex));
const TOLD_ALONE: FailureReason[] = ['refused', 'unknown', 'expired'];

function byItem(outcomes: Outcome[]): Map<number, Outcome[]> {
	const items = new Map<number, Outcome[]>();
	for (const outcome of outcomes) {
		const { itemIndex } = outcome.row;
		const own = items.get(itemIndex);
		if (own) own.push(outcome);
		else items.set(itemIndex, [outcome]);
	}
	return items;
}

// First what may have happened, then what says why: the others were only not sent because of it.
const BY_WEIGHT: FailureReason[] = ['unknown', 'refused', 'expired', 'limited', 'unsent'];

function mainFailure(failures: Failure[]): Failure {
	return failures.reduce((main, failure) =>
		BY_WEIGHT.indexOf(failure.reason) < BY_WEIGHT.indexOf(main.reason) ? failure : main,
	);
}

/**
 * The one failure of an item that has at least one. Where other posts of it went out, it says which,
 * as the whole item must not be sent again.
 */
function failureOfItem(outcomes: Outcome[]): Failure {
	const failures = outcomes.filter(isFailure);
	const main = mainFailure(failures);
	const created = outcomes.filter(isCreated).flatMap(({ posts }) => posts);
	if (created.length === 0) return main;
	const missing = failures.flatMap(({ row }) => row.posts);
	const when = main.retryAfter === undefined ? '' : ` in ${describeWait(main.retryAfter)}`;
	const look = failures.some(({ reason }) => reason === 'unknown')
		? ' Look into the calendar of Postiz first: some of these may be there too.'
		: '';
	return {
		...main,
		message: `Postiz has ${created.length} of the ${created.length + missing.length} posts of this item: ${main.message}`,
		description: `It has ${created.map(({ postId }) => postId).join(', ')}. These are missing: ${missing.map(({ target }) => target.label).join(', ')}. Run them again${when} without the others, so that nothing is published twice.${look}`,
	};
}

const MOST_IDS = 20;

function describeCreated(outcomes: Created[], hasSeveralItems: boolean): string[] {
	const ids = outcomes.flatMap(({ posts }) => posts.map(({ postId }) => postId));
	if (ids.length === 0) return [];
	const indexes = indexesOf(outcomes);
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
