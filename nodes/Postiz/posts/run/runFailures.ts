import { isRequestError } from '../../common/problem';
import { joinSentences } from '../../common/text';
import { listIndexes } from '../../execution/inputItems';
import {
	mapConcurrently,
	mapSequentially,
	type ItemFailure,
	mergeFailures,
	type ItemFailures,
	type ItemResults,
} from '../../execution/itemResults';
import { toItemError } from '../../execution/itemError';
import type { Run } from './run';

const CHECK_ALL = 'To check all items at once, add the option Preview Only.';

/** The failures of a run. Until posts are sent, the first one ends it, unless `collectsFailures`. */
export class RunFailures {
	private merged: ItemFailures = new Map();

	constructor(
		private readonly run: Run,
		private readonly collectsFailures: boolean,
	) {}

	/** The failures so far. */
	get byItem(): ItemFailures {
		return this.merged;
	}

	/** Adds the failures of a step, and returns its values. Throws the error that ends the run. */
	collectOrThrow<T>({ values, failures }: ItemResults<T>): T[] {
		this.addOrThrow(failures);
		return values;
	}

	/** Adds failures. Throws the error that ends the run. */
	addOrThrow(failures: ItemFailures): void {
		this.merged = mergeFailures(this.merged, failures);
		const [first] = this.merged;
		if (first && !this.collectsFailures) throw this.toError(first);
	}

	/** Runs a step for one item after another, and returns the results of those that didn't fail. */
	async mapSequentially<T extends number | { index: number }, R>(
		items: T[],
		step: (item: T) => R | Promise<R>,
	): Promise<R[]> {
		return this.collectOrThrow(
			await mapSequentially(items, step, { stopsAtFailure: !this.collectsFailures }),
		);
	}

	/** Like {@link mapSequentially}, but for all items at once. */
	async mapConcurrently<T extends { index: number }, R>(
		items: T[],
		step: (item: T) => Promise<R>,
	): Promise<R[]> {
		return this.collectOrThrow(await mapConcurrently(items, step));
	}

	/** The error that ends the run, with what earlier attempts sent, and how to check all items. */
	private toError(failure: ItemFailure) {
		const { context, journal } = this.run;
		const [, error] = failure;
		const hasOthers = listIndexes(context).length > 1;
		const suffix = joinSentences(
			journal.describe(),
			!isRequestError(error) && hasOthers && CHECK_ALL,
		);
		return toItemError(context, failure, suffix);
	}
}
