import { isRequestError } from '../common/problem';
import { joinSentences } from '../common/text';
import { listIndexes } from '../execution/inputItems';
import { toItemError } from '../execution/itemError';
import {
	type ItemFailure,
	type ItemFailures,
	type ItemResults,
	mergeFailures,
} from '../execution/itemResults';
import type { RunContext } from '../posts/run/run';

const CHECK_ALL = 'To check all items at once, add the option Preview Only.';

/**
 * The items that have failed in a run so far. With `stopsAtFailure`, the first failure before posts are sent ends the
 * run.
 */
export class RunFailures {
	readonly stopsAtFailure: boolean;
	/** The failures so far. */
	byItem: ItemFailures = new Map();

	constructor(
		private readonly run: RunContext,
		{ stopsAtFailure }: { stopsAtFailure: boolean },
	) {
		this.stopsAtFailure = stopsAtFailure;
	}

	/** Adds the failures of a step, and returns its values. Throws the error that ends the run. */
	collectOrThrow<T>({ values, failures }: ItemResults<T>): T[] {
		this.addOrThrow(failures);
		return values;
	}

	/** Adds failures. Throws the error that ends the run. */
	addOrThrow(failures: ItemFailures): void {
		this.byItem = mergeFailures(this.byItem, failures);
		const [first] = this.byItem;
		if (first && this.stopsAtFailure) throw this.toError(first);
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
